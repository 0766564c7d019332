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
    direct_groups,
    rank_sums,
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
_SUMMED = {
    name: "u_plain + tally.u_ten + tally.u_round + tally.u_zero + tally.u_dry"
    if name == "u_wins"
    else name
    for name in Sums._fields
}


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
    """The season's input without meetings; seven statements, none of them over seats.

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
    with connection.cursor() as cursor:
        cursor.execute(_statement(amounts), [season.pk])
        rows: Sequence[tuple[Any, ...]] = cursor.fetchall()
    lines = {}
    for raw, packed, *sums in rows:
        player = str(raw if isinstance(raw, UUID) else UUID(raw))
        lines[player] = _unpack(player, packed, Sums._make(sums), len(amounts))
    return lines


def _unpack(player: str, packed: str, sums: Sums, amounts: int) -> PlayerSums:
    """`packed` repeats night, deals and so many amounts."""
    values, width = packed.split(","), 2 + amounts
    columns = [list(map(int, values[at::width])) for at in range(1, width)]
    read = columns[1] if amounts == 1 else list(zip(*columns[1:], strict=True))
    return PlayerSums(player, sums, values[0::width], columns[0], read)


def _with_adjustment(line: PlayerSums | None, row: Tally, policy: StandingsPolicy) -> PlayerSums:
    """The player's line with a night's adjustments, which are points only (S-02, S-03)."""
    found = line or PlayerSums(row.player, Sums(), (), ())
    amounts: list[Any] = []
    if policy.drops_nights:
        values = [getattr(row, name) for name in amount_columns(policy)]
        amounts = [values[0] if len(values) == 1 else values]
    return PlayerSums(
        row.player,
        found.sums._replace(net_points=found.sums.net_points + row.net_points),
        [*found.nights, row.night],
        [*found.deals, 0],
        [*found.amounts, *amounts],
    )


@cache
def _statement(amounts: tuple[str, ...]) -> str:
    """For the columns an amount is read from. A sum of bigints would come back as a decimal."""
    sums = [f"CAST(SUM(tally.{column}) AS bigint) AS sum_{name}" for name, column in _SUMMED.items()]
    packed = [f"tally.{name}" for name in ("deals", *amounts)]
    values: Mapping[str, str] = {
        "join": "STRING_AGG" if connection.vendor == "postgresql" else "GROUP_CONCAT",
        "packed": " || ',' || ".join(["own.night_id", *packed]),
        "sums": ", ".join(sums),
    }
    return Path(__file__).with_suffix(".sql").read_text(encoding="utf-8").format_map(values)
