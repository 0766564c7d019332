"""A season's table as the API tells it: rows of the selectors, flat, with every figure.

Knows rows and figures. Asks no database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from scoring.engine.standings import StandingsPolicy, Tally
from scoring.engine.standings.tallies import add_up
from scoring.selectors.figures import U_KINDS
from scoring.selectors.season_table import SeasonNight, SeasonRow, SeasonTable

NOTHING = Tally("", None, "")
_PLAIN = ("deals", "net_points", "net_bets", "moms", "u_wins", "compensations")
_EATS = ("eats", "eaten", "last_eats", "last_eaten")
_PLACES = ("firsts", "seconds", "thirds", "lasts")


@dataclass(frozen=True, slots=True)
class TableRow:
    """A player's row."""

    player_id: UUID
    name: str
    call_name: str
    group: str
    rank: int | None
    is_shared: bool
    figures: Mapping[str, Any]
    working: Mapping[str, Any]
    movement: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class NightRow:
    """A night; its id is text, as in the working."""

    id: str
    day: date
    state: str
    deal_count: int
    is_provisional: bool


@dataclass(frozen=True, slots=True)
class Standings:
    """The whole answer."""

    season_id: int
    name: str
    state: str
    built_revision: int
    built_at: datetime | None
    checksum: str
    dirty: bool
    workers_silent: bool
    policy: StandingsPolicy
    nights: Sequence[NightRow]
    rows: Sequence[TableRow]


def tell_standings(
    table: SeasonTable,
    *,
    min_deals: int = 0,
    group: str | None = None,
    player_id: UUID | None = None,
) -> Standings:
    """The rows asked for, in the order of the table."""
    stamp = table.stamp
    rows = [_tell_row(row) for row in table.rows]
    return Standings(
        season_id=stamp.id,
        name=stamp.name,
        state=stamp.state,
        built_revision=stamp.built_revision,
        built_at=stamp.built_at,
        checksum=stamp.checksum,
        dirty=stamp.is_dirty,
        workers_silent=stamp.are_workers_silent,
        policy=stamp.ranked_by,
        nights=[_tell_night(night) for night in table.nights],
        rows=[
            row
            for row in rows
            if row.figures["deals"] >= min_deals
            and group in {None, row.group}
            and player_id in {None, row.player_id}
        ],
    )


def _tell_row(row: SeasonRow) -> TableRow:
    return TableRow(
        player_id=row.player_id,
        name=row.name,
        call_name=row.call_name,
        group=row.working["group"],
        rank=row.working["rank"],
        is_shared=row.working["shared"],
        figures=_figures(row),
        working=row.working,
        movement=row.movement,
    )


def _figures(row: SeasonRow) -> Mapping[str, Any]:
    tally = row.played.sums if row.played else NOTHING
    sums = add_up([tally])
    return {
        "nights": row.played.nights if row.played else 0,
        **{name: getattr(tally, name) for name in (*_PLAIN, *_EATS)},
        **{name: getattr(sums, name) for name in _PLACES},
        "u_by_kind": {kind: tally.u_by_kind.get(kind, 0) for kind in U_KINDS},
    }


def _tell_night(night: SeasonNight) -> NightRow:
    return NightRow(str(night.id), night.day, night.state, night.deal_count, night.is_provisional)
