"""Who writes at a table, on its two phones: chosen, shown, and in nobody's way.

Both are signed in as the same person, as two tabs of a club's tablet and phone would be.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.looking import bring_axe
from tests.browser.table.measures import (
    BOXES,
    TARGETS,
    at,
    verify_still,
    verify_targets,
    verify_unmoved,
)
from tests.browser.table.page import open_table
from tests.browser.table.phones import second_phone, sign
from tests.browser.table.test_layout import _verify_accessible

pytestmark = pytest.mark.browser

IS_WHOLE = """(it) =>
  it.scrollWidth <= it.clientWidth + 1 && it.scrollHeight <= it.clientHeight + 1"""
SIZES = [(320, 568), (360, 640), (360, 740), (740, 360)]


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


@pytest.mark.parametrize(
    ("size", "language"),
    # In English, whose words are longer, where there is least room.
    [*((size, "vi") for size in SIZES), (SIZES[0], "en"), (SIZES[-1], "en")],
)
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
    verify_still(other.page)
    assert sign(other).evaluate(IS_WHOLE)
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
