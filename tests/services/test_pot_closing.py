"""Closing pots when a night is settled, and opening them from what was carried over (R-40).

At stake 1 an ante of 1: four seats put 4 points into the pot, three seats 3. A plain deal of four
gives the first 6 and costs the others 1, 2 and 3, each less the ante; an ù takes 6 of each.
"""

from typing import Any
from uuid import uuid4

from scoring.engine import Ruleset, Sheet
from scoring.models import PotMove, Table, Transfer
from scoring.selectors.pot_closing import carried_points
from scoring.selectors.pots import pot_points_before
from scoring.services.rulesets import publish_ruleset
from scoring.services.settlements import reopen_night
from scoring.services.terms import change_terms
from tests.books import Books
from tests.services.checks import correct, differences, points_of, revise, settle
from tests.services.settling import (
    another_table,
    balances,
    in_night,
    left,
    live,
    next_night,
    opened_with,
    pay,
    plan,
    pot_club,
)


def _carried(books: Books) -> int:
    return carried_points(club_id=books.club.pk)


def _moves(books: Books) -> list[tuple[str, int]]:
    """Pot moves of the table: their kind, and how many points went into the pot (− out of it)."""
    pot = Table.objects.get(pk=books.table.pk).pot_account.pk
    found = []
    for move in PotMove.objects.filter(table=books.table).order_by("recorded_at"):
        lines = Transfer.objects.filter(pot_move=move)
        into = sum(line.points if line.payee_id == pot else -line.points for line in lines)
        found.append((move.kind, into))
    return found


def _held(books: Books) -> int:
    """What the pot holds for the next deal."""
    pot = Table.objects.get(pk=books.table.pk).pot_account.pk
    return pot_points_before(table_id=books.table.pk, pot_account_id=pot, number=1_000)


def _shares(books: Books) -> dict[str, int]:
    """What the pots of the night gave to players, by name, taken together."""
    shares: dict[str, int] = {}
    lines = Transfer.objects.filter(pot_move__table__night=books.night).select_related(
        "payer__player", "payee__player"
    )
    for line in lines:
        for end, points in ((line.payee, line.points), (line.payer, -line.points)):
            if end.player is not None:
                shares[end.player.name] = shares.get(end.player.name, 0) + points
    return {name: points for name, points in shares.items() if points}


def _seats(books: Books, *indexes: int) -> list[str]:
    return [books.seat(index) for index in indexes]


def _clean(*clubs: Books) -> None:
    for books in clubs:
        assert differences(books) == []


# Carried over


def test_what_is_left_is_carried_to_the_next_nights_first_table(pot_books: Books) -> None:
    # Stake 2: four antes of 2 are 8.
    pot_books.record()
    settlement = settle(pot_books)
    assert balances(settlement) == {"An": 10, "Bình": -4, "Chi": -6, "Dũng": -8, "CARRIED_POT": 8}
    assert (_moves(pot_books), _carried(pot_books)) == ([("closing", -8)], 8)
    second = next_night(pot_books)
    assert (opened_with(second), _carried(second), _held(second)) == (8, 0, 8)
    # An's ù takes those 8 and the 8 of the antes: 3 × 12 + 16 - 2 = 50; the others pay 14 each,
    # the carried pot its 8.
    second.record(second.sheet(u=(0, "plain")))
    settlement = settle(second)
    assert balances(settlement) == {
        "An": 50,
        "Bình": -14,
        "Chi": -14,
        "Dũng": -14,
        "CARRIED_POT": -8,
    }
    assert plan(second) == {
        *((name, "An", 14) for name in ("Bình", "Chi", "Dũng")),
        ("CARRIED_POT", "An", 8),
    }
    assert _carried(second) == 0


def test_what_was_paid_into_the_carried_pot_is_in_it(pot_books: Books) -> None:
    """Handing the points over moves none: they are there because the pot left them."""
    pot_books.record()
    settle(pot_books)
    for payer, payee, _points in plan(pot_books):
        pay(pot_books, payer, payee, to="confirmed")
    assert left(pot_books) == {}
    assert _carried(pot_books) == 8
    second = next_night(pot_books)
    assert opened_with(second) == 8
    second.record(second.sheet(u=(0, "plain")))
    settle(second)
    pay(second, "CARRIED_POT", "An", to="confirmed")
    assert _carried(second) == 0
    assert opened_with(next_night(pot_books, days=2)) == 0


