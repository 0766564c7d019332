"""Seasons of a club."""

from datetime import date

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Season
from scoring.names import name_key


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
