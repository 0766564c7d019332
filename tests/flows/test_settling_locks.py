"""Two connections on PostgreSQL: settling meets recording, correcting meets paying, opening a table
meets settling.

Each time the one waits for the other and finds what it left. Without the lock the damage shows: so
these tests would fail without it.
"""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Deal, Night, Payment, PaymentState, Table
from scoring.services import deals, payments, settlements
from scoring.services.audits import audit_books
from scoring.services.deals import DealAnswer
from scoring.services.nights import open_night, open_table
from tests.books import DAY, EVENING, Books, make_books
from tests.flows.parallel import Call, Gate, Running, stopped, wait_until_blocked, without
from tests.services.checks import revise
from tests.services.settling import (
    in_night,
    live,
    next_night,
    opened_with,
    payment,
    plan,
    states,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

DOUBLED = {("Bình", "An", 2), ("Chi", "An", 4), ("Dũng", "An", 6)}


@pytest.fixture
def books() -> Books:
    return make_books()


@pytest.fixture
def pot_books() -> Books:
    return make_books(slug="clb-ga", rules={"pot_enabled": True, "pot_ante": 1}, stake=2)


def settling(books: Books) -> Call:
    return lambda: settlements.settle_night(**in_night(books), settlement_id=uuid4())


def recording(books: Books) -> Call:
    return lambda: books.record(played_at=EVENING)


def doubling(books: Books, deal: DealAnswer) -> Call:
    return lambda: revise(books, deal, "correct", sheet=books.sheet(multiplier=2), note="đếm nhầm")


def opening(books: Books) -> Call:
    return lambda: open_table(
        **in_night(books),
        label="Bàn mới",
        stake_points=books.table.stake_points,
        ruleset_version_id=books.version.pk,
    )


def found() -> list[str]:
    """What the audit finds wrong in the books."""
    return [str(difference) for difference in audit_books().differences]


# Settling and recording


def test_settling_waits_for_a_deal_in_flight_and_plans_it(books: Books) -> None:
    gate = Gate()
    with gate.held(stopped(gate, recording(books))):
        second = Running(settling(books))
        wait_until_blocked()
        assert second.is_running
    second.result()
    assert plan(books) == {("Bình", "An", 1), ("Chi", "An", 2), ("Dũng", "An", 3)}
    assert found() == []


def test_a_deal_sent_while_the_night_is_settled_is_refused(books: Books) -> None:
    books.record()
    gate = Gate()
    with gate.held(stopped(gate, settling(books))) as first:
        second = Running(recording(books))
        wait_until_blocked()
    first.result()
    with pytest.raises(ServiceRefused) as caught:
        second.result()
    assert caught.value.code is ErrorCode.NIGHT_SETTLED
    assert Deal.objects.count() == 1
    assert found() == []


def test_without_the_tables_lock_a_deal_is_missing_in_the_plan(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan is made while the deal, not yet to be seen, goes in."""
    without(monkeypatch, "lock_table", "lock_night")
    gate = Gate()
    finish = deals._finish

    def stop(**arguments: Any) -> None:
        """Before the table's counters are written, whose row settling writes too."""
        gate.stop()
        finish(**arguments)

    monkeypatch.setattr(deals, "_finish", stop)
    with gate.held(lambda: Running(recording(books))) as first:
        settling(books)()
    first.result()
    assert plan(books) == set()
    assert "balances the plan clears" in "\n".join(found())


# Correcting and paying


def test_a_correction_waits_for_a_payment_in_flight_and_keeps_it(books: Books) -> None:
    deal = books.record()
    settling(books)()
    one = payment(books, "Dũng", "An")
    gate = Gate()
    paying = stopped(gate, lambda: payments.mark_paid(actor=books.owner, payment_id=one.pk))
    with gate.held(paying):
        second = Running(doubling(books, deal))
        wait_until_blocked()
        assert second.is_running
    second.result()
    # Three of Dũng's six are paid.
    assert plan(books) == {("Bình", "An", 2), ("Chi", "An", 4), ("Dũng", "An", 3)}
    assert states(books) == {"paid": 1, "cancelled": 2, "proposed": 3}
    assert found() == []


def test_a_payment_marked_while_the_plan_is_made_anew_is_refused(books: Books) -> None:
    deal = books.record()
    settling(books)()
    one = payment(books, "Dũng", "An")
    gate = Gate()
    with gate.held(stopped(gate, doubling(books, deal))) as first:
        second = Running(lambda: payments.mark_paid(actor=books.owner, payment_id=one.pk))
        wait_until_blocked()
        assert second.is_running
    first.result()
    with pytest.raises(ServiceRefused) as caught:
        second.result()
    assert (caught.value.code, caught.value.values) == (
        ErrorCode.PAYMENT_STATE,
        {"state": PaymentState.CANCELLED},
    )
    assert plan(books) == DOUBLED
    assert found() == []


def test_without_the_tables_locks_a_cancelled_payment_is_paid_all_the_same(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The payment was read as proposed; when its step is written the plan has been replaced."""
    deal = books.record()
    settling(books)()
    one = payment(books, "Dũng", "An")
    without(monkeypatch, "lock_tables_of_night")
    gate = Gate()
    verify = payments._verify_state

    def stop(*arguments: Any) -> None:
        verify(*arguments)
        gate.stop()

    with monkeypatch.context() as patched:
        patched.setattr(payments, "_verify_state", stop)
        paying = Running(lambda: payments.mark_paid(actor=books.owner, payment_id=one.pk))
        assert gate.arrived.wait(60)
        doubling(books, deal)()
        assert plan(books) == DOUBLED
        gate.opened.set()
        # The guard of the table is the last to stand in the way: cancelled is final.
        with pytest.raises(IntegrityError, match="guard: a payment only moves on"):
            paying.result()
    assert Payment.objects.get(pk=one.pk).state == "cancelled"


def test_two_who_confirm_at_once_post_one_line(books: Books) -> None:
    books.record()
    settling(books)()
    one = payment(books, "Dũng", "An")
    payments.mark_paid(actor=books.owner, payment_id=one.pk)
    gate = Gate()

    def confirming() -> Payment:
        return payments.confirm(actor=books.owner, payment_id=one.pk)

    with gate.held(stopped(gate, confirming)) as first:
        second = Running(confirming)
        wait_until_blocked()
    assert {first.result().state, second.result().state} == {"confirmed"}
    assert found() == []


# Opening a table and settling


def test_a_table_opened_while_the_night_is_settled_is_refused(books: Books) -> None:
    books.record()
    gate = Gate()
    with gate.held(stopped(gate, settling(books))) as first:
        second = Running(opening(books))
        wait_until_blocked()
        assert second.is_running
    first.result()
    with pytest.raises(ServiceRefused) as caught:
        second.result()
    assert caught.value.code is ErrorCode.NIGHT_SETTLED
    assert found() == []


def test_settling_waits_for_a_table_being_opened_and_settles_it_too(books: Books) -> None:
    gate = Gate()
    with gate.held(stopped(gate, opening(books))):
        second = Running(settling(books))
        wait_until_blocked()
        assert second.is_running
    second.result()
    assert set(Table.objects.values_list("state", flat=True)) == {"settled"}


def test_without_the_clubs_lock_a_table_stays_open_in_a_settled_night(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "lock_club")
    gate = Gate()
    with gate.held(stopped(gate, opening(books))) as first:
        settling(books)()
    first.result()
    assert Night.objects.get(pk=books.night.pk).state == "settled"
    assert set(Table.objects.values_list("state", flat=True)) == {"open", "settled"}


def test_the_pot_is_brought_in_by_one_of_two_tables_opened_at_once(pot_books: Books) -> None:
    pot_books.record()
    settling(pot_books)()
    night = open_night(
        actor=pot_books.owner, club_id=pot_books.club.pk, day=DAY + timedelta(days=1)
    )
    pot_books.night = night
    gate = Gate()
    with gate.held(stopped(gate, opening(pot_books))) as first:
        second = Running(lambda: next_night(pot_books, label="Bàn thứ hai"))
        wait_until_blocked()
    pot_books.table = first.result()
    assert (opened_with(pot_books), opened_with(second.result())) == (8, 0)


def test_settled_twice_at_once_is_settled_once(books: Books) -> None:
    books.record()
    gate = Gate()
    with gate.held(stopped(gate, settling(books))) as first:
        second = Running(settling(books))
        wait_until_blocked()
    first.result()
    with pytest.raises(ServiceRefused) as caught:
        second.result()
    assert caught.value.code is ErrorCode.NIGHT_SETTLED
    assert live(books).n == 1
