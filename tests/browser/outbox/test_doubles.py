"""Two phones record the same ván: both are told, one tap decides, nothing is lost before (U-18)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.looking import bring_axe, find_barriers
from tests.browser.table.measures import verify_still
from tests.browser.table.page import TablePage, open_table
from tests.browser.table.phones import join

pytestmark = pytest.mark.browser

SEEN = 3 * 5_000  # U-18: five seconds
BOXES = """() => [...document.querySelectorAll('.panel .decide')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height];
})"""

Pair = tuple[TablePage, TablePage]


@pytest.fixture
def two(lan, open_page) -> Callable[[], Pair]:
    """A login's phone, and one that joined by a code as the second player."""

    def open_two() -> Pair:
        here = open_table(lan, open_page)
        other, _ = join(here, open_page, "b")
        bring_axe(here.page.context)
        here.open()
        return here, other

    return open_two


def strip(phone: TablePage) -> Locator:
    return phone.page.locator(".strip__text")


def overlap(here: TablePage, other: TablePage, deals: int = 1) -> None:
    """Both record the same stretch, `other` without a network until the end of it."""
    other.page.context.set_offline(True)
    for _ in range(deals):
        other.tap_all("rank:b rank:a rank:c save")
        here.tap_all("rank:a rank:b rank:c save")
    here.verify_sent()
    other.page.context.set_offline(False)


def open_doubles(phone: TablePage) -> None:
    expect(strip(phone)).to_have_attribute("data-act", "doubles", timeout=SEEN)
    phone.tap("doubles")


def points(phone: TablePage, who: str) -> int:
    """The balance in a row."""
    return int(phone.balances()[who].replace("−", "-"))


def voids(here: TablePage) -> list[bool]:
    """Which of the server's deals are void, first to last; none stands in an open pair."""
    deals = here.deals()
    assert not any(deal["doubles"] for deal in deals)
    return [deal["is_void"] for deal in deals]


def test_u18_both_phones_show_the_pair_and_one_tap_decides_it(two) -> None:
    here, other = two()
    start = points(here, "c")
    overlap(here, other)
    for phone in (here, other):
        expect(strip(phone)).to_contain_text("Nghi trùng ván 1 (máy ", timeout=SEEN)
    assert strip(here).inner_text() != strip(other).inner_text()
    # Both count, marked, until somebody decides.
    assert [deal["is_void"] for deal in here.deals()] == [False, False]
    assert points(here, "c") == start - 4
    here.tap("open", value="menu")
    here.tap("open", value="history", within=".panel")
    expect(here.page.locator(".past .tag--warn")).to_have_count(2)
    here.tap("close")
    for phone in (here, other):
        open_doubles(phone)
        assert phone.page.locator(".side h4").all_inner_texts()[1] == "Máy này"
        verify_still(phone.page)
    shown = [phone.page.locator(".side__sums").first.inner_text() for phone in (here, other)]
    assert shown[0] != shown[1]
    assert find_barriers(here.page) == ""
    looked = other.page.evaluate(BOXES)
    here.taps = 0
    here.tap_at(here.page.locator('[data-act="drop-deal"]', has_text="của tôi"))
    expect(here.page.locator(".panel")).to_have_count(0)
    assert here.taps == 1
    assert points(here, "c") == start - 2
    expect(strip(here)).not_to_have_attribute("data-act", "doubles")
    here.verify_sent()
    assert voids(here) == [True, False]
    # Who looks on at the other phone finds every button where it was, and none to be tapped.
    expect(other.page.locator('.panel .decide[aria-disabled="true"]')).to_have_count(3)
    assert other.page.evaluate(BOXES) == looked
    expect(other.page.locator(".panel .review .help").first).to_have_text("Đã bỏ ván 1.")
    other.tap("close")
    assert other.balances() == here.balances()
    assert here.warned == other.warned == []


def test_u18_a_long_stretch_is_decided_at_once_and_a_late_decision_bothers_nobody(two) -> None:
    here, other = two()
    overlap(here, other, deals=3)
    expect(strip(here)).to_contain_text("Nghi trùng 3 ván (máy ", timeout=SEEN)
    # Decided without a network: it shows at once, also after a reload.
    open_doubles(here)
    here.page.context.set_offline(True)
    first = here.page.locator(".review").first
    first.locator('[data-act="keep-both"]').tap()
    expect(first.locator('.decide[aria-disabled="true"]')).to_have_count(3)
    here.tap("close")
    expect(strip(here)).to_contain_text("Nghi trùng 2 ván")
    # The other phone is quicker with the same pair, and drops its own.
    open_doubles(other)
    other.page.locator(".review").first.locator('[data-act="drop-deal"]').last.tap()
    other.verify_sent()
    here.page.context.set_offline(False)
    expect(here.page.locator(".live")).to_have_text("Máy khác đã chọn trước. Đã bỏ ván 4.")
    here.verify_sent()
    open_doubles(here)
    here.page.locator('[data-act="drop-all"]', has_text="của máy này").tap()
    expect(here.page.locator(".panel")).to_have_count(0)
    here.verify_sent()
    assert voids(here) == [False, True, True, True, False, False]
    expect(strip(other)).not_to_have_attribute("data-act", "doubles")
    assert here.warned == other.warned == []
