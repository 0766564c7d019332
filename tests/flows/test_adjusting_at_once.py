"""Two connections on PostgreSQL: adjustments and penalties meet what reads them.

Each time the one waits for the other and finds what it left; without the lock the damage shows.
"""

import pytest

from scoring.services import policies
from tests.books import Books, make_books
from tests.flows.parallel import Call, Gate, Running, stopped, wait_until_blocked, without
from tests.services import seasons

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def books() -> Books:
    return make_books()


def naming_another_metric(books: Books) -> Call:
    version = seasons.publish(books, metric="net_bets")
    return lambda: policies.set_season_policy(
        actor=books.owner,
        club_id=books.club.pk,
        season_id=books.season.pk,
        version_id=version.pk,
    )


def test_a_penalty_in_flight_is_warned_of(books: Books) -> None:
    naming = naming_another_metric(books)
    gate = Gate()
    with gate.held(stopped(gate, lambda: seasons.penalise(books, 0, -10))):
        second = Running(naming)
        wait_until_blocked()
    assert [warning.penalties for warning in second.result().warnings] == [1]


def test_without_the_seasons_lock_nobody_is_warned(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    naming = naming_another_metric(books)
    without(monkeypatch, "lock_season")
    gate = Gate()
    with gate.held(stopped(gate, lambda: seasons.penalise(books, 0, -10))):
        second = Running(naming)
        wait_until_blocked()
    assert second.result().warnings == ()
