"""What cannot be so together: the second is greyed and says why; what is refused can be taken back.
And what is done less often: words, an ù that counts more, somebody who left.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.table.page import TablePage, ask, open_table

pytestmark = pytest.mark.browser

Table = Callable[..., TablePage]


@pytest.fixture
def table(site, open_page) -> Table:
    return lambda **options: open_table(site, open_page, **options)


@pytest.mark.parametrize(
    ("taps", "greyed", "named"),
    [
        ("u:a compensator:: kind::ten", ("u", "b"), "a"),  # two ù
        ("u:a", ("mom", "a"), "a"),
        ("an:b u:b", ("kind", "", "dry"), "b"),
        ("chot:c u:a", ("kind", "", "dry"), ""),
        ("u:a kind::dry", ("an", "a"), "a"),
        ("u:a kind::dry", ("chot", "b"), ""),
        ("an:b an:b an:b", ("chot", "b"), "b"),
    ],
)
def test_what_contradicts_is_greyed_and_says_why(table, taps, greyed, named) -> None:
    here = table()
    here.tap_all(taps)
    kept = here.stored("draft")
    control = here.control(*greyed)
    expect(control).to_have_attribute("aria-disabled", "true")
    control.tap(force=True)
    said = here.page.locator(".slot .slot__text").inner_text()
    assert said == here.page.locator(".live").inner_text() != ""
    if named:
        assert here.board()["names"][here.seats[named]] in said
    expect(here.control("kind", value="plain")).to_be_visible()
    assert here.stored("draft") == kept
    if greyed[0] != "u":
        return
    here.tap_all("u:a u:b save")
    here.verify_saved()
    assert here.deals()[0]["net_points"][here.seats["b"]] == 18


def test_who_ate_is_not_mom_by_the_keypad_either(table) -> None:
    here = table()
    here.tap_all("an:a points key-mom")
    expect(here.page.locator(".slot")).to_have_attribute("data-kind", "notice")
    assert here.stored("draft")["mom"] == []
    here.type_points("1")
    expect(here.page.locator(".slot")).to_have_attribute("data-kind", "typing")


def test_a_refused_u_can_be_changed_where_it_is_refused(table) -> None:
    here = table()
    here.tap_all("an:b an:b u:c an:b")  # three melds, and another is ù
    slot = here.page.locator(".slot")
    expect(slot).to_have_attribute("data-kind", "asks")
    assert here.board()["names"][here.seats["b"]] in slot.inner_text()
    expect(here.control("kind", value="ten")).to_be_visible()
    here.tap_all("u:c u:b save")
    here.verify_saved()
    assert here.deals()[0]["net_points"][here.seats["b"]] == 21


def test_whoever_leaves_voids_the_deal_where_the_rules_say_so(table) -> None:
    here = table(rules={"quit_as": "void"})
    here.tap_all("an:b open::more forfeit:c")
    expect(here.control("forfeit", "c")).to_have_attribute("aria-pressed", "true")
    expect(here.control("ending", value="void")).to_have_attribute("aria-pressed", "true")
    here.tap_all("forfeit:c")
    expect(here.control("ending", value="void")).to_have_attribute("aria-pressed", "false")
    here.tap_all("forfeit:d close save")
    here.verify_saved()
    (deal,) = here.deals()
    assert (deal["is_void"], deal["sheet"]["ending"], deal["net_points"]) == (True, "void", {})


def test_words_go_with_the_deal_and_come_back_with_it(table) -> None:
    here = table()
    here.tap_all("rank:a rank:b open::more")
    note = here.page.locator("#deal-note")
    note.fill("Lan đánh ")
    note.press_sequentially("sai")
    here.tap("multiplier", value="2")
    expect(here.control("multiplier", value="2")).to_have_attribute("aria-pressed", "true")
    here.page.reload()
    here.tap("open", value="more")
    expect(note).to_have_value("Lan đánh sai")
    here.tap_all("close rank:c save")
    here.verify_saved()
    (deal,) = here.deals()
    assert _note(here, deal["id"]) == "Lan đánh sai"
    here.tap_all("open::more")
    expect(note).to_have_value("")
    here.tap_all("close undo open::more")
    note.fill("")
    here.tap_all("close save")
    here.verify_saved()
    assert _note(here, deal["id"]) == ""


def test_an_u_that_counts_double_leaves_the_eats_alone(table) -> None:
    here = table()
    here.tap_all("an:b u:a open::more times::2 close")
    assert here.deltas()["a"] == "▲+35"
    here.tap("save")
    here.verify_saved()
    (deal,) = here.deals()
    assert deal["sheet"]["u"]["times"] == 2
    # This page can show all of it, so another phone can correct it here.
    here.page.evaluate("localStorage.clear()")
    here.tap("undo")
    assert here.stored("draft")["u"]["times"] == 2


def _note(here: TablePage, deal_id: str) -> str:
    return str(ask(here.page, here.site, "get", f"deals/{deal_id}")["note"])
