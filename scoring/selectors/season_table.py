"""A season's table as built, with the columns and the nights beside it.

Never ranks: the rows are those the background work wrote, or the snapshot of a closed season kept.
A fixed number of statements: the stamp, the rows, the sums, the nights.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, F, JSONField, Q, When

from scoring.models import Night, SeasonSnapshot, StandingRow
from scoring.selectors.season_stamps import SeasonStamp
from scoring.selectors.season_sums import (
    CHARTED,
    PlayerSums,
    SeasonSums,
    read_season_sums,
    sums_of_snapshot,
)

NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player's row: `working` is the engine's (standings.md, section 7), `movement` as in section
    8, or None; `played` is None for who has neither a deal nor an adjustment.
    """

    player_id: UUID
    name: str
    call_name: str
    sort_key: str
    is_me: bool
    working: Mapping[str, Any]
    movement: Mapping[str, Any] | None
    played: PlayerSums | None


@dataclass(frozen=True, slots=True)
class SeasonNight:
    """A night of the season; `deal_count` leaves void deals out."""

    id: int
    day: date
    state: str
    deal_count: int

    @property
    def is_provisional(self) -> bool:
        """Played and not locked yet (S-50)."""
        return self.state != "locked" and self.deal_count > 0


@dataclass(frozen=True, slots=True)
class SnapshotHead:
    """When and by whom a season was closed, for the n-th time, and with which words."""

    n: int
    closed_at: datetime
    closed_by: str
    checksum: str
    engine_version: int
    note: str


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """Rows in the order of the table (S-31); nights by day. `sums` has the nights of the first of
    the table and of the viewer.
    """

    stamp: SeasonStamp
    rows: Sequence[SeasonRow]
    nights: Sequence[SeasonNight]
    sums: SeasonSums
    snapshot: SnapshotHead | None

    @property
    def deal_count(self) -> int:
        """The season's deals in force."""
        return sum(night.deal_count for night in self.nights)

    @property
    def charted(self) -> Sequence[SeasonRow]:
        """The first of the ranked and the viewer, if they have nights to show."""
        ranked = [row for row in self.rows if row.working["rank"] is not None]
        wanted = {row.player_id: row for row in ranked[:CHARTED]}
        wanted |= {row.player_id: row for row in self.rows if row.is_me}
        return [row for row in wanted.values() if row.player_id in self.sums.by_night]


def read_season_table(stamp: SeasonStamp) -> SeasonTable:
    """Three statements; for a closed season the snapshot's text is read once more, and kept."""
    snapshot = None
    if stamp.is_closed and stamp.snapshot_id is not None:
        snapshot = _get_snapshot(stamp.snapshot_id)
        sums = sums_of_snapshot(snapshot_id=stamp.snapshot_id, closed_at=snapshot.closed_at)
    else:
        sums = read_season_sums(season_id=stamp.id, login_id=stamp.login_id)
    return SeasonTable(
        stamp=stamp,
        rows=list_season_rows(stamp, sums),
        nights=list_season_nights(season_id=stamp.id),
        sums=sums,
        snapshot=snapshot,
    )


def list_season_rows(stamp: SeasonStamp, sums: SeasonSums) -> Sequence[SeasonRow]:
    """The rows in the order of the table; one statement."""
    # The movements are one value for the whole table: the first row brings them along.
    movements = Case(
        When(position=0, then=F("season__standing_state__movements")), output_field=JSONField()
    )
    rows = list(
        StandingRow.objects.filter(season_id=stamp.id)
        .order_by("position")
        .values_list(
            "player_id",
            "player__name",
            "player__call_name",
            "player__sort_key",
            "player__login_id",
            "row",
            movements,
        )
    )
    moved = rows[0][-1] if rows and stamp.has_movements else None
    return [
        SeasonRow(
            player_id=player_id,
            name=name,
            call_name=call_name,
            sort_key=sort_key,
            is_me=login_id is not None and login_id == stamp.login_id,
            working=working,
            movement=(moved or NOTHING).get(str(player_id)),
            played=sums.players.get(player_id),
        )
        for player_id, name, call_name, sort_key, login_id, working, _ in rows
    ]


def list_season_nights(*, season_id: int) -> Sequence[SeasonNight]:
    """The nights of the season by day; one statement."""
    in_force = Q(tables__deals__current__seat_count__gt=0)
    nights = Night.objects.filter(season_id=season_id).order_by("day")
    counted = nights.annotate(deal_count=Count("tables__deals", filter=in_force))
    return [SeasonNight(*row) for row in counted.values_list("pk", "day", "state", "deal_count")]


def list_snapshots(*, season_id: int) -> Sequence[SnapshotHead]:
    """Every time the season was closed, the latest first."""
    snapshots = SeasonSnapshot.objects.filter(season_id=season_id).order_by("-n")
    return [_head(row) for row in snapshots.values(*_HEAD)]


def _get_snapshot(snapshot_id: int) -> SnapshotHead:
    return _head(SeasonSnapshot.objects.values(*_HEAD).get(pk=snapshot_id))


_HEAD = ("n", "closed_at", "author_login__username", "checksum", "engine_version", "note__text")


def _head(row: Mapping[str, Any]) -> SnapshotHead:
    return SnapshotHead(
        n=row["n"],
        closed_at=row["closed_at"],
        closed_by=row["author_login__username"] or "",
        checksum=row["checksum"],
        engine_version=row["engine_version"],
        note=row["note__text"] or "",
    )
