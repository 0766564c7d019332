"""Who has what a pot leaves when the night is settled (R-40): all who sat, or the last winner.

At stake 1 an ante of 1: four seats put 4 points into the pot, three seats 3, two seats 2.
"""

from typing import Any
from uuid import uuid4

from scoring.engine import Ruleset, Sheet
from scoring.models import PotMove
from scoring.services.rulesets import publish_ruleset
from scoring.services.terms import change_terms
from tests.books import Books
from tests.services.checks import differences, revise, settle
from tests.services.settling import (
    carried,
    left,
    next_night,
    opened_with,
    pot_club,
    pot_moves,
    pot_shares,
)


def _seats(books: Books, *indexes: int) -> list[str]:
    return [books.seat(index) for index in indexes]


def _clean(*clubs: Books) -> None:
    for books in clubs:
        assert differences(books) == []


# Shared among all


def test_the_pot_is_shared_with_odd_points_by_the_last_seats_and_with_who_left(db: None) -> None:
    # An, Bình, Chi, Dũng put in 4; then Dũng, An and Giang 3: 7 for five people. One each, and the
    # two odd ones to Dũng and An, who sat first and second in the last deal.
    books = pot_club("split_equal")
    books.record()
    books.record(books.sheet(seats=_seats(books, 3, 0, 4)))
    settle(books)
    assert pot_shares(books) == {"Dũng": 2, "An": 2, "Giang": 1, "Bình": 1, "Chi": 1}
    assert pot_moves(books) == [("closing", -7)]
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
    assert pot_shares(books) == {"Giang": 2, "Chi": 2, "Dũng": 2, "An": 2, "Bình": 1}
    _clean(books)


def test_a_pot_of_fewer_points_than_people_goes_to_the_first_of_them(db: None) -> None:
    # The ù of four takes all; then Giang and Chi leave 2 for five people.
    books = pot_club("split_equal")
    books.record(books.sheet(u=(0, "plain")))
    books.record(books.sheet(seats=_seats(books, 4, 2)))
    settle(books)
    assert pot_shares(books) == {"Giang": 1, "Chi": 1}
    _clean(books)


def test_who_sat_in_void_deals_only_has_no_share(db: None) -> None:
    books = pot_club("split_equal")
    books.record()
    giang = books.record(books.sheet(seats=_seats(books, 4, 0, 1)))
    revise(books, giang, "void")
    settle(books)
    assert pot_shares(books) == {"An": 1, "Bình": 1, "Chi": 1, "Dũng": 1}
    _clean(books)


def test_after_a_correction_the_shares_differ_by_what_they_should(db: None) -> None:
    # 4 + 3 = 7 for five as above; without the second deal 4 for four.
    books = pot_club("split_equal")
    books.record()
    second = books.record(books.sheet(seats=_seats(books, 3, 0, 4)))
    settle(books)
    revise(books, second, "void", note="ván chơi thử")
    assert pot_shares(books) == {"An": 1, "Bình": 1, "Chi": 1, "Dũng": 1}
    # Dũng, An and Giang give one back each; the lines of the others are not posted again.
    last = PotMove.objects.order_by("-recorded_at")[0]
    assert (last.kind, last.transfer_count) == ("closing", 3)
    _clean(books)


def test_an_empty_pot_is_closed_without_a_move(db: None) -> None:
    books = pot_club("split_equal")
    books.record(books.sheet(u=(0, "plain")))
    settle(books)
    assert pot_moves(books) == []
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
    assert pot_shares(pot_books) == {"An": 2, "Bình": 2, "Chi": 2, "Dũng": 2}


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
    assert pot_shares(books) == {"Chi": 8}
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
    assert pot_shares(books) == {"Dũng": 12}
    _clean(books)


def test_a_void_u_has_nothing(db: None) -> None:
    books = pot_club("last_winner")
    books.record()
    u = books.record(books.sheet(u=(2, "plain")))
    settle(books)
    assert pot_shares(books) == {}
    # The ù is void: the 4 of deal 1 are An's.
    revise(books, u, "void", note="ù nhầm")
    assert pot_shares(books) == {"An": 4}
    _clean(books)


def test_several_who_won_by_dry_u_share_with_odd_points_to_the_earlier_seat(db: None) -> None:
    # Bình and Dũng are dry together; then three seats leave 3: 2 and 1.
    books = pot_club("last_winner", dry_u_several="split")
    u = {"winner": books.seat(3), "kind": "dry", "last_round": False, "also": [books.seat(1)]}
    books.record(Sheet.from_json({"seats": books.seats(), "ending": "u", "u": u}))
    books.record(books.sheet(seats=_seats(books, 0, 2, 4)))
    settle(books)
    assert pot_shares(books) == {"Bình": 2, "Dũng": 1}
    _clean(books)


def test_what_nobody_has_won_is_carried_over(db: None) -> None:
    # A false ù alone: the four antes.
    books = pot_club("last_winner")
    _fault(books)
    settle(books)
    assert (pot_shares(books), carried(books)) == ({}, 4)
    # Brought into the next night, where nobody sits down, it goes on.
    second = next_night(books)
    assert opened_with(second) == 4
    settle(second)
    assert (pot_moves(second), carried(books)) == ([("opening", 4), ("closing", -4)], 4)
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
    assert (pot_shares(second), carried(books)) == ({}, 4)
    _clean(books)
