"""Pages that open without a server or a network, and what is never kept for that."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.worker.conftest import IS_READY, Place, kept, kept_pages, wait_until

pytestmark = pytest.mark.browser

ASK_BOARD = """(url) => fetch(url).then((answer) => answer.status, () => "nobody answers")"""
# Chromium's word for who answered, where the worker had said so beforehand.
WHO_ANSWERS = "(url) => performance.getEntriesByName(url).at(-1).workerFinalSourceType"
BAND = re.compile(r"^Bản lúc \d\d:\d\d, đang mất mạng Tải lại$")


def open_copied(place: Place, page: Page, path: str) -> None:
    page.goto(place.url + path)
    wait_until(page, "copied")


def test_the_table_opens_with_the_server_gone_and_goes_on_where_it_was(place, open_page) -> None:
    here = place.table(open_page)
    here.tap_all("rank:a rank:b rank:c save")
    here.verify_sent()
    before = here.balances()
    place.stop()
    here.page.reload()
    # The copy is older than the deal; the phone has heard of it.
    expect(here.save).to_contain_text("nhất")
    expect(here.page.locator(".title")).to_contain_text("Ván 2")
    assert here.balances() == before
    here.tap_all("rank:b rank:a rank:c save an:a")
    here.page.close()
    here.page = here.page.context.new_page()
    here.open()
    assert here.control("an", "a").get_attribute("aria-pressed") == "true"
    place.start()
    here.tap_all("open::parked send")
    here.verify_sent()
    assert [deal["number"] for deal in here.deals()] == [1, 2]


def test_the_api_is_never_answered_from_a_copy(place, open_page) -> None:
    here = place.table(open_page)
    here.open()  # from now on it is the worker that answers here
    url = f"{place.url}/api/v1/tables/{here.table_id}/board"
    assert here.page.evaluate(ASK_BOARD, url) == 200
    assert here.page.evaluate(WHO_ANSWERS, url) == "network"
    here.page.context.set_offline(True)
    assert here.page.evaluate(ASK_BOARD, url) == "nobody answers"
    here.page.context.set_offline(False)


def test_a_read_page_is_shown_as_it_was_with_its_hour(place, phone) -> None:
    page = phone()
    place.open_night(page)
    open_copied(place, page, "/clb/clb-demo/")
    page.goto(place.url + "/clb/clb-demo/nguoi/")
    page.context.set_offline(True)
    for path in ("/clb/clb-demo/", "/clb/clb-demo/nguoi/"):
        page.goto(place.url + path)
        expect(page.locator("#copy")).to_have_text(BAND)
        expect(page.locator("h1")).to_be_visible()
        # With its styles, out of the shell.
        assert (
            page.evaluate("getComputedStyle(document.querySelector('.bar')).position") == "sticky"
        )
    page.context.set_offline(False)
    page.click("#copy a")
    expect(page.locator("#copy")).to_be_hidden()


def test_looking_on_without_a_network_says_since_when(place, open_page) -> None:
    here = place.table(open_page)
    page = here.page
    open_copied(place, page, f"/ban/{here.table_id}/xem/")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#stale")).to_contain_text("Mất kết nối từ")
    expect(page.locator("#copy")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("#stale")).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "table", "other", "again"),
    [
        ("vi", "Máy này chưa tải bàn chơi. Cần mạng một lần.", "chưa có bản nào", "Thử lại"),
        ("en", "has not loaded the table yet. It needs the network once.", "no copy", "Try again"),
    ],
)
def test_a_page_never_opened_says_so_and_is_asked_for_again(
    place, phone, language, table, other, again
) -> None:
    page = phone()
    page.context.add_cookies([{"name": "django_language", "value": language, "url": place.url}])
    place.open_night(page)
    path = page.locator("a[href^='/ban/']:not([href$='/xem/'])").first.get_attribute("href")
    wait_until(page, "copied")
    page.context.set_offline(True)
    page.goto(place.url + "/dang-nhap/")
    expect(page.locator(".notice")).to_contain_text(other)
    page.goto(f"{place.url}{path}")
    expect(page.locator(".notice")).to_contain_text(table)
    assert page.locator("html").get_attribute("lang") == language
    page.context.set_offline(False)
    page.click(f"text={again}")
    expect(page.locator(".save")).to_be_visible()


def test_only_pages_that_may_be_kept_are_kept(place, phone) -> None:
    page = phone()
    place.open_night(page)
    night = re.sub(r"^https?://[^/]+|#.*", "", page.url)
    wait_until(page, "copied")
    club = night.split("buoi/")[0]
    never = ("/toi/", f"{club}nhat-ky/", f"{club}thanh-vien/", f"{night}ket-so/", "/admin/")
    for path in (club, f"{night}ban/1/ma/", *never, "/api/v1/", f"{night}ban/1/ghi/"):
        page.goto(place.url + path)
    page.goto(place.url + club)
    assert sorted(kept_pages(page)) == sorted([night, club])
    shell = next(paths for name, paths in kept(page).items() if name.startswith("shell-"))
    roots = {path.split("/")[1] for path in shell}
    assert roots == {"static", "js", "mat-mang"}


def test_the_browser_finds_nothing_wrong_with_the_app(place, phone) -> None:
    page = phone()
    place.open_night(page)
    page.evaluate(IS_READY)
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Tests run in windows that forget everything; nothing else is in the way.
    assert [one["errorId"] for one in found] in ([], ["in-incognito"])