def test_what_was_waived_never_came_into_the_carried_pot(pot_books: Books) -> None:
    pot_books.record()
    settle(pot_books)
    waived = 0
    for payer, payee, points in sorted(plan(pot_books)):
        if payee == "CARRIED_POT":
            pay(pot_books, payer, payee, to="waived")
            waived += points
    assert (waived, _carried(pot_books)) == (8, 0)
    assert opened_with(next_night(pot_books)) == 0


def test_only_the_first_table_with_a_pot_takes_what_was_carried(pot_books: Books) -> None:
    pot_books.record()
    settle(pot_books)
    first = next_night(pot_books)
    second = another_table(first)
    assert (opened_with(first), opened_with(second)) == (8, 0)


def test_what_several_pots_leave_is_carried_together(pot_books: Books) -> None:
    # 8 at one table, 16 at the other; the third has no deal and no pot move.
    second, third = another_table(pot_books), another_table(pot_books, "Bàn 3")
    pot_books.record()
    second.record()
    second.record()
    settle(pot_books)
    assert (_carried(pot_books), opened_with(next_night(pot_books))) == (24, 24)
    assert _moves(third) == []


def test_what_was_brought_in_and_not_won_is_carried_on(pot_books: Books) -> None:
    pot_books.record()
    settle(pot_books)
    second = next_night(pot_books)
    second.record()
    # 8 brought in and 8 of antes.
    settle(second)
    assert (_moves(second), _carried(second)) == ([("opening", 8), ("closing", -16)], 16)
    assert opened_with(next_night(pot_books, days=2)) == 16


def test_opening_the_night_again_puts_the_pot_back(pot_books: Books) -> None:
    pot_books.record()
    settle(pot_books)
    reopen_night(**in_night(pot_books))
    assert (_moves(pot_books), _carried(pot_books)) == ([("closing", -8), ("reopening", 8)], 0)
    # Play goes on with the 8 that were there: An's ù takes 16, and pays the ante of 2.
    before = points_of(pot_books)
    pot_books.record(pot_books.sheet(u=(0, "plain")))
    assert points_of(pot_books)[0] - before[0] == 36 + 16 - 2
    settle(pot_books)
    assert _moves(pot_books) == [("closing", -8), ("reopening", 8)]
    assert plan(pot_books) == {
        # An 10 + 50, Bình -4 - 14, Chi -6 - 14, Dũng -8 - 14.
        *(("Bình", "An", 18), ("Chi", "An", 20), ("Dũng", "An", 22)),
    }


# Corrections after closing


def test_a_correction_posts_only_what_the_pot_differs_by(pot_books: Books) -> None:
    first = pot_books.record()
    pot_books.record()
    settle(pot_books)
    assert (_moves(pot_books), _carried(pot_books)) == ([("closing", -16)], 16)
    # Without the first deal the pot was 8: 8 come back.
    revise(pot_books, first, "void", note="ván chơi thử")
    assert (_moves(pot_books), _carried(pot_books)) == ([("closing", -16), ("closing", 8)], 8)
    revise(pot_books, first, "restore", note="không, ván thật")
    assert _moves(pot_books) == [("closing", -16), ("closing", 8), ("closing", -8)]
    assert PotMove.objects.filter(settlement__n=1).count() == 2


def test_a_correction_that_leaves_the_pot_alone_moves_no_pot(pot_books: Books) -> None:
    deal = pot_books.record()
    settle(pot_books)
    correct(pot_books, deal, pot_books.sheet(eats=[(1, False)]), note="quên một cây")
    assert live(pot_books).n == 2
    assert _moves(pot_books) == [("closing", -8)]


def test_nothing_follows_into_the_next_night(pot_books: Books) -> None:
    """The next night has taken the 8; the correction leaves the carried pot 8 short."""
    deal = pot_books.record()
    settle(pot_books)
    second = next_night(pot_books)
    revise(pot_books, deal, "void", note="ván chơi thử")
    assert (opened_with(second), _held(second), _carried(second)) == (8, 8, -8)
    assert opened_with(next_night(pot_books, days=2)) == 0
    # What the second night leaves makes up for it.
    settle(second)
    assert _carried(second) == 0


