"""A season's table from sums the database makes: what the refresh reads, tens of times a night.

The same table as `standings.rank_from_books` makes row by row, from one row a player. The audit
and the snapshot of a closed season go the long way, so each is checked by the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connection

from scoring.engine.standings import (
    PlayerSums,
    SeasonSums,
    StandingsPolicy,
    StandingsTable,
    Sums,
    Tally,
    amount_columns,
    amounts_of,
    direct_groups,
    rank_sums,
    summed_columns,
)
from scoring.models import Season
from scoring.selectors.policies import policy_of
from scoring.selectors.standings import (
    adjusted_rows,
    list_meetings,
    list_season_nights,
    list_season_players,
    penalties_of,
)

# An ù is counted by its kind; the ranking asks only how many there were.
_U_WINS = "tally.u_plain + tally.u_ten + tally.u_round + tally.u_zero + tally.u_dry"


def rank_sums_from_books(season: Season) -> StandingsTable:
    """The season ranked from the books as they are now.

    No seat is read but for groups that reach `direct`; then it is ranked again.
    """
    policy = policy_of(season)
    sums = read_sums(season, policy)
    table = rank_sums(sums, policy)
    groups = direct_groups(table)
    if not groups:
        return table
    meetings = tuple(list_meetings(season, groups))
    return rank_sums(replace(sums, meetings=meetings), policy)


def read_sums(season: Season, policy: StandingsPolicy) -> SeasonSums:
    """The season's input without meetings; five statements, none of them over seats.

    Nights and players are read last: whoever is named in a tally is then among them.
    """
    lines = _sums_of_tables(season, policy)
    for row in adjusted_rows(season):
        lines[row.player] = _with_adjustment(lines.get(row.player), row, policy)
    return SeasonSums(
        seed=season.seed,
        sums=tuple(lines.values()),
        penalties=penalties_of(season),
        nights=list_season_nights(season),
        players=list_season_players(club_id=season.club_id),
    )


def _sums_of_tables(season: Season, policy: StandingsPolicy) -> dict[str, PlayerSums]:
    """By player UUID as text; rows of nothing are left out."""
    amounts = amount_columns(policy) if policy.drops_nights else ()
    columns = summed_columns(policy)
    with connection.cursor() as cursor:
        cursor.execute(_statement(columns, amounts), [season.pk])
        rows: Sequence[tuple[Any, ...]] = cursor.fetchall()
    lines = {}
    for raw, packed, *sums in rows:
        player = str(raw if isinstance(raw, UUID) else UUID(raw))
        line = PlayerSums(player, Sums(**dict(zip(columns, sums, strict=True))))
        lines[player] = _unpack(line, packed, len(amounts))
    return lines


def _unpack(line: PlayerSums, packed: str, amounts: int) -> PlayerSums:
    """`packed` repeats night, deals and so many amounts; with none it is of nights alone."""
    values = packed.split(",")
    if not amounts:
        return _with_nights(line, values, has_loose="-" in packed)
    width = 2 + amounts
    deals, *read = [list(map(int, values[at::width])) for at in range(1, width)]
    return line._replace(nights=values[::width], deals=deals, amounts=read)


def _with_nights(line: PlayerSums, values: list[str], *, has_loose: bool) -> PlayerSums:
    """Hardly anybody has a night without a deal, whose number stands behind a minus."""
    if not has_loose:
        return line._replace(nights=values)
    return line._replace(
        nights=[night for night in values if not night.startswith("-")],
        loose=[night.removeprefix("-") for night in values if night.startswith("-")],
    )


def _with_adjustment(line: PlayerSums | None, row: Tally, policy: StandingsPolicy) -> PlayerSums:
    """The player's line with a night's adjustments, which are points only (S-02, S-03)."""
    found = line or PlayerSums(row.player, Sums())
    sums = found.sums._replace(net_points=found.sums.net_points + row.net_points)
    if not policy.drops_nights:
        return found._replace(sums=sums, loose=[*found.loose, row.night])
    columns = amounts_of([row], policy)
    return found._replace(
        sums=sums,
        nights=[*found.nights, row.night],
        deals=[*found.deals, 0],
        amounts=[
            [*before, *column]
            for before, column in zip(found.amounts or [()] * len(columns), columns, strict=True)
        ],
    )


@cache
def _statement(columns: tuple[str, ...], amounts: tuple[str, ...]) -> str:
    """For the columns summed, and those an amount is read from.

    A sum of bigints would come back as a decimal, so it is cast.
    """
    sums = [
        f"CAST(SUM({_U_WINS if name == 'u_wins' else f'tally.{name}'}) AS bigint) AS sum_{name}"
        for name in columns
    ]
    packed = "CASE WHEN tally.deals <> 0 THEN own.night_id ELSE -own.night_id END"
    if amounts:
        packed = " || ',' || ".join(
            ("own.night_id", *(f"tally.{name}" for name in ("deals", *amounts)))
        )
    values: Mapping[str, str] = {
        "join": "STRING_AGG" if connection.vendor == "postgresql" else "GROUP_CONCAT",
        "packed": f"CAST({packed} AS text)",
        "sums": ", ".join(sums),
    }
    return Path(__file__).with_suffix(".sql").read_text(encoding="utf-8").format_map(values)
