"""What the operations on tables and deals are asked and answered, shown in the schema.

People, deals and the rest are named by ids that tests put real ones in the place of.
"""

from typing import Any

AN, BINH, CHI, DUNG = (f"5f0c6a1e-0000-4000-8000-00000000000{n}" for n in range(1, 5))
DEAL = "0a7c1d5e-0000-4000-8000-000000000010"
REVISION = "0a7c1d5e-0000-4000-8000-000000000011"
TERMS = "0a7c1d5e-0000-4000-8000-000000000012"
OTHER_DEAL = "0a7c1d5e-0000-4000-8000-000000000013"
DEVICE = "0a7c1d5e-0000-4000-8000-000000000014"

SHEET: dict[str, Any] = {
    "seats": [AN, BINH, CHI, DUNG],
    "ending": "normal",
    "hands": {
        AN: {"points": 5},
        BINH: {"points": 12},
        CHI: {"points": 20},
        DUNG: {"mom": True},
    },
    "eats": [{"eater": BINH, "last_round": False}],
}
RECORD = {"sheet": SHEET, "played_at": "2026-11-30T20:15:00+07:00", "base_number": 0}
# An: 1 + 2 + 4 of the others, 1 to Bình who ate.
WRITTEN = {
    "id": DEAL,
    "number": 1,
    "revision_id": REVISION,
    "n": 1,
    "kind": "record",
    "net_points": {AN: 6, BINH: 0, CHI: -2, DUNG: -4},
    "followed": [],
    "doubles": None,
}
REVISE = {"kind": "void", "note": "ghi nhầm"}
REVISED = {**WRITTEN, "n": 2, "kind": "void", "net_points": {}}

SCORE = {
    "sheet": {
        "seats": ["A", "B", "C"],
        "ending": "u",
        "u": {"winner": "B", "kind": "plain"},
    },
    "preset": "seed",
    "stake_points": 2,
    "names": {"A": "An", "B": "Bình", "C": "Chi"},
}
_U = {
    "payee": "B",
    "bets": 6,
    "points": 12,
    "reason": "u",
    "rule": "R-21",
    "for": None,
    "label": "Ù thường",
    "why": "Bình ù thường: mỗi người thua trả 6 cược.",
    "arithmetic": "6 cược × mức 2 = 12 điểm",
}
SCORED = {
    "format": "phom-score/1",
    "places": {"A": None, "B": 1, "C": None},
    "transfers": [{"payer": "A", **_U}, {"payer": "C", **_U}],
    "net": {"A": -6, "B": 12, "C": -6},
    "compensator": None,
}

OPEN_NIGHT = {"day": "2026-11-30"}
NIGHT = {
    "day": "2026-11-30",
    "state": "open",
    "season_id": 1,
    "season_name": "Mùa đông 2026",
    "deal_count": 0,
    "table_count": 0,
}
OPEN_TABLE = {"label": "Bàn 1", "stake_points": 1, "seats": [AN, BINH, CHI, DUNG]}
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
    "seats": [{"player_id": AN, "name": "An"}, {"player_id": BINH, "name": "Bình"}],
    "bench": [],
    "role": "scorer",
}
CHANGE_TERMS = {"stake_points": 2}
TERMS_ROW = {
    "id": TERMS,
    "n": 2,
    "from_number": 1,
    "changed": "stake",
    "stake_points": 2,
    "ruleset_version_id": 1,
    "seats": [AN, BINH, CHI, DUNG],
    "bench": [],
    "recorded_at": "2026-11-30T13:20:00Z",
    "cancels_id": None,
    "is_cancelled": False,
}
ADJUST = {"payer_id": AN, "payee_id": "FUND", "points": 5, "note": "nước uống"}
ADJUSTMENT = {
    "id": REVISION,
    "payer": {"kind": "player", "player_id": AN, "name": "An"},
    "payee": {"kind": "fund", "player_id": None, "name": "Quỹ CLB"},
    "points": 5,
    "note": "nước uống",
    "author": {"kind": "login", "name": "demo", "device": ""},
    "recorded_at": "2026-11-30T13:30:00Z",
    "cancels_id": None,
    "cancelled_by_id": None,
}
_DEAL_AT = {
    "id": DEAL,
    "day": "2026-11-30",
    "table_id": 1,
    "table_label": "Bàn 1",
    "number": 1,
    "n": 1,
    "is_void": False,
}
DISPUTE = {
    "id": 1,
    "deal": _DEAL_AT,
    "raised_by": "Chi",
    "note": "tôi ăn hai cây",
    "state": "open",
    "raised_at": "2026-11-30T13:40:00Z",
    "settled_at": None,
}
NOTE = {"note": "tôi ăn hai cây"}
DECIDE = {"decision": "keep_both"}
PAIR = {
    "id": 1,
    "deal": _DEAL_AT,
    "other": {**_DEAL_AT, "id": OTHER_DEAL, "number": 2},
    "why": "number",
    "state": "both_kept",
    "created_at": "2026-11-30T13:41:00Z",
    "resolved_at": "2026-11-30T13:50:00Z",
}
PAIRS = {"results": [PAIR]}
MAKE_CODE = {"role": "scorer"}
CODE_MADE = {"id": 1, "code": "7KPW3M"}
JOIN = {"code": "7KPW3M", "label": "máy của Chi"}
JOINED = {"device_id": DEVICE, "table_id": 1, "token": "43 characters, shown this once"}