def test_a_settled_nights_u_follows_and_the_pot_closes_by_the_rest(pot_books: Books) -> None:
    # Deal 1 left 8 for the ù of deal 2, deal 3 left 8 in the pot. Without deal 1 the ù takes 8
    # less, and the pot is closed with 8 as before.
    first = pot_books.record()
    pot_books.record(pot_books.sheet(u=(0, "plain")))
    pot_books.record()
    settle(pot_books)
    answer = revise(pot_books, first, "void", note="ván chơi thử")
    assert [one.number for one in answer.followed] == [2]
    assert _moves(pot_books) == [("closing", -8)]
    # An 3 × 12 + 8 - 2 = 42 and 10; Bình -14 - 4, Chi -14 - 6, Dũng -14 - 8.
    assert balances(live(pot_books)) == {
        "An": 52,
        "Bình": -18,
        "Chi": -20,
        "Dũng": -22,
        "CARRIED_POT": 8,
    }


# Shared among all


def test_the_pot_is_shared_with_odd_points_by_the_last_seats_and_with_who_left(db: None) -> None:
    # An, Bình, Chi, Dũng put in 4; then Dũng, An and Giang 3: 7 for five people. One each, and the
    # two odd ones to Dũng and An, who sat first and second in the last deal.
    books = pot_club("split_equal")
    books.record()
    books.record(books.sheet(seats=_seats(books, 3, 0, 4)))
    settle(books)
    assert _shares(books) == {"Dũng": 2, "An": 2, "Giang": 1, "Bình": 1, "Chi": 1}
    assert _moves(books) == [("closing", -7)]
    assert "CARRIED_POT" not in left(books)
    _clean(books)


def test_who_left_gets_odd_points_after_those_of_the_last_deal(db: None) -> None:
    # 4 + 3 + 2 = 9 for five: one each, and four odd ones: Giang and Chi of the last deal, then Dũng
    # and An of the one before; Bình, who left first, gets the one.
    books = pot_club("split_equal")
    books.record()
    books.record(books.sheet(seats=_seats(books, 3, 0, 4)))
    books.record(books.sheet(seats=_seats(books, 4, 2)))
    settle(books)
    assert _shares(books) == {"Giang": 2, "Chi": 2, "Dũng": 2, "An": 2, "Bình": 1}
    _clean(books)


def test_a_pot_of_fewer_points_than_people_goes_to_the_first_of_them(db: None) -> None:
    # The ù of four takes all; then Giang and Chi leave 2 for five people.
    books = pot_club("split_equal")
    books.record(books.sheet(u=(0, "plain")))
    books.record(books.sheet(seats=_seats(books, 4, 2)))
    settle(books)
    assert _shares(books) == {"Giang": 1, "Chi": 1}
    _clean(books)


def test_who_sat_in_void_deals_only_has_no_share(db: None) -> None:
    books = pot_club("split_equal")
    books.record()
    giang = books.record(books.sheet(seats=_seats(books, 4, 0, 1)))
    revise(books, giang, "void")
    settle(books)
    assert _shares(books) == {"An": 1, "Bình": 1, "Chi": 1, "Dũng": 1}
    _clean(books)


def test_after_a_correction_the_shares_differ_by_what_they_should(db: None) -> None:
    # 4 + 3 = 7 for five as above; without the second deal 4 for four.
    books = pot_club("split_equal")
    books.record()
    second = books.record(books.sheet(seats=_seats(books, 3, 0, 4)))
    settle(books)
    revise(books, second, "void", note="ván chơi thử")
    assert _shares(books) == {"An": 1, "Bình": 1, "Chi": 1, "Dũng": 1}
    # Dũng, An and Giang give one back each; the lines of the others are not posted again.
    last = PotMove.objects.order_by("-recorded_at")[0]
    assert (last.kind, last.transfer_count) == ("closing", 3)
    _clean(books)


def test_an_empty_pot_is_closed_without_a_move(db: None) -> None:
    books = pot_club("split_equal")
    books.record(books.sheet(u=(0, "plain")))
    settle(books)
    assert _moves(books) == []
    _clean(books)


