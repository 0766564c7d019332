"""What the page shows is what the server stores: 500 random drafts, tapped and compared (U-11)."""

import random
from collections import Counter
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Route, expect

from scoring.engine.parts import U_KINDS
from scoring.engine.ruleset import PRESETS
from scoring.web.table_words import table_words
from scoring.words.reasons import LABELS
from tests.browser.conftest import PATIENCE
from tests.browser.table.page import KEPT, TablePage, open_table

pytestmark = pytest.mark.browser

Act = tuple[str, str, str]
DEALS = 84
# Players and rules of the tables; the drafts of one are tapped without a network.
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (4, {}),
    (3, {}),
    (2, {}),
    (4, dict(PRESETS["portal_5_10"])),
    (4, dict(PRESETS["pot_table"]) | {"pot_ante": 1}),
    (4, {"mom_place": "by_points", "tie_break": "last_discard"}),
)
REASONS = tuple(LABELS)

# Clicks what can be clicked; saves, and says what was shown before and kept after.
PLAY = """
async ([acts, table]) => {
  const find = ([act, seat, value]) =>
    [...document.querySelectorAll(`#table [data-act="${act}"]`)].find((one) =>
      (!seat || one.dataset.seat === seat) && (!value || one.dataset.value === value));
  for (const act of acts) {
    const control = find(act);
    if (control && control.getAttribute("aria-disabled") !== "true") control.click();
    for (let asked = 0; asked < 3; asked += 1) {
      document.querySelector(".slot [data-act=answer]:not([aria-pressed=true])")?.click();
    }
  }
  document.querySelector('[data-act="close"]')?.click();
  if (document.querySelector("#table").dataset.mode === "keypad") find(["key-done"]).click();
  const save = document.querySelector(".save");
  if (save.getAttribute("aria-disabled") === "true") {
    find(["open", "", "menu"]).click();
    find(["clear"]).click();
    return null;
  }
  const lines = [...document.querySelectorAll(".preview .line__points")];
  const points = lines.map((one) => one.textContent);
  const deltas = Object.fromEntries([...document.querySelectorAll(".who")].map((one) =>
    [one.dataset.seat, one.querySelector(".delta").textContent]));
  save.click();
  while (save.getAttribute("aria-disabled") !== "true") await new Promise((go) => setTimeout(go));
  const kept = await (%s)([table, "event"]);
  return { points, deltas, deal: kept.at(-1).deal };
}
""".replace("%s", KEPT)


@pytest.mark.parametrize(("players", "rules"), TABLES, ids=range(len(TABLES)))
def test_u11_what_was_shown_is_what_is_stored(site, open_page, players, rules) -> None:
    here = open_table(site, open_page, players=players, rules=rules or None)
    here.page.context.set_offline(True)
    chance = random.Random(f"{players} {rules}")
    shown: dict[str, Any] = {}
    for _ in range(DEALS * 10):
        acts = _draft(here, chance, pot=bool(rules.get("pot_enabled")))
        played = here.page.evaluate(PLAY, [acts, here.table_id])
        if played:
            shown[played["deal"]["id"]] = played
        if len(shown) == DEALS:
            break
    assert len(shown) == DEALS
    here.page.context.set_offline(False)
    here.page.locator('[data-look="sent"]').wait_for(timeout=5 * PATIENCE)
    stored = {deal["id"]: deal for deal in here.deals()}
    assert stored.keys() == shown.keys()
    reasons: Counter[str] = Counter()
    for deal_id, played in shown.items():
        deal, told = stored[deal_id], played["deal"]
        assert _lines(told) == _lines(deal)
        assert told["is_void"] == deal["is_void"]
        if deal["is_void"]:  # nobody sits in it
            continue
        assert told["places"] == deal["places"]
        told["net_points"].pop("POT", None)  # an account, not a seat
        assert told["net_points"] == deal["net_points"]
        points = [line["points"] for line in deal["transfers"]]
        assert sorted(map(_whole, played["points"])) == sorted(points)
        assert {seat: _whole(text.strip("▲▼")) for seat, text in played["deltas"].items()} == {
            seat: deal["net_points"].get(seat, 0) for seat in told["sheet"]["seats"]
        }
        reasons.update(line["reason"] for line in deal["transfers"])
    assert len(reasons) >= 7, reasons
    assert here.warned == []


