"""Seasons of a club."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Case, Count, F, Q, QuerySet, When
from django.utils import timezone

from scoring.days import club_day
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Season, SeasonState
from scoring.names import name_key
from scoring.selectors.members import ClubRow


def get_season_by_id(*, club_id: int, season_id: int) -> Season:
    """A season of this club; `not_found` for everything else."""
    season = Season.objects.filter(club_id=club_id, pk=season_id).first()
    if season is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="season_id")
    return season


def find_season_by_name(*, club_id: int, name: str) -> Season | None:
    """The season of this name, whatever the case."""
    return Season.objects.filter(club_id=club_id, name_key=name_key(name)).first()


def find_season_of_day(*, club_id: int, day: date) -> Season | None:
    """The season this club day lies in; there is at most one."""
    return Season.objects.filter(club_id=club_id, first_day__lte=day, last_day__gte=day).first()


@dataclass(frozen=True, slots=True)
class SeasonInClub:
    """A season as a club's list has it. `policy_name` and `policy_n` are None under the defaults.

    `night_count` are the nights that lie in it, `played_count` those in which a deal was recorded.
    """

    id: int
    name: str
    first_day: date
    last_day: date
    state: str
    seed: str
    policy_version_id: int | None
    policy_name: str | None
    policy_n: int | None
    built_at: datetime | None
    night_count: int
    played_count: int
    snapshot_count: int

    @property
    def is_closed(self) -> bool:
        """It takes nothing any more; its table is the snapshot's."""
        return self.state == SeasonState.CLOSED


def list_seasons(*, club_id: int) -> Sequence[SeasonInClub]:
    """The club's seasons, the latest first; one statement."""
    return [SeasonInClub(**row) for row in _in_club(club_id).order_by("-first_day")]


def get_season_in_club(*, club_id: int, season_id: int) -> SeasonInClub:
    """One of them; `not_found` for everything else."""
    row = _in_club(club_id).filter(pk=season_id).first()
    if row is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="season_id")
    return SeasonInClub(**row)


def find_current_season(club: ClubRow) -> int | None:
    """The season today's club day lies in, else the latest; None for a club without one."""
    today = club_day(
        timezone.now(), time_zone=club.time_zone, day_cutoff_hours=club.day_cutoff_hours
    )
    is_now = Case(When(first_day__lte=today, last_day__gte=today, then=1), default=0)
    seasons = Season.objects.filter(club_id=club.id).order_by(is_now.desc(), "-first_day")
    return seasons.values_list("pk", flat=True).first()


def _in_club(club_id: int) -> QuerySet[Season, Any]:
    played = Q(nights__tables__last_number__gt=0)
    return Season.objects.filter(club_id=club_id).values(
        "id",
        "name",
        "first_day",
        "last_day",
        "state",
        "seed",
        "policy_version_id",
        policy_name=F("policy_version__policy__name"),
        policy_n=F("policy_version__n"),
        built_at=F("standing_state__built_at"),
        night_count=Count("nights", distinct=True),
        played_count=Count("nights", filter=played, distinct=True),
        snapshot_count=Count("snapshots", distinct=True),
    )


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season, by its club's slug."""

    id: int
    club_slug: str
    name: str


def list_seasons_named(*, club_slug: str, season_name: str) -> Sequence[SeasonRow]:
    """The season of this name in this club, or nothing."""
    seasons = Season.objects.filter(club__slug=club_slug, name_key=name_key(season_name))
    return [SeasonRow(season.pk, club_slug, season.name) for season in seasons]


def list_open_seasons(
    *, club_slug: str | None = None, season_name: str | None = None
) -> Sequence[SeasonRow]:
    """Open seasons of every club, or of one, or one alone. Errors: `not_found` with the field."""
    seasons = Season.objects.filter(state=SeasonState.OPEN).select_related("club")
    if club_slug is not None:
        seasons = seasons.filter(club__slug=club_slug)
    if season_name is not None:
        seasons = seasons.filter(name_key=name_key(season_name))
    found = [
        SeasonRow(season.pk, season.club.slug, season.name)
        for season in seasons.order_by("club__slug", "first_day")
    ]
    if not found and club_slug is not None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="season", club=club_slug)
    return found
