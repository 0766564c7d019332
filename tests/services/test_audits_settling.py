"""Each thing the audit compares of a settled night, damaged alone: the audit names it."""

from collections.abc import Callable
from copy import deepcopy
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import F

from scoring import guards
from scoring.models import Night, Payment, PotMove, Settlement, Table, Transfer
from scoring.services.audits import audit_books
from scoring.services.payments import contrary_payment, split_payment
from tests.books import Books, make_books
from tests.guards.raw import settle_deferred
from tests.services.checks import settle
from tests.services.settling import live, pay, payment, plan
from tests.shared import made_once

Damage = Callable[[Books], object]


def make_settled() -> Books:
    """Stake 2, a pot of 8 carried over: payments confirmed, waived and back, paid, split, proposed.

    An 10, Bình -4, Chi -6, Dũng -8, the carried pot 8.
    """
    books = make_books(rules={"pot_enabled": True, "pot_ante": 1}, stake=2)
    books.record()
    settle(books)
    first, second, *_, last = sorted(plan(books))
    pay(books, first[0], first[1], to="confirmed")
    waived = pay(books, second[0], second[1], to="waived")
    one = payment(books, last[0], last[1])
    split_payment(actor=books.owner, payment_id=one.pk, points=1, part_ids=(uuid4(), uuid4()))
    contrary_payment(actor=books.owner, payment_id=waived.pk, contrary_id=uuid4(), note="nhầm")
    return books


@pytest.fixture(scope="module")
def _settled(django_db_setup, django_db_blocker):
    with made_once(django_db_blocker, make_settled) as books:
        yield books


@pytest.fixture
def settled(_settled: Books, db: None) -> Books:
    """A night with a payment of every kind."""
    return deepcopy(_settled)


def _found(damage: Callable[[], object]) -> list[str]:
    """What the audit says once the damage is done, guards back in place."""
    settle_deferred()
    with guards.lifted(connection):
        damage()
        settle_deferred()
    return [str(difference) for difference in audit_books().differences]


def _payments(books: Books, **where: object):
    return Payment.objects.filter(settlement__night=books.night, **where)


def _another_balance(books: Books) -> None:
    plan_in_force = live(books)
    account = next(iter(plan_in_force.balances))
    changed = plan_in_force.balances | {account: plan_in_force.balances[account] + 1}
    Settlement.objects.filter(pk=plan_in_force.pk).update(balances=changed)


DAMAGES: dict[str, tuple[Damage, str]] = {
    "a gap in the settlements": (
        lambda books: Settlement.objects.filter(n=2).update(n=5),
        "settlement 5: n is 5, should be 2",
    ),
    "another balance": (_another_balance, ": sha256 is "),
    "another hash": (lambda books: Settlement.objects.update(sha256="0" * 64), ": sha256 is "),
    "a group that is not quits": (
        lambda books: Settlement.objects.update(groups=[[int(next(iter(live(books).balances)))]]),
        ": sum of group ",
    ),
    "a payment of more": (
        lambda books: _payments(books, state="proposed").update(points=F("points") + 1),
        ": balances its payments leave is ",
    ),
    "a payment turned round": (
        lambda books: _payments(books, state="proposed").update(
            payer_id=F("payee_id"), payee_id=F("payer_id")
        ),
        ": balances the plan clears is ",
    ),
    "a proposed payment cancelled": (
        lambda books: _payments(books, state="proposed").update(state="cancelled"),
        ": balances the plan clears is ",
    ),
    "a confirmed payment without its line": (
        lambda books: Transfer.objects.filter(payment__state="confirmed").delete(),
        ": transfer is None, should be ",
    ),
    "a confirmed payment back to paid": (
        lambda books: _payments(books, state="confirmed").update(state="paid"),
        "should be None",
    ),
    "a line of another sum": (
        lambda books: Transfer.objects.filter(payment__state="confirmed").update(
            points=F("points") + 1
        ),
        ": transfer is ",
    ),
    "parts of another sum": (
        lambda books: _payments(books, split_of__isnull=False).update(points=F("points") + 1),
        ": sum of its parts is ",
    ),
    "no plan in force": (
        lambda books: Settlement.objects.update(state="replaced"),
        ": live settlements is 0, should be 1",
    ),
    "a plan in an open night": (
        lambda books: [Night.objects.update(state="open"), Table.objects.update(state="open")],
        ": live settlements is 1, should be 0",
    ),
    "a pot that is not closed": (
        lambda books: [
            Transfer.objects.filter(pot_move__isnull=False).delete(),
            PotMove.objects.all().delete(),
        ],
        "/Bàn 1: closed out of the pot is 0, should be 8",
    ),
    "a pot closed in an open night": (
        lambda books: [
            Settlement.objects.update(state="reopened"),
            Night.objects.update(state="open"),
            Table.objects.update(state="open"),
        ],
        "/Bàn 1: closed out of the pot is 8, should be 0",
    ),
}


def test_a_settled_night_is_clean(settled: Books) -> None:
    assert audit_books().differences == []
    assert {one.state for one in _payments(settled)} == {
        *("proposed", "confirmed", "waived", "cancelled"),
    }


@pytest.mark.parametrize("name", DAMAGES)
def test_what_was_damaged_is_named(settled: Books, name: str) -> None:
    damage, said = DAMAGES[name]
    found = _found(lambda: damage(settled))
    assert any(said in line for line in found), "\n".join(found)
