"""Opening a settled night again, locking it, unlocking it; and what locks by itself.

A plain deal at stake 1: An is first and gets 6; Bình pays 1, Chi 2, Dũng 3.
"""

from datetime import timedelta

import pytest

from scoring.actors import Actor, Role
from scoring.errors import ErrorCode
from scoring.services import payments, questions
from scoring.services.season_life import close_season
from scoring.services.settlements import (
    lock_due_nights,
    lock_night,
    reopen_night,
    unlock_night,
)
from tests.books import Books
from tests.services.checks import (
    correct,
    last_event,
    phone,
    refuses,
    settle,
    writes_nothing,
)
from tests.services.settling import (
    balances,
    gives,
    in_night,
    live,
    next_night,
    pay,
    plan,
    states,
    states_of,
)

PLAIN_PLAN = {("Bình", "An", 1), ("Chi", "An", 2), ("Dũng", "An", 3)}


# Opening again


def test_a_scorer_opens_the_night_again_while_nothing_is_paid(books: Books) -> None:
    books.record()
    settlement = settle(books)
    reopen_night(**{**in_night(books), "actor": books.actor(Role.SCORER)})
    settlement.refresh_from_db()
    assert settlement.state == "reopened"
    assert states(books) == {"cancelled": 3}
    assert states_of(books) == {"open"}
    event = last_event(books)
    assert (event.action, event.note) == ("night.reopen", None)
    assert books.record().number == 2


@pytest.mark.parametrize("state", ["paid", "confirmed", "waived"])
def test_once_something_is_paid_a_manager_says_why(books: Books, state: str) -> None:
    books.record()
    settle(books)
    pay(books, "Chi", "An", to=state)
    scorer = {**in_night(books), "actor": books.actor(Role.SCORER)}
    with refuses(ErrorCode.ROLE_TOO_LOW, needed="manager"):
        reopen_night(**scorer, note="còn chơi")
    manager = {**in_night(books), "actor": books.actor(Role.MANAGER)}
    with refuses(ErrorCode.NOTE_REQUIRED, field="note"):
        reopen_night(**manager, note="  ")
    reopen_night(**manager, note="còn chơi")
    assert states(books) == {"cancelled": 2, state: 1}
    note = last_event(books).note
    assert note is not None
    assert note.text == "còn chơi"


def test_a_payment_taken_back_leaves_the_night_to_the_scorer_again(books: Books) -> None:
    books.record()
    settle(books)
    paid = pay(books, "Chi", "An")
    payments.take_back(actor=books.owner, payment_id=paid.pk)
    reopen_night(**{**in_night(books), "actor": books.actor(Role.SCORER)})
    assert states_of(books) == {"open"}


def test_settled_again_the_payments_made_still_count(books: Books) -> None:
    # Chi has paid 2 of 2. One more deal like the first: Bình 2, Chi 4, Dũng 6 in all.
    books.record()
    settle(books)
    pay(books, "Chi", "An")
    reopen_night(**in_night(books), note="còn chơi")
    books.record()
    settlement = settle(books)
    assert settlement.n == 2
    assert balances(settlement) == {"An": 10, "Bình": -2, "Chi": -2, "Dũng": -6}
    assert plan(books) == {("Bình", "An", 2), ("Chi", "An", 2), ("Dũng", "An", 6)}


def test_opening_again_is_refused_where_it_must_be(books: Books, strangers: Books) -> None:
    with refuses(ErrorCode.NIGHT_OPEN):
        reopen_night(**in_night(books))
    settle(books)
    member = {**in_night(books), "actor": books.actor(Role.MEMBER)}
    with refuses(ErrorCode.ROLE_TOO_LOW, needed="scorer"):
        reopen_night(**member)
    with refuses(ErrorCode.NOT_FOUND):
        reopen_night(**{**in_night(books), "actor": strangers.owner})
    lock_night(**in_night(books))
    with refuses(ErrorCode.NIGHT_LOCKED):
        reopen_night(**in_night(books), note="còn chơi")
    close_season(actor=books.owner, club_id=books.club.pk, season_id=books.season.pk)
    with refuses(ErrorCode.SEASON_CLOSED):
        reopen_night(**in_night(books), note="còn chơi")


# Locking


def test_a_locked_night_stays_as_it_is(books: Books) -> None:
    deal = books.record()
    settle(books)
    lock_night(**{**in_night(books), "actor": books.actor(Role.MANAGER)})
    assert states_of(books) == {"locked"}
    assert last_event(books).action == "night.lock"
    with writes_nothing():
        lock_night(**in_night(books))
    with refuses(ErrorCode.NIGHT_LOCKED):
        correct(books, deal, books.sheet(multiplier=2), note="đếm nhầm")
    with refuses(ErrorCode.NIGHT_LOCKED):
        gives(books, 0, 1, 1)
    with refuses(ErrorCode.NIGHT_LOCKED):
        questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id)


