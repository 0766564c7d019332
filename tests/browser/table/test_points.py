"""Hand points: ties that have to be said, móm seats that points place, 0 points."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.table.page import Json, TablePage, open_table

pytestmark = pytest.mark.browser

Table = Callable[..., TablePage]


@pytest.fixture
def table(site, open_page) -> Table:
    return lambda **options: open_table(site, open_page, **options)


def places(here: TablePage, deal: Json) -> dict[str, int]:
    """By letter."""
    return {letter: deal["places"][seat] for letter, seat in here.seats.items()}


# Ties


def test_two_ties_are_asked_one_after_the_other(table) -> None:
    here = table()
    here.tap("points")
    here.type_points("12122020")
    for asked, others, said in (("ab", "cd", "b"), ("cd", "ab", "d")):
        expect(here.page.locator(".slot")).to_have_attribute("data-kind", "asks")
        assert here.save.get_attribute("aria-disabled") == "true"
        shown = here.deltas()
        assert {shown[letter] for letter in asked} == {"?"}
        assert "?" not in {shown[letter] for letter in others}
        here.tap("answer", said)
    here.tap("save")
    here.verify_saved()
    (deal,) = here.deals()
    assert places(here, deal) == {"b": 1, "a": 2, "d": 3, "c": 4}
    # Nothing is said of those whom nobody asked about.
    seats = [here.seats[letter] for letter in "badc"]
    assert deal["sheet"]["laid_down"] == seats
    here.tap("undo")
    here.page.evaluate("localStorage.clear()")  # what is corrected is read from the sheet alone
    here.tap("save")
    here.verify_saved()
    assert here.deals()[0]["sheet"] == deal["sheet"]


def test_only_the_tie_that_changes_payments_is_asked(table) -> None:
    here = table(rules={"place_pay": {"4": [1, 1, 3]}})
    here.tap("points")
    here.type_points("12202012")
    expect(here.page.locator(".slot [data-act=answer]")).to_have_count(2)
    here.tap("answer", "d")
    here.tap("answer", "c")  # c and b pay 1 and 3
    here.tap("save")
    here.verify_saved()
    here.tap("points")
    here.type_points("12202030")  # both pay 1
    expect(here.save).not_to_have_attribute("aria-disabled", "true")
    here.tap("save")
    here.verify_saved()
    first, second = here.deals()
    assert places(here, first) == {"d": 1, "a": 2, "c": 3, "b": 4}
    assert places(here, second) == {"a": 1, "b": 2, "c": 3, "d": 4}


def test_of_three_equals_two_are_named(table) -> None:
    here = table(rules={"tie_break": "last_discard"})
    here.tap("points")
    here.type_points("20202010")
    here.tap("answer", "c")
    expect(here.control("answer", "c")).to_have_attribute("aria-pressed", "true")
    assert here.save.get_attribute("aria-disabled") == "true"
    here.tap("answer", "a")
    here.tap("save")
    here.verify_saved()
    (deal,) = here.deals()
    assert places(here, deal) == {"d": 1, "b": 2, "a": 3, "c": 4}
    assert deal["sheet"]["last_discards"] == [here.seats[letter] for letter in "bac"]


# Móm seats that have places of their own


def test_mom_seats_have_points_where_points_place_them(table) -> None:
    here = table(rules={"mom_place": "by_points"})
    here.tap("points")
    here.type_points("10")
    here.tap("key-mom")  # of one móm seat nothing more is needed
    here.type_points("20")
    here.tap("key-mom")  # of two it is: this one first, then the one before
    assert here.stored("draft")["mom"] == [here.seats["b"], here.seats["d"]]
    here.type_points("31")
    assert here.save.get_attribute("aria-disabled") == "true"
    here.type_points("40")
    here.tap("save")
    here.verify_saved()
    (deal,) = here.deals()
    assert places(here, deal) == {"a": 1, "c": 2, "d": 3, "b": 4}
    assert deal["net_points"][here.seats["a"]] == 9


def test_mom_seats_are_placed_as_tapped_where_nobody_counts(table) -> None:
    here = table(rules={"mom_place": "by_points"})
    here.tap_all("mom:d mom:b rank:c save")
    here.verify_saved()
    here.tap_all("mom:c mom:a mom:d mom:b answer:a save")
    here.verify_saved()
    first, second = here.deals()
    assert places(here, first) == {"c": 1, "a": 2, "d": 3, "b": 4}
    assert places(here, second) == {"a": 1, "c": 2, "d": 3, "b": 4}


def test_a_whole_table_of_mom_by_points_needs_no_question(table) -> None:
    here = table(rules={"mom_place": "by_points"})
    here.tap("points")
    here.type_points("4")
    here.tap("key-mom")
    here.type_points("0")
    for points in ("31", "55", "31"):
        here.tap("key-mom")
        here.type_points(points)
    here.tap("answer", "d")  # only between the two who have least
    here.tap("save")
    here.verify_saved()
    assert places(here, here.deals()[0]) == {"d": 1, "b": 2, "a": 3, "c": 4}


def test_who_declared_first_is_asked_however_mom_was_tapped(table) -> None:
    here = table(rules={"mom_place": "by_laid_down", "all_mom": "first_to_lay_down"})
    here.tap_all("mom:c mom:a mom:d mom:b")
    assert here.save.get_attribute("aria-disabled") == "true"
    here.tap_all("answer:b save")
    here.verify_saved()
    # One móm seat and one who left have places as well.
    here.tap_all("mom:c open::more forfeit:d close rank:b save")
    here.verify_saved()
    first, second = here.deals()
    assert places(here, first) == {"b": 1, "c": 2, "a": 3, "d": 4}
    assert places(here, second) == {"b": 1, "a": 2, "c": 3, "d": 4}
