"""One walk through all pages: on a phone and on a wall, in both languages, light and dark.

The walk follows links from the first page, so a page that nobody can reach by links fails too.
"""

import re
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import PATIENCE, Seen, Site
from tests.browser.looking import bring_axe, look_at
from tests.permissions.routes import all_routes

pytestmark = pytest.mark.browser

LINK = re.compile(r'<a [^>]*?href="([^"#]+)')
# Of one route so many addresses are asked for further links; the first is the one looked at.
OF_A_KIND = 2
# Looked at signed out, and with the second step of signing in: see the tests of these.
SIGNED_OUT = {
    "account_login": "/dang-nhap/",
    "account_signup": "/dang-ky/",
    "account_inactive": "/tai-khoan/ngung/",
    "join-code": "/vao/",
}
# Answered 404, which browsers complain of; with the code of a table see test_join.py.
NOT_THERE = {"not found": "/khong-co/", "join": "/vao/KHONGC/"}
SECOND_STEP = {
    "mfa_index": "/tai-khoan/hai-buoc/",
    "mfa_view_recovery_codes": "/tai-khoan/hai-buoc/recovery-codes/",
    "mfa_generate_recovery_codes": "/tai-khoan/hai-buoc/recovery-codes/generate/",
    "mfa_deactivate_totp": "/tai-khoan/hai-buoc/totp/deactivate/",
    "mfa_reauthenticate": "/tai-khoan/hai-buoc/reauthenticate/",
    "account_reauthenticate": "/tai-khoan/xac-nhan/",
    "account_logout": "/dang-xuat/",
}
ON_THE_WAY = {"mfa_activate_totp", "mfa_authenticate"}
LEAD_ON = {"home", "standings"}  # to the only club and to the season of today
# Answers for machines, and what Django's admin has of its own and the product does not link to.
NO_PAGES = {
    *("livez", "readyz", "mfa_download_recovery_codes"),
    *("audit-export", "season-csv", "script"),
    *("service-worker", "manifest", "offline"),  # see tests/browser/worker
    *("settlement-act", "settlement-payment"),  # their GET leads back to the settlement
    *("admin:login", "admin:logout", "admin:jsi18n", "admin:view_on_site", "admin:app_list"),
}
# Those that look different where nothing is.
EMPTY = ("club", "nights", "season-list", "policy-list", "player-list", "audit")
PASSWORD = "bai-phom-chin-la"


def names_of_pages() -> set[str]:
    """Every named address that answers a GET, but the API's."""
    acts = {route.name for route in all_routes() if route.method != "GET"}
    acts -= {route.name for route in all_routes() if route.method == "GET"}
    return {name for name in _names(get_resolver(), "") if name not in acts | NO_PAGES}


def _names(resolver: URLResolver, space: str) -> Iterator[str]:
    for it in resolver.url_patterns:
        if isinstance(it, URLResolver) and it.namespace != "api":
            yield from _names(it, f"{it.namespace}:" if it.namespace else space)
        elif isinstance(it, URLPattern) and it.name:
            yield space + it.name


def name_of(url: str) -> str:
    """The route of an address, "" for what is no page of ours."""
    try:
        return str(resolve(urlsplit(url).path).view_name)
    except Resolver404:
        return ""


def follow_links(context: BrowserContext, *seeds: str) -> Mapping[str, str]:
    """One address of every page that links lead to, by route name."""
    found: dict[str, str] = {}
    asked: set[str] = set()
    kinds: Counter[str] = Counter()
    waiting = deque(seeds)
    while waiting:
        url = waiting.popleft()
        name = name_of(url)
        kinds[name] += url not in asked
        if url in asked or name not in names_of_pages() or kinds[name] > OF_A_KIND:
            continue
        asked.add(url)
        answer = context.request.get(url)
        assert answer.status == 200, (url, answer.status)
        found.setdefault(name_of(answer.url), answer.url)
        found.setdefault(name, url)
        links = (urljoin(answer.url, unescape(link)) for link in LINK.findall(answer.text()))
        waiting.extend(link for link in links if urlsplit(link).netloc == urlsplit(url).netloc)
    return found


@pytest.fixture(scope="module")
def owner(site: Site, browser: Browser) -> Iterator[BrowserContext]:
    """The owner of the demo club, who has published a way of ranking."""
    context = new_context(browser)
    page = context.new_page()
    site.open_night(page)
    page.goto(f"{site.url}/clb/clb-demo/cach-xep-hang/")
    page.fill("[name=name]", "Bỏ buổi kém nhất")
    page.click("main form button")
    page.close()
    yield context
    context.close()


@pytest.fixture(scope="module")
def addresses(site: Site, owner: BrowserContext) -> Mapping[str, str]:
    """One address of every page of the demo club, by route name. Void in tonight's is deal 8 of the
    second table.
    """
    page = owner.new_page()
    site.open_night(page)
    void = f"{page.url.split('#')[0]}ban/2/van/8/"
    page.close()
    return follow_links(owner, site.url + "/", site.url + "/admin/", void)


