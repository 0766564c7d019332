"""The club day of an instant.

A night that runs past midnight belongs to the day it began on: the day changes at the club's
cut-off hour. Knows time zones and hours. Knows no club and no night (architecture.md, section 4).
"""

from datetime import date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones


def club_day(instant: datetime, *, time_zone: str, day_cutoff_hours: int) -> date:
    """The club day of an aware `instant`: (wall clock in the club's zone − cut-off).date()."""
    assert instant.tzinfo is not None, "a club day is asked of an aware instant"
    wall_clock = instant.astimezone(ZoneInfo(time_zone)).replace(tzinfo=None)
    return (wall_clock - timedelta(hours=day_cutoff_hours)).date()


def is_time_zone(name: str) -> bool:
    """Is `name` a zone of the time-zone database?"""
    return name in _time_zones()


@cache
def _time_zones() -> frozenset[str]:
    """Read once: it is a walk through the folders of the database."""
    return frozenset(available_timezones())
