"""Closing pots when a night is settled, and opening them from what was carried over (R-40).

At stake 2 an ante of 1 bet: four seats put 8 points into the pot. A plain deal gives the first 12
and costs the others 2, 4 and 6, each less the ante of 2; an ù takes 12 of each.
"""

from scoring.models import PotMove, Table
from scoring.selectors.pots import pot_points_before
from scoring.services.settlements import reopen_night
from tests.books import Books
from tests.services.checks import correct, points_of, revise, settle
from tests.services.settling import (
    another_table,
    balances,
    carried,
    in_night,
    left,
    live,
    next_night,
    opened_with,
    pay,
    plan,
    pot_moves,
)


def _held(books: Books) -> int:
    """What the pot holds for the next deal."""
    pot = Table.objects.get(pk=books.table.pk).pot_account.pk
    return pot_points_before(table_id=books.table.pk, pot_account_id=pot, number=1_000)


# Carried over


def test_what_is_left_is_carried_to_the_next_nights_first_table(pot_books: Books) -> None:
    # Stake 2: four antes of 2 are 8.
    pot_books.record()
    settlement = settle(pot_books)
    assert balances(settlement) == {"An": 10, "Bình": -4, "Chi": -6, "Dũng": -8, "CARRIED_POT": 8}
    assert (pot_moves(pot_books), carried(pot_books)) == ([("closing", -8)], 8)
    second = next_night(pot_books)
    assert (opened_with(second), carried(second), _held(second)) == (8, 0, 8)
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
    assert carried(second) == 0


def test_what_was_paid_into_the_carried_pot_is_in_it(pot_books: Books) -> None:
    """Handing the points over moves none: they are there because the pot left them."""
    pot_books.record()
    settle(pot_books)
    for payer, payee, _points in plan(pot_books):
        pay(pot_books, payer, payee, to="confirmed")
    assert left(pot_books) == {}
    assert carried(pot_books) == 8
    second = next_night(pot_books)
    assert opened_with(second) == 8
    second.record(second.sheet(u=(0, "plain")))
    settle(second)
    pay(second, "CARRIED_POT", "An", to="confirmed")
    assert carried(second) == 0
    assert opened_with(next_night(pot_books, days=2)) == 0


def test_what_was_waived_never_came_into_the_carried_pot(pot_books: Books) -> None:
    pot_books.record()
    settle(pot_books)
    waived = 0
    for payer, payee, points in sorted(plan(pot_books)):
        if payee == "CARRIED_POT":
            pay(pot_books, payer, payee, to="waived")
            waived += points
    assert (waived, carried(pot_books)) == (8, 0)
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
    assert (carried(pot_books), opened_with(next_night(pot_books))) == (24, 24)
    assert pot_moves(third) == []


def test_what_was_brought_in_and_not_won_is_carried_on(pot_books: Books) -> None:
    pot_books.record()
    settle(pot_books)
    second = next_night(pot_books)
    second.record()
    # 8 brought in and 8 of antes.
    settle(second)
    assert (pot_moves(second), carried(second)) == ([("opening", 8), ("closing", -16)], 16)
    assert opened_with(next_night(pot_books, days=2)) == 16


def test_opening_the_night_again_puts_the_pot_back(pot_books: Books) -> None:
    pot_books.record()
    settle(pot_books)
    reopen_night(**in_night(pot_books))
    assert (pot_moves(pot_books), carried(pot_books)) == ([("closing", -8), ("reopening", 8)], 0)
    # Play goes on with the 8 that were there: An's ù takes 16, and pays the ante of 2.
    before = points_of(pot_books)
    pot_books.record(pot_books.sheet(u=(0, "plain")))
    assert points_of(pot_books)[0] - before[0] == 36 + 16 - 2
    settle(pot_books)
    assert pot_moves(pot_books) == [("closing", -8), ("reopening", 8)]
    assert plan(pot_books) == {
        # An 10 + 50, Bình -4 - 14, Chi -6 - 14, Dũng -8 - 14.
        *(("Bình", "An", 18), ("Chi", "An", 20), ("Dũng", "An", 22)),
    }


# Corrections after closing


def test_a_correction_posts_only_what_the_pot_differs_by(pot_books: Books) -> None:
    first = pot_books.record()
    pot_books.record()
    settle(pot_books)
    assert (pot_moves(pot_books), carried(pot_books)) == ([("closing", -16)], 16)
    # Without the first deal the pot was 8: 8 come back.
    revise(pot_books, first, "void", note="ván chơi thử")
    assert (pot_moves(pot_books), carried(pot_books)) == ([("closing", -16), ("closing", 8)], 8)
    revise(pot_books, first, "restore", note="không, ván thật")
    assert pot_moves(pot_books) == [("closing", -16), ("closing", 8), ("closing", -8)]
    assert PotMove.objects.filter(settlement__n=1).count() == 2


def test_a_correction_that_leaves_the_pot_alone_moves_no_pot(pot_books: Books) -> None:
    deal = pot_books.record()
    settle(pot_books)
    correct(pot_books, deal, pot_books.sheet(eats=[(1, False)]), note="quên một cây")
    assert live(pot_books).n == 2
    assert pot_moves(pot_books) == [("closing", -8)]


def test_nothing_follows_into_the_next_night(pot_books: Books) -> None:
    """The next night has taken the 8; the correction leaves the carried pot 8 short."""
    deal = pot_books.record()
    settle(pot_books)
    second = next_night(pot_books)
    revise(pot_books, deal, "void", note="ván chơi thử")
    assert (opened_with(second), _held(second), carried(second)) == (8, 8, -8)
    assert opened_with(next_night(pot_books, days=2)) == 0
    # What the second night leaves makes up for it.
    settle(second)
    assert carried(second) == 0


def test_a_settled_nights_u_follows_and_the_pot_closes_by_the_rest(pot_books: Books) -> None:
    # Deal 1 left 8 for the ù of deal 2, deal 3 left 8 in the pot. Without deal 1 the ù takes 8
    # less, and the pot is closed with 8 as before.
    first = pot_books.record()
    pot_books.record(pot_books.sheet(u=(0, "plain")))
    pot_books.record()
    settle(pot_books)
    answer = revise(pot_books, first, "void", note="ván chơi thử")
    assert [one.number for one in answer.followed] == [2]
    assert pot_moves(pot_books) == [("closing", -8)]
    # An 3 × 12 + 8 - 2 = 42 and 10; Bình -14 - 4, Chi -14 - 6, Dũng -14 - 8.
    assert balances(live(pot_books)) == {
        "An": 52,
        "Bình": -18,
        "Chi": -20,
        "Dũng": -22,
        "CARRIED_POT": 8,
    }
