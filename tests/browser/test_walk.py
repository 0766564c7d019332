"""One walk through all pages: on a phone and on a wall, in both languages, light and dark.

The walk follows links from the first page, so a page that nobody can reach by links fails too.
"""

import re
from collections import deque
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Browser, Page

from tests.browser.conftest import PHONE, WALL, Seen, Site
from tests.browser.test_night import CLOSE_MOST, OPEN_ALL, RULES, WIDER
from tests.permissions.routes import EVERYBODY, all_routes

pytestmark = pytest.mark.browser

LINK = re.compile(r'<a [^>]*?href="([^"#]+)')
# Shown to whoever is not signed in, or asks for the password again first; looked at on their own.
APART = {
    *("account_login", "account_signup", "account_inactive", "account_reauthenticate"),
    *("mfa_authenticate", "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp"),
    *("mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_download_recovery_codes"),
}
NO_PAGES = {"livez", "readyz", "account_logout"}


def name_of(url: str) -> str:
    """The route of an address, "" for what is no page of ours."""
    try:
        return str(resolve(urlsplit(url).path).view_name)
    except Resolver404:
        return ""


@pytest.fixture(scope="module")
def addresses(site: Site, browser: Browser) -> dict[str, str]:
    """One address of every page that links lead to, by route name."""
    context = browser.new_context(locale="vi-VN")
    page = context.new_page()
    site.open_night(page)
    found: dict[str, str] = {}
    waiting = deque([site.url + "/", page.url])
    while waiting:
        url = waiting.popleft()
        name = name_of(url)
        if not name or name in found or name in NO_PAGES or name.startswith("api:"):
            continue
        answer = context.request.get(url)
        assert answer.status == 200, (url, answer.status)
        found[name_of(answer.url)] = answer.url
        if "text/html" not in answer.headers["content-type"]:
            continue
        found[name] = url
        for link in LINK.findall(answer.text()):
            whole = urljoin(answer.url, unescape(link))
            if whole.startswith(site.url):
                waiting.append(whole)
    context.close()
    return found


def is_page(url: str) -> bool:
    """Files to take home are no pages."""
    return not re.search(r"\.(csv|json|txt)$|/(csv|json)/?$", urlsplit(url).path)


def test_every_page_is_reached_by_links(addresses: dict[str, str]) -> None:
    pages = {
        route.name
        for route in all_routes()
        if route.method == "GET" and not route.is_api and route.cells != EVERYBODY
    }
    assert pages - APART - NO_PAGES - set(addresses) == set()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("code", ["vi", "en"])
@pytest.mark.parametrize("size", [PHONE, WALL], ids=["phone", "wall"])
def test_a_walk_through_all_pages(site, open_page, addresses, size, code, scheme) -> None:
    page, seen = open_page(size, color_scheme=scheme), Seen()
    site.open_night(page)
    page.context.add_cookies([{"name": "django_language", "value": code, "url": site.url}])
    seen.watch(page)
    wrong: dict[str, Any] = {}
    for name, url in addresses.items():
        if is_page(url):
            page.goto(url)
            wrong |= {f"{name}: {what}": how for what, how in look_at(page, code).items()}
    assert wrong == {}
    assert seen.hosts == {site.url.removeprefix("http://")}
    assert "font" not in seen.kinds
    assert seen.complaints == []


def look_at(page: Page, code: str) -> dict[str, Any]:
    """What is wrong with the page that is open."""
    wrong: dict[str, Any] = {}
    if page.locator("html").get_attribute("lang") != code:
        wrong["language"] = page.locator("html").get_attribute("lang")
    page.evaluate(OPEN_ALL)
    if (wider := page.evaluate(WIDER)) > 0:
        wrong["wider"] = wider
    page.evaluate(CLOSE_MOST)
    found = _axe().run(page, options=RULES)
    if found.violations_count:
        wrong["axe"] = found.generate_report()
    return wrong


def _axe() -> Any:
    from axe_playwright_python.sync_playwright import Axe

    return Axe()
