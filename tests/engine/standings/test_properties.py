"""What holds for every season, and a second, naive definition that must agree."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.engine.standings import (
    StandingsPolicy,
    StandingsTable,
    Tallies,
    direct_groups,
    rank_season,
    season_movements,
)
from scoring.engine.standings.values import dropped_nights
from tests.engine.standings.naive import naive_movements, naive_rows
from tests.engine.standings.seasons import histories, policies, seasons

Json = dict[str, Any]

properties = settings(
    max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def ranked(tallies: Json, policy: Json) -> StandingsTable:
    return rank_season(Tallies.from_json(tallies), StandingsPolicy.from_json(policy))


@properties
@given(tallies=seasons(), policy=policies())
def test_the_table_is_that_of_the_naive_definition(tallies: Json, policy: Json) -> None:
    assert ranked(tallies, policy).to_json()["rows"] == naive_rows(tallies, policy)


@properties
@given(
    before=seasons(), corrected=seasons(), after=seasons(), policy=policies(), earlier=policies()
)
def test_the_movements_are_those_of_the_naive_definition(
    before: Json, corrected: Json, after: Json, policy: Json, earlier: Json
) -> None:
    assert moved(before, corrected, after, policy, earlier) == naive_movements(
        before, corrected, after, policy, earlier
    )


def moved(before: Json, corrected: Json, after: Json, policy: Json, earlier: Json) -> Json:
    seasons = [Tallies.from_json(tallies) for tallies in (before, corrected, after)]
    movements = season_movements(
        seasons[0],
        seasons[1],
        seasons[2],
        StandingsPolicy.from_json(policy),
        StandingsPolicy.from_json(earlier),
    )
    return {player: movement.to_json() for player, movement in movements.items()}


@properties
@given(data=st.data(), tallies=seasons(), policy=policies())
def test_any_order_of_the_lists_gives_the_same_bytes(
    data: st.DataObject, tallies: Json, policy: Json
) -> None:
    shuffled = {
        key: data.draw(st.permutations(value)) if isinstance(value, list) else value
        for key, value in tallies.items()
    }
    for row in shuffled["meetings"]:
        assert len(row["players"]) == 2
    one, other = ranked(tallies, policy), ranked(shuffled, policy)
    assert one.canonical() == other.canonical()
    assert one.checksum() == other.checksum()
    assert Tallies.from_json(tallies).canonical() == Tallies.from_json(shuffled).canonical()


@properties
@given(tallies=seasons(), policy=policies())
def test_a_snapshot_of_tallies_and_policy_ranks_to_the_same_bytes(
    tallies: Json, policy: Json
) -> None:
    season, rules = Tallies.from_json(tallies), StandingsPolicy.from_json(policy)
    again = rank_season(
        Tallies.from_json(season.to_json()), StandingsPolicy.from_json(rules.to_json())
    )
    assert again.canonical() == rank_season(season, rules).canonical()
    assert Tallies.from_json(season.to_json()).canonical() == season.canonical()


@properties
@given(data=st.data(), tallies=seasons(with_merges=False), policy=policies())
def test_a_merge_taken_back_gives_the_former_table_to_the_byte(
    data: st.DataObject, tallies: Json, policy: Json
) -> None:
    former = ranked(tallies, policy)
    survivor = data.draw(st.sampled_from(tallies["players"]))["id"]
    merged = data.draw(st.sampled_from(tallies["players"]))
    if merged["id"] != survivor:
        met = [row for row in tallies["meetings"] if {merged["id"], survivor} == {*row["players"]}]
        one = tallies | {"meetings": [row for row in tallies["meetings"] if row not in met]}
        merged["merged_into"] = survivor
        table = ranked(one, policy)
        assert merged["id"] not in [row.player for row in table.rows]
        merged["merged_into"] = None
    assert ranked(tallies, policy).canonical() == former.canonical()


@properties
@given(tallies=seasons(), policy=policies())
def test_a_merged_player_counts_as_if_the_rows_had_been_the_survivors(
    tallies: Json, policy: Json
) -> None:
    """Rows of one night and table are added up, as a service does it in SQL."""
    pointers = {one["id"]: one["merged_into"] for one in tallies["players"]}

    def root(player: str) -> str:
        return player if pointers[player] is None else root(pointers[player])

    season = Tallies.from_json(tallies)
    renamed = Tallies(
        season=season.season,
        seed=season.seed,
        players=tuple(one for one in season.players if one.merged_into is None),
        nights=season.nights,
        tallies=tuple(
            row._replace(player=root(row.player), table=f"{row.table} of {row.player}")
            for row in season.tallies
        ),
        meetings=tuple(
            row._replace(
                players=(root(row.players[0]), root(row.players[1])),
                table=f"{row.table} of {row.players}",
            )
            for row in season.meetings
        ),
        penalties=tuple(
            type(one)(one.penalty, root(one.player), one.points, one.is_cancelled)
            for one in season.penalties
        ),
    )
    rules = StandingsPolicy.from_json(policy)
    assert rank_season(renamed, rules) == rank_season(season, rules)


@properties
@given(history=histories(), policy=policies(), changes_policy=st.booleans(), other=policies())
def test_the_movements_of_one_season_are_those_of_the_naive_definition(
    history: tuple[Json, Json, Json], policy: Json, changes_policy: bool, other: Json
) -> None:
    earlier = other if changes_policy else policy
    assert moved(*history, policy, earlier) == naive_movements(*history, policy, earlier)


@properties
@given(tallies=seasons(), policy=policies())
def test_a_rank_is_one_more_than_the_players_strictly_ahead(tallies: Json, policy: Json) -> None:
    ranks = [row.rank for row in ranked(tallies, policy).rows if row.rank is not None]
    assert ranks == sorted(ranks)
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


@properties
@given(
    before=seasons(), corrected=seasons(), after=seasons(), policy=policies(), earlier=policies()
)
def test_the_places_of_all_causes_add_up_to_from_less_to(
    before: Json, corrected: Json, after: Json, policy: Json, earlier: Json
) -> None:
    for movement in moved(before, corrected, after, policy, earlier).values():
        if movement["kind"] in {"new", "out"}:
            assert movement["causes"] == {}
            assert movement["crossings"] == []
        else:
            assert sum(movement["causes"].values()) == movement["from"] - movement["to"]
            places = sum(crossing["places"] for crossing in movement["crossings"])
            assert places in {movement["from"] - movement["to"], 0}


@properties
@given(before=seasons(), policy=policies(), player=st.sampled_from(["an", "binh"]))
def test_who_did_not_change_has_no_own_cause(before: Json, policy: Json, player: str) -> None:
    """'I did not play and fell' is never one's own doing."""
    played = [
        row | {"net_points": 3, "net_bets": 3} if row["player"] == player else row
        for row in before["tallies"]
    ]
    unmerged = [one | {"merged_into": None} for one in before["players"]]
    before = before | {"players": unmerged, "meetings": []}
    movements = moved(before, before, before | {"tallies": played}, policy, policy)
    for other, movement in movements.items():
        if other != player:
            assert not {"own_nights", "both_nights"} & movement["causes"].keys()


