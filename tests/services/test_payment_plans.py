"""Payments against their plan: replaced under them, taken back by a contrary, between people who
turn out to be one.

The night of most tests is one plain deal: Bình owes An 1, Chi 2, Dũng 3.
"""

from typing import Any
from uuid import uuid4

import pytest

from scoring.actors import Role
from scoring.errors import ErrorCode
from scoring.models import (
    AuditEvent,
    Deal,
    Payment,
    Transfer,
)
from scoring.services import merges
from scoring.services.payments import (
    confirm,
    contrary_payment,
    mark_paid,
    split_payment,
    take_back,
)
from scoring.services.settlements import lock_night, reopen_night
from tests.books import Books
from tests.services.checks import (
    refuses,
    revise,
    settle,
    writes_nothing,
)
from tests.services.settling import (
    PAIRS,
    gives,
    in_night,
    left,
    live,
    pay,
    payment,
    plan,
    posted_by,
    states,
)

PLAIN_PLAN = {("Bình", "An", 1), ("Chi", "An", 2), ("Dũng", "An", 3)}


@pytest.fixture
def settled(books: Books) -> Books:
    """The night of one plain deal, settled."""
    books.record()
    settle(books)
    return books


# What happens to payments when the plan is made anew


def test_what_was_paid_under_a_replaced_plan_is_confirmed_all_the_same(settled: Books) -> None:
    one = pay(settled, "Chi", "An")
    _double(settled)
    # Doubled: Bình 2, Chi 4 of which 2 are paid, Dũng 6.
    assert plan(settled) == {("Bình", "An", 2), ("Chi", "An", 2), ("Dũng", "An", 6)}
    confirm(actor=settled.owner, payment_id=one.pk)
    assert posted_by(one) == [("An", "Chi", 2, "payment")]
    assert live(settled).n == 2


def test_what_is_taken_back_under_a_replaced_plan_is_planned_anew(settled: Books) -> None:
    one = pay(settled, "Chi", "An")
    _double(settled)
    taken = take_back(actor=settled.owner, payment_id=one.pk)
    assert taken.state == "cancelled"
    assert plan(settled) == {("Bình", "An", 2), ("Chi", "An", 4), ("Dũng", "An", 6)}
    events = AuditEvent.objects.filter(club=settled.club).order_by("-pk")[:2]
    assert [event.action for event in events] == ["night.replan", "payment.take_back"]
    with writes_nothing():
        assert take_back(actor=settled.owner, payment_id=one.pk).state == "cancelled"


def test_taken_back_in_a_locked_night_it_is_planned_anew_too(settled: Books) -> None:
    one = pay(settled, "Chi", "An")
    _double(settled)
    lock_night(**in_night(settled))
    take_back(actor=settled.owner, payment_id=one.pk)
    assert plan(settled) == {("Bình", "An", 2), ("Chi", "An", 4), ("Dũng", "An", 6)}


def test_a_split_part_that_was_paid_counts_in_the_next_plan(settled: Books) -> None:
    # Of Dũng's 3 two are paid; doubled it is 6.
    ids = (uuid4(), uuid4())
    one = payment(settled, "Dũng", "An")
    split_payment(actor=settled.owner, payment_id=one.pk, points=2, part_ids=ids)
    mark_paid(actor=settled.owner, payment_id=ids[0])
    _double(settled)
    assert ("Dũng", "An", 4) in plan(settled)


def test_pair_by_pair_counts_what_was_paid_into_the_pot(pot_books: Books) -> None:
    # Stake 2. Places: Bình, Chi, Dũng owe An 2, 4, 6; each owes the carried pot 2. An has paid
    # that, Chi has paid An 4. Doubled the places are 4, 8 and 12, and the antes 4 each.
    pot_books.record()
    settle(pot_books, mode=PAIRS)
    pay(pot_books, "An", "CARRIED_POT", to="confirmed")
    pay(pot_books, "Chi", "An")
    _double(pot_books)
    assert plan(pot_books) == {
        *(("Bình", "An", 4), ("Chi", "An", 4), ("Dũng", "An", 12)),
        *((name, "CARRIED_POT", 4) for name in ("Bình", "Chi", "Dũng")),
        ("An", "CARRIED_POT", 2),
    }


def _double(books: Books) -> None:
    deal = Deal.objects.get(table=books.table)
    revise(books, deal.pk, "correct", sheet=books.sheet(multiplier=2), note="đếm nhầm")


# The contrary


def _contrary(books: Books, one: Payment, **arguments: Any) -> Payment:
    given = {"actor": books.owner, "payment_id": one.pk, "contrary_id": uuid4(), "note": "nhầm"}
    return contrary_payment(**{**given, **arguments})


@pytest.mark.parametrize(("state", "reason"), [("confirmed", "payment"), ("waived", "waiver")])
def test_a_final_payment_is_taken_back_by_its_contrary(
    settled: Books, state: str, reason: str
) -> None:
    one = pay(settled, "Chi", "An", to=state)
    contrary = _contrary(settled, one, actor=settled.actor(Role.MANAGER))
    assert (contrary.state, contrary.contrary_of_id) == (state, one.pk)
    assert posted_by(contrary) == [("Chi", "An", 2, reason)]
    # The debt is back, in a plan of its own.
    assert plan(settled) == PLAIN_PLAN
    assert live(settled).n == 2
    events = AuditEvent.objects.filter(club=settled.club).order_by("-pk")[:2]
    assert [event.action for event in events] == ["night.replan", "payment.contrary"]
    note = events[1].note
    assert note is not None
    assert note.text == "nhầm"