def test_a_dispute_is_raised_and_settled_in_a_settled_night(books: Books) -> None:
    deal = books.record()
    settle(books)
    dispute = questions.raise_dispute(actor=books.actor(Role.MEMBER), deal_id=deal.deal_id)
    assert plan(books) == PLAIN_PLAN
    with refuses(ErrorCode.NIGHT_UNRESOLVED, duplicates=0, disputes=1):
        lock_night(**in_night(books))
    questions.settle_dispute(actor=books.actor(Role.MANAGER), dispute_id=dispute.pk)
    lock_night(**in_night(books))
    assert states_of(books) == {"locked"}


def test_an_open_pair_stands_in_the_way_of_locking(books: Books) -> None:
    books.record(actor=phone(books), base_number=0)
    double = books.record(actor=phone(books), base_number=0)
    settle(books)
    with refuses(ErrorCode.NIGHT_UNRESOLVED, duplicates=1, disputes=0):
        lock_night(**in_night(books))
    questions.keep_both(actor=books.owner, deal_id=double.deal_id, note="hai ván")
    lock_night(**in_night(books))


def test_locking_is_refused_where_it_must_be(books: Books, strangers: Books) -> None:
    with refuses(ErrorCode.NIGHT_OPEN):
        lock_night(**in_night(books))
    settle(books)
    scorer = {**in_night(books), "actor": books.actor(Role.SCORER)}
    with refuses(ErrorCode.ROLE_TOO_LOW, needed="manager"):
        lock_night(**scorer)
    with refuses(ErrorCode.NOT_FOUND):
        lock_night(**{**in_night(books), "actor": strangers.owner})
    lock_night(**in_night(books))
    with refuses(ErrorCode.ROLE_TOO_LOW, needed="manager"):
        lock_night(**scorer)


def test_a_manager_unlocks_and_says_why(books: Books) -> None:
    books.record()
    settlement = settle(books)
    with refuses(ErrorCode.NIGHT_SETTLED):
        unlock_night(**in_night(books), note="xem lại")
    lock_night(**in_night(books))
    scorer = {**in_night(books), "actor": books.actor(Role.SCORER)}
    with refuses(ErrorCode.ROLE_TOO_LOW, needed="manager"):
        unlock_night(**scorer, note="xem lại")
    with refuses(ErrorCode.NOTE_REQUIRED, field="note"):
        unlock_night(**in_night(books))
    unlock_night(**in_night(books), note="xem lại")
    assert states_of(books) == {"settled"}
    assert live(books).pk == settlement.pk
    event = last_event(books)
    assert event.action == "night.unlock"
    assert event.note is not None
    reopen_night(**in_night(books))
    with refuses(ErrorCode.NIGHT_OPEN):
        unlock_night(**in_night(books), note="xem lại")


def test_a_locked_night_of_a_closed_season_is_not_unlocked(books: Books) -> None:
    settle(books)
    lock_night(**in_night(books))
    close_season(actor=books.owner, club_id=books.club.pk, season_id=books.season.pk)
    with refuses(ErrorCode.SEASON_CLOSED):
        unlock_night(**in_night(books), note="xem lại")


def _hours_later(monkeypatch: pytest.MonkeyPatch, moment: object) -> None:
    monkeypatch.setattr("scoring.services.settlements.timezone.now", lambda: moment)


def test_a_night_is_locked_by_itself_after_48_hours_and_not_before(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    books.record()
    settlement = settle(books)
    due = settlement.made_at + timedelta(hours=48)
    with monkeypatch.context() as early:
        _hours_later(early, due - timedelta(microseconds=1))
        with writes_nothing():
            assert lock_due_nights(actor=Actor.system()) == 0
    _hours_later(monkeypatch, due)
    assert lock_due_nights(actor=Actor.system()) == 1
    assert states_of(books) == {"locked"}
    event = last_event(books)
    assert (event.action, event.actor_kind) == ("night.lock", "system")
    with writes_nothing():
        assert lock_due_nights(actor=Actor.system()) == 0


def test_the_48_hours_are_those_of_the_last_plan(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = books.record()
    first = settle(books)
    with monkeypatch.context() as later:
        _hours_later(later, first.made_at + timedelta(hours=47))
        correct(books, deal, books.sheet(multiplier=2), note="đếm nhầm")
    _hours_later(monkeypatch, first.made_at + timedelta(hours=49))
    assert lock_due_nights(actor=Actor.system()) == 0


def test_a_due_night_with_an_open_question_waits_and_keeps_no_other_waiting(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = books.record()
    settlement = settle(books)
    dispute = questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id)
    later = next_night(books)
    settle(later)
    never_settled = next_night(books, days=2)
    _hours_later(monkeypatch, settlement.made_at + timedelta(hours=49))
    assert lock_due_nights(actor=Actor.system()) == 1
    assert states_of(books) == {"settled"}
    assert states_of(later) == {"locked"}
    assert states_of(never_settled) == {"open"}
    questions.settle_dispute(actor=books.owner, dispute_id=dispute.pk)
    assert lock_due_nights(actor=Actor.system()) == 1


def test_a_night_of_a_closed_season_is_not_locked_by_itself(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    settlement = settle(books)
    close_season(actor=books.owner, club_id=books.club.pk, season_id=books.season.pk)
    _hours_later(monkeypatch, settlement.made_at + timedelta(hours=49))
    with writes_nothing():
        assert lock_due_nights(actor=Actor.system()) == 0