def test_a_result_the_server_has_otherwise_is_shown_beside_it(site, open_page) -> None:
    here = open_table(site, open_page)

    def otherwise(route: Route) -> None:
        board = route.fetch().json()
        for deal in board["deals"]:
            deal["transfers"][0]["points"] += 1
        route.fulfill(json=board)

    here.page.route("**/board", otherwise)
    here.tap_all("rank:a rank:b rank:c save")
    expect(here.page.locator(".strip")).to_have_attribute("data-look", "warn")
    here.tap("open", value="history")
    here.page.locator(".past > summary").tap()
    expect(here.page.locator(".past .tag--warn")).to_be_visible()
    expect(here.page.locator(".past__mine + .lines .line")).to_have_count(3)
    here.tap("close")
    here.page.unroute("**/board")
    here.tap_all("undo")
    here.verify_sent()
    here.tap("save")
    here.verify_sent()
    expect(here.page.locator(".strip")).not_to_have_attribute("data-look", "warn")


def test_u11_every_reason_is_told_in_both_languages() -> None:
    for language in ("vi", "en"):
        with translation.override(language):
            words = table_words()
        said = [words.get(f"line_{reason}", "") for reason in REASONS]
        said += [words[f"u_{kind}"] for kind in U_KINDS]
        said += [words[f"fault_{kind}"] for kind in ("false_u", "false_eat")]
        missing = [reason for reason, text in zip(REASONS, said, strict=False) if not text]
        # These are told by their place, kind or fault.
        assert missing == ["place", "u", "compensation", "fault"]
        assert all(words[f"line_{part}"] for part in ("second", "third", "last", "own", "for"))


def _draft(here: TablePage, chance: random.Random, *, pot: bool) -> list[Act]:
    """Taps that most likely make a deal."""
    seats = list(here.seats.values())
    acts: list[Act] = [
        (chance.choice(("an", "an", "chot")), chance.choice(seats), "")
        for _ in range(chance.choice((0, 0, 1, 1, 2, 3)))
    ]
    ways = (_ranked, _ranked, _pointed, _won, _won, _all_mom, _otherwise)
    acts += chance.choice(ways)(seats, chance)
    return acts + (_more(seats, chance, pot=pot) if chance.random() < 0.25 else [])


def _ranked(seats: list[str], chance: random.Random) -> list[Act]:
    mom: list[Act] = [("mom", seat, "") for seat in seats if chance.random() < 0.2]
    return mom + [("rank", seat, "") for seat in chance.sample(seats, len(seats) - 1)]


def _pointed(seats: list[str], chance: random.Random) -> list[Act]:
    """Points with many ties, a seat without a meld now and then."""
    acts: list[Act] = [("points", "", "")]
    for _ in seats:
        if chance.random() < 0.15:
            acts.append(("key-mom", "", ""))
        else:
            acts += [("digit", "", digit) for digit in str(chance.choice((10, 10, 12, 25, 31)))]
    return acts


def _won(seats: list[str], chance: random.Random) -> list[Act]:
    kind = chance.choice(("plain", "ten", "dry"))
    acts: list[Act] = [("u", chance.choice(seats), ""), ("kind", "", kind)]
    return acts + ([("compensator", "", "")] if chance.random() < 0.3 else [])


def _all_mom(seats: list[str], chance: random.Random) -> list[Act]:
    return [("mom", seat, "") for seat in chance.sample(seats, len(seats))]


def _otherwise(seats: list[str], chance: random.Random) -> list[Act]:
    """Drawn, void, or stopped by a fault."""
    kind = chance.choice(("false_u", "false_eat"))
    fault: Act = ("fault", chance.choice(seats), kind)
    endings: tuple[Act, ...] = (("ending", "", "drawn"), ("ending", "", "void"), fault, fault)
    return [("open", "", "more"), chance.choice(endings)]


def _more(seats: list[str], chance: random.Random, *, pot: bool) -> list[Act]:
    """A multiplier, a line by hand, somebody who left."""
    payer, payee = chance.sample([*seats, "POT"] if pot else seats, 2)
    acts: list[Act] = [
        ("open", "", "more"),
        ("multiplier", "", str(chance.randint(1, 3))),
        ("hand-payer", payer, ""),
        ("hand-payee", payee, ""),
        ("bets", "", "1"),
        ("add-line", "", ""),
    ]
    return acts + ([("forfeit", chance.choice(seats), "")] if chance.random() < 0.3 else [])


def _lines(deal: dict[str, Any]) -> list[tuple[Any, ...]]:
    keys = ("payer", "payee", "bets", "points", "reason", "rule", "for")
    return [tuple(line[key] for key in keys) for line in deal["transfers"]]


def _whole(text: str) -> int:
    return int(text.replace("−", "-").replace(".", "").replace("+", "") or 0)
