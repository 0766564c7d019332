"""Records: a club's latest ù tròn and longest run of firsts, and a person's own longest run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from uuid import UUID

from django.core.cache import cache
from django.db import connection
from django.db.models import Q, UUIDField

from scoring.models import DealSeat, Player, Table, TableTally
from scoring.selectors.deals import Name
from scoring.selectors.members import ClubRow

ROUND_KINDS = ("ten", "round")
"""Ten cards at once, or out in the last round: players call both tròn (ux.md, section 2)."""

KEPT_SECONDS = 7 * 24 * 3600

_LONGEST_RUNS = Path(__file__).with_name("records.sql").read_text(encoding="utf-8")
_OWN_RUN = Path(__file__).with_name("own_run.sql").read_text(encoding="utf-8")
_Run = tuple[int, str, int]
"""The table's version, the player as text ("" for nobody) and the length."""


@dataclass(frozen=True, slots=True)
class LatestU:
    """An ù tròn, its winner, and the deal it stands in."""

    person: Name
    kind: str
    day: date
    number: int


@dataclass(frozen=True, slots=True)
class LongestRun:
    """Deals in a row of one table with the same player first."""

    person: Name
    day: date
    length: int


@dataclass(frozen=True, slots=True)
class OwnRun:
    """Deals in a row of one table with this person first, and the night of the first such run."""

    day: date
    length: int


def find_latest_round_u(*, club: ClubRow) -> LatestU | None:
    """The latest ù tròn in force; the tallies say at which table, so few seats are read."""
    table_id = (
        TableTally.objects.filter(Q(u_ten__gt=0) | Q(u_round__gt=0), table__night__club_id=club.id)
        .order_by("-table__night__day", "-table_id")
        .values_list("table_id", flat=True)
        .first()
    )
    if table_id is None:
        return None
    seat = (
        DealSeat.objects.filter(
            revision__current_of__table_id=table_id, place=1, u_kind__in=ROUND_KINDS
        )
        .select_related("player__root", "revision__deal__table__night")
        .order_by("-revision__deal__number", "seat")
        .first()
    )
    if seat is None:
        return None
    deal, root = seat.revision.deal, seat.player.root
    return LatestU(
        person=Name(root.pk, root.name, root.call_name),
        kind=seat.u_kind,
        day=deal.table.night.day,
        number=deal.number,
    )


def find_longest_run(*, season_id: int) -> LongestRun | None:
    """The longest run of firsts in a season, the earlier of equal ones; at most three statements.

    Each table's run is kept under the table's version, so that only tables that changed since are
    read again: seldom more than the one being played.
    """
    tables = list(
        Table.objects.filter(night__season_id=season_id, last_number__gt=0)
        .order_by("night__day", "pk")
        .values_list("pk", "version", "night__day", "night__season__seed")
    )
    if not tables:
        return None
    key = f"longest-runs:{season_id}:{tables[0][3]}"
    kept: Mapping[int, _Run] = cache.get(key) or {}
    changed = [pk for pk, version, *_ in tables if pk not in kept or kept[pk][0] != version]
    if changed:
        read, stale = _read_runs(changed), set(changed)
        kept = {
            pk: (version, *read.get(pk, ("", 0))) if pk in stale else kept[pk]
            for pk, version, *_ in tables
        }
        cache.set(key, kept, KEPT_SECONDS)
    # The first of the longest: tables come in the order of their days.
    table_id, day = max(
        ((pk, day) for pk, _version, day, _seed in tables), key=lambda table: kept[table[0]][2]
    )
    _version, root_id, length = kept[table_id]
    if not length:
        return None
    player = Player.objects.get(pk=root_id)
    return LongestRun(person=Name(player.pk, player.name, player.call_name), day=day, length=length)


def find_own_run(*, player_id: UUID, season_id: int | None = None) -> OwnRun | None:
    """The longest run of a root's firsts, over all nights or those of one season; None without a
    first. One statement.
    """
    root_id = UUIDField().get_db_prep_value(player_id, connection)
    with connection.cursor() as cursor:
        cursor.execute(_OWN_RUN, [root_id, season_id is None, season_id or 0, root_id])
        row = cursor.fetchone()
    return OwnRun(day=row[0], length=int(row[1])) if row else None


def _read_runs(table_ids: Sequence[int]) -> Mapping[int, tuple[str, int]]:
    """Player and length of the longest run of each table that has one; one statement."""
    places = ", ".join(["%s"] * len(table_ids))
    with connection.cursor() as cursor:
        cursor.execute(_LONGEST_RUNS.replace("{tables}", places), list(table_ids))
        return {table_id: (str(root), int(length)) for table_id, root, length in cursor.fetchall()}
