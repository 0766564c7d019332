"""A refresh during which something is recorded: it ranks again, the third time inside its lock.

In one connection; what two connections do stands in tests/flows.
"""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Season
from scoring.selectors.standings import list_dirty_seasons
from scoring.selectors.sums_to_rank import rank_sums_from_books
from scoring.services import standings
from scoring.services.deals import DealAnswer
from tests.books import Books
from tests.services import seasons


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the refresh does, in order: reading, ranking, locking."""
    done: list[str] = []
    lock = standings._lock

    def locking(season_id: int) -> Any:
        done.append("lock")
        return lock(season_id)

    monkeypatch.setattr(standings, "_lock", locking)
    return done


def _ranking(
    order: list[str], record: Callable[[], DealAnswer], times: int
) -> Callable[[Season], Any]:
    def rank(season: Season) -> Any:
        order.append("rank")
        answer = rank_sums_from_books(season)
        if order.count("rank") <= times:
            record()
        return answer

    return rank


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        (0, ["rank", "lock"]),
        (1, ["rank", "lock", "rank", "lock"]),
        (2, ["rank", "lock", "rank", "lock", "lock", "rank"]),
    ],
)
def test_what_is_recorded_while_it_ranks_makes_it_rank_again_the_third_time_in_the_lock(
    books: Books,
    monkeypatch: pytest.MonkeyPatch,
    order: list[str],
    times: int,
    expected: list[str],
) -> None:
    books.record()
    monkeypatch.setattr(standings, "rank_sums_from_books", _ranking(order, books.record, times))
    assert seasons.refresh(books).did_build
    assert order == expected
    assert not seasons.is_behind(books)
    refreshed = seasons.stored(books.season.pk)
    monkeypatch.undo()
    standings.rebuild_standings(season_id=books.season.pk)
    assert seasons.stored(books.season.pk) == refreshed


def test_what_is_recorded_while_it_ranks_in_the_lock_leaves_the_table_behind(
    books: Books, monkeypatch: pytest.MonkeyPatch, order: list[str]
) -> None:
    books.record()
    monkeypatch.setattr(standings, "rank_sums_from_books", _ranking(order, books.record, 3))
    assert seasons.refresh(books).did_build
    assert seasons.is_behind(books)
    monkeypatch.undo()
    assert books.season.pk in list_dirty_seasons()
    seasons.refresh(books)
    assert not seasons.is_behind(books)


def test_a_table_somebody_else_has_built_meanwhile_is_left_as_it_is(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    books.record()
    other: list[standings.Refreshed] = []

    def rank(season: Season) -> Any:
        monkeypatch.setattr(standings, "rank_sums_from_books", rank_sums_from_books)
        other.append(seasons.refresh(books))
        return rank_sums_from_books(season)

    monkeypatch.setattr(standings, "rank_sums_from_books", rank)
    assert not seasons.refresh(books).did_build
    assert other[0].did_build
