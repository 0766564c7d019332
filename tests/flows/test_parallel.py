"""Phones that send at the same time, on both databases: each thing happens once, answers agree."""

import itertools
import random
from collections import Counter
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError

from scoring.actors import Actor
from scoring.models import (
    Account,
    Adjustment,
    AuditEvent,
    Deal,
    DealRevision,
    Player,
    RevisionKind,
    Season,
    Table,
    TableTerms,
    Transfer,
)
from scoring.selectors.balances import sums_by_account
from scoring.services import seasons
from scoring.services.adjustments import adjust_night, cancel_adjustment, penalise
from scoring.services.audits import audit_books
from scoring.services.deals import DealAnswer, revise_deal
from scoring.services.merges import merge_players, unmerge_player
from scoring.services.nights import open_night, open_table
from scoring.services.players import add_player
from scoring.services.questions import drop_one
from scoring.services.terms import change_terms
from tests.books import Books, make_books, uuids
from tests.flows.parallel import Call, together

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


def assert_books_are_true() -> None:
    report = audit_books()
    assert [str(difference) for difference in report.differences] == []


def numbers_at(table_id: int) -> list[int]:
    deals = Deal.objects.filter(table_id=table_id).order_by("number")
    return list(deals.values_list("number", flat=True))


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
    """No lock is common to two tables, so PostgreSQL's own key may be what says no; a phone sends
    again after such a failure, and then it is told why.
    """
    other = second_table(books)
    [deal_id] = uuids(1)
    sheet = books.sheet()

    def send(table_id: int) -> DealAnswer:
        try:
            return books.record(sheet, deal_id=deal_id, table_id=table_id)
        except IntegrityError:
            return books.record(sheet, deal_id=deal_id, table_id=table_id)

    outcomes = together([lambda: send(books.table.pk), lambda: send(other.pk)] * 2)
    assert outcomes.codes == ["deal_id_reused"] * 2
    assert sorted(answer.is_new for answer in outcomes.answers) == [False, True]
    assert Deal.objects.count() == 1
    assert_books_are_true()


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


def test_merging_while_deals_go_in_neither_hangs_nor_loses_anything(books: Books) -> None:
    guest = books.people[4]
    with_guest = [books.seat(4), books.seat(1), books.seat(2)]

    def record_all() -> list[int]:
        return [books.record(books.sheet(seats=with_guest)).number for _ in range(6)]

    def merge_and_back() -> None:
        for _ in range(4):
            merge_players(
                actor=books.owner,
                club_id=books.club.pk,
                player_id=guest.pk,
                into_id=books.people[0].pk,
            )
            unmerge_player(actor=books.owner, club_id=books.club.pk, player_id=guest.pk)

    outcomes = together([record_all, record_all, merge_and_back])
    assert not outcomes.refusals
    assert sorted(outcomes.answers[0] + outcomes.answers[1]) == list(range(1, 13))
    assert Player.objects.get(pk=guest.pk).root_id == guest.pk
    assert_books_are_true()


def test_of_a_merge_and_a_deal_in_which_the_two_sit_one_is_refused(books: Books) -> None:
    two = [books.seat(0), books.seat(4)]
    outcomes = together(
        [
            lambda: books.record(books.sheet(seats=two)),
            lambda: merge_players(
                actor=books.owner,
                club_id=books.club.pk,
                player_id=books.people[4].pk,
                into_id=books.people[0].pk,
            ),
        ]
    )
    assert len(outcomes.answers) == 1
    assert outcomes.codes in (["merged_met"], ["player_repeated"])
    assert_books_are_true()


def test_adjusting_the_night_while_both_tables_record_neither_hangs_nor_loses_anything(
    books: Books,
) -> None:
    other = second_table(books)

    def record_at(table_id: int) -> list[int]:
        return [books.record(table_id=table_id).number for _ in range(5)]

    def adjust_and_cancel() -> None:
        for _ in range(4):
            [adjustment_id, cancel_id] = uuids(2)
            adjust(books, adjustment_id)
            cancel(books, cancel_id, adjustment_id)

    outcomes = together(
        [lambda: record_at(books.table.pk), lambda: record_at(other.pk), adjust_and_cancel]
    )
    assert not outcomes.refusals
    assert numbers_at(books.table.pk) == numbers_at(other.pk) == [1, 2, 3, 4, 5]
    assert Adjustment.objects.count() == 8
    assert_books_are_true()


