"""What operations on seasons, rule sets and exports are asked and answered, shown in the schema.

Whatever has to be complete is completed by the engine, as it is in an answer.
"""

from typing import Any

from scoring.engine import Ruleset
from scoring.engine.standings import StandingsPolicy

DUNG = "7f9c24e8-3b12-4fef-91d0-56a2d5a1d001"
SEASON = {
    "id": 2,
    "name": "Mùa thu 2026",
    "first_day": "2026-09-01",
    "last_day": "2026-12-31",
    "state": "open",
    "seed": "bb8990d402fedaf9",
    "policy_version_id": None,
    "policy_name": None,
    "policy_n": None,
    "night_count": 4,
    "played_count": 4,
    "snapshot_count": 0,
}
SEASONS = {"results": [SEASON]}
OPEN_SEASON = {"name": "Mùa xuân 2027", "first_day": "2027-01-01", "last_day": "2027-04-30"}
SEASON_OPENED = {
    **SEASON,
    **OPEN_SEASON,
    "id": 3,
    "seed": "5b0c6f7a1e20d944",
    "night_count": 0,
    "played_count": 0,
}
DAYS = {"first_day": "2027-01-04", "last_day": "2027-05-31"}
DAYS_CHANGED = {**SEASON_OPENED, **DAYS}
CHOOSE_POLICY = {"policy_version_id": 1, "note": "Cả CLB đã đồng ý"}
POLICY_CHOSEN = {
    **SEASON,
    "policy_version_id": 1,
    "policy_name": "Cách xếp hạng CLB",
    "policy_n": 1,
    "warnings": [],
}
CLOSE = {"note": "Hết mùa"}
CLOSED = {**SEASON, "state": "closed", "snapshot_count": 1}
REOPEN = {"note": "Sót một ván"}
REOPENED = {**CLOSED, "state": "open"}
SNAPSHOTS = {
    "results": [
        {
            "n": 1,
            "closed_at": "2026-12-31T22:15:00+07:00",
            "closed_by": "demo",
            "checksum": "0" * 64,
            "engine_version": 1,
            "note": "Hết mùa",
        }
    ]
}

PUBLISH_POLICY = {"name": "Cách xếp hạng CLB", "policy": {"drop_worst": 2, "min_nights": 3}}
POLICY = {
    "id": 1,
    "policy_id": 1,
    "name": PUBLISH_POLICY["name"],
    "n": 1,
    "published_at": "2026-11-30T19:00:00+07:00",
    "sha256": "0" * 64,
    "season_count": 1,
    "policy": StandingsPolicy.from_json(PUBLISH_POLICY["policy"]).to_json(),
}
POLICIES = {"results": [POLICY]}
POLICY_PUBLISHED = {**POLICY, "season_count": 0}

PENALISE = {"player_id": DUNG, "points": -5, "note": "Đến muộn hai buổi liền"}
PENALTY = {
    "id": "0b6f1a52-6a0d-4a1f-9d5c-2f3b8f1c7a10",
    "name": "Đặng Tiến Dũng",
    **PENALISE,
    "recorded_at": "2026-11-30T21:00:00+07:00",
    "recorded_by": "demo",
    "is_cancelled": False,
    "cancelled_at": None,
    "cancelled_by": "",
    "cancel_note": "",
}
PENALTIES = {"results": [PENALTY]}
CANCEL = {"note": "Nhầm người"}
PENALTY_CANCELLED = {
    **PENALTY,
    "is_cancelled": True,
    "cancelled_at": "2026-11-30T21:10:00+07:00",
    "cancelled_by": "demo",
    "cancel_note": CANCEL["note"],
}