def test_a_contrary_in_a_locked_night_brings_the_debt_back_too(settled: Books) -> None:
    one = pay(settled, "Chi", "An", to="confirmed")
    lock_night(**in_night(settled))
    _contrary(settled, one)
    assert plan(settled) == PLAIN_PLAN
    pay(settled, "Chi", "An", to="confirmed")
    assert left(settled) == {"An": 4, "Bình": -1, "Dũng": -3}


def test_a_locked_nights_pot_stays_closed_as_it_is(pot_books: Books) -> None:
    """Payments move no pot."""
    pot_books.record()
    settle(pot_books)
    payer, payee, _ = min(plan(pot_books))
    one = pay(pot_books, payer, payee, to="confirmed")
    lock_night(**in_night(pot_books))
    moves = Transfer.objects.filter(pot_move__isnull=False).count()
    _contrary(pot_books, one)
    assert Transfer.objects.filter(pot_move__isnull=False).count() == moves
    assert sum(left(pot_books).values()) == 0


def test_the_same_contrary_sent_again_is_known(settled: Books) -> None:
    one = pay(settled, "Chi", "An", to="confirmed")
    contrary = _contrary(settled, one)
    with writes_nothing():
        assert _contrary(settled, one, contrary_id=contrary.pk).pk == contrary.pk


def test_a_contrary_is_refused_where_it_must_be(settled: Books, strangers: Books) -> None:
    one = pay(settled, "Chi", "An", to="confirmed")
    proposed = payment(settled, "Dũng", "An")
    paid = pay(settled, "Bình", "An")
    scorer = settled.actor(Role.SCORER)
    with refuses(ErrorCode.ROLE_TOO_LOW, needed="manager"):
        _contrary(settled, one, actor=scorer)
    with refuses(ErrorCode.NOTE_REQUIRED, field="note"):
        _contrary(settled, one, note=" ")
    with refuses(ErrorCode.NOT_FOUND, field="payment_id"):
        _contrary(settled, one, actor=strangers.owner)
    for other in (proposed, paid):
        with refuses(ErrorCode.PAYMENT_STATE, state=other.state):
            _contrary(settled, other)
        with refuses(ErrorCode.PAYMENT_ID_REUSED):
            _contrary(settled, one, contrary_id=other.pk)
    contrary = _contrary(settled, one)
    for again in (one, contrary):
        with refuses(ErrorCode.PAYMENT_TAKEN_BACK, payment_id=str(again.pk)):
            _contrary(settled, again)
    reopen_night(**in_night(settled), note="còn chơi")
    with refuses(ErrorCode.NIGHT_OPEN):
        _contrary(settled, contrary)


# People who turn out to be one


def _merge(books: Books, player: int, into: int) -> None:
    merges.merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[player].pk,
        into_id=books.people[into].pk,
    )


def _unmerge(books: Books, player: int) -> None:
    merges.unmerge_player(
        actor=books.owner, club_id=books.club.pk, player_id=books.people[player].pk
    )


def test_payer_and_payee_who_are_one_pay_nothing(books: Books) -> None:
    gives(books, 1, 4, 5)
    settle(books)
    assert plan(books) == {("Bình", "Giang", 5)}
    _merge(books, 4, 1)
    assert (plan(books), left(books), states(books)) == (set(), {}, {"cancelled": 1})
    _unmerge(books, 4)
    assert plan(books) == {("Bình", "Giang", 5)}
    assert live(books).n == 3


@pytest.mark.parametrize("state", ["paid", "confirmed", "waived"])
def test_what_one_paid_oneself_stays_as_it_is(books: Books, state: str) -> None:
    gives(books, 1, 4, 5)
    settle(books)
    one = pay(books, "Bình", "Giang", to=state)
    _merge(books, 4, 1)
    one.refresh_from_db()
    assert (one.state, left(books), live(books).n) == (state, {}, 1)
    _unmerge(books, 4)
    assert (left(books), live(books).n) == ({}, 1)


def test_two_entries_of_one_person_settle_as_one(books: Books) -> None:
    # Bình -1; Giang, in Bình's place, wins 6: merged +5. An 6 - 1, Chi -2 - 2, Dũng -3 - 3.
    books.record()
    books.record(books.sheet(seats=[books.seat(index) for index in (4, 0, 2, 3)]))
    settle(books)
    assert plan(books) == {("Bình", "An", 1), ("Chi", "An", 4), ("Dũng", "Giang", 6)}
    pay(books, "Bình", "An", to="confirmed")
    _merge(books, 4, 1)
    # An +5 got 1 of Bình, who now has 5 and gave 1: An 4, Bình 6, Chi -4, Dũng -6.
    assert left(books) == {"An": 4, "Bình": 6, "Chi": -4, "Dũng": -6}
    assert plan(books) == {("Chi", "An", 4), ("Dũng", "Bình", 6)}
    _unmerge(books, 4)
    assert plan(books) == {("Chi", "An", 4), ("Dũng", "Giang", 6)}


def test_a_merge_plans_a_locked_night_anew_where_payments_still_move(books: Books) -> None:
    gives(books, 1, 4, 5)
    gives(books, 2, 4, 3)
    settle(books)
    lock_night(**in_night(books))
    _merge(books, 4, 1)
    # What Bình owed Giang they owe themselves now: nobody could pay that.
    assert plan(books) == {("Chi", "Bình", 3)}
    # Chi's 3 are due to Bình now, who was Giang.
    assert left(books) == {"Bình": 3, "Chi": -3}
    pay(books, "Chi", "Bình", to="confirmed")
    assert left(books) == {}


def test_merging_others_makes_no_new_plan(settled: Books) -> None:
    _merge(settled, 4, 0)
    assert live(settled).n == 1
    assert plan(settled) == PLAIN_PLAN
