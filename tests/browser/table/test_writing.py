"""Two phones at one table: each sees what the other saved and that it writes (U-18, first part).

Both are signed in as the same person, as two tabs of a club's tablet and phone would be.
"""

import time
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Open, Site
from tests.browser.looking import WIDER, bring_axe
from tests.browser.table.page import PHONE, TablePage, open_table
from tests.browser.table.test_layout import (
    BOXES,
    HIGHER,
    TARGETS,
    _verify_accessible,
    at,
    named,
    verify_targets,
    verify_unmoved,
)

pytestmark = pytest.mark.browser

SEEN_SECONDS = 3
LEFT_SECONDS = 60
SIZES = [(320, 568), (360, 640), (360, 740), (740, 360)]


def second_phone(
    here: TablePage, open_page: Open, *, size: ViewportSize = PHONE, **options: Any
) -> TablePage:
    """The same table on another phone."""
    site: Site = here.site
    page = open_page(size, **{"has_touch": True, "is_mobile": True, **options})
    page.context.add_cookies(site.cookies)
    other = TablePage(page, site, here.table_id, here.seats)
    other.open()
    return other


def sign(here: TablePage):
    return here.page.locator(".strip__writer")


def test_u18_a_deal_is_seen_on_the_other_phone_at_once(site, open_page) -> None:
    here = open_table(site, open_page)
    other = second_phone(here, open_page)
    here.tap_all("rank:a rank:b rank:c save")
    saved = time.monotonic()
    expect(other.page.locator(".strip__last")).to_contain_text("Ván 1")
    assert time.monotonic() - saved <= 3 * SEEN_SECONDS


def test_u18_who_writes_is_shown_taken_over_and_gone_with_its_phone(site, open_page) -> None:
    here = open_table(site, open_page)
    other = second_phone(here, open_page)
    expect(sign(other)).to_be_hidden()
    here.tap("rank", "a")
    expect(sign(other)).to_have_text("demo đang ghi")
    expect(sign(here)).to_be_hidden()
    other.tap("write-here")
    expect(sign(other)).to_be_hidden()
    expect(sign(here)).to_have_text("demo ghi tiếp trên máy khác")
    here.tap("rank", "b")  # nothing is blocked, and the other one hears of it
    assert here.badges()["b"] == "2"
    expect(sign(other)).to_have_text("demo đang ghi")
    here.tap("write-here")
    expect(sign(here)).to_be_hidden()
    expect(sign(other)).to_have_text("demo ghi tiếp trên máy khác")
    here.page.close()
    closed = time.monotonic()
    expect(sign(other)).to_be_hidden()
    assert time.monotonic() - closed <= 3 * LEFT_SECONDS
    assert (here.warned, other.warned) == ([], [])


def test_who_writes_is_chosen_in_two_taps_and_kept(site, open_page) -> None:
    here = open_table(site, open_page)
    other = second_phone(here, open_page)
    name = here.row("b").locator(".called").inner_text()
    before = here.taps
    here.tap_all("open::menu writer:b")
    assert here.taps - before == 2
    here.tap("close")
    here.open()
    here.tap("rank", "a")
    expect(sign(other)).to_have_text(f"{name} đang ghi")


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("size", SIZES, ids=named)
def test_u7_u8_u9_the_sign_moves_nothing_and_lies_apart(site, open_page, size, language) -> None:
    here = open_table(site, open_page, language=language)
    other = second_phone(here, open_page, size=at(*size), device_scale_factor=2)
    other.tap_all("rank:a rank:b rank:c save")
    other.verify_sent()
    before = other.page.evaluate(BOXES)
    here.tap("rank", "a")
    expect(sign(other)).to_be_visible()
    verify_unmoved(before, other.page.evaluate(BOXES))
    verify_targets(other.page.evaluate(TARGETS))
    assert other.page.evaluate(WIDER) <= 0
    assert other.page.evaluate(HIGHER) <= 0
    other.tap("write-here")
    other.tap("rank", "a")
    expect(sign(here)).to_be_visible()
    verify_targets(here.page.evaluate(TARGETS))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_u22_the_sign_is_accessible(site, open_page, scheme) -> None:
    here = open_table(site, open_page)
    other = second_phone(here, open_page, color_scheme=scheme)
    bring_axe(other.page.context)
    other.open()
    here.tap("rank", "a")
    expect(sign(other)).to_be_visible()
    _verify_accessible(other.page)
    other.tap_all("open::menu")
    _verify_accessible(other.page)
