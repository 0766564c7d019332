"""The club day of an instant: wall clock in the club's zone less the cut-off hour."""

import os
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.days import club_day, is_time_zone

pytestmark = pytest.mark.sqlite  # no database at all

SAIGON = "Asia/Ho_Chi_Minh"  # UTC+7 all the year
HERE = timezone(timedelta(hours=7))


@pytest.fixture(params=["UTC", "America/New_York", "Asia/Tokyo"])
def server_zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The machine stands somewhere."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()
    assert os.environ.get("TZ") != "America/New_York"


@pytest.mark.parametrize(
    ("hour", "minute", "day"),
    [
        (20, 0, 4),
        (23, 59, 4),
        (24, 1, 4),
        (29, 59, 4),  # 05:59 of the next morning
        (30, 0, 5),
        (30, 1, 5),
    ],
)
def test_a_night_ends_at_six_in_the_morning(
    server_zone: str, hour: int, minute: int, day: int
) -> None:
    instant = datetime(2026, 9, 4, tzinfo=HERE) + timedelta(hours=hour, minutes=minute)
    for asked in (instant, instant.astimezone(UTC)):
        assert club_day(asked, time_zone=SAIGON, day_cutoff_hours=6) == date(2026, 9, day)


@pytest.mark.parametrize(
    ("cutoff", "hour", "day"), [(0, 0, 5), (0, 23, 5), (12, 11, 4), (12, 12, 5), (3, 2, 4)]
)
def test_the_cutoff_is_the_clubs(cutoff: int, hour: int, day: int) -> None:
    instant = datetime(2026, 9, 5, hour, tzinfo=HERE)
    assert club_day(instant, time_zone=SAIGON, day_cutoff_hours=cutoff) == date(2026, 9, day)


def test_the_zone_is_the_clubs() -> None:
    """One instant: Saturday evening in Saigon, Saturday morning in Chicago, 07:30."""
    instant = datetime(2026, 9, 5, 12, 30, tzinfo=UTC)
    assert club_day(instant, time_zone=SAIGON, day_cutoff_hours=12) == date(2026, 9, 5)
    assert club_day(instant, time_zone="America/Chicago", day_cutoff_hours=12) == date(2026, 9, 4)


def test_the_wall_clock_decides_when_clocks_change() -> None:
    """Berlin, 25 October 2026: 03:00 is 02:00 again. 05:59 on the wall is the night before."""
    for instant, day in (
        (datetime(2026, 10, 25, 4, 59, tzinfo=UTC), date(2026, 10, 24)),  # 05:59 CET
        (datetime(2026, 10, 25, 5, 0, tzinfo=UTC), date(2026, 10, 25)),  # 06:00 CET
        (datetime(2026, 10, 24, 4, 0, tzinfo=UTC), date(2026, 10, 24)),  # 06:00 CEST
    ):
        assert club_day(instant, time_zone="Europe/Berlin", day_cutoff_hours=6) == day


def test_an_instant_without_a_zone_is_a_bug() -> None:
    with pytest.raises(AssertionError):
        club_day(datetime(2026, 9, 4, 20), time_zone=SAIGON, day_cutoff_hours=6)  # noqa: DTZ001


@given(st.datetimes(datetime(2000, 1, 2), datetime(2199, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_a_day_has_twenty_four_hours(instant: datetime) -> None:
    day = club_day(instant, time_zone=SAIGON, day_cutoff_hours=6)
    tomorrow = club_day(instant + timedelta(days=1), time_zone=SAIGON, day_cutoff_hours=6)
    assert tomorrow - day == timedelta(days=1)


@pytest.mark.parametrize("name", [SAIGON, "UTC", "America/Argentina/Ushuaia"])
def test_zones_of_the_database_are_zones(name: str) -> None:
    assert is_time_zone(name)


@pytest.mark.parametrize("name", ["", "asia/ho_chi_minh", "Asia", "/etc/localtime", "UTC+7", "\0"])
def test_nothing_else_is_a_zone(name: str) -> None:
    assert not is_time_zone(name)
