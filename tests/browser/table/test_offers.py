"""What the strip offers after a deal: the loser makes room, seats are changed after an ù."""

import pytest
from playwright.sync_api import expect

from tests.browser.looking import bring_axe, find_barriers
from tests.browser.table.measures import BOXES, TARGETS, verify_targets, verify_unmoved
from tests.browser.table.page import TablePage, ask, habits, open_table

pytestmark = pytest.mark.browser

STRIP = ".strip__text"


def open_with_bench(site, open_page, **options) -> tuple[TablePage, str]:
    """A table of four with a fifth who waits."""
    here = open_table(site, open_page, **options)
    known = {*here.seats.values()}
    fifth = next(
        one["player_id"] for one in here.board()["roster"] if one["player_id"] not in known
    )
    path = f"tables/{here.table_id}/terms/{here.page.evaluate('crypto.randomUUID()')}"
    ask(here.page, site, "put", path, {"bench": [fifth]})
    return here, fifth


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_loser_makes_room_by_one_tap_and_comes_back_by_undo(site, open_page, scheme) -> None:
    here, fifth = open_with_bench(site, open_page, color_scheme=scheme)
    bring_axe(here.page.context)
    with habits(here, rotates_loser=True):
        a, b, c, d = here.seats.values()
        here.tap_all("rank:a rank:b rank:c")
        here.tap("save")
        here.verify_sent()
        rotate = here.control("rotate")
        expect(rotate).to_contain_text("Đổi: ")
        verify_targets(here.page.evaluate(TARGETS))
        assert find_barriers(here.page) == ""
        before = here.page.evaluate(BOXES)
        here.taps = 0
        here.tap("rotate")
        assert here.taps == 1
        here.verify_sent()
        assert (here.sitting(), here.sitting("bench")) == ([a, b, c, fifth], [d])
        expect(here.control("rotate")).to_have_count(0)
        verify_unmoved(before, here.page.evaluate(BOXES))
        here.tap("undo")
        here.verify_sent()
        assert (here.sitting(), here.sitting("bench")) == ([a, b, c, d], [fifth])
        # Of two who are móm it is the one later in turn; a touch of the draft ends the offer.
        here.tap_all("mom:b mom:c rank:a save")
        here.verify_sent()
        expect(here.control("rotate")).to_contain_text(
            here.row("c").locator(".called").inner_text()
        )
        here.tap("an", "a")
        expect(here.control("rotate")).to_have_count(0)
        here.tap_all("open::menu clear")
        # An ù is nobody's to lose, unless somebody paid for all.
        here.tap_all("u:a save")
        here.verify_sent()
        expect(here.control("rotate")).to_have_count(0)
        here.tap_all("an:b an:b an:b save")
        here.verify_sent()
        expect(here.control("rotate")).to_contain_text(
            here.row("a").locator(".called").inner_text()
        )
    assert here.warned == []


def test_seats_are_changed_after_an_u_also_without_a_network(site, open_page) -> None:
    here = open_table(site, open_page)
    with habits(here, swaps_after_u=True):
        here.tap_all("rank:a rank:b rank:c save")
        expect(here.page.locator(STRIP)).to_have_attribute("data-value", "history")
        here.page.context.set_offline(True)
        here.tap_all("u:a save")
        strip = here.page.locator(STRIP)
        expect(strip).to_have_text("Có người ù – đổi chỗ?")
        strip.tap()
        here.tap_all("swap:a swap:c")
        here.page.context.set_offline(False)
        here.verify_sent()
        a, b, c, d = here.seats.values()
        assert here.sitting() == [c, b, a, d]
    assert here.warned == []


def test_a_club_without_such_habits_is_offered_nothing(site, open_page) -> None:
    here, _fifth = open_with_bench(site, open_page)
    here.tap_all("u:a save rank:a rank:b rank:c save")
    here.verify_sent()
    expect(here.page.locator(STRIP)).to_have_attribute("data-value", "history")
