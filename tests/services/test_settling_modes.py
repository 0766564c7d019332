"""The ways to settle beside the fewest payments: each table first, through one host, pair by pair.

One plain deal at stake 1: An +6, Bình −1, Chi −2, Dũng −3.
"""

from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest

from scoring.errors import ErrorCode
from scoring.models import AuditEvent, Settlement, SettlementMode
from scoring.selectors.settlements import name_of
from scoring.services import merges, players
from scoring.services.adjustments import cancel_adjustment
from scoring.services.settlements import reopen_night
from tests.books import Books
from tests.services.checks import correct, refuses, settle, writes_nothing
from tests.services.seasons import open_table
from tests.services.settling import (
    FUND,
    PAIRS,
    another_table,
    gives,
    groups,
    in_night,
    left,
    live,
    pay,
    plan,
    pot_club,
    states,
)

TABLES, HOST = SettlementMode.TABLES_FIRST, SettlementMode.ONE_HOST
PLAIN = {("Bình", "An", 1), ("Chi", "An", 2), ("Dũng", "An", 3)}


def _host(books: Books) -> str | None:
    account = live(books).host
    return name_of(account) if account is not None else None


# Each table first


def _add_ha(books: Books) -> None:
    ha = players.add_player(actor=books.owner, club_id=books.club.pk, name="Hà")
    books.people = [*books.people, ha]


def _two_tables(books: Books) -> None:
    """Bàn 1: An +6, Bình −1, Chi −2, Dũng −3. Bàn 2: Giang +1 from Hà."""
    books.record()
    _add_ha(books)
    second = open_table(
        books,
        books.night.day,
        label="Bàn 2",
        people=[books.people[4].pk, books.people[5].pk],
    )
    seats = [books.seat(4), books.seat(5)]
    books.record(books.sheet(seats=seats), table_id=second.pk)


def test_each_table_settles_by_itself(books: Books) -> None:
    _two_tables(books)
    settlement = settle(books, mode=TABLES)
    # Across, Bình's 1 would go to Giang and Hà's to An: as few payments, two tables in one group.
    assert plan(books) == {*PLAIN, ("Hà", "Giang", 1)}
    assert groups(settlement) == {
        frozenset(("An", "Bình", "Chi", "Dũng")),
        frozenset(("Giang", "Hà")),
    }
    assert settlement.mode == "tables_first"
    assert settlement.host_id is None


def test_who_changed_tables_belongs_to_the_one_they_sat_at_most(books: Books) -> None:
    # Bàn 1 three deals: An +18, Bình −3, Chi −6, Dũng −9. Bàn 2 one deal in the order Dũng, Giang:
    # Dũng +1, Giang −1. Dũng −8 belongs to bàn 1, which is 1 ahead: Giang pays An.
    for _ in range(3):
        books.record()
    second = open_table(
        books, books.night.day, label="Bàn 2", people=[books.people[3].pk, books.people[4].pk]
    )
    books.record(books.sheet(seats=[books.seat(3), books.seat(4)]), table_id=second.pk)
    settle(books, mode=TABLES)
    assert plan(books) == {
        *(("Bình", "An", 3), ("Chi", "An", 6), ("Dũng", "An", 8)),
        ("Giang", "An", 1),
    }


def test_fund_and_carried_pot_belong_to_no_table(books: Books) -> None:
    # Ante 1: An 6 − 1, Bình −2, Chi −3, Dũng −4, carried pot 4; the fund gets 2 of An.
    club = pot_club("carry_over")
    club.record()
    gives(club, 0, FUND, 2)
    settle(club, mode=TABLES)
    assert left(club) == {
        "An": 3,
        "Bình": -2,
        "Chi": -3,
        "Dũng": -4,
        "CARRIED_POT": 4,
        "FUND": 2,
    }
    # Bàn 1 is behind by 6: of its own An is paid by Chi, the others pay what is nobody's.
    assert plan(club) == {("Chi", "An", 3), ("Dũng", "CARRIED_POT", 4), ("Bình", "FUND", 2)}


def test_two_entries_of_one_person_belong_to_one_table(books: Books) -> None:
    _two_tables(books)
    merges.merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[0].pk,
    )
    settle(books, mode=TABLES)
    # An sat once at each: bàn 1, opened first. Hà of bàn 2 pays across.
    assert plan(books) == {*PLAIN, ("Hà", "An", 1)}


