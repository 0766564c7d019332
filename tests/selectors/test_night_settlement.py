"""What a night's settling says: balances down to the deals, plans, previews, what is in the way.

A plain deal at stake 1: An is first and gets 1 + 2 + 3 = 6; Bình pays 1, Chi 2, Dũng 3. An eat is
1, the last-round eat 4, a plain ù 6 from each.
"""

import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import SettlementMode
from scoring.selectors.members import get_club
from scoring.selectors.night_lines import DEAL, list_night_lines
from scoring.selectors.night_settlement import (
    NightSettlement,
    get_night_settlement,
    list_settlements,
)
from scoring.selectors.nights import get_night
from scoring.selectors.reckonings import PAYMENTS
from scoring.services import merges, questions, settlements
from scoring.services.adjustments import adjust_night
from scoring.services.terms import change_terms
from tests.books import Books, uuids
from tests.services.checks import correct, phone, settle, writes_nothing
from tests.services.histories import History
from tests.services.settling import FUND, another_table, gives, in_night, left, pay, plan, pot_club


def read(books: Books, mode: SettlementMode = SettlementMode.FEWEST) -> NightSettlement:
    club = get_club(actor=books.owner, slug=books.club.slug)
    return get_night_settlement(night=get_night(club=club, day=books.night.day), mode=mode)


def named(found: NightSettlement, key: str) -> str:
    person = found.holders[key].person
    return person.name if person else key


def reasons(found: NightSettlement, name: str) -> dict[str, int]:
    """What a person's balance is made of: points by reason, payments among them."""
    one = next(one for one in found.people if named(found, one.key) == name)
    return {str(part.reason): part.points for part in (*one.reasons, *one.payments)}


def proposed(found: NightSettlement) -> set[tuple[str, str, int]]:
    return {
        (named(found, one.payer), named(found, one.payee), one.points)
        for one in found.plan.proposed
    }


def assert_adds_up(found: NightSettlement) -> None:
    """Everybody's reasons come to their balance, and each reason to its parts."""
    for one in (*found.people, *found.others):
        assert one.points == sum(part.points for part in one.reasons)
        assert one.left_points == one.points + sum(part.points for part in one.payments)
        for total in (*one.reasons, *one.payments):
            assert total.points == sum(part.points for part in total.parts)
            assert (total.reason in PAYMENTS) is (total in one.payments)
    everybody = (*found.people, *found.others)
    assert sum(one.points for one in everybody) == 0
    assert sum(one.left_points for one in everybody) == 0


def test_a_balance_is_told_by_reason_down_to_the_deals(books: Books) -> None:
    # Deal 1: places, Bình eats of An (1). Deal 2: An's plain ù, 6 of each. Deal 3: Chi eats of
    # Bình in the last round (4), places.
    books.record(books.sheet(eats=[(1, False)]))
    books.record(books.sheet(u=(0, "plain")))
    books.record(books.sheet(eats=[(2, True)]))
    found = read(books)
    assert reasons(found, "An") == {"place": 12, "eaten": -1, "u": 18}
    assert reasons(found, "Bình") == {"place": -2, "eat": 1, "last_eaten": -4, "u": -6}
    assert reasons(found, "Chi") == {"place": -4, "last_eat": 4, "u": -6}
    assert reasons(found, "Dũng") == {"place": -6, "u": -6}
    places = found.people[0].reasons[0]
    assert [(part.origin.kind, part.origin.number, part.points) for part in places.parts] == [
        (DEAL, 1, 6),
        (DEAL, 3, 6),
    ]
    assert [(named(found, one.key), one.points) for one in found.people] == [
        ("An", 29),
        ("Chi", -6),
        ("Bình", -11),
        ("Dũng", -12),
    ]
    assert_adds_up(found)


def test_faults_mom_compensation_and_adjustments_are_reasons_of_their_own(books: Books) -> None:
    seats = books.seats()
    # Dũng's false ù: 6 to each. An is ù on three eats of Dũng's: Dũng pays 18 for all, and the
    # eats 1 each. Chi has no meld: 4. Two bets by hand from An to Bình; the fund gets 5 of An.
    books.record(books.sheet(ending="fault", fault={"player": seats[3], "kind": "false_u"}))
    books.record(books.sheet(eats=[(0, False)] * 3, u=(0, "plain")))
    hands = {seats[0]: {"points": 5}, seats[1]: {"points": 9}, seats[3]: {"points": 20}}
    hands[seats[2]] = {"points": 40, "mom": True}
    books.record(books.sheet(hands=hands, adjustments=[(0, 1, 2)]))
    gives(books, 0, FUND, 5)
    found = read(books)
    assert reasons(found, "An") == {
        "place": 3,
        "eat": 3,
        "compensation": 18,
        "mom": 4,
        "fault": 6,
        "adjustment": -7,
    }
    assert reasons(found, "Dũng") == {"place": -2, "eaten": -3, "compensation": -18, "fault": -18}
    assert reasons(found, "Chi") == {"mom": -4, "fault": 6}
    assert [(one.key, one.points) for one in found.others] == [("FUND", 5)]
    assert_adds_up(found)


