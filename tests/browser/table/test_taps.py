"""The table page, tap by tap: counts, undo, corrections, the draft that nothing loses.

The bars U-3 to U-6, U-12, U-13, U-16, U-19, U-30 and U-34; each name begins with its bar.
"""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seen
from tests.browser.table.page import TablePage, ask, open_table

pytestmark = pytest.mark.browser

Table = Callable[..., TablePage]


@pytest.fixture
def table(site, open_page) -> Table:
    return lambda **options: open_table(site, open_page, **options)


def test_a_whole_table_of_mom_asks_who_is_first(table) -> None:
    here = table()
    here.tap_all("mom:a mom:b mom:c mom:d")
    assert here.save.get_attribute("aria-disabled") == "true"
    here.tap("answer", "c")
    here.tap("save")
    here.verify_saved()
    assert here.taps == 6
    assert here.deals()[0]["net_points"][here.seats["c"]] == 12


# U-3 to U-6: taking back, correcting


def test_u3_undo_is_one_tap_and_hands_the_inputs_back(table) -> None:
    here = table()
    here.tap_all("an:b rank:a rank:b rank:c")
    before, inputs = here.balances(), here.stored("draft")
    here.tap("save")
    here.verify_saved()
    (deal,) = here.deals()
    here.page.reload()
    here.taps = 0
    here.tap("undo")
    assert here.taps == 1
    here.verify_sent()
    assert here.balances() == before
    assert {**here.stored("draft"), "editing": None, "id": inputs["id"]} == inputs
    assert here.deals()[0]["is_void"]
    here.tap("redo")
    here.verify_sent()
    (again,) = here.deals()
    assert (again["id"], again["n"], again["net_points"]) == (deal["id"], 3, deal["net_points"])
    assert here.stored("draft")["ranks"] == []


def test_u3_undo_works_without_a_network_and_is_sent_later(table) -> None:
    here = table()
    before = here.balances()
    here.page.context.set_offline(True)
    here.tap_all("rank:a rank:b rank:c save undo")
    assert here.balances() == before
    assert here.stored("draft")["ranks"] == [here.seats[letter] for letter in "abc"]
    here.tap_all("redo undo")
    here.page.context.set_offline(False)
    here.verify_sent()
    (deal,) = here.deals()
    assert (deal["is_void"], deal["n"]) == (True, 4)


def test_a_draft_waits_while_the_deal_before_is_mended(table) -> None:
    here = table()
    here.tap_all("rank:a rank:b rank:c save")
    here.verify_saved()
    here.tap_all("an:d undo")
    assert here.stored("draft")["ranks"] == [here.seats[letter] for letter in "abc"]
    here.tap_all("rank:a rank:b rank:c rank:c rank:b rank:a")
    here.tap("save")
    here.verify_sent()
    assert here.stored("draft")["eats"] == [{"eater": here.seats["d"], "last_round": False}]
    (deal,) = here.deals()
    assert (deal["kind"], deal["n"]) == ("correct", 3)


def test_u4_two_swapped_neighbours_are_mended_in_two_taps(table) -> None:
    here = table()
    here.tap_all("rank:a rank:b rank:c")
    here.taps = 0
    here.tap_all("rank:b rank:b")  # b behind c
    assert here.taps == 2
    assert here.badges() == {"a": "1", "b": "3", "c": "2", "d": "4"}
    here.tap("save")
    here.verify_saved()


def test_u4_and_in_four_taps_after_saving(table) -> None:
    here = table()
    here.tap_all("rank:a rank:b rank:c save")
    here.verify_saved()
    here.taps = 0
    here.tap_all("undo rank:b rank:b save")
    here.verify_sent()
    assert here.taps <= 4
    (deal,) = here.deals()
    assert [deal["places"][here.seats[letter]] for letter in "abcd"] == [1, 3, 2, 4]
    assert here.stored("draft")["ranks"] == []


def test_u5_changes_of_the_table_are_taken_back_by_one_tap(table) -> None:
    here = table()
    here.tap_all("open::menu open::stake stake::5")
    here.verify_sent()
    assert here.board()["table"]["stake_points"] == 5
    here.tap("undo")
    here.verify_sent()
    assert here.board()["table"]["stake_points"] == 1
    seats = here.sitting()
    here.tap_all("open::menu open::swap swap:a swap:c")
    here.verify_sent()
    assert here.sitting() != seats
    here.tap("undo")
    here.verify_sent()
    assert here.sitting() == seats
    here.tap_all("open::menu open::players leave:d")
    here.verify_sent()
    assert len(here.sitting()) == 3
    here.tap("undo")
    here.verify_sent()
    assert here.sitting() == seats


