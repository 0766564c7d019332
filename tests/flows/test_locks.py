"""Two connections on PostgreSQL: who holds a table's lock, who waits for it, and what breaks when
the lock or the look-up of the id is taken away.

The second half takes a guard away and shows the damage: so these tests would fail without it.
"""

import threading
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Adjustment, Club, Deal, DealRevision, RevisionKind, Season
from scoring.selectors import neighbours
from scoring.selectors.neighbours import Neighbours
from scoring.selectors.tables import TableContext, load_table
from scoring.services import deals, locks, seasons
from scoring.services.adjustments import adjust_night
from scoring.services.audits import audit_books
from scoring.services.deals import revise_deal
from scoring.services.merges import merge_players
from scoring.services.seasons import open_season
from scoring.services.terms import change_terms
from tests.books import EVENING, Books, make_books, uuids
from tests.flows.parallel import Call, Gate, Running, together, wait_until_blocked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def books() -> Books:
    return make_books()


def holding_table(books: Books, gate: Gate) -> Running:
    """A transaction that records a deal and stops before its commit, the table's lock in hand."""

    def run() -> Any:
        with transaction.atomic():
            answer = books.record(books.sheet(multiplier=3))
            gate.stop()
            return answer

    return Running(run)


def correction(books: Books, deal_id: Any) -> Call:
    return lambda: revise_deal(
        actor=books.owner,
        deal_id=deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.CORRECT,
        sheet=books.sheet(multiplier=2),
    )


def test_whoever_records_at_a_table_waits_for_the_one_before_and_then_sees_its_deal(
    books: Books,
) -> None:
    gate = Gate()
    with gate.held(lambda: holding_table(books, gate)) as first:
        second = Running(lambda: books.record(played_at=EVENING))
        wait_until_blocked()
        assert second.is_running
        assert not Deal.objects.exists()
    assert first.result().number == 1
    assert second.result().number == 2
    assert audit_books().differences == []


def test_the_same_deal_sent_again_waits_and_is_then_known(books: Books) -> None:
    gate = Gate()
    sheet, deal_id = books.sheet(), uuid4()

    def record() -> Any:
        with transaction.atomic():
            answer = books.record(sheet, deal_id=deal_id)
            gate.stop()
            return answer

    with gate.held(lambda: Running(record)) as first:
        second = Running(lambda: books.record(sheet, deal_id=deal_id, played_at=EVENING))
        wait_until_blocked()
    assert (first.result().is_new, second.result().is_new) == (True, False)
    assert second.result().revision_id == first.result().revision_id


@pytest.mark.parametrize("what", ["correct", "terms", "night adjustment", "merge"])
def test_everything_that_changes_a_table_waits_for_whoever_records_there(
    books: Books, what: str
) -> None:
    recorded = books.record()
    calls: dict[str, Call] = {
        "correct": correction(books, recorded.deal_id),
        "terms": lambda: change_terms(
            actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), stake_points=5
        ),
        "night adjustment": lambda: adjust(books),
        "merge": lambda: merge_players(
            actor=books.owner,
            club_id=books.club.pk,
            player_id=books.people[4].pk,
            into_id=books.people[0].pk,
        ),
    }
    gate = Gate()
    with gate.held(lambda: holding_table(books, gate)):
        second = Running(calls[what])
        wait_until_blocked()
        assert second.is_running
    second.result()
    assert audit_books().differences == []


def test_a_deal_recorded_during_a_merge_waits_for_it_and_meets_the_merged(books: Books) -> None:
    gate = Gate()

    def merge() -> None:
        with transaction.atomic():
            merge_players(
                actor=books.owner,
                club_id=books.club.pk,
                player_id=books.people[4].pk,
                into_id=books.people[0].pk,
            )
            gate.stop()

    two = books.sheet(seats=[books.seat(0), books.seat(4)])
    with gate.held(lambda: Running(merge)):
        second = Running(lambda: books.record(two))
        wait_until_blocked()
    with pytest.raises(Exception, match="player_repeated"):
        second.result()
    assert not Deal.objects.exists()


def test_other_tables_go_on_while_one_is_locked(books: Books) -> None:
    """Up to the season's mark, which every commit of the season has to set in turn."""
    other = books.open_second_table()
    gate = Gate()

    def hold_the_lock_alone() -> None:
        with transaction.atomic():
            locks.lock_table(books.table.pk)
            gate.stop()

    with gate.held(lambda: Running(hold_the_lock_alone)):
        assert books.record(table_id=other.pk).number == 1


def test_somebody_who_looks_at_a_locked_table_does_not_wait(books: Books) -> None:
    gate = Gate()
    with gate.held(lambda: holding_table(books, gate)):
        assert load_table(actor=books.owner, table_id=books.table.pk).table.last_number == 0


def test_whoever_waited_too_long_for_nothing_gets_its_turn_after_a_rollback(books: Books) -> None:
    gate = Gate()

    def fail() -> None:
        with transaction.atomic():
            books.record()
            gate.stop()
            raise KeyError("the phone's server died")

    with gate.held(lambda: Running(fail)) as first:
        second = Running(books.record)
        wait_until_blocked()
    with pytest.raises(KeyError):
        first.result()
    assert second.result().number == 1
    assert audit_books().differences == []


