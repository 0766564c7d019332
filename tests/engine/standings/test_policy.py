"""The policy as a value: complete, frozen, and the same after a trip through JSON."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from scoring.engine.standings import StandingsPolicy

COMPLETE: dict[str, Any] = {
    "format": "phom-standings/1",
    "metric": "net_points",
    "place_points": {"2": [1, 0], "3": [2, 1, 0], "4": [3, 2, 1, 0], "unplaced": 0},
    "drop_worst": 0,
    "drop_share": [0, 1],
    "best_of": None,
    "keep_at_least": 1,
    "min_deals": 0,
    "min_nights": 0,
    "guests": "listed",
    "penalties": "count",
    "tie_breaks": ["per_deal", "u_wins", "firsts", "compensations", "moms", "direct"],
    "direct_min_deals": 1,
}
EDGES: dict[str, Any] = {
    "place_points": {"2": [1000, -1000], "3": [0, 0, 0], "4": [5, 5, -5, -5], "unplaced": 1000},
    "drop_share": [999, 1000],
    "keep_at_least": 1000,
    "min_deals": 100_000,
    "min_nights": 1000,
    "tie_breaks": ["lot"],
    "direct_min_deals": 1000,
}


def test_what_is_left_out_is_the_default_of_the_book() -> None:
    assert StandingsPolicy.from_json({}) == StandingsPolicy()
    assert StandingsPolicy().to_json() == COMPLETE


@pytest.mark.parametrize("obj", [COMPLETE, COMPLETE | EDGES, COMPLETE | {"best_of": 1000}])
def test_a_complete_policy_comes_back_as_it_was(obj: dict[str, Any]) -> None:
    policy = StandingsPolicy.from_json(obj)
    assert json.loads(json.dumps(policy.to_json())) == obj
    assert StandingsPolicy.from_json(policy.to_json()) == policy


def test_rows_of_place_points_that_are_left_out_are_the_defaults() -> None:
    policy = StandingsPolicy.from_json({"place_points": {"4": [9, 2, 2, 0]}})
    assert policy.place_points == {2: (1, 0), 3: (2, 1, 0), 4: (9, 2, 2, 0)}
    assert policy.unplaced_points == 0


def test_a_policy_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        StandingsPolicy().drop_worst = 2  # type: ignore[misc]


def test_the_defaults_are_not_shared() -> None:
    assert StandingsPolicy().place_points is not StandingsPolicy().place_points