def test_u5_settling_the_night_is_taken_back_in_two_taps(table) -> None:
    here = table()
    here.tap_all("rank:a rank:b rank:c save")
    here.verify_saved()
    before = here.board()["balances"]
    here.tap("open", value="menu")
    here.page.locator(".panel a[href$='/ket-so/']").tap()
    here.page.locator(".act--settle summary").tap()
    here.page.locator(".act--settle button").tap()
    expect(here.page.locator(".seal--settled")).to_be_visible()
    assert here.board()["table"]["state"] == "settled"
    here.page.locator(".act--reopen summary").tap()
    here.page.locator(".act--reopen button").tap()
    expect(here.page.locator(".seal--open")).to_be_visible()
    assert here.board()["balances"] == before
    here.open()
    here.tap_all("rank:a rank:b rank:c save")
    here.verify_saved()


def test_u6_an_older_deal_is_open_in_three_taps_and_later_balances_follow(table) -> None:
    here = table()
    for _ in range(3):
        here.tap_all("rank:a rank:b rank:c save")
    here.verify_saved()
    oldest = here.deals()[0]["id"]
    before = here.board()["balances"]
    here.taps = 0
    here.tap("open", value="history")
    past = here.page.locator(".past").last
    past.locator("summary").first.tap()
    past.locator('[data-act="edit"]').tap()
    assert here.taps + 2 <= 3
    here.tap_all("rank:a rank:a")  # a goes behind c
    here.tap("save")
    here.verify_saved()
    deal = next(one for one in here.deals() if one["id"] == oldest)
    assert (deal["n"], deal["kind"]) == (2, "correct")
    after = here.board()["balances"]
    assert after[here.seats["a"]] == before[here.seats["a"]] - 8
    assert after[here.seats["b"]] == before[here.seats["b"]] + 7
    path = f"clubs/{here.site.slug}/audit?action=deal.correct&object_id={oldest}"
    (event,) = ask(here.page, here.site, "get", path)["results"]
    assert (event["before"]["n"], event["before"]["kind"]) == (1, "record")
    assert (event["after"]["n"], event["after"]["net_points"]) == (2, deal["net_points"])
    assert [change.split(": ")[1] for change in event["changes"]] == [
        "nhất +6 → ba −2",
        "nhì −1 → nhất +6",
        "ba −2 → nhì −1",
    ]


# U-12, U-13, U-16: what nobody can do by accident


def test_u12_two_hundred_random_taps_leave_ranks_without_a_double(table) -> None:
    here = table()
    chance = random.Random(12)
    for _ in range(200):
        act = chance.choice(["rank", "rank", "rank", "an", "chot", "mom", "u"])
        control = here.control(act, chance.choice("abcd"))
        if control.get_attribute("aria-disabled") != "true":
            control.tap()
        ranks = here.stored("draft")["ranks"]
        assert len(ranks) == len(set(ranks))
        assert set(ranks) <= set(here.seats.values())
    assert here.warned == []


def test_a_tap_that_contradicts_another_says_why_and_drops_nothing(table) -> None:
    here = table()
    here.tap_all("an:b mom:d")
    kept = here.stored("draft")
    for act, who in (("mom", "b"), ("an", "d"), ("chot", "d"), ("u", "d")):
        here.control(act, who).tap(force=True)
        expect(here.page.locator(".slot")).to_have_attribute("data-kind", "notice")
        assert here.page.locator(".live").inner_text()
        assert here.stored("draft") == kept
    here.tap_all("rank:a rank:b save")
    here.verify_saved()


def test_a_deal_waits_for_whoever_signed_in_anew(table) -> None:
    here = table()
    here.page.evaluate("document.getElementById('table').dataset.csrf = ''")
    context = here.page.context
    sessions = [one for one in context.cookies() if one["name"] == "sessionid"]
    context.clear_cookies(name="sessionid")
    here.tap_all("rank:a rank:b rank:c save")
    expect(here.page.locator('[data-act="sign-in"]')).to_be_visible()
    here.tap_all("u:a save")
    context.add_cookies(sessions)  # as after signing in again in another tab
    context.clear_cookies(name="csrftoken")
    here.tap("open", value="parked")
    here.tap("send")
    here.verify_sent()
    assert len(here.deals()) == 2


