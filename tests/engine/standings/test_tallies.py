"""The tallies as values: columns, what a snapshot keeps, and who needs a seed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.engine.standings import (
    Meeting,
    SeasonNight,
    SeasonPlayer,
    StandingsCode,
    StandingsPolicy,
    StandingsRefused,
    Sums,
    Tallies,
    Tally,
    rank_season,
)

# Every field of phom-tallies/1, lists in order of their ids.
WHOLE: dict[str, Any] = {
    "format": "phom-tallies/1",
    "season": {"id": "thu-2026", "seed": "tet-2027"},
    "players": [
        {"id": "an", "guest": False, "merged_into": None},
        {"id": "an2", "guest": True, "merged_into": "an"},
        {"id": "binh", "guest": False, "merged_into": None},
    ],
    "nights": [
        {"id": "n1", "day": "2026-09-04", "state": "locked"},
        {"id": "n2", "day": "2026-09-03", "state": "open"},
    ],
    "tallies": [
        {
            "night": "n1",
            "table": None,
            "player": "binh",
            "deals": 0,
            "net_points": -3,
            "net_bets": 0,
            "places": {"2": [0, 0], "3": [0, 0, 0], "4": [0, 0, 0, 0]},
            "u_wins": 0,
            "moms": 0,
            "compensations": 0,
            "u_by_kind": {},
            "eats": 0,
            "eaten": 0,
            "last_eats": 0,
            "last_eaten": 0,
        },
        {
            "night": "n1",
            "table": "b1",
            "player": "an",
            "deals": 21,
            "net_points": 34,
            "net_bets": 17,
            "places": {"2": [0, 0], "3": [1, 0, 1], "4": [6, 5, 4, 3]},
            "u_wins": 1,
            "moms": 2,
            "compensations": 0,
            "u_by_kind": {"plain": 1},
            "eats": 9,
            "eaten": 7,
            "last_eats": 1,
            "last_eaten": 0,
        },
    ],
    "meetings": [
        {
            "night": "n1",
            "table": "b1",
            "players": ["an", "binh"],
            "deals": 18,
            "net_points": [12, -4],
            "net_bets": [6, -2],
        }
    ],
    "penalties": [{"id": "f1", "player": "an", "points": -10, "cancelled": False}],
}


def test_a_snapshot_keeps_every_field() -> None:
    season = Tallies.from_json(WHOLE)
    assert season.to_json() == WHOLE
    assert json.loads(season.canonical()) == WHOLE
    assert Tallies.from_json(json.loads(season.canonical())) == season


def test_a_season_without_a_seed_is_written_without_one() -> None:
    assert Tallies.from_json({"season": {"id": "s"}}).to_json()["season"] == {"id": "s"}


def test_a_missing_number_is_0_and_a_missing_list_empty() -> None:
    season = Tallies.from_json(
        {
            "season": {"id": "s"},
            "players": [{"id": "an"}],
            "nights": [{"id": "n1", "day": "2026-09-04"}],
            "tallies": [{"night": "n1", "player": "an"}],
        }
    )
    assert season.tallies == (Tally("n1", None, "an"),)
    assert season.players == (SeasonPlayer("an", is_guest=False, merged_into=None),)
    assert season.nights == (SeasonNight("n1", "2026-09-04", "locked"),)
    assert (season.seed, season.meetings, season.penalties) == (None, (), ())


def test_the_order_of_two_who_met_means_nothing() -> None:
    turned = {"players": ["binh", "an"], "net_points": [-4, 12], "net_bets": [-2, 6]}
    season = Tallies.from_json(WHOLE | {"meetings": [WHOLE["meetings"][0] | turned]})
    assert season == Tallies.from_json(WHOLE)
    value = Meeting("n1", "b1", ("binh", "an"), 18, (-4, 12), (-2, 6))
    assert Tallies(season="s", meetings=(value,)).to_json()["meetings"] == WHOLE["meetings"]


def test_the_columns_and_what_has_no_place_make_all_deals() -> None:
    """Two seats 5 2; three 1 2 4; four 6 5 4 3; two deals without a place: 34 deals."""
    sums = Sums(deals=34, p2_1=5, p2_2=2, p3_1=1, p3_2=2, p3_3=4, p4_1=6, p4_2=5, p4_3=4, p4_4=3)
    assert (sums.firsts, sums.seconds, sums.thirds) == (5 + 1 + 6, 2 + 5, 4)
    assert (sums.lasts, sums.unplaced) == (2 + 4 + 3, 2)
    assert sum((sums.firsts, sums.seconds, sums.thirds, sums.lasts, sums.unplaced)) == sums.deals


def test_tallies_made_without_json_need_a_seed_too() -> None:
    with pytest.raises(StandingsRefused) as refused:
        rank_season(Tallies(season="s"), StandingsPolicy(tie_breaks=("lot",)))
    assert refused.value.code is StandingsCode.SEED_MISSING
    assert refused.value.path == "season.seed"
    assert str(refused.value) == "seed_missing path=season.seed"


def test_a_half_of_a_pair_is_no_id_and_any_other_letter_is() -> None:
    season = Tallies.from_json({"season": {"id": "mùa-🀄"}})
    assert season.canonical().encode()
    with pytest.raises(StandingsRefused):
        Tallies.from_json({"season": {"id": "mùa-\udc00"}})
