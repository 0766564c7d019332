"""A season's figures by player, and night by night for those a chart shows: one statement.

Knows tallies, night adjustments and merge pointers; for a closed season the snapshot's tallies, as
they were. Columns as in standings.md, S-02 to S-04.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from uuid import UUID

from django.db import connection

from scoring.engine.standings import Tallies, Tally
from scoring.models import SeasonSnapshot
from scoring.selectors.figures import U_KINDS

CHARTED = 5
"""So many of the first in the table stand in the chart, and the viewer."""

_COLUMNS = (
    *("deals", "net_points", "net_bets"),
    *(f"u_{kind}" for kind in U_KINDS),
    *("moms", "compensations"),
    *Tally._fields[9:18],
    *Tally._fields[18:22],
)


@dataclass(frozen=True, slots=True)
class PlayerSums:
    """All nights of a player in one row; `nights` are those with a deal of the player."""

    nights: int
    sums: Tally


@dataclass(frozen=True, slots=True)
class SeasonSums:
    """`players` are those with a tally or an adjustment; `by_night` has a row for each night of
    the first of the table and of the viewer.
    """

    players: Mapping[UUID, PlayerSums]
    by_night: Mapping[UUID, Sequence[Tally]]


def read_season_sums(*, season_id: int, login_id: int | None) -> SeasonSums:
    """From the books as they are; one statement, as many rows as players and charted nights."""
    players: dict[UUID, PlayerSums] = {}
    by_night: dict[UUID, list[Tally]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_statement(), [season_id, season_id, season_id, CHARTED, login_id])
        for raw, night, nights, *sums in cursor.fetchall():
            player_id = raw if isinstance(raw, UUID) else UUID(raw)
            if night is None:
                players[player_id] = PlayerSums(nights, _tally("", player_id, sums))
            else:
                row = _tally(str(night), player_id, sums)
                by_night.setdefault(player_id, []).append(row)
    return SeasonSums(players, by_night)


@cache
def _statement() -> str:
    text = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
    # PostgreSQL adds bigints up to a numeric.
    sums = ", ".join(f"CAST(SUM({name}) AS BIGINT)" for name in _COLUMNS)
    return text.replace("{sums}", sums)


def _tally(night: str, player_id: UUID, sums: Sequence[int]) -> Tally:
    """Deals and nets, ù by kind, then the rest in the tally's order."""
    by_kind = sums[3:8]
    return Tally._make(
        [
            night,
            None,
            str(player_id),
            *sums[:3],
            sum(by_kind),
            *sums[8:],
            dict(zip(U_KINDS, by_kind, strict=True)),
        ]
    )


@lru_cache(maxsize=4)
def sums_of_snapshot(*, snapshot_id: int, closed_at: datetime) -> SeasonSums:
    """The same from a closed season's snapshot, merge pointers included, for everybody in it.

    A snapshot never changes, so it is read once; `closed_at` tells it from one of another database
    that had its number.
    """
    text = SeasonSnapshot.objects.values_list("tallies", flat=True).get(
        pk=snapshot_id, closed_at=closed_at
    )
    tallies = Tallies.from_json(json.loads(text))
    into = {one.player: one.merged_into for one in tallies.players}
    by_night: dict[UUID, list[Tally]] = {}
    for row in tallies.tallies:
        by_night.setdefault(UUID(_end_of(row.player, into)), []).append(row)
    return SeasonSums(
        players={player_id: _add_up(rows) for player_id, rows in by_night.items()},
        by_night=by_night,
    )


def _end_of(player: str, into: Mapping[str, str | None]) -> str:
    """Who a player turned out to be (S-07)."""
    while (survivor := into.get(player)) is not None:
        player = survivor
    return player


def _add_up(rows: Sequence[Tally]) -> PlayerSums:
    nights = {row.night for row in rows if row.deals}
    sums = map(sum, zip(*(row[3:22] for row in rows), strict=True))
    kinds = {kind: sum(row.u_by_kind.get(kind, 0) for row in rows) for kind in U_KINDS}
    return PlayerSums(len(nights), Tally._make(["", None, rows[0].player, *sums, kinds]))
