"""What a phone has not sent is told where a table is joined or left, and on "Tôi"."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.looking import WIDER, bring_axe, find_barriers
from tests.browser.outbox.waiting import send_until
from tests.browser.table.page import TablePage, open_table
from tests.browser.table.phones import join

pytestmark = pytest.mark.browser

PLAIN = "rank:a rank:b rank:c save"
API = "**/api/**"


def test_deals_of_a_table_the_phone_has_left_are_told_and_written_down(lan, open_page) -> None:
    first = open_table(lan, open_page)
    second = open_table(lan, open_page)
    phone, _code = join(first, open_page, "b")
    bring_axe(phone.page.context)
    phone.page.route(API, lambda route: route.abort())
    phone.tap_all(f"{PLAIN} {PLAIN}")
    phone.page.unroute(API)
    phone.page.context.clear_cookies()  # as joining another table does
    region = verify_told(phone, "vao/", "2 việc chưa gửi")
    assert phone.page.evaluate(WIDER) <= 0
    region.get_by_role("button", name="Xuất ván ra chữ").tap()
    text = region.locator("textarea").input_value()
    assert text.count("+6") == 2
    assert find_barriers(phone.page) == ""
    expect(region.locator("a")).to_have_attribute("href", f"/ban/{first.table_id}/")
    verify_told(phone, "dang-nhap/", "2 việc chưa gửi")
    assert second.kept() == []


def test_the_pages_of_an_account_tell_it_until_it_is_sent(lan, open_page) -> None:
    here = open_table(lan, open_page)
    here.page.route(API, lambda route: route.abort())
    here.tap_all(PLAIN)
    here.page.unroute(API)
    for path in ("toi/", "dang-xuat/"):
        verify_told(here, path, "1 việc chưa gửi")
    here.open()
    send_until(here, lambda: here.kept() == [])
    here.page.goto(f"{lan.url}/toi/")
    expect(here.page.locator("#unsent")).to_be_hidden()


def verify_told(here: TablePage, path: str, text: str) -> Locator:
    here.page.goto(f"{here.site.url}/{path}")
    region = here.page.locator("#unsent")
    expect(region).to_contain_text(text)
    return region