def test_a_correction_keeps_the_mode(books: Books) -> None:
    deal = books.record()
    settle(books, mode=TABLES)
    pay(books, "Chi", "An")
    correct(books, deal, books.sheet(multiplier=2), note="đếm nhầm")
    assert (live(books).mode, live(books).n) == ("tables_first", 2)
    assert plan(books) == {("Bình", "An", 2), ("Chi", "An", 2), ("Dũng", "An", 6)}


# Through one host


def test_the_host_is_who_receives_most(books: Books) -> None:
    books.record()
    books.record(books.sheet(seats=[books.seat(index) for index in (1, 0, 2, 3)]))
    # An 6 − 1, Bình −1 + 6, Chi −4, Dũng −6: of two the first by player id.
    settle(books, mode=HOST)
    first = min(books.people[:2], key=lambda player: str(player.pk)).name
    other = "An" if first == "Bình" else "Bình"
    assert _host(books) == first
    assert plan(books) == {("Chi", first, 4), ("Dũng", first, 6), (first, other, 5)}


@pytest.mark.parametrize(
    ("host", "payments"),
    [
        (3, {("Bình", "Dũng", 1), ("Chi", "Dũng", 2), ("Dũng", "An", 6)}),
        (4, {*(("Bình", "Giang", 1), ("Chi", "Giang", 2)), ("Dũng", "Giang", 3)}),
    ],
)
def test_a_named_host_may_owe_or_be_quits(
    books: Books, host: int, payments: set[tuple[str, str, int]]
) -> None:
    books.record()
    settlement = settle(books, mode=HOST, host_id=books.people[host].pk)
    through = {("Giang", "An", 6)} if host == 4 else set()
    assert plan(books) == payments | through
    assert _host(books) == books.people[host].name
    assert len(settlement.groups) == 1
    assert settlement.lower_bound == 3


def test_the_fund_is_a_guest_even_where_it_receives_most(books: Books) -> None:
    gives(books, 0, FUND, 10)
    gives(books, 1, 2, 3)
    settle(books, mode=HOST)
    # Fund 10, Chi 3, Bình −3, An −10.
    assert _host(books) == "Chi"
    assert plan(books) == {("An", "Chi", 10), ("Bình", "Chi", 3), ("Chi", "FUND", 10)}


def test_the_host_stays_when_the_plan_is_made_anew(books: Books) -> None:
    deal = books.record()
    settle(books, mode=HOST)
    # Dũng had won: seats turned round, Dũng +6, Chi −1, Bình −2, An −3.
    turned = books.sheet(seats=[books.seat(index) for index in (3, 2, 1, 0)])
    correct(books, deal, turned, note="ghi ngược")
    assert (_host(books), live(books).n) == ("An", 2)
    assert plan(books) == {("Bình", "An", 2), ("Chi", "An", 1), ("An", "Dũng", 6)}


def test_a_host_who_turns_out_to_be_another_is_host_as_that_one(books: Books) -> None:
    books.record()
    _add_ha(books)
    settlement_id = uuid4()
    settle(books, mode=HOST, host_id=books.people[4].pk, settlement_id=settlement_id)
    merges.merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[5].pk,
    )
    assert _host(books) == "Hà"
    assert len(plan(books)) == 4
    with writes_nothing():
        again = settle(books, mode=HOST, host_id=books.people[4].pk, settlement_id=settlement_id)
    assert again.pk == settlement_id


def test_a_night_without_a_point_has_no_host(books: Books) -> None:
    settle(books, mode=HOST)
    assert (_host(books), plan(books)) == (None, set())


def test_nobody_but_the_clubs_own_accounts_have_a_balance(books: Books) -> None:
    # A pot of 4 carried on, and the four antes given back by the fund: 4 against −4.
    club = pot_club("carry_over")
    club.record(club.sheet(ending="drawn"))
    for who in range(4):
        gives(club, FUND, who, 1)
    settle(club, mode=HOST)
    assert plan(club) == {("FUND", "CARRIED_POT", 4)}


def test_the_same_settling_again_is_known_and_another_host_is_another(books: Books) -> None:
    books.record()
    given: dict[str, Any] = {"mode": HOST, "settlement_id": uuid4()}
    settle(books, **given, host_id=books.people[3].pk)
    with writes_nothing():
        settle(books, **given, host_id=books.people[3].pk)
        settle(books, **given)
    for other in ({"host_id": books.people[0].pk}, {"mode": TABLES}):
        with refuses(ErrorCode.SETTLEMENT_ID_REUSED):
            settle(books, **{**given, **other})


