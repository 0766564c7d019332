"""What the operations on nights and tables are asked and answered, shown in the schema.

The night of the deal in `deal_examples.py`, and what stands beside that deal.
"""

from typing import Any

from scoring.api.deal_examples import AN, AUTHOR, BINH, CHI, DEAL, DUNG, LINES, page, player

_TERMS_ID = "0a7c1d5e-0000-4000-8000-000000000012"
_DEVICE_ID = "0a7c1d5e-0000-4000-8000-000000000014"
_ADJUSTMENT_ID = "0a7c1d5e-0000-4000-8000-000000000015"
_PEOPLE = [AN, BINH, CHI, DUNG]
_FUND = {"kind": "fund", "player_id": None, "name": "Quỹ CLB"}

OPEN_NIGHT = {"day": "2026-11-30"}
NIGHT = {
    "day": "2026-11-30",
    "state": "open",
    "season_id": 1,
    "season_name": "Mùa đông 2026",
    "deal_count": 0,
    "table_count": 0,
}
NIGHTS = page(NIGHT)
OPEN_TABLE = {"label": "Bàn 1", "stake_points": 1, "seats": _PEOPLE}
TABLE = {
    "id": 1,
    "club": "clb-demo",
    "day": "2026-11-30",
    "label": "Bàn 1",
    "state": "open",
    "is_season_closed": False,
    "version": 1,
    "last_number": 0,
    "stake_points": 1,
    "ruleset_version_id": 1,
    "seats": [{"player_id": who["player_id"], "name": who["name"]} for who in map(player, _PEOPLE)],
    "bench": [],
    "role": "scorer",
}
TABLES = {"results": [TABLE]}
CHANGE_TERMS = {"stake_points": 2}
TERMS_ROW = {
    "id": _TERMS_ID,
    "n": 2,
    "from_number": 1,
    "changed": "stake",
    "stake_points": 2,
    "ruleset_version_id": 1,
    "seats": _PEOPLE,
    "bench": [],
    "recorded_at": "2026-11-30T13:20:00Z",
    "cancels_id": None,
    "is_cancelled": False,
}
TERMS = page(TERMS_ROW)
ADJUST = {"payer_id": AN, "payee_id": "FUND", "points": 5, "note": "nước uống"}
ADJUSTMENT = {
    "id": _ADJUSTMENT_ID,
    "payer": player(AN),
    "payee": _FUND,
    "points": 5,
    "note": "nước uống",
    "author": AUTHOR,
    "recorded_at": "2026-11-30T13:30:00Z",
    "cancels_id": None,
    "cancelled_by_id": None,
}
ADJUSTMENTS = page(ADJUSTMENT)


def _from_deal(line: Any) -> dict[str, Any]:
    source = {"kind": "deal", "id": DEAL, "deal_number": 1, "table_id": 1}
    return {**line, "source": source}


LEDGER = page(
    {
        "id": 5,
        "payer": player(AN),
        "payee": _FUND,
        "loser": None,
        "points": 5,
        "bets": None,
        "reason": "adjustment",
        "rule": "R-42",
        "label": "Ghi tay",
        "why": "Ghi tay: nước uống",
        "arithmetic": "",
        "source": {
            "kind": "adjustment",
            "id": _ADJUSTMENT_ID,
            "deal_number": None,
            "table_id": None,
        },
    },
    *map(_from_deal, reversed(LINES)),
)
MAKE_CODE = {"role": "scorer"}
CODE_MADE = {"id": 1, "code": "7KPW3M"}
CODES = page(
    {
        "id": 1,
        "role": "scorer",
        "created_at": "2026-11-30T12:50:00Z",
        "expires_at": "2026-12-01T12:50:00Z",
        "revoked_at": None,
        "device_count": 1,
        "is_live": True,
    }
)
JOIN = {"code": "7KPW3M", "label": "máy của Chi"}
JOINED = {"device_id": _DEVICE_ID, "table_id": 1, "token": "43 characters, shown this once"}
DEVICES = page(
    {
        "id": _DEVICE_ID,
        "label": "máy của Chi",
        "role": "scorer",
        "code_id": 1,
        "joined_at": "2026-11-30T12:55:00Z",
        "is_live": True,
    }
)
