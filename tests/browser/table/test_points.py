"""Hand points: ties that have to be said, móm seats that points place, 0 points."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.table.page import Json, TablePage, habits, open_table

pytestmark = pytest.mark.browser

Table = Callable[..., TablePage]


@pytest.fixture
def table(site, open_page) -> Table:
    return lambda **options: open_table(site, open_page, **options)


def places(here: TablePage, deal: Json) -> dict[str, int]:
    """By letter."""
    return {letter: deal["places"][seat] for letter, seat in here.seats.items()}


# Where points are written down every time


def test_u1_where_points_are_the_habit_they_take_nine_taps(table) -> None:
    here = table()
    keypad = here.page.locator(".keypad")
    expect(keypad).not_to_be_visible()
    with habits(here, counts_points=True):
        for _ in range(2):  # it is open again for the next deal
            expect(keypad).to_be_visible()
            here.taps = 0
            here.type_points("12203140")
            here.tap("save")
            here.verify_saved()
            assert here.taps == 9
        here.taps = 0
        here.tap_all("points rank:b rank:a rank:c save")  # ranks are a tap away
        here.verify_saved()
        assert here.taps == 5
        here.tap_all("undo redo")
        expect(keypad).to_be_visible()
        here.verify_sent()
    assert [places(here, deal)["a"] for deal in here.deals()] == [1, 1, 2]


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


# The keypad and the names


def test_points_and_ranks_are_a_tap_apart_and_both_are_kept(table) -> None:
    here = table()
    here.tap_all("rank:d rank:c points")
    here.type_points("12203140")
    ranks = here.stored("draft")["ranks"]
    assert here.badges() == {"a": "1", "b": "2", "c": "3", "d": "4"}
    here.tap("rank", "c")  # its field, and no rank
    expect(here.page.locator("#table")).to_have_attribute("data-mode", "keypad")
    assert here.stored("draft")["ranks"] == ranks
    here.type_points("10")
    assert here.page.locator(".badge").all_inner_texts() == ["12", "20", "10", "40"]
    here.type_points("5")  # the third digit is the last
    assert here.badges() == {"a": "1", "b": "2", "c": "4", "d": "3"}
    here.tap("points")  # ranks, as they were tapped
    assert here.badges() == {"a": "", "b": "", "c": "2", "d": "1"}
    assert here.control("points").get_attribute("aria-pressed") == "false"
    here.tap_all("rank:a points points")  # back to the points and their keypad, which closes
    here.tap("save")
    here.verify_saved()
    assert places(here, here.deals()[0]) == {"a": 1, "b": 2, "c": 4, "d": 3}


def test_u_ends_typing_and_gives_the_points_back(table) -> None:
    here = table()
    here.tap("points")
    here.type_points("1220")
    here.tap("u", "c")
    expect(here.page.locator("#table")).to_have_attribute("data-mode", "result")
    expect(here.control("kind", value="plain")).to_be_visible()
    here.tap("u", "c")
    here.tap("rank", "c")
    here.type_points("3140")
    here.tap("save")
    here.verify_saved()
    assert places(here, here.deals()[0]) == {"a": 1, "b": 2, "c": 3, "d": 4}


# 0 points


def test_who_has_no_points_is_u_and_who_compensates_is_asked(table) -> None:
    here = table()
    here.tap_all("chot:b chot:c points")
    here.type_points("0")
    here.tap("key-done")
    expect(here.page.locator(".slot")).to_have_attribute("data-kind", "asks")
    assert here.save.get_attribute("aria-disabled") == "true"
    here.tap("answer", "b")
    expect(here.control("zero")).to_have_attribute("aria-pressed", "true")
    expect(here.control("compensator", value=here.seats["b"])).to_have_attribute(
        "aria-pressed", "true"
    )
    here.tap("save")
    here.verify_saved()
    (deal,) = here.deals()
    assert deal["net_points"][here.seats["a"]] == 14
    assert deal["net_points"][here.seats["b"]] == -18
    assert (deal["sheet"]["u"]["kind"], deal["sheet"]["u"]["winner"]) == ("zero", here.seats["a"])


def test_u_by_0_points_is_said_and_its_compensation_is_switched_off(table) -> None:
    here = table()
    here.tap_all("chot:b points")
    here.type_points("0")
    here.tap_all("key-done compensator::")
    expect(here.control("kind", value="zero")).to_have_attribute("aria-pressed", "true")
    here.tap("save")
    here.verify_saved()
    here.tap_all("points digit::0 key-done zero:: open::more times::2 close save")
    here.verify_saved()
    nobody, twice = here.deals()
    assert nobody["sheet"]["u"]["compensator"] == "nobody"
    assert twice["net_points"][here.seats["a"]] == 36
    here.tap("undo")
    assert here.stored("draft")["u"]["times"] == 2
    here.tap("rank", "a")  # typed anew it is no ù
    here.type_points("12")
    assert here.stored("draft")["u"] is None
