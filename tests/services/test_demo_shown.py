"""What the demo club shows: its past, its season and tonight. Made once for these tests."""

from datetime import UTC, datetime, timedelta

import pytest

from scoring.actors import Actor
from scoring.models import (
    Adjustment,
    Deal,
    Login,
    Night,
    Payment,
    Player,
    PossibleDuplicate,
    PotMove,
    Season,
    Settlement,
    StandingRow,
)
from scoring.selectors.season_stamps import get_season_stamp
from scoring.selectors.season_table import read_season_table
from scoring.services import demo
from scoring.services.audits import audit_books
from tests.shared import made_once

# 20:00 in Vietnam.
NOW = datetime(2026, 10, 2, 13, 0, tzinfo=UTC)
FIRST_THREE = [("An", 146), ("Oanh", 50), ("Long", 39)]


@pytest.fixture(scope="module")
def _made(django_db_setup, django_db_blocker):
    def make() -> demo.DemoSignIn:
        sign_in = demo.ensure_demo(password="mot-hai-ba", now=NOW)
        assert sign_in is not None
        return sign_in

    with made_once(django_db_blocker, make) as sign_in:
        yield sign_in


@pytest.fixture
def sign_in(_made, db) -> demo.DemoSignIn:
    """How to get into it."""
    found: demo.DemoSignIn = _made
    return found


def test_it_has_a_past_a_table_and_things_to_decide(sign_in) -> None:
    assert sign_in.day == NOW.date()
    assert Player.objects.count() == 12
    earlier, running = Season.objects.order_by("first_day")
    assert (earlier.state, running.state) == ("closed", "open")
    assert earlier.snapshots.count() == 1
    owner = Actor.of_login(Login.objects.get(username=sign_in.user_name).pk)
    stamp = get_season_stamp(actor=owner, slug=sign_in.club_slug, season_id=running.pk)
    assert not stamp.is_dirty
    ranks = [row.working["rank"] for row in read_season_table(stamp).rows]
    assert ranks[:3] == [1, 2, 3]
    states = list(Night.objects.order_by("day").values_list("state", flat=True))
    assert states == ["locked"] * 4 + ["settled"] * 2 + ["open"]
    assert Adjustment.objects.filter(scope="season").count() == 3
    assert PossibleDuplicate.objects.get().deal.table.night.state == "open"
    assert PotMove.objects.filter(kind="opening", table__night__state="open").exists()
    assert [str(difference) for difference in audit_books().differences] == []


def test_a_payment_was_confirmed_before_somebody_looked_again(sign_in) -> None:
    corrected = Settlement.objects.get(n=2)
    before = Payment.objects.filter(settlement__night=corrected.night, settlement__n=1)
    assert {payment.state for payment in before} == {"confirmed", "paid", "cancelled"}
    after = Payment.objects.filter(settlement=corrected)
    assert {payment.state for payment in after} == {"proposed"}


def test_tonight_was_played_shortly_before_now_and_the_past_is_the_same_every_time(sign_in) -> None:
    tonight = Deal.objects.filter(table__night__state="open").order_by("-played_at")
    assert timedelta(0) < NOW - tonight[0].played_at < timedelta(minutes=5)
    assert Deal.objects.filter(played_at__gt=NOW).count() == 0
    rows = StandingRow.objects.filter(season__state="open").order_by("position")
    assert [(row.player.call_name, row.row["value"]) for row in rows[:3]] == FIRST_THREE


def test_another_password_is_left_alone_and_not_told(sign_in) -> None:
    assert demo.ensure_demo(password="bon-nam-sau") is None
    assert Login.objects.get().check_password("mot-hai-ba")
