"""A club's people, nights, tables and seasons changed at the same time, on both databases: nothing
hangs, nothing is lost, and what can be only once is once.
"""

import itertools
from datetime import date
from uuid import uuid4

import pytest

from scoring.actors import Actor
from scoring.models import (
    Account,
    Adjustment,
    Deal,
    DealRevision,
    Player,
    RevisionKind,
    Season,
)
from scoring.selectors.balances import sums_by_account
from scoring.services import seasons
from scoring.services.adjustments import adjust_night, penalise
from scoring.services.deals import DealAnswer, revise_deal
from scoring.services.merges import merge_players, unmerge_player
from scoring.services.nights import open_night
from scoring.services.players import add_player
from scoring.services.questions import drop_one
from tests.books import Books, make_books, uuids
from tests.flows.parallel import Call, together
from tests.flows.steps import adjust, assert_books_are_true, cancel, numbers_at, second_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def books() -> Books:
    return make_books(rules={"pot_enabled": True, "pot_ante": 1})


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