def test_payments_made_are_part_of_what_is_left(books: Books) -> None:
    books.record()
    settle(books)
    pay(books, "Bình", "An", to="confirmed")
    pay(books, "Chi", "An")
    pay(books, "Dũng", "An", to="waived")
    found = read(books)
    assert reasons(found, "An") == {"place": 6, "received": -3, "waived": -3}
    assert reasons(found, "Bình") == {"place": -1, "paid": 1}
    assert reasons(found, "Chi") == {"place": -2, "paid": 2}
    assert reasons(found, "Dũng") == {"place": -3, "waived": 3}
    assert [one.points for one in found.people] == [6, -1, -2, -3]
    assert {one.left_points for one in found.people} == {0}
    assert {one.state for one in found.payments} == {"confirmed", "paid", "waived"}
    assert (found.has_payments_made, found.is_all_square) == (True, False)
    assert_adds_up(found)


def test_an_open_night_previews_what_settling_then_freezes(books: Books) -> None:
    books.record()
    second = another_table(books)
    second.record(second.sheet(seats=[books.seat(index) for index in (3, 0, 1, 2)]))
    for mode in SettlementMode:
        with writes_nothing():
            found = read(books, mode)
        assert (found.plan.is_preview, found.plan.n, found.plan.mode) == (True, None, mode)
        settled = settle(books, mode=mode)
        assert proposed(found) == plan(books)
        assert (found.plan.proven, found.plan.lower_bound) == (settled.proven, settled.lower_bound)
        now = read(books)
        assert (now.plan.mode, now.plan.made_at) == (mode, settled.made_at)
        assert set(map(frozenset, now.plan.groups)) == set(map(frozenset, found.plan.groups))
        settlements.reopen_night(**in_night(books))


@pytest.mark.django_db
@pytest.mark.parametrize("pot_at_close", ["carry_over", "split_equal", "last_winner"])
@pytest.mark.parametrize("mode", SettlementMode)
def test_a_preview_closes_the_pots_as_settling_does(pot_at_close: str, mode: Any) -> None:
    books = pot_club(pot_at_close)
    books.record(books.sheet(seats=books.seats(3)))
    books.record(books.sheet(seats=books.seats(2)))
    with writes_nothing():
        found = read(books, mode)
    assert_adds_up(found)
    before = {named(found, one.key): one.points for one in (*found.people, *found.others)}
    settle(books, mode=mode)
    assert proposed(found) == plan(books)
    now = read(books)
    assert {named(now, one.key): one.points for one in (*now.people, *now.others)} == before
    assert_adds_up(now)


def test_pair_by_pair_tells_who_owes_whom_and_by_what(books: Books) -> None:
    # Bình owes An 1 for the place, An owes Bình 1 for the card: quits. Chi owes 2, Dũng 3 for
    # their places; Dũng eats of Chi in the last round: Chi owes him 4.
    books.record(books.sheet(eats=[(1, False), (3, True)]))
    found = read(books)
    pairs = {
        (named(found, one.debtor), named(found, one.creditor)): (
            one.points,
            {str(part.reason): part.points for part in one.reasons},
        )
        for one in found.pairs
    }
    assert pairs == {
        ("Chi", "An"): (2, {"place": -2}),
        ("Chi", "Dũng"): (4, {"last_eaten": -4}),
        ("Dũng", "An"): (3, {"place": -3}),
    }


def test_a_pair_seen_from_the_debtor_names_the_debtors_reasons(books: Books) -> None:
    # An eats of Dũng (1) and is fourth now: the places go the other way round.
    seats = books.seats()
    hands = {seat: {"points": points} for seat, points in zip(seats, (40, 30, 20, 5), strict=True)}
    books.record(books.sheet(hands=hands, eats=[(0, False)]))
    found = read(books)
    pair = next(one for one in found.pairs if named(found, one.debtor) == "An")
    assert (named(found, pair.creditor), pair.points) == ("Dũng", 2)
    assert {str(part.reason): part.points for part in pair.reasons} == {"place": -3, "eat": 1}


