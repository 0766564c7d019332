"""The ranking cases of `cases_standings/*.json`, and how one is run.

A case is as `rank_season --cases` reads it. `vectors.json` came with the book of standings; the
other files were written by hand from it, with the arithmetic in `why`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scoring.engine.standings import (
    StandingsPolicy,
    StandingsRefused,
    Tallies,
    rank_season,
    season_movements,
)

CASES_FOLDER = Path(__file__).parents[1] / "cases_standings"
LISTS = ("players", "nights", "tallies", "meetings", "penalties")

Json = dict[str, Any]


def read_cases() -> list[Json]:
    """Every case of every file, in the order of the files' names."""
    return [
        case
        for path in sorted(CASES_FOLDER.glob("*.json"))
        for case in json.loads(path.read_text(encoding="utf-8"))
    ]


def answer_to(case: Json) -> Json:
    """The table (and the movements of a movement case), or the refusal, as JSON."""
    try:
        return _answer(case)
    except StandingsRefused as refusal:
        return dict(refusal.to_json())


def _answer(case: Json) -> Json:
    policy = StandingsPolicy.from_json(case["policy"])
    policy_before = StandingsPolicy.from_json(case.get("policy_before", case["policy"]))
    needs_seed = policy.needs_seed

    def read(key: str) -> Tallies:
        return Tallies.from_json(case[key], needs_seed=needs_seed)

    if "before" not in case:
        return rank_season(read("tallies"), policy).to_json()
    before = read("before")
    corrected = read("corrected") if "corrected" in case else before
    after = read("tallies")
    moves = season_movements(before, corrected, after, policy, policy_before)
    movements = {player: move.to_json() for player, move in moves.items()}
    return {**rank_season(after, policy).to_json(), "movements": movements}


def with_lists_reversed(case: Json) -> Json:
    """The same case, told in the other order."""

    def turned(tallies: Any) -> Any:
        if not isinstance(tallies, dict):
            return tallies
        lists = {key: tallies[key] for key in LISTS if isinstance(tallies.get(key), list)}
        return {**tallies, **{key: items[::-1] for key, items in lists.items()}}

    return {
        key: turned(value) if key in {"before", "corrected", "tallies"} else value
        for key, value in case.items()
    }
