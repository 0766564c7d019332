"""The tasks of the background, run here as a worker would: each finds by itself what is due, and
twice is once.
"""

from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from scoring import tasks
from scoring.models import AuditRun, Night, StandingState
from scoring.services import questions
from tests.books import Books, make_books
from tests.services import seasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def books() -> Books:
    return make_books()


class Clock:
    """What time it is."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)

    def now(self) -> datetime:
        return _really_now() + self.ahead


_really_now = timezone.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(timezone, "now", made.now)
    return made


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, ...]]]:
    """Tasks that were asked for, in order."""
    messages: list[tuple[str, tuple[int, ...]]] = []
    monkeypatch.setattr(tasks, "dispatch", lambda name, *args: messages.append((name, args)))
    return messages


def test_the_schedule_asks_every_minute_for_standings_and_often_enough_for_the_rest() -> None:
    scheduled = {
        str(entry["task"]).rpartition(".")[2]: entry["schedule"]
        for entry in settings.CELERY_BEAT_SCHEDULE.values()
    }
    assert scheduled == {
        "heartbeat": 30,
        "sweep_standings": 60,
        "lock_due_nights": 600,
        "audit_when_due": 900,
    }


def test_a_refresh_asks_for_movements_after_the_build_and_twice_is_once(
    books: Books, sent: list[tuple[str, tuple[int, ...]]]
) -> None:
    books.record()
    for _ in range(2):
        tasks.refresh_standings.run(books.season.pk)
    assert sent == [("scoring.tasks.compute_movements", (books.season.pk,))]
    for _ in range(2):
        tasks.compute_movements.run(books.season.pk)
    state = StandingState.objects.get()
    assert state.movements_revision == state.built_revision


def test_the_sweep_asks_for_every_season_that_is_behind(
    books: Books, sent: list[tuple[str, tuple[int, ...]]]
) -> None:
    other, third = make_books(slug="clb-khac"), make_books(slug="clb-ba")
    seasons.refresh(other)
    tasks.compute_movements.run(other.season.pk)
    books.record()
    tasks.sweep_standings.run()
    assert sent == [
        ("scoring.tasks.refresh_standings", (books.season.pk,)),
        ("scoring.tasks.refresh_standings", (third.season.pk,)),
    ]
    for _, (season_id,) in list(sent):
        tasks.refresh_standings.run(season_id)
    sent.clear()  # the workers died before they computed who moved
    tasks.sweep_standings.run()
    assert sent == [
        ("scoring.tasks.compute_movements", (books.season.pk,)),
        ("scoring.tasks.compute_movements", (third.season.pk,)),
    ]
    for _, (season_id,) in list(sent):
        tasks.compute_movements.run(season_id)
    sent.clear()
    tasks.sweep_standings.run()
    assert sent == []


def test_a_night_is_locked_two_days_after_it_was_settled(books: Books, clock: Clock) -> None:
    def state_after(ahead: timedelta) -> str:
        clock.ahead = ahead
        tasks.lock_due_nights.run()
        return Night.objects.get(pk=books.night.pk).state

    books.record()
    assert state_after(timedelta(hours=99)) == "open"
    seasons.settle(books)
    assert state_after(timedelta(hours=99 + 47, minutes=59)) == "settled"
    assert state_after(timedelta(hours=99 + 48)) == "locked"
    assert state_after(timedelta(hours=99 + 96)) == "locked"


def test_a_night_with_something_open_is_not_locked_until_it_is_settled(
    books: Books, clock: Clock
) -> None:
    deal = books.record()
    dispute = questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id)
    seasons.settle(books)
    clock.ahead = timedelta(days=3)
    tasks.lock_due_nights.run()
    assert Night.objects.get(pk=books.night.pk).state == "settled"
    questions.settle_dispute(actor=books.owner, dispute_id=dispute.pk)
    tasks.lock_due_nights.run()
    assert Night.objects.get(pk=books.night.pk).state == "locked"


def test_the_books_are_audited_once_in_twenty_hours(books: Books, clock: Clock) -> None:
    def runs_after(ahead: timedelta) -> int:
        clock.ahead = ahead
        tasks.audit_when_due.run()
        return AuditRun.objects.count()

    books.record()
    assert runs_after(timedelta(0)) == 1
    assert runs_after(timedelta(hours=19, minutes=59)) == 1
    assert runs_after(timedelta(hours=20, minutes=1)) == 2
    assert runs_after(timedelta(hours=40)) == 2
    assert runs_after(timedelta(hours=41)) == 3
    run = AuditRun.objects.latest("finished_at")
    assert (run.deals_checked, run.differences) == (1, 0)