VERSION = {
    "id": 7,
    "name": "Luật CLB",
    "n": 2,
    "published_at": "2026-11-30T19:00:00+07:00",
    "sha256": "0" * 64,
    "is_default": True,
    "table_count": 3,
    "last_day": "2026-11-30",
}
RULESETS = {"results": [{"id": 3, "name": "Luật CLB", "versions": [VERSION]}]}
WITH_RULES = {**VERSION, "rules": Ruleset.from_json({"mom_pay": 5}).to_json()}
DEFAULT = {"ruleset_version_id": VERSION["id"]}
PUBLISH = {"name": "Luật Tết", "rules": {"mom_pay": 5, "u_pay": {"ten": 15}}}
PUBLISHED = {
    **VERSION,
    "id": 8,
    "name": PUBLISH["name"],
    "n": 1,
    "is_default": False,
    "table_count": 0,
    "last_day": None,
    "rules": Ruleset.from_json(PUBLISH["rules"]).to_json(),
}
WORDS = {
    "language": "vi",
    "sections": [
        {
            "key": "mom",
            "title": "Móm",
            "sentences": [
                {
                    "rule": "R-05",
                    "text": "Móm trả người nhất 4, thay cho phần của hạng.",
                    "options": ["mom_pay"],
                }
            ],
        }
    ],
    "differences": [{"option": "u_pay.round", "label": "ù tròn", "before": "10", "after": "12"}],
}

_U_BY_KIND = {"plain": 1, "ten": 0, "round": 0, "zero": 0, "dry": 0}
_FIGURES: dict[str, Any] = {
    "net_points": 12,
    "net_bets": 12,
    "deals": 2,
    "nights": 1,
    "firsts": 1,
    "seconds": 0,
    "thirds": 0,
    "lasts": 0,
    "moms": 0,
    "u_wins": 1,
    "u_by_kind": _U_BY_KIND,
    "compensations": 0,
    "eats": 1,
    "eaten": 0,
    "last_eats": 0,
    "last_eaten": 0,
}
_ROW = {
    "player_id": DUNG,
    "name": "Đặng Tiến Dũng",
    "call_name": "Dũng",
    "group": "ranked",
    "rank": 1,
    "is_shared": False,
    "figures": _FIGURES,
    "working": {
        "player": DUNG,
        "group": "ranked",
        "rank": 1,
        "shared": False,
        "value": 12,
        "sum": 12,
        "penalties": 0,
        "deals": 2,
        "nights": 1,
        "kept_deals": 2,
        "dropped": [],
        "missing": {"deals": 0, "nights": 0},
        "provisional": True,
        "decided_by": None,
        "tie_steps": [],
        "next": None,
    },
    "movement": None,
}
STANDINGS = {
    "season_id": 2,
    "name": "Mùa thu 2026",
    "state": "open",
    "built_revision": 105,
    "built_at": "2026-11-30T22:45:00+07:00",
    "checksum": "0" * 64,
    "dirty": False,
    "workers_silent": False,
    "policy": StandingsPolicy().to_json(),
    "nights": [
        {
            "id": "4",
            "day": "2026-11-30",
            "state": "open",
            "deal_count": 2,
            "is_provisional": True,
        }
    ],
    "rows": [_ROW],
}
_EXPORTED = {"name": "Đặng Tiến Dũng", "rank": 1, **_FIGURES}
EXPORT = {
    "format": "phom-season/1",
    "club": "clb-demo",
    "season": "Mùa thu 2026",
    "first_day": "2026-09-01",
    "last_day": "2026-12-31",
    "dirty": False,
    "players": [_EXPORTED],
}
NIGHT_EXPORT = {
    "format": "phom-night/1",
    "club": "clb-demo",
    "season": "Mùa thu 2026",
    "day": "2026-11-30",
    "state": "open",
    "players": [{**_EXPORTED, "rank": None}],
}
_HEAD = [name for name in _EXPORTED if name != "u_by_kind"]
_COLUMNS = ",".join([*_HEAD, *(f"u_{kind}" for kind in _U_BY_KIND)])


def _csv(row: dict[str, Any]) -> str:
    cells = [*(row[name] for name in _HEAD), *_U_BY_KIND.values()]
    line = ",".join("" if cell is None else str(cell) for cell in cells)
    return f"{_COLUMNS}\n{line}\n"


EXPORT_CSV = _csv(_EXPORTED)
NIGHT_CSV = _csv({**_EXPORTED, "rank": None})
