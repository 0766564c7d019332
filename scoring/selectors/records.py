"""Records of a club: the latest ù tròn, the longest run of firsts."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from uuid import UUID

from django.db import connection
from django.db.models import Q

from scoring.models import DealSeat, Player, TableTally
from scoring.selectors.deals import Name
from scoring.selectors.members import ClubRow

ROUND_KINDS = ("ten", "round")
"""Ten cards at once, or out in the last round: players call both tròn (ux.md, section 2)."""

_LONGEST_RUN = Path(__file__).with_name("records.sql").read_text(encoding="utf-8")


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
    """The longest run of firsts in a season, the earlier of equal ones; two statements."""
    with connection.cursor() as cursor:
        cursor.execute(_LONGEST_RUN, [season_id])
        row = cursor.fetchone()
    if row is None:
        return None
    root_id, day, length = row
    player = Player.objects.get(pk=root_id if isinstance(root_id, UUID) else UUID(root_id))
    return LongestRun(
        person=Name(player.pk, player.name, player.call_name),
        day=day if isinstance(day, date) else date.fromisoformat(day),
        length=int(length),
    )