def test_everything_that_takes_locks_at_once_never_locks_each_other_out(books: Books) -> None:
    """Club, tables, season: every order of locks there is meets every other."""
    other = second_table(books)
    guest = books.people[4]
    deals = [books.record(table_id=table_id) for table_id in (books.table.pk, other.pk)]

    def record(table_id: int) -> None:
        books.record(table_id=table_id)

    def revise(deal: DealAnswer) -> None:
        stands = Deal.objects.select_related("current").get(pk=deal.deal_id).current
        revise_deal(
            actor=books.owner,
            deal_id=deal.deal_id,
            revision_id=uuid4(),
            based_on=stands.n,
            kind=RevisionKind.CORRECT,
            sheet=books.sheet(multiplier=stands.n + 1),
        )

    def merge_and_back() -> None:
        merge_players(
            actor=books.owner,
            club_id=books.club.pk,
            player_id=guest.pk,
            into_id=books.people[0].pk,
        )
        unmerge_player(actor=books.owner, club_id=books.club.pk, player_id=guest.pk)

    def punish() -> None:
        penalise(
            actor=books.owner,
            club_id=books.club.pk,
            season_id=books.season.pk,
            adjustment_id=uuid4(),
            player_id=guest.pk,
            points=-1,
        )

    names = itertools.count()

    def add() -> None:
        add_player(actor=books.owner, club_id=books.club.pk, name=f"Khách {next(names)}")

    def again(call: Call) -> Call:
        def run() -> None:
            for _ in range(3):
                call()

        return run

    outcomes = together(
        [
            again(lambda: record(books.table.pk)),
            again(lambda: record(other.pk)),
            again(lambda: revise(deals[0])),
            again(lambda: revise(deals[1])),
            again(merge_and_back),
            again(punish),
            again(lambda: adjust(books, uuid4())),
            again(add),
        ]
    )
    assert not outcomes.refusals
    assert_books_are_true()


def test_two_seasons_over_the_same_days_opened_at_once_leave_one(books: Books) -> None:
    def open_season(name: str) -> Season:
        return seasons.open_season(
            actor=books.owner,
            club_id=books.club.pk,
            name=name,
            first_day=date(2027, 1, 1),
            last_day=date(2027, 3, 31),
        )

    calls: list[Call] = [lambda n=n: open_season(f"Mùa {n}") for n in range(4)]  # type: ignore[misc]
    outcomes = together(calls)
    assert (len(outcomes.answers), outcomes.codes) == (1, ["season_overlaps"] * 3)
    assert Season.objects.filter(club=books.club).count() == 2


def test_one_night_and_one_table_opened_at_once_are_one(books: Books) -> None:
    nights = together(
        [lambda: open_night(actor=books.owner, club_id=books.club.pk, day=date(2026, 9, 11))] * 4
    )
    assert len({night.pk for night in nights.answers}) == 1
    tables = together([lambda: second_table(books)] * 4)
    assert (len(tables.answers), tables.codes) == (1, ["name_taken"] * 3)


def test_one_name_added_at_once_is_one_player(books: Books) -> None:
    outcomes = together(
        [lambda: add_player(actor=books.owner, club_id=books.club.pk, name="Khánh")] * 4
    )
    assert (len(outcomes.answers), outcomes.codes) == (1, ["name_taken"] * 3)


def test_the_club_s_fund_opened_at_once_is_one_account(books: Books) -> None:
    other_night = open_night(actor=books.owner, club_id=books.club.pk, day=date(2026, 9, 5))
    nights = [books.night.pk, other_night.pk]
    calls: list[Call] = [
        lambda night_id=night_id: adjust_night(  # type: ignore[misc]
            actor=books.owner,
            club_id=books.club.pk,
            night_id=night_id,
            adjustment_id=uuid4(),
            payer=books.people[0].pk,
            payee="FUND",
            points=1,
        )
        for night_id in nights
    ]
    assert not together(calls * 2).refusals
    assert Account.objects.filter(club=books.club, kind="fund").count() == 1
    assert_books_are_true()


def test_dropping_one_of_a_pair_from_two_phones_voids_it_once(books: Books) -> None:
    first = books.record(base_number=0)
    device = uuid4()
    assert books.owner.login_id is not None
    phone = Actor.of_login(books.owner.login_id, device_id=device)
    second = books.record(actor=phone, base_number=0)
    assert second.doubles == first.deal_id

    def drop() -> None:
        drop_one(actor=books.owner, deal_id=second.deal_id, dropped_id=second.deal_id)

    outcomes = together([drop] * 4)
    assert outcomes.codes == ["duplicate_resolved"] * 3
    kinds = DealRevision.objects.filter(deal_id=second.deal_id).order_by("n")
    assert list(kinds.values_list("kind", flat=True)) == ["record", "void"]
    assert_books_are_true()


def test_whoever_reads_while_deals_go_in_reads_whole_deals(books: Books) -> None:
    def read() -> list[int]:
        return [sum(sums_by_account(night_id=books.night.pk).values()) for _ in range(30)]

    outcomes = together([lambda: [books.record() for _ in range(6)], read])
    assert set(outcomes.answers[1]) == {0}


def second_table(books: Books) -> Table:
    return open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=2,
        seats=[player.pk for player in books.people[:4]],
        ruleset_version_id=books.version.pk,
    )


def adjust(books: Books, adjustment_id: UUID) -> Adjustment:
    return adjust_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=adjustment_id,
        payer=books.people[0].pk,
        payee=books.people[1].pk,
        points=5,
    )


def cancel(books: Books, adjustment_id: UUID, cancels_id: UUID) -> Adjustment:
    return cancel_adjustment(
        actor=books.owner,
        club_id=books.club.pk,
        adjustment_id=adjustment_id,
        cancels_id=cancels_id,
    )
