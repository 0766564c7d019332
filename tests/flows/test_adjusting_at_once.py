"""Two connections on PostgreSQL: adjustments and penalties meet what reads them.

Each time the one waits for the other and finds what it left; without the lock the damage shows.
"""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Adjustment, Payment, Table
from scoring.services import adjustments, merges, payments, policies
from scoring.services.audits import audit_books
from scoring.services.nights import open_night
from tests.books import DAY, Books, make_books
from tests.flows.parallel import Call, Gate, Running, stopped, wait_until_blocked, without
from tests.services import seasons
from tests.services.checks import settle
from tests.services.settling import gives, live, pay, payment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def books() -> Books:
    return make_books()


@pytest.fixture
def bare(books: Books) -> Books:
    """The books in a night that has no table: An gave Bình 5 there."""
    books.night = open_night(actor=books.owner, club_id=books.club.pk, day=DAY + timedelta(days=1))
    assert not Table.objects.filter(night=books.night).exists()
    gives(books, 0, 1, 5)
    return books


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


# A night without a table


def confirming(books: Books, one: Payment) -> Call:
    return lambda: payments.confirm(actor=books.owner, payment_id=one.pk)


def found() -> list[str]:
    return [str(difference) for difference in audit_books().differences]


def test_two_who_confirm_at_once_without_a_table_post_one_line(bare: Books) -> None:
    settle(bare)
    one = pay(bare, "An", "Bình")
    gate = Gate()
    with gate.held(stopped(gate, confirming(bare, one))) as first:
        second = Running(confirming(bare, one))
        wait_until_blocked()
    assert {first.result().state, second.result().state} == {"confirmed"}
    assert found() == []


def test_without_the_nights_lock_the_second_confirmation_breaks(
    bare: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(bare)
    one = pay(bare, "An", "Bình")
    without(monkeypatch, "lock_tables_of_night")
    gate = Gate()
    with gate.held(stopped(gate, confirming(bare, one))) as first:
        second = Running(confirming(bare, one))
        wait_until_blocked()
    assert first.result().state == "confirmed"
    with pytest.raises(IntegrityError):
        second.result()


def test_one_adjustment_sent_twice_at_once_without_a_table_is_one(bare: Books) -> None:
    settle(bare)
    given: dict[str, Any] = {"adjustment_id": uuid4(), "payer": 2, "payee": 3, "points": 4}
    gate = Gate()
    with gate.held(stopped(gate, lambda: adjusting(bare, **given))) as first:
        second = Running(lambda: adjusting(bare, **given))
        wait_until_blocked()
    assert first.result().pk == second.result().pk == given["adjustment_id"]
    assert (Adjustment.objects.count(), live(bare).n) == (2, 2)
    assert found() == []


def adjusting(books: Books, *, payer: int, payee: int, **given: Any) -> Adjustment:
    return adjustments.adjust_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        payer=books.people[payer].pk,
        payee=books.people[payee].pk,
        **given,
    )


def merging(books: Books) -> Call:
    """Bình turns out to be Giang."""
    return lambda: merges.merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[1].pk,
        into_id=books.people[4].pk,
    )


def test_a_merge_waits_for_a_payment_in_flight_without_a_table(bare: Books) -> None:
    settle(bare)
    one = payment(bare, "An", "Bình")
    gate = Gate()
    paying = stopped(gate, lambda: payments.mark_paid(actor=bare.owner, payment_id=one.pk))
    with gate.held(paying):
        second = Running(merging(bare))
        wait_until_blocked()
    second.result()
    assert Payment.objects.get(pk=one.pk).state == "paid"
    assert found() == []


def test_a_payment_marked_while_two_are_merged_is_told_that_it_moved_on(bare: Books) -> None:
    settle(bare)
    one = payment(bare, "An", "Bình")
    gate = Gate()
    with gate.held(stopped(gate, merging(bare))):
        second = Running(lambda: payments.mark_paid(actor=bare.owner, payment_id=one.pk))
        wait_until_blocked()
    with pytest.raises(ServiceRefused) as caught:
        second.result()
    assert caught.value.code is ErrorCode.PAYMENT_STATE
    assert found() == []
