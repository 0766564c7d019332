"""What the operations on deals are asked and answered, shown in the schema.

One plain deal at stake 1: An lays 5, Bình 12, Chi 20, Dũng is móm, and Bình ate a card of An's.
People, deals and the rest are named by ids that tests put real ones in the place of.
"""

from typing import Any

AN, BINH, CHI, DUNG = (f"5f0c6a1e-0000-4000-8000-00000000000{n}" for n in range(1, 5))
DEAL = "0a7c1d5e-0000-4000-8000-000000000010"
REVISION = "0a7c1d5e-0000-4000-8000-000000000011"
OTHER_DEAL = "0a7c1d5e-0000-4000-8000-000000000013"
_NAMES = {AN: "An", BINH: "Bình", CHI: "Chi", DUNG: "Dũng"}

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


def player(player_id: str) -> dict[str, Any]:
    """One end of a transfer."""
    return {"kind": "player", "player_id": player_id, "name": _NAMES[player_id]}


def page(*rows: Any) -> dict[str, Any]:
    """The only page of a long list."""
    return {"next": None, "previous": None, "results": list(rows)}


def _line(n: int, payer: str, payee: str, bets: int, **words: str) -> dict[str, Any]:
    return {
        "id": n,
        "payer": player(payer),
        "payee": player(payee),
        "loser": None,
        "points": bets,
        "bets": bets,
        **words,
        "arithmetic": f"{bets} cược × mức 1 = {bets} điểm",
    }


LINES = [
    _line(1, AN, BINH, 1, reason="eat", rule="R-11", label="Ăn", why="Bình ăn cây An đánh ra."),
    _line(
        *(2, BINH, AN, 1),
        reason="place",
        rule="R-04",
        label="Nhì",
        why="Về nhì trả người về nhất 1 cược. An còn 5 điểm bài, Bình còn 12 điểm bài.",
    ),
    _line(
        *(3, CHI, AN, 2),
        reason="place",
        rule="R-04",
        label="Ba",
        why="Về ba trả người về nhất 2 cược. An còn 5 điểm bài, Chi còn 20 điểm bài.",
    ),
    _line(
        *(4, DUNG, AN, 4),
        reason="mom",
        rule="R-05",
        label="Móm",
        why="Dũng không có phỏm: trả người nhất 4 cược thay cho hạng.",
    ),
]
TRANSFERS = {"results": LINES}


def _seat(player_id: str, place: int, net_points: int, **changes: Any) -> dict[str, Any]:
    return {
        "player_id": player_id,
        "name": _NAMES[player_id],
        "place": place,
        "net_points": net_points,
        "hand_points": None,
        "is_mom": False,
        "is_forfeit": False,
        "eats": 0,
        "last_eats": 0,
        "is_compensator": False,
        "u_kind": "",
        **changes,
    }


IN_LIST: dict[str, Any] = {
    "id": DEAL,
    "table_id": 1,
    "table_label": "Bàn 1",
    "number": 1,
    "played_at": "2026-11-30T13:15:00Z",
    "recorded_at": "2026-11-30T13:16:00Z",
    "revision_id": REVISION,
    "n": 1,
    "kind": "record",
    "is_void": False,
    "is_questioned": False,
    "ending": "normal",
    "u_kind": "",
    "stake_points": 1,
    "ruleset_version_id": 1,
    "multiplier": 1,
    "pot_before_points": None,
    "note": "",
    "seats": [
        _seat(AN, 1, 6, hand_points=5),
        _seat(BINH, 2, 0, hand_points=12, eats=1),
        _seat(CHI, 3, -2, hand_points=20),
        _seat(DUNG, 4, -4, is_mom=True),
    ],
}
DEALS = page(IN_LIST)
# As it was scored: what was left out is there.
SCORED_SHEET: dict[str, Any] = {
    "format": "phom-sheet/1",
    "seats": [AN, BINH, CHI, DUNG],
    "starter": AN,
    "ending": "normal",
    "hands": {
        AN: {"points": 5, "mom": False, "forfeit": False},
        BINH: {"points": 12, "mom": False, "forfeit": False},
        CHI: {"points": 20, "mom": False, "forfeit": False},
        DUNG: {"mom": True, "forfeit": False},
    },
    "laid_down": [],
    "last_discards": [],
    "eats": [{"eater": BINH, "feeder": AN, "last_round": False}],
    "adjustments": [],
    "multiplier": 1,
    "pot": 0,
}
WHOLE = {**IN_LIST, "sheet": SCORED_SHEET, "transfers": LINES}
AUTHOR = {"kind": "login", "name": "demo", "device": ""}
_STATE = {
    "n": 1,
    "is_void": False,
    "stake_points": 1,
    "ruleset_version_id": 1,
    "pot_before_points": None,
    "sheet": SCORED_SHEET,
    "seats": [
        {name: seat[name] for name in ("player_id", "name", "place", "net_points")}
        for seat in IN_LIST["seats"]
    ],
}
REVISIONS = page(
    {
        "id": REVISION,
        "n": 1,
        "kind": "record",
        "recorded_at": "2026-11-30T13:16:00Z",
        "author": AUTHOR,
        "note": "",
        "cause_number": None,
        "before": None,
        "after": _STATE,
    }
)

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
DISPUTES = page(DISPUTE)
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
PAIRS_PAGE = page({**PAIR, "state": "open", "resolved_at": None})