@properties
@given(
    nights=st.lists(st.tuples(st.integers(-30, 30), st.integers(1, 9)), min_size=2, max_size=7),
    data=st.data(),
)
def test_the_dropped_nights_leave_the_highest_average_of_all_choices(
    nights: list[tuple[int, int]], data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, len(nights) - 1))
    policy = StandingsPolicy(metric="points_per_deal")
    dropped = dropped_nights(nights, count, policy)
    units, deals = left(nights, dropped)
    assert len(set(dropped)) == count
    for other in combinations(range(len(nights)), count):
        other_units, other_deals = left(nights, other)
        assert units * other_deals >= other_units * deals


def left(nights: list[tuple[int, int]], dropped: Any) -> tuple[int, int]:
    kept = [night for index, night in enumerate(nights) if index not in dropped]
    return sum(units for units, _ in kept), sum(deals for _, deals in kept)


@properties
@given(tallies=seasons(), policy=policies())
def test_only_the_meetings_of_groups_that_reach_direct_are_needed(
    tallies: Json, policy: Json
) -> None:
    groups = direct_groups(ranked(tallies | {"meetings": []}, policy))
    whole = ranked(tallies, policy)
    assert groups == direct_groups(whole)
    pointers = {one["id"]: one["merged_into"] for one in tallies["players"]}

    def root(player: str) -> str:
        return player if pointers[player] is None else root(pointers[player])

    needed = [
        row
        for row in tallies["meetings"]
        if any(set(map(root, row["players"])) <= set(group) for group in groups)
    ]
    assert ranked(tallies | {"meetings": needed}, policy).canonical() == whole.canonical()