def new_context(browser: Browser) -> BrowserContext:
    """Still, so that no colour is looked at on its way to another; every page as the server has it,
    not a phone's copy.
    """
    context = browser.new_context(locale="vi-VN", reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(PATIENCE)
    bring_axe(context)
    return context


def sign_up(site: Site, browser: Browser, user_name: str) -> Page:
    """Somebody new, in a browser of their own."""
    page = new_context(browser).new_page()
    page.goto(f"{site.url}/dang-ky/")
    page.fill("#id_username", user_name)
    page.fill("#id_password1", PASSWORD)
    page.click("main button")
    return page


def speak(site: Site, context: BrowserContext, code: str) -> None:
    context.add_cookies([{"name": "django_language", "value": code, "url": site.url}])


def walk(site: Site, page: Page, pages: Mapping[str, str], code: str) -> dict[str, Any]:
    """What is wrong with which of these pages."""
    speak(site, page.context, code)
    wrong: dict[str, Any] = {}
    for name, url in pages.items():
        page.goto(urljoin(site.url, url))
        if name_of(page.url) != name_of(url):
            wrong[f"{name}, {code}: led to"] = page.url
        wrong |= {f"{name}, {code}: {what}": how for what, how in look_at(page, code=code).items()}
    return wrong


def verify_quiet(site: Site, seen: Seen, *expected: str) -> None:
    """Nothing came from elsewhere, and the console heard nothing else."""
    assert seen.hosts == {urlsplit(site.url).netloc}
    assert "font" not in seen.kinds
    assert [said for said in seen.complaints if said not in expected] == []


def test_every_page_is_reached_by_links(addresses) -> None:
    elsewhere = {*SIGNED_OUT, *NOT_THERE, *SECOND_STEP, *ON_THE_WAY}
    assert names_of_pages() - elsewhere - set(addresses) == set()


@pytest.mark.parametrize("code", ["vi", "en"])
def test_u22_a_walk_through_all_pages(site, owner, addresses, code) -> None:
    page, seen = owner.new_page(), Seen()
    seen.watch(page)
    pages = {name: url for name, url in addresses.items() if name not in LEAD_ON | ON_THE_WAY}
    assert walk(site, page, pages, code) == {}
    verify_quiet(site, seen)
    page.close()


@pytest.mark.parametrize("code", ["vi", "en"])
def test_a_walk_through_an_empty_club(site, browser, code) -> None:
    page, seen = sign_up(site, browser, f"chu-clb-{code}"), Seen()
    seen.watch(page)
    assert walk(site, page, {"no club": "/"}, code) == {}
    cookies = {it["name"]: it["value"] for it in page.context.cookies()}
    made = page.context.request.post(
        f"{site.url}/api/v1/clubs",
        data={"slug": f"clb-trong-{code}", "name": "CLB Trống"},
        headers={"X-CSRFToken": cookies["csrftoken"], "Referer": site.url},
    )
    assert made.status == 201, made.text()
    pages = follow_links(page.context, f"{site.url}/clb/clb-trong-{code}/")
    assert walk(site, page, {name: pages[name] for name in EMPTY}, code) == {}
    verify_quiet(site, seen)
    page.context.close()


@pytest.mark.parametrize("code", ["vi", "en"])
def test_a_walk_before_signing_in(site, browser, code) -> None:
    context = new_context(browser)
    page, seen = context.new_page(), Seen()
    seen.watch(page)
    assert walk(site, page, SIGNED_OUT, code) == {}
    verify_quiet(site, seen)
    assert walk(site, page, NOT_THERE, code) == {}
    context.clear_cookies(name="csrftoken")
    page.goto(f"{site.url}/dang-nhap/")
    context.clear_cookies(name="csrftoken")
    page.fill("#id_login", "ai-do")
    page.fill("#id_password", "sai")
    with page.expect_response(lambda answer: answer.status == 403):
        page.click("main button")
    assert look_at(page, code=code) == {}
    context.close()


def test_a_walk_through_the_second_step(site, browser) -> None:
    page, seen = sign_up(site, browser, "hai-buoc"), Seen()
    seen.watch(page)
    activate = "/tai-khoan/hai-buoc/totp/activate/"
    page.goto(site.url + activate)
    page.fill("#id_password", PASSWORD)
    page.click("main button")
    for code in ("vi", "en"):
        assert walk(site, page, {"mfa_activate_totp": activate}, code) == {}
    page.fill("#id_code", code_of(page.locator(".secret").inner_text()))
    page.click("main button")
    for code in ("vi", "en"):
        assert walk(site, page, SECOND_STEP, code) == {}
    verify_quiet(site, seen)
    for code in ("vi", "en"):
        page.context.clear_cookies()
        speak(site, page.context, code)
        page.goto(f"{site.url}/dang-nhap/")
        page.fill("#id_login", "hai-buoc")
        page.fill("#id_password", PASSWORD)
        page.click("main button")
        assert name_of(page.url) == "mfa_authenticate"
        assert look_at(page, code=code) == {}
    page.context.close()


def code_of(secret: str) -> str:
    """The six figures an app on the phone would show now."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))
