"""Phones that send at the same time, on both databases: each thing happens once, answers agree."""

import random
from collections import Counter
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import (
    Adjustment,
    AuditEvent,
    Deal,
    DealRevision,
    RevisionKind,
    Season,
    Table,
    TableTerms,
    Transfer,
)
from scoring.services import deals
from scoring.services.deals import DealAnswer, revise_deal
from scoring.services.terms import change_terms
from tests.books import Books, make_books, uuids
from tests.flows.parallel import Call, Gate, Running, stopped, together, wait_until_blocked
from tests.flows.steps import adjust, assert_books_are_true, cancel, numbers_at, second_table

pytestmark = pytest.mark.django_db(transaction=True)

# Enough to meet; every one holds a connection.
PHONES = 6


@pytest.fixture
def books() -> Books:
    return make_books(rules={"pot_enabled": True, "pot_ante": 1})


def correct(books: Books, deal: DealAnswer, *, revision_id: UUID, multiplier: int) -> DealAnswer:
    return revise_deal(
        actor=books.owner,
        deal_id=deal.deal_id,
        revision_id=revision_id,
        based_on=deal.n,
        kind=RevisionKind.CORRECT,
        sheet=books.sheet(multiplier=multiplier),
    )


def as_it_stands(answer: DealAnswer) -> tuple[Any, ...]:
    return answer.deal_id, answer.number, answer.revision_id, answer.n, answer.kind


def test_one_deal_sent_many_times_at_once_is_one_deal(books: Books) -> None:
    [deal_id] = uuids(1)
    sheet = books.sheet()
    outcomes = together([lambda: books.record(sheet, deal_id=deal_id)] * PHONES)
    assert len(outcomes.answers) == PHONES
    assert sorted(answer.is_new for answer in outcomes.answers) == [False] * (PHONES - 1) + [True]
    assert len({as_it_stands(answer) for answer in outcomes.answers}) == 1
    assert numbers_at(books.table.pk) == [1]
    assert DealRevision.objects.count() == 1
    assert AuditEvent.objects.filter(action="deal.record").count() == 1
    assert_books_are_true()


def test_different_deals_sent_at_once_are_numbered_without_gaps(books: Books) -> None:
    ids = uuids(PHONES)
    sheets = [books.sheet(multiplier=n) for n in range(1, PHONES + 1)]
    calls: list[Call] = [
        lambda sheet=sheet, deal_id=deal_id: books.record(sheet, deal_id=deal_id)  # type: ignore[misc]
        for sheet, deal_id in zip(sheets, ids, strict=True)
    ]
    outcomes = together(calls)
    assert sorted(answer.number for answer in outcomes.answers) == list(range(1, PHONES + 1))
    assert all(answer.is_new for answer in outcomes.answers)
    assert numbers_at(books.table.pk) == list(range(1, PHONES + 1))
    table = Table.objects.get(pk=books.table.pk)
    assert (table.last_number, table.version) == (PHONES, books.table.version + PHONES)
    season = Season.objects.get(pk=books.season.pk)
    assert season.dirty_revision == books.season.dirty_revision + PHONES
    assert_books_are_true()


def test_one_id_for_two_different_deals_at_once_is_refused_for_the_second(books: Books) -> None:
    [deal_id] = uuids(1)
    sheets = [books.sheet(multiplier=n) for n in (1, 2)]
    outcomes = together(
        [
            lambda: books.record(sheets[0], deal_id=deal_id),
            lambda: books.record(sheets[1], deal_id=deal_id),
        ]
    )
    assert (len(outcomes.answers), outcomes.codes) == (1, ["deal_id_reused"])
    assert numbers_at(books.table.pk) == [1]


def test_one_id_at_two_tables_at_once_is_one_deal(books: Books) -> None:
    """No lock is common to two tables: PostgreSQL's own key says no, and the phone is told why."""
    other = second_table(books)
    [deal_id] = uuids(1)
    sheet = books.sheet()
    calls: list[Call] = [
        lambda table_id=table_id: books.record(sheet, deal_id=deal_id, table_id=table_id)  # type: ignore[misc]
        for table_id in (books.table.pk, other.pk) * 2
    ]
    outcomes = together(calls)
    assert outcomes.codes == ["deal_id_reused"] * 2
    assert sorted(answer.is_new for answer in outcomes.answers) == [False, True]
    assert Deal.objects.count() == 1
    assert_books_are_true()


@pytest.mark.postgres
def test_one_id_at_another_table_while_it_goes_in_at_the_first_is_refused(books: Books) -> None:
    other = second_table(books)
    [deal_id] = uuids(1)
    gate = Gate()
    with gate.held(stopped(gate, lambda: books.record(deal_id=deal_id))):
        second = Running(lambda: books.record(deal_id=deal_id, table_id=other.pk))
        wait_until_blocked()
    with pytest.raises(ServiceRefused) as caught:
        second.result()
    assert caught.value.code is ErrorCode.DEAL_ID_REUSED
    assert_books_are_true()


def test_what_the_database_refuses_for_another_reason_is_a_bug_and_raised(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*arguments: object, **named: object) -> None:
        raise IntegrityError("guard: a bug")

    monkeypatch.setattr(deals, "_mark_duplicate", breaks)
    with pytest.raises(IntegrityError, match="a bug"):
        books.record()
    assert Deal.objects.count() == 0


