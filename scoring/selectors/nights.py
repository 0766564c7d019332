"""Nights of a club."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Club, Night, Table
from scoring.selectors.members import ClubRow


@dataclass(frozen=True, slots=True)
class NightRow:
    """A buổi. `deal_count` leaves void deals out."""

    id: int
    club_id: int
    day: date
    state: str
    season_id: int
    season_name: str
    deal_count: int
    table_count: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """A bàn as a page names it. `seats` are player UUIDs as text, in turn order."""

    id: int
    label: str
    last_number: int
    stake_points: int
    seats: Sequence[str]


def get_night(*, club: ClubRow, day: date) -> NightRow:
    """The night of this club day, or `not_found`."""
    night = _nights(club).filter(day=day).first()
    if night is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    return NightRow(**night)


def find_night_of_club(*, club_slug: str, day: date) -> tuple[int, int]:
    """Club and night by slug and day, for operators. Errors: `not_found` with the field."""
    club = Club.objects.filter(slug=club_slug).values_list("pk", flat=True).first()
    if club is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="club", club=club_slug)
    night = Night.objects.filter(club_id=club, day=day).values_list("pk", flat=True).first()
    if night is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="day", day=day.isoformat())
    return club, night


def nights_of_club(
    *,
    club: ClubRow,
    season_id: int | None = None,
    state: str = "",
    first_day: date | None = None,
    last_day: date | None = None,
) -> QuerySet[Night, Any]:
    """The club's nights, latest first, to be cut into pages and read by `night_rows`; both days
    belong to the range.
    """
    given = {
        "season_id": season_id,
        "state": state or None,
        "day__gte": first_day,
        "day__lte": last_day,
    }
    wanted = {name: value for name, value in given.items() if value is not None}
    return _nights(club).filter(**wanted).order_by("-day")


def night_rows(nights: Iterable[Mapping[str, Any]]) -> Sequence[NightRow]:
    """Nights of `nights_of_club`."""
    return [NightRow(**night) for night in nights]


def list_tables(*, night: NightRow) -> Sequence[TableRow]:
    """The tables of a night, in the order they were opened."""
    tables = Table.objects.filter(night_id=night.id).order_by("pk")
    return [
        TableRow(table.pk, table.label, table.last_number, table.stake_points, table.seats)
        for table in tables
    ]


def _nights(club: ClubRow) -> QuerySet[Night, Any]:
    in_force = Q(tables__deals__current__seat_count__gt=0)
    return Night.objects.filter(club_id=club.id).values(
        "id",
        "club_id",
        "day",
        "state",
        "season_id",
        season_name=F("season__name"),
        deal_count=Count("tables__deals", filter=in_force, distinct=True),
        table_count=Count("tables", distinct=True),
    )
