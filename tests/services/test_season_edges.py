"""Which night and which season an instant belongs to, where two seasons meet.

Seasons end on 30 September and begin on 1 October; the club lives in Saigon and turns its days at
six in the morning. Where the machine stands, and what zone Django speaks to people in, is nothing
to it.
"""

import os
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone as django_timezone

from scoring.errors import ErrorCode
from scoring.models import Club, Night, Season
from scoring.services import nights, seasons, standings
from tests.books import Books
from tests.services import seasons as helping
from tests.services.checks import refuses

HERE = timezone(timedelta(hours=7))
AUTUMN, WINTER = "Mùa thu", "Mùa đông"

# Day and wall clock of the club; the night's day, and the season; None: no season has that day.
EDGES = [
    ("2026-08-31 23:59", date(2026, 8, 31), None),
    ("2026-09-01 00:01", date(2026, 8, 31), None),
    ("2026-09-01 05:59", date(2026, 8, 31), None),
    ("2026-09-01 06:01", date(2026, 9, 1), AUTUMN),
    ("2026-09-30 23:59", date(2026, 9, 30), AUTUMN),
    ("2026-10-01 00:01", date(2026, 9, 30), AUTUMN),
    ("2026-10-01 05:59", date(2026, 9, 30), AUTUMN),
    ("2026-10-01 06:01", date(2026, 10, 1), WINTER),
    ("2026-10-31 23:59", date(2026, 10, 31), WINTER),
    ("2026-11-01 00:01", date(2026, 10, 31), WINTER),
    ("2026-11-01 05:59", date(2026, 10, 31), WINTER),
    ("2026-11-01 06:01", date(2026, 11, 1), None),
]
# The same two seasons in clubs elsewhere, or that turn at midnight.
ELSEWHERE = [
    ("Asia/Ho_Chi_Minh", 0, "2026-09-30 23:59", AUTUMN),
    ("Asia/Ho_Chi_Minh", 0, "2026-10-01 00:01", WINTER),
    ("America/Los_Angeles", 6, "2026-10-01 05:59", AUTUMN),
    ("America/Los_Angeles", 6, "2026-10-01 06:01", WINTER),
    ("Pacific/Auckland", 12, "2026-10-01 11:59", AUTUMN),
    ("Pacific/Auckland", 12, "2026-10-01 12:01", WINTER),
]


@pytest.fixture(params=["UTC", "America/New_York", "Asia/Tokyo"])
def server_zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The machine stands somewhere, and Django speaks to people there."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    with django_timezone.override(ZoneInfo(request.param)):
        yield request.param
    monkeypatch.undo()
    time.tzset()
    assert os.environ.get("TZ") != "America/New_York"


@pytest.fixture
def two_seasons(books: Books) -> Books:
    """September and October; the season of the books is gone with its night."""
    Season.objects.filter(pk=books.season.pk).update(
        name=AUTUMN, first_day=date(2026, 9, 1), last_day=date(2026, 9, 30)
    )
    seasons.open_season(
        actor=books.owner,
        club_id=books.club.pk,
        name=WINTER,
        first_day=date(2026, 10, 1),
        last_day=date(2026, 10, 31),
    )
    return books


def _at(wall_clock: str, zone: tzinfo) -> datetime:
    return datetime.fromisoformat(wall_clock).replace(tzinfo=zone)


def _open(books: Books, instant: datetime) -> Night:
    club = Club.objects.get(pk=books.club.pk)
    day = nights.day_of(club=club, instant=instant)
    return nights.open_night(actor=books.owner, club_id=club.pk, day=day)


@pytest.mark.parametrize(("wall_clock", "day", "season"), EDGES)
def test_a_night_belongs_to_the_day_it_began_on_and_to_the_season_of_that_day(
    two_seasons: Books, server_zone: str, wall_clock: str, day: date, season: str | None
) -> None:
    instant = _at(wall_clock, HERE)
    for asked in (instant, instant.astimezone(UTC), instant.astimezone(ZoneInfo(server_zone))):
        if season is None:
            with refuses(ErrorCode.NIGHT_OUTSIDE_SEASON, day=day.isoformat()):
                _open(two_seasons, asked)
        else:
            night = _open(two_seasons, asked)
            assert (night.day, Season.objects.get(nights=night).name) == (day, season)


@pytest.mark.parametrize(("zone", "cutoff_hours", "wall_clock", "season"), ELSEWHERE)
def test_zone_and_cut_off_are_the_clubs(
    two_seasons: Books,
    server_zone: str,
    zone: str,
    cutoff_hours: int,
    wall_clock: str,
    season: str,
) -> None:
    Club.objects.filter(pk=two_seasons.club.pk).update(
        time_zone=zone, day_cutoff_hours=cutoff_hours
    )
    night = _open(two_seasons, _at(wall_clock, ZoneInfo(zone)))
    assert Season.objects.get(nights=night).name == season


def test_what_is_played_after_midnight_is_ranked_where_the_night_began(
    two_seasons: Books, server_zone: str
) -> None:
    """23:59, 00:01 and 05:59 in September's last night, 06:01 in October's first; once more at
    05:59 of the second of October, in the night of the first.
    """
    for wall_clock in (
        *(clock for clock, _, _ in EDGES[4:8]),
        "2026-10-02 05:59",
    ):
        instant = _at(wall_clock, HERE)
        night = _open(two_seasons, instant)
        table = night.tables.first() or helping.open_table(two_seasons, night.day)
        two_seasons.record(table_id=table.pk, played_at=instant)
    found = {}
    for season in Season.objects.filter(club=two_seasons.club):
        standings.refresh_standings(season_id=season.pk)
        rows = {row["player"]: row for row in helping.stored(season.pk)[1]}
        an = rows[two_seasons.seat(0)]
        found[season.name] = (an["deals"], an["nights"])
    assert found == {AUTUMN: (3, 1), WINTER: (2, 1)}