# What breaks without the guards


@pytest.fixture
def two_have_read(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two that record have both read the table before either writes: the interleaving the lock
    forbids. Whoever looks a second time meets nobody.
    """
    met, have_met = threading.Barrier(2), set[int]()

    def load_and_meet(**arguments: Any) -> TableContext:
        here = load_table(**arguments)
        if threading.get_ident() not in have_met:
            have_met.add(threading.get_ident())
            met.wait(30)
        return here

    monkeypatch.setattr(deals, "load_table", load_and_meet)
    yield
    met.abort()


@pytest.mark.usefixtures("two_have_read")
def test_without_the_table_s_lock_two_deals_want_the_same_number(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "lock_table", lambda table_id: None)
    sheets = [books.sheet(multiplier=n) for n in (1, 2)]
    # Which of the two guards is met first depends on who commits when.
    with pytest.raises(IntegrityError, match=r"deal_number_once_per_table|numbered without gaps"):
        together([lambda: books.record(sheets[0]), lambda: books.record(sheets[1])])
    assert Deal.objects.count() == 1


@pytest.mark.usefixtures("two_have_read")
def test_without_the_table_s_lock_a_deal_sent_twice_is_known_at_the_second_look(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "lock_table", lambda table_id: None)
    sheet, deal_id = books.sheet(), uuid4()
    sent = together([lambda: books.record(sheet, deal_id=deal_id)] * 2)
    assert sorted(answer.is_new for answer in sent.answers) == [False, True]


@pytest.mark.usefixtures("two_have_read")
def test_without_the_lock_and_the_second_look_a_deal_sent_twice_fails(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "lock_table", lambda table_id: None)
    monkeypatch.setattr(deals, "IntegrityError", ZeroDivisionError)
    sheet, deal_id = books.sheet(), uuid4()
    with pytest.raises(IntegrityError):
        together([lambda: books.record(sheet, deal_id=deal_id)] * 2)
    assert Deal.objects.count() == 1


@pytest.mark.usefixtures("two_have_read")
def test_without_the_tables_locks_two_corrections_want_the_same_n(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.MonkeyPatch.context() as unmet:
        unmet.setattr(deals, "load_table", load_table)
        recorded = books.record()
    monkeypatch.setattr(locks, "lock_tables_of_night", lambda night_id: None)
    with pytest.raises(IntegrityError):
        together([correction(books, recorded.deal_id)] * 2)
    assert DealRevision.objects.count() == 2


def test_without_the_look_up_of_the_id_a_retry_fails_loudly(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, [deal_id] = books.sheet(), uuids(1)
    books.record(sheet, deal_id=deal_id)
    monkeypatch.setattr(deals, "find_neighbours", lambda **_: Neighbours(known=None, near=()))
    with pytest.raises(IntegrityError):
        books.record(sheet, deal_id=deal_id)
    assert Deal.objects.count() == 1
    monkeypatch.setattr(deals, "find_neighbours", neighbours.find_neighbours)
    assert not books.record(sheet, deal_id=deal_id).is_new


def test_without_the_club_s_lock_two_seasons_lie_over_each_other(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No constraint says it alike on both databases, so the lock is all there is."""
    met = threading.Barrier(2)
    verify_days = seasons._verify_days

    def verify_and_meet(**arguments: Any) -> None:
        verify_days(**arguments)
        met.wait(30)

    monkeypatch.setattr(seasons, "_verify_days", verify_and_meet)
    monkeypatch.setattr(locks, "lock_club", lambda club_id: None)
    days = {
        "first_day": books.season.last_day.replace(year=2027),
        "last_day": books.season.last_day.replace(year=2028),
    }
    calls: list[Call] = [
        lambda n=n: open_season(actor=books.owner, club_id=books.club.pk, name=f"Mùa {n}", **days)  # type: ignore[misc]
        for n in range(2)
    ]
    assert len(together(calls).answers) == 2
    assert Season.objects.filter(**days).count() == 2


def test_locked_for_update_with_its_key_a_club_would_hold_up_every_commit(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why the locks are `NO KEY`: a foreign key to the club is checked when a deal commits."""
    gate = Gate()

    def hold_with_key() -> None:
        with transaction.atomic():
            list(Club.objects.select_for_update().filter(pk=books.club.pk))
            gate.stop()

    with gate.held(lambda: Running(hold_with_key)):
        second = Running(books.record)
        wait_until_blocked()
    second.result()

    gate = Gate()

    def hold_as_we_do() -> None:
        with transaction.atomic():
            locks.lock_club(books.club.pk)
            gate.stop()

    with gate.held(lambda: Running(hold_as_we_do)):
        assert books.record().number == 2


def adjust(books: Books) -> Adjustment:
    return adjust_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=uuid4(),
        payer=books.people[0].pk,
        payee=books.people[1].pk,
        points=5,
    )
