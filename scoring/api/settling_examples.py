"""Examples of settling: a night of one plain deal at stake 1, which An won and Bình lost."""

_AN = {
    "kind": "player",
    "player_id": "0b8b3e5e-58a4-4d0e-9d0f-6a3f1c1b2a01",
    "name": "An",
}
_BINH = {
    "kind": "player",
    "player_id": "0b8b3e5e-58a4-4d0e-9d0f-6a3f1c1b2a02",
    "name": "Bình",
}
_DEAL = {
    "kind": "deal",
    "id": "0b8b3e5e-58a4-4d0e-9d0f-6a3f1c1b2a03",
    "table_id": 1,
    "deal_number": 1,
    "note": "",
}


def _balance(holder: dict[str, str], points: int) -> dict[str, object]:
    reason = {"reason": "place", "points": points, "parts": [{**_DEAL, "points": points}]}
    return {
        "holder": holder,
        "points": points,
        "left_points": points,
        "is_absent": False,
        "reasons": [reason],
        "payments": [],
    }


SETTLE = {"settlement_id": "0b8b3e5e-58a4-4d0e-9d0f-6a3f1c1b2a10", "mode": "fewest"}
NOTE = {"note": "Ghi thiếu một ván"}
PAYMENT = {
    "id": "0b8b3e5e-58a4-4d0e-9d0f-6a3f1c1b2a20",
    "settlement_n": 1,
    "is_planned": True,
    "payer": _BINH,
    "payee": _AN,
    "points": 6,
    "state": "proposed",
    "state_at": "2026-11-30T16:00:00Z",
    "note": "",
    "split_of_id": None,
    "contrary_of_id": None,
    "taken_back_by_id": None,
    "steps": ["paid", "waive", "split"],
}
PAID = {**PAYMENT, "state": "paid", "steps": ["take_back", "confirm", "waive"]}
CONFIRMED = {**PAYMENT, "state": "confirmed", "steps": ["contrary"]}
WAIVED = {**PAYMENT, "state": "waived", "steps": ["contrary"]}
SPLIT = {
    "points": 2,
    "first_id": "0b8b3e5e-58a4-4d0e-9d0f-6a3f1c1b2a21",
    "rest_id": "0b8b3e5e-58a4-4d0e-9d0f-6a3f1c1b2a22",
}
PARTS = {
    "results": [
        {**PAYMENT, "id": SPLIT["first_id"], "points": 2, "split_of_id": PAYMENT["id"]},
        {**PAYMENT, "id": SPLIT["rest_id"], "points": 4, "split_of_id": PAYMENT["id"]},
    ]
}
CONTRARY = {"contrary_id": "0b8b3e5e-58a4-4d0e-9d0f-6a3f1c1b2a23", "note": "Xác nhận nhầm"}
CONTRARY_MADE = {
    **CONFIRMED,
    "id": CONTRARY["contrary_id"],
    "payer": _AN,
    "payee": _BINH,
    "note": CONTRARY["note"],
    "contrary_of_id": PAYMENT["id"],
    "steps": [],
}
SETTLING = {
    "state": "settled",
    "is_preview": False,
    "n": 1,
    "id": SETTLE["settlement_id"],
    "mode": "fewest",
    "proven": True,
    "lower_bound": 1,
    "made_at": "2026-11-30T16:00:00Z",
    "locks_at": "2026-12-02T16:00:00Z",
    "balances": [_balance(_AN, 6), _balance(_BINH, -6)],
    "groups": [[{"holder": _AN, "points": 6}, {"holder": _BINH, "points": -6}]],
    "pairs": [
        {
            "debtor": _BINH,
            "creditor": _AN,
            "points": 6,
            "reasons": [{"reason": "place", "points": -6, "parts": [{**_DEAL, "points": -6}]}],
        }
    ],
    "preview": [],
    "payments": [PAYMENT],
    "questions": [],
    "acts": ["lock", "reopen"],
}
REOPENED = {
    **SETTLING,
    "state": "open",
    "is_preview": True,
    "n": None,
    "id": None,
    "made_at": None,
    "locks_at": None,
    "preview": [{"payer": _BINH, "payee": _AN, "points": 6}],
    "payments": [],
    "acts": ["settle"],
}
LOCKED = {**SETTLING, "state": "locked", "locks_at": None, "acts": ["unlock"]}
HISTORY = {
    "results": [
        {
            "id": SETTLE["settlement_id"],
            "n": 1,
            "mode": "fewest",
            "state": "live",
            "made_at": "2026-11-30T16:00:00Z",
            "author_kind": "login",
            "author": "demo",
            "proven": True,
            "lower_bound": 1,
            "payment_count": 1,
            "made_count": 0,
            "made_points": 0,
        }
    ]
}
PAYMENTS = {"results": [PAYMENT]}