def test_the_rules_last_in_force_close_the_pot(pot_books: Books) -> None:
    rules = {"pot_enabled": True, "pot_ante": 1, "pot_at_close": "split_equal"}
    version = publish_ruleset(
        actor=pot_books.owner,
        club_id=pot_books.club.pk,
        name="Chia gà",
        rules=Ruleset.from_json(rules),
    )
    pot_books.record()
    change_terms(
        actor=pot_books.owner,
        table_id=pot_books.table.pk,
        terms_id=uuid4(),
        ruleset_version_id=version.pk,
    )
    settle(pot_books)
    assert _shares(pot_books) == {"An": 2, "Bình": 2, "Chi": 2, "Dũng": 2}


# The last winner's


def _fault(books: Books, **changes: Any) -> None:
    """A deal nobody wins: a false ù."""
    fault = {"player": books.seat(0), "kind": "false_u"}
    books.record(books.sheet(ending="fault", fault=fault, **changes))


def test_the_last_u_has_the_pot_whoever_won_after_it(db: None) -> None:
    # Chi's ù empties the pot, the deals behind it leave 8; An was first in both.
    books = pot_club("last_winner")
    books.record(books.sheet(u=(1, "plain")))
    books.record(books.sheet(u=(2, "plain")))
    books.record()
    books.record()
    settle(books)
    assert _shares(books) == {"Chi": 8}
    _clean(books)


def test_without_an_u_the_first_of_the_last_deal_has_the_pot(db: None) -> None:
    # An was first of the first deal, Dũng of the second; the third is void, the fourth has no
    # first: 4 + 4 + 4 (the false ù).
    books = pot_club("last_winner")
    books.record()
    books.record(books.sheet(seats=_seats(books, 3, 2, 1, 0)))
    revise(books, books.record(), "void")
    _fault(books)
    settle(books)
    assert _shares(books) == {"Dũng": 12}
    _clean(books)


def test_a_void_u_has_nothing(db: None) -> None:
    books = pot_club("last_winner")
    books.record()
    u = books.record(books.sheet(u=(2, "plain")))
    settle(books)
    assert _shares(books) == {}
    # The ù is void: the 4 of deal 1 are An's.
    revise(books, u, "void", note="ù nhầm")
    assert _shares(books) == {"An": 4}
    _clean(books)


def test_several_who_won_by_dry_u_share_with_odd_points_to_the_earlier_seat(db: None) -> None:
    # Bình and Dũng are dry together; then three seats leave 3: 2 and 1.
    books = pot_club("last_winner", dry_u_several="split")
    u = {"winner": books.seat(3), "kind": "dry", "last_round": False, "also": [books.seat(1)]}
    books.record(Sheet.from_json({"seats": books.seats(), "ending": "u", "u": u}))
    books.record(books.sheet(seats=_seats(books, 0, 2, 4)))
    settle(books)
    assert _shares(books) == {"Bình": 2, "Dũng": 1}
    _clean(books)


def test_what_nobody_has_won_is_carried_over(db: None) -> None:
    # A false ù alone: the four antes.
    books = pot_club("last_winner")
    _fault(books)
    settle(books)
    assert (_shares(books), _carried(books)) == ({}, 4)
    # Brought into the next night, where nobody sits down, it goes on.
    second = next_night(books)
    assert opened_with(second) == 4
    settle(second)
    assert (_moves(second), _carried(books)) == ([("opening", 4), ("closing", -4)], 4)
    _clean(books)


def test_what_nobody_sat_for_is_carried_on(db: None) -> None:
    books = pot_club("split_equal")
    carrying = publish_ruleset(
        actor=books.owner,
        club_id=books.club.pk,
        name="Để dành",
        rules=Ruleset.from_json({"pot_enabled": True, "pot_ante": 1}),
    )
    change_terms(
        actor=books.owner,
        table_id=books.table.pk,
        terms_id=uuid4(),
        ruleset_version_id=carrying.pk,
    )
    books.record()
    settle(books)
    second = next_night(books)
    assert opened_with(second) == 4
    settle(second)
    assert (_shares(second), _carried(books)) == ({}, 4)
    _clean(books)
