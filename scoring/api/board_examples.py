"""The example of a table's board: one deal of the examples of deals."""

from typing import Any

from scoring.api.deal_examples import AN, BINH, CHI, DEAL, DUNG, SHEET
from scoring.api.night_examples import TABLE
from scoring.engine import Ruleset, Sheet

PHONE = "0f4a2f0e-58a3-4c7c-8d0e-2b7d1c9a4f66"
OTHER_PHONE = "7c1e9d35-1f0b-4a62-9a3e-b60f5d2a8c14"

_PHONE = "0a7c1d5e-0000-4000-8000-0000000000f1"
_NAMES = {AN: "An", BINH: "Bình", CHI: "Chi", DUNG: "Dũng"}
_PEOPLE = [{"player_id": player_id, "name": name} for player_id, name in _NAMES.items()]


def _line(payer: str, payee: str, bets: int, reason: str, rule: str) -> dict[str, Any]:
    return {
        "payer": payer,
        "payee": payee,
        "bets": bets,
        "points": bets,
        "reason": reason,
        "rule": rule,
        "for": None,
    }


BOARD: dict[str, Any] = {
    "table": {
        **TABLE,
        "club_name": "CLB Demo",
        "version": 2,
        "last_number": 1,
        "records_as": OTHER_PHONE,
        "seats": _PEOPLE,
        "habits": {"rotates_loser": True, "swaps_after_u": False, "counts_points": False},
    },
    "rules": Ruleset().to_json(),
    "rules_label": "Luật CLB · v1",
    "other_rules": {},
    "pot_points": None,
    "balances": {AN: 6, BINH: 0, CHI: -2, DUNG: -4},
    "names": _NAMES,
    "roster": [{**one, "full_name": one["name"]} for one in _PEOPLE],
    "deals": [
        {
            "id": DEAL,
            "number": 1,
            "n": 1,
            "kind": "record",
            "is_void": False,
            "stake_points": 1,
            "ruleset_version_id": 1,
            "sheet": Sheet.from_json(SHEET).to_json(),
            "places": {AN: 1, BINH: 2, CHI: 3, DUNG: 4},
            "net_points": {AN: 6, BINH: 0, CHI: -2, DUNG: -4},
            "transfers": [
                _line(AN, BINH, 1, "eat", "R-11"),
                _line(BINH, AN, 1, "place", "R-04"),
                _line(CHI, AN, 2, "place", "R-04"),
                _line(DUNG, AN, 4, "mom", "R-05"),
            ],
            "author": "máy của Chi",
            "recorded_by": PHONE,
            "played_at": "2026-11-30T13:15:00Z",
            "doubles": None,
        }
    ],
    "writers": [{"phone": _PHONE, "name": "Chi", "took_over_at": None}],
}
PRESENCE: dict[str, Any] = {
    "phone": _PHONE,
    "name": "Chi",
    "is_taking_over": True,
    "is_leaving": False,
    "waiting": 0,
}