def test_merged_people_are_one(books: Books) -> None:
    books.record(books.sheet(seats=[books.seat(index) for index in (0, 1, 2)]))
    books.record(books.sheet(seats=[books.seat(index) for index in (3, 1, 2)]))
    merges.merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[3].pk,
        into_id=books.people[4].pk,
    )
    found = read(books)
    assert {named(found, one.key) for one in found.people} == {"An", "Bình", "Chi", "Giang"}
    assert reasons(found, "Giang") == {"place": 3}
    assert found.absent == []  # Dũng still sits there, and is Giang by now


def test_who_left_before_the_end_is_told(books: Books) -> None:
    books.record()
    stay = [books.people[index].pk for index in (0, 1)]
    bench = [books.people[2].pk]
    change_terms(
        actor=books.owner, table_id=books.table.pk, terms_id=uuids(1)[0], seats=stay, bench=bench
    )
    found = read(books)
    assert [named(found, key) for key in found.absent] == ["Dũng"]


def test_what_is_in_the_way_of_locking_is_told(books: Books) -> None:
    books.record(actor=phone(books), base_number=0)
    double = books.record(actor=phone(books), base_number=0)
    questions.raise_dispute(actor=books.owner, deal_id=double.deal_id, note="đếm lại đi")
    found = read(books)
    assert [(one.kind, one.number, one.other_number, one.note) for one in found.questions] == [
        ("dispute", 2, None, "đếm lại đi"),
        ("duplicate", 2, 1, ""),
    ]


def test_history_counts_the_settlings_and_what_was_handed_over(books: Books) -> None:
    deal = books.record()
    settle(books)
    pay(books, "Bình", "An", to="confirmed")
    pay(books, "Chi", "An")
    correct(books, deal, books.sheet(multiplier=2), note="đếm nhầm")
    settlements.reopen_night(**in_night(books), note="chơi tiếp")
    rows = list_settlements(night_id=books.night.pk)
    assert [(row.n, row.state, row.made_count, row.made_points) for row in rows] == [
        (2, "reopened", 0, 0),
        (1, "replaced", 2, 3),
    ]
    assert [row.payment_count for row in rows] == [3, 3]
    assert {row.author for row in rows} == {f"owner-{books.club.slug}"}


def test_a_night_without_a_point_is_square(books: Books) -> None:
    found = read(books)
    assert (found.people, found.others, found.pairs, found.payments) == ([], [], [], [])
    assert (found.is_all_square, found.plan.groups, found.absent) == (True, (), [])
    books.record(books.sheet(ending="drawn"))
    assert read(books).is_all_square


def test_another_nights_and_clubs_lines_are_not_this_nights(books: Books, strangers: Books) -> None:
    books.record()
    strangers.record(strangers.sheet(multiplier=9))
    adjust_night(
        actor=strangers.owner,
        club_id=strangers.club.pk,
        night_id=strangers.night.pk,
        adjustment_id=uuids(1)[0],
        payer=strangers.people[0].pk,
        payee=strangers.people[1].pk,
        points=7,
    )
    lines = list_night_lines(night_id=books.night.pk).lines
    assert sum(line.points for line in lines) == 6
    assert all(line.origin.kind == DEAL for line in lines)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happened_reasons_add_up_to_what_is_left_to_settle(
    books: Books, seed: int
) -> None:
    History(books, random.Random(seed)).play(25)
    found = read(books)
    assert_adds_up(found)
    expected = left(books)
    shown = {named(found, one.key): one.left_points for one in (*found.people, *found.others)}
    assert {name: points for name, points in shown.items() if points} == expected
    pairs = dict.fromkeys(found.holders, 0)
    for pair in found.pairs:
        pairs[pair.debtor] -= pair.points
        pairs[pair.creditor] += pair.points
        assert sum(part.points for part in pair.reasons) == -pair.points
    assert {one.key: one.points for one in (*found.people, *found.others) if one.points} == {
        key: points for key, points in pairs.items() if points
    }


def test_it_costs_the_same_whatever_was_played_and_paid(books: Books) -> None:
    club = get_club(actor=books.owner, slug=books.club.slug)
    counts = []
    for deals, note in ((1, ""), (9, "chơi tiếp")):
        if note:
            settlements.reopen_night(**in_night(books), note=note)
        for _ in range(deals):
            books.record(books.sheet(eats=[(2, False)]))
        settle(books)
        pay(books, "Dũng", "An")
        night = get_night(club=club, day=books.night.day)
        with CaptureQueriesContext(connection) as queries:
            get_night_settlement(night=night)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 9
