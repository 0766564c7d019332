"""Two connections on PostgreSQL: a table is refreshed by two at once, and while people record.

Recording never waits for a refresh, nor a refresh for whoever records.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction

from scoring.models import AuditRun, Season, SeasonSnapshot, StandingRow, StandingState
from scoring.selectors.movements import movements_from_books
from scoring.selectors.sums_to_rank import rank_sums_from_books
from scoring.services import movements, standings
from scoring.services.audits import audit_books
from scoring.services.merges import merge_players
from scoring.services.standings import Refreshed, rebuild_standings, refresh_standings
from tests.books import Books, make_books
from tests.flows.parallel import Gate, Running, together, wait_until_blocked
from tests.services import seasons

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def books() -> Iterator[Books]:
    made = make_books()
    made.record(made.sheet(eats=[(1, False)]))
    yield made
    assert audit_books().differences == []
    AuditRun.objects.all().delete()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """The first refresh stops with its lock in hand, before it writes a row."""
    stop = Gate()
    replace = standings._replace

    def stop_and_replace(*arguments: Any) -> Refreshed:
        if not stop.arrived.is_set():
            stop.stop()
        return replace(*arguments)

    monkeypatch.setattr(standings, "_replace", stop_and_replace)
    return stop


def refreshing(books: Books) -> Running:
    return Running(lambda: refresh_standings(season_id=books.season.pk))


def test_two_refreshes_at_once_write_one_table(books: Books, gate: Gate) -> None:
    with gate.held(lambda: refreshing(books)) as first:
        second = refreshing(books)
        wait_until_blocked()
    assert (first.result().did_build, second.result().did_build) == (True, False)
    assert second.result().checksum == first.result().checksum
    assert not seasons.is_behind(books)


def test_many_refreshes_of_a_season_nobody_has_ranked_make_one_table(books: Books) -> None:
    StandingState.objects.all().delete()
    outcomes = together([lambda: refresh_standings(season_id=books.season.pk)] * 4)
    assert sorted(answer.did_build for answer in outcomes.answers) == [False, False, False, True]
    assert StandingRow.objects.count() == len(books.people)


def test_recording_goes_on_while_a_refresh_holds_its_lock(books: Books, gate: Gate) -> None:
    with gate.held(lambda: refreshing(books)) as refresh:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '2s'")
            assert books.record().number == 2
        seasons.penalise(books, 0, -3)
        assert refresh.is_running
    assert refresh.result().did_build
    assert seasons.is_behind(books)
    assert seasons.refresh(books).did_build
    built = seasons.stored(books.season.pk)
    rebuild_standings(season_id=books.season.pk)
    assert seasons.stored(books.season.pk) == built


def test_a_refresh_does_not_wait_for_whoever_records(books: Books) -> None:
    stop = Gate()

    def record_and_stop() -> None:
        with transaction.atomic():
            books.record()
            stop.stop()

    with stop.held(lambda: Running(record_and_stop)) as recording:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '2s'")
            assert refresh_standings(season_id=books.season.pk).did_build
        assert not seasons.is_behind(books)
    recording.result()
    assert seasons.is_behind(books)
    assert seasons.refresh(books).did_build


def test_a_merge_committed_between_reading_and_writing_starts_the_refresh_again(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Gate()

    def rank_and_stop(season: Season) -> Any:
        ranked = rank_sums_from_books(season)
        if not stop.arrived.is_set():
            stop.stop()
        return ranked

    monkeypatch.setattr(standings, "rank_sums_from_books", rank_and_stop)
    with stop.held(lambda: refreshing(books)) as refresh:
        merge_players(
            actor=books.owner,
            club_id=books.club.pk,
            player_id=books.people[4].pk,
            into_id=books.people[0].pk,
        )
    assert refresh.result().did_build
    assert not seasons.is_behind(books)
    assert books.people[4].pk not in set(StandingRow.objects.values_list("player_id", flat=True))


def test_movements_of_a_table_that_somebody_recorded_behind_are_not_written(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    seasons.refresh(books)
    stop = Gate()

    def compare_and_stop(season: Season) -> Any:
        stop.stop()
        return movements_from_books(season)

    monkeypatch.setattr(movements, "movements_from_books", compare_and_stop)
    with stop.held(
        lambda: Running(lambda: movements.compute_movements(season_id=books.season.pk))
    ) as computing:
        books.record()
    assert computing.result() is False
    assert StandingState.objects.get().movements is None


def test_closing_a_season_waits_for_a_penalty_and_keeps_it_in_the_snapshot(books: Books) -> None:
    seasons.settle(books)
    stop = Gate()

    def penalise_and_stop() -> None:
        with transaction.atomic():
            seasons.penalise(books, 0, -77)
            stop.stop()

    with stop.held(lambda: Running(penalise_and_stop)):
        closing = Running(lambda: seasons.close(books))
        wait_until_blocked()
    closing.result()
    assert '"points":-77' in SeasonSnapshot.objects.get().tallies
    assert '"penalties":-77' in SeasonSnapshot.objects.get().rows
