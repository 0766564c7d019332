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
from tests.browser.table.drafts import PLAY, draft_of, features, lines_of, rare_drafts
from tests.browser.table.page import open_table

pytestmark = pytest.mark.browser

DEALS = 84
ENDINGS = frozenset({"normal", "u", "fault", "drawn", "void"})
ALL = ENDINGS | {"plain", "dry", "three digits", "ù twice"}
# Players, rules and stake of the tables, and what has to be among their deals; the drafts of one
# are tapped without a network.
TABLES: tuple[tuple[int, dict[str, Any], int, frozenset[str]], ...] = (
    (4, {}, 1, ALL | {"ten", "zero", "0 points", "left"}),
    (3, {"quit_as": "void", "u_pay": {"zero": 8, "round": 10}}, 1, ALL | {"ten", "round", "zero"}),
    (2, {}, 1, ALL | {"ten", "left"}),
    (4, dict(PRESETS["portal_5_10"]) | {"zero_points_is_u": False}, 1, ALL | {"0 points", "left"}),
    (4, dict(PRESETS["pot_table"]) | {"pot_ante": 1, "place_payee": "paired"}, 1, ALL | {"left"}),
    (4, {"mom_place": "by_points", "tie_break": "last_discard"}, 5, ALL | {"two móm by points"}),
)
REASONS = tuple(LABELS)


@pytest.mark.parametrize(("players", "rules", "stake", "among"), TABLES, ids=range(len(TABLES)))
def test_u11_what_was_shown_is_what_is_stored(
    site, open_page, players, rules, stake, among
) -> None:
    here = open_table(site, open_page, players=players, rules=rules or None, stake=stake)
    here.page.context.set_offline(True)
    chance = random.Random(f"{players} {rules}")
    shown: dict[str, Any] = {}
    seats, pot = list(here.seats.values()), bool(rules.get("pot_enabled"))
    rare = rare_drafts(seats)
    for _ in range(DEALS * 10):
        acts = rare.pop() if rare else draft_of(seats, chance, pot=pot)
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
    names = here.board()["names"] | {"POT": "Gà"}
    reasons: Counter[str] = Counter()
    seen: set[str] = set()
    for deal_id, played in shown.items():
        deal, told = stored[deal_id], played["deal"]
        assert lines_of(told) == lines_of(deal)
        assert told["is_void"] == deal["is_void"]
        seen |= features(told["sheet"])
        if deal["is_void"]:  # nobody sits in it
            continue
        assert told["places"] == deal["places"]
        assert sum(told["net_points"].values()) == 0
        told["net_points"].pop("POT", None)  # an account, not a seat
        assert told["net_points"] == deal["net_points"]
        assert sorted(map(_line, played["lines"])) == sorted(
            (names[line["payer"]], names[line["payee"]], line["points"])
            for line in deal["transfers"]
        )
        for line in deal["transfers"]:
            assert line["points"] == line["bets"] * stake >= 0
            assert line["reason"] in REASONS
        assert {seat: _whole(text.strip("▲▼")) for seat, text in played["deltas"].items()} == {
            seat: deal["net_points"].get(seat, 0) for seat in told["sheet"]["seats"]
        }
        reasons.update(line["reason"] for line in deal["transfers"])
    assert len(reasons) >= 7, reasons
    assert seen >= among, among - seen
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


def _line(shown: list[str]) -> tuple[str, str, int]:
    """Who pays whom how much, by a line of the preview: "Nhì: An → Hùng" and "1"."""
    text, points = shown
    payer, payee = text.split(": ", 1)[1].split(" → ")
    return payer, payee, _whole(points)


def _whole(text: str) -> int:
    return int(text.replace("−", "-").replace(".", "").replace("+", "") or 0)