def test_u13_five_quick_taps_on_save_are_one_deal(table) -> None:
    here = table()
    here.tap_all("rank:a rank:b rank:c")
    box = here.save.bounding_box()
    assert box
    for _ in range(5):
        here.page.touchscreen.tap(box["x"] + 30, box["y"] + 20)
    here.verify_saved()
    assert len(here.deals()) == 1


def test_u16_the_draft_survives_a_reload_after_every_tap(table) -> None:
    here = table()
    for tap in ("an:b", "an:b", "an:b"):
        here.tap_all(tap)
        kept = here.stored("draft")
        seen = here.badges(), here.deltas(), here.lines()
        here.page.reload()
        expect(here.row("a")).to_be_visible()
        assert here.stored("draft") == kept
        assert (here.badges(), here.deltas(), here.lines()) == seen
    here.tap("save")
    here.verify_saved()


# U-19: the screen stays on

WAKE = """
if (!navigator.wakeLock) Object.defineProperty(navigator, "wakeLock", { value: {} });
window.asked = 0; window.refusing = false;
navigator.wakeLock.request = async () => {
  window.asked += 1;
  if (window.refusing) throw new DOMException("no", "NotAllowedError");
  const lock = new EventTarget(); lock.release = async () => {}; window.lock = lock; return lock;
};
"""
HIDE = """(state) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  if (state === "hidden") window.lock?.dispatchEvent(new Event("release"));
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_u19_the_screen_is_kept_on_from_the_first_tap(table) -> None:
    here = table()
    seen = Seen()
    seen.watch(here.page)
    here.page.add_init_script(WAKE)
    here.page.reload()
    expect(here.row("a")).to_be_visible()

    def asked() -> int:
        return int(here.page.evaluate("window.asked"))

    assert asked() == 0
    here.tap("rank", "a")
    assert asked() == 1
    here.page.evaluate(HIDE, "hidden")
    here.page.evaluate(HIDE, "visible")
    assert asked() == 2
    here.page.evaluate(HIDE, "hidden")
    here.page.evaluate("window.refusing = true")
    here.page.evaluate(HIDE, "visible")
    assert asked() == 3
    here.tap("rank", "b")
    assert asked() == 4
    assert here.warned == seen.complaints == []


# U-30, U-34: people come and go, and no draft is lost by it


def test_u30_people_come_leave_and_change_seats_in_few_taps(table) -> None:
    here = table(players=3)
    here.tap_all("rank:a rank:b save")
    here.verify_saved()
    before = here.deals()[0]["transfers"]
    late = here.board()["roster"]
    late = next(one["player_id"] for one in late if one["player_id"] not in here.seats.values())
    for taps, most in (
        (f"open::menu open::players sit:{late}", 4),
        ("open::menu open::players leave:a", 3),
        (f"open::menu open::swap swap:b swap:{late}", 4),
        ("open::menu open::stake stake::2", 3),
    ):
        here.taps = 0
        here.tap_all(taps)
        here.verify_sent()
        assert here.taps <= most
    assert here.sitting() == [late, here.seats["c"], here.seats["b"]]
    assert here.sitting("bench") == [here.seats["a"]]
    assert here.board()["table"]["stake_points"] == 2
    assert here.deals()[0]["transfers"] == before


def test_u34_a_change_from_elsewhere_leaves_the_draft_alone(table) -> None:
    here = table()
    here.tap_all("an:b rank:a")
    kept = here.stored("draft")
    here.page.evaluate("window.stays = true")
    swapped = [here.seats[letter] for letter in "bacd"]
    path = f"tables/{here.table_id}/terms/5d2c8a52-0000-4000-8000-{here.table_id:012d}"
    ask(here.page, here.site, "put", path, {"seats": swapped})
    with here.page.expect_response("**/board"):
        pass
    assert here.stored("draft") == kept
    assert here.page.evaluate("window.stays") is True
    here.tap_all("rank:b rank:c save")
    here.verify_sent()
    assert here.deals()[0]["sheet"]["seats"] == [here.seats[letter] for letter in "abcd"]