def test_a_host_has_to_be_of_the_club_and_is_asked_for_by_one_mode_only(
    books: Books, strangers: Books
) -> None:
    books.record()
    for unknown in (uuid4(), strangers.people[0].pk):
        with refuses(ErrorCode.PLAYER_UNKNOWN, field="host_id", seat=str(unknown)):
            settle(books, mode=HOST, host_id=unknown)
    for mode in (SettlementMode.FEWEST, TABLES, PAIRS):
        with refuses(ErrorCode.REQUEST_INVALID, path="host_id"):
            settle(books, mode=mode, host_id=books.people[0].pk)


@pytest.mark.parametrize("mode", SettlementMode)
def test_every_mode_clears_what_is_left_whatever_was_paid(
    pot_books: Books, mode: SettlementMode
) -> None:
    pot_books.record()
    second = another_table(pot_books)
    second.record()
    settle(pot_books, mode=mode)
    payer, payee, _ = min(plan(pot_books))
    pay(pot_books, payer, payee, to="confirmed")
    payer, payee, _ = max(plan(pot_books))
    pay(pot_books, payer, payee)
    reopen_night(**in_night(pot_books), note="còn chơi")
    pot_books.record(pot_books.sheet(u=(2, "plain")))
    settle(pot_books, mode=mode)
    assert live(pot_books).mode == mode
    assert sum(left(pot_books).values()) == 0


# Pair by pair, made anew where only who owes whom is another


def _who_owes_whom(books: Books) -> set[tuple[str, str, int]]:
    settle(books, mode=PAIRS)
    return plan(books)


def test_pair_by_pair_is_made_anew_when_only_who_owes_whom_changes(books: Books) -> None:
    # A line of An to Bình and one of Bình to Chi, 2 each: An −2, Bình 0, Chi 2. Cancelling both
    # and giving Chi An's 2 leaves all balances as they are.
    ids = [gives(books, 0, 1, 2), gives(books, 1, 2, 2)]
    assert _who_owes_whom(books) == {("An", "Bình", 2), ("Bình", "Chi", 2)}
    before = left(books)
    for cancelled in ids:
        cancel_adjustment(
            actor=books.owner, club_id=books.club.pk, adjustment_id=uuid4(), cancels_id=cancelled
        )
    gives(books, 0, 2, 2)
    assert left(books) == before
    assert plan(books) == {("An", "Chi", 2)}


def test_one_correction_that_leaves_every_balance_is_planned_anew_pair_by_pair(
    books: Books,
) -> None:
    # inside a deal. An gives Bình 2 bets and Bình Chi 2; corrected An gives Chi 2.
    before = books.record(books.sheet(ending="drawn", adjustments=_lines(0, 1, 2)))
    assert _who_owes_whom(books) == {("An", "Bình", 2), ("Bình", "Chi", 2)}
    balances = left(books)
    pay(books, "An", "Bình")
    turned = books.sheet(ending="drawn", adjustments=_lines(0, 2))
    correct(books, before, turned, note="ghi nhầm người")
    # An has handed Bình 2: Bình owes them back, and An owes Chi.
    assert plan(books) == {("An", "Chi", 2), ("Bình", "An", 2)}
    assert live(books).n == 2
    assert balances == {"An": -2, "Chi": 2}
    assert AuditEvent.objects.filter(club=books.club, action="night.replan").count() == 1


def test_the_other_modes_keep_their_plan_when_only_who_owes_whom_changes(books: Books) -> None:
    deal = books.record(books.sheet(ending="drawn", adjustments=_lines(0, 1, 2)))
    settle(books)
    turned = books.sheet(ending="drawn", adjustments=_lines(0, 2))
    correct(books, deal, turned, note="ghi nhầm người")
    assert live(books).n == 1
    assert plan(books) == {("An", "Chi", 2)}


def test_pair_by_pair_stays_as_it_is_while_people_pay(pot_books: Books) -> None:
    pot_books.record()
    settle(pot_books, mode=PAIRS)
    for payer, payee, _ in sorted(plan(pot_books)):
        pay(pot_books, payer, payee, to="confirmed")
        assert live(pot_books).n == 1
    assert left(pot_books) == {}
    assert set(states(pot_books)) == {"confirmed"}
    assert Settlement.objects.filter(night=pot_books.night).count() == 1


def _lines(*way: int) -> list[tuple[int, int, int]]:
    """Two bets from each seat of the way to the next."""
    return [(one, other, 2) for one, other in pairwise(way)]
