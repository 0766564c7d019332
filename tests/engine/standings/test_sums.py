"""Sums by player rank as their rows do: added up here, and refused here, as a database would."""

from dataclasses import replace

import pytest
from hypothesis import given

from scoring.engine.standings import (
    PlayerSums,
    SeasonNight,
    SeasonPlayer,
    SeasonSums,
    StandingsCode,
    StandingsPolicy,
    StandingsRefused,
    Sums,
    Tallies,
    Tally,
    amounts_of,
    checksum_of,
    rank_season,
    rank_sums,
    summed_columns,
)
from tests.engine.standings.seasons import policies, seasons
from tests.engine.standings.test_properties import Json, properties


def summed(tallies: Tallies, policy: StandingsPolicy) -> SeasonSums:
    """One line a player who has a row, by night only what the policy reads there."""
    lines = []
    for player in dict.fromkeys(row.player for row in tallies.tallies):
        rows = [row for row in tallies.tallies if row.player == player]
        lines.append(
            PlayerSums(
                player,
                Sums(
                    **{
                        name: sum(getattr(row, name) for row in rows)
                        for name in summed_columns(policy)
                    }
                ),
                **_by_night(rows, policy),
            )
        )
    return SeasonSums(
        seed=tallies.seed,
        players=tallies.players,
        nights=tallies.nights,
        sums=tuple(lines),
        meetings=tallies.meetings,
        penalties=tallies.penalties,
    )


def _by_night(rows: list[Tally], policy: StandingsPolicy) -> Json:
    if not policy.drops_nights:
        return {
            "nights": [row.night for row in rows if row.deals],
            "loose": [row.night for row in rows if not row.deals],
        }
    return {
        "nights": [row.night for row in rows],
        "deals": [row.deals for row in rows],
        "amounts": amounts_of(rows, policy),
    }


@properties
@given(tallies=seasons(), policy=policies())
def test_sums_give_the_table_of_their_rows_to_the_byte(tallies: Json, policy: Json) -> None:
    read, options = Tallies.from_json(tallies), StandingsPolicy.from_json(policy)
    table = rank_sums(summed(read, options), options)
    assert table.canonical() == rank_season(read, options).canonical()
    assert table.checksum() == checksum_of(table.plain_rows())


SEASON = SeasonSums(
    players=(SeasonPlayer("an"), SeasonPlayer("binh")),
    nights=(SeasonNight("n1", "2026-09-04"),),
    sums=(PlayerSums("an", Sums(deals=1), ("n1",)),),
)


@pytest.mark.parametrize(
    ("sums", "code", "path"),
    [
        (replace(SEASON, sums=SEASON.sums * 2), StandingsCode.ROW_REPEATED, "tallies.1"),
        (
            replace(SEASON, players=SEASON.players[1:]),
            StandingsCode.UNKNOWN_PLAYER,
            "tallies.0.player",
        ),
        (replace(SEASON, nights=()), StandingsCode.UNKNOWN_NIGHT, "tallies.0.night"),
    ],
)
def test_sums_that_do_not_fit_together_are_refused_as_rows_are(
    sums: SeasonSums, code: StandingsCode, path: str
) -> None:
    with pytest.raises(StandingsRefused) as refused:
        rank_sums(sums, StandingsPolicy())
    assert (refused.value.code, refused.value.path) == (code, path)


def test_lots_from_sums_need_a_seed_too() -> None:
    with pytest.raises(StandingsRefused) as refused:
        rank_sums(SEASON, StandingsPolicy(tie_breaks=("lot",)))
    assert refused.value.code == StandingsCode.SEED_MISSING