def test_one_correction_sent_many_times_at_once_is_one_revision(books: Books) -> None:
    deal = books.record()
    [revision_id] = uuids(1)
    calls: list[Call] = [lambda: correct(books, deal, revision_id=revision_id, multiplier=2)]
    outcomes = together(calls * PHONES)
    assert sorted(answer.is_new for answer in outcomes.answers) == [False] * (PHONES - 1) + [True]
    assert {as_it_stands(answer) for answer in outcomes.answers} == {
        (deal.deal_id, 1, revision_id, 2, "correct")
    }
    assert_books_are_true()


def test_of_different_corrections_of_one_revision_one_wins_and_the_others_are_stale(
    books: Books,
) -> None:
    deal = books.record()
    ids = uuids(PHONES)
    calls: list[Call] = [
        lambda n=n, revision_id=revision_id: correct(  # type: ignore[misc]
            books, deal, revision_id=revision_id, multiplier=n
        )
        for n, revision_id in enumerate(ids, start=2)
    ]
    outcomes = together(calls)
    assert outcomes.codes == ["stale_revision"] * (PHONES - 1)
    [winner] = outcomes.answers
    current = Deal.objects.get(pk=deal.deal_id).current
    assert (current.pk, current.n) == (winner.revision_id, 2)
    for refused in outcomes.refusals:
        assert refused.values["n"] == 2
    assert DealRevision.objects.count() == 2
    assert_books_are_true()


def test_a_correction_and_a_void_at_once_leave_one_of_them(books: Books) -> None:
    deal = books.record()
    [corrects, voids] = uuids(2)
    outcomes = together(
        [
            lambda: correct(books, deal, revision_id=corrects, multiplier=2),
            lambda: revise_deal(
                actor=books.owner,
                deal_id=deal.deal_id,
                revision_id=voids,
                based_on=1,
                kind=RevisionKind.VOID,
            ),
        ]
    )
    assert (len(outcomes.answers), outcomes.codes) == (1, ["stale_revision"])
    assert_books_are_true()


@pytest.mark.parametrize("seed", [1, 2])
def test_calls_whose_answers_were_lost_happen_once_however_often_they_are_sent(
    books: Books, seed: int
) -> None:
    """Each phone sends all it has in an order of its own, and sends it again."""
    drawn = random.Random(seed)
    deals = [books.record(books.sheet(multiplier=n)) for n in (1, 2, 3)]
    u = books.record(books.sheet(u=(0, "plain")))
    records = [(deal_id, books.sheet(multiplier=n)) for n, deal_id in enumerate(uuids(4), start=4)]
    revisions = uuids(len(deals))
    [terms_id, adjustment_id, cancel_id] = uuids(3)
    calls: list[Call] = [
        *(
            lambda deal_id=deal_id, sheet=sheet: books.record(sheet, deal_id=deal_id)
            for deal_id, sheet in records
        ),
        *(
            lambda deal=deal, revision_id=revision_id: correct(
                books, deal, revision_id=revision_id, multiplier=9
            )
            for deal, revision_id in zip(deals, revisions, strict=True)
        ),
        lambda: change_terms(
            actor=books.owner, table_id=books.table.pk, terms_id=terms_id, seats=None
        ),
        lambda: adjust(books, adjustment_id),
    ]
    phones = [drawn.sample(calls * 2, k=len(calls) * 2) for _ in range(4)]

    def send_all(sent: list[Call]) -> list[Any]:
        return [call() for call in sent]

    outcomes = together([lambda sent=sent: send_all(sent) for sent in phones])  # type: ignore[misc]
    assert not outcomes.refusals
    answers = [answer for phone in outcomes.answers for answer in phone]
    made = Counter(
        answer.revision_id for answer in answers if isinstance(answer, DealAnswer) and answer.is_new
    )
    assert set(made.values()) == {1}
    assert len(made) == len(records) + len(revisions)
    assert numbers_at(books.table.pk) == list(range(1, 9))
    assert TableTerms.objects.filter(pk=terms_id).count() == 1
    assert Adjustment.objects.count() == Transfer.objects.filter(revision=None).count() == 1
    assert [Deal.objects.get(pk=deal.deal_id).current.n for deal in deals] == [2, 2, 2]
    # Every correction changed the pot before the ù, which followed once for each.
    assert Deal.objects.get(pk=u.deal_id).current.n == 1 + len(deals)
    cancels = together([lambda: cancel(books, cancel_id, adjustment_id)] * PHONES)
    assert {answer.pk for answer in cancels.answers} == {cancel_id}
    assert Adjustment.objects.count() == 2
    assert_books_are_true()


def test_two_phones_changing_the_terms_at_once_are_one_after_the_other(books: Books) -> None:
    ids = uuids(PHONES)
    calls: list[Call] = [
        lambda n=n, terms_id=terms_id: change_terms(  # type: ignore[misc]
            actor=books.owner, table_id=books.table.pk, terms_id=terms_id, stake_points=n
        )
        for n, terms_id in enumerate(ids, start=2)
    ]
    assert not together(calls).refusals
    history = TableTerms.objects.order_by("n")
    assert list(history.values_list("n", flat=True)) == list(range(1, PHONES + 2))
    last = history.last()
    assert last is not None
    assert Table.objects.get(pk=books.table.pk).stake_points == last.stake_points
    assert_books_are_true()
