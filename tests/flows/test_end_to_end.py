"""One night told as it went, with the sums worked out by hand beside it.

Stake 1 at first, the seed rules with a pot: ante 1, plain ù 6, places 1 2 3, eat 1, eat in the last
round 4. The sums are those of rules.md; nothing here was printed by the product.
"""

from collections.abc import Mapping
from uuid import uuid4

import pytest

from scoring.actors import Actor, Role
from scoring.models import DealRevision, Dispute, PossibleDuplicate, RevisionKind
from scoring.selectors.balances import list_balances, sums_by_account
from scoring.selectors.members import get_club
from scoring.selectors.nights import get_night
from scoring.services.adjustments import adjust_night
from scoring.services.audits import audit_books
from scoring.services.deals import DealAnswer, revise_deal
from scoring.services.merges import merge_players
from scoring.services.questions import drop_one, raise_dispute, settle_dispute
from scoring.services.terms import change_terms
from tests.books import DAY, Books, make_books

pytestmark = pytest.mark.django_db


def balances(books: Books) -> dict[str, int]:
    """Everybody's points by name."""
    club = get_club(actor=books.owner, slug=books.club.slug)
    return {row.name: row.points for row in list_balances(night=get_night(club=club, day=DAY))}


def pot(books: Books) -> int:
    return sums_by_account(night_id=books.night.pk).get(books.table.pot_account.pk, 0)


def revise(
    books: Books, deal: DealAnswer, kind: RevisionKind, *, based_on: int, **more: object
) -> DealAnswer:
    return revise_deal(
        actor=books.owner,
        deal_id=deal.deal_id,
        revision_id=uuid4(),
        based_on=based_on,
        kind=kind,
        **more,  # type: ignore[arg-type]
    )


def followed(answer: DealAnswer) -> list[tuple[int, int, int]]:
    return [
        (deal.number, deal.pot_before_points, deal.pot_after_points) for deal in answer.followed
    ]


def test_a_night_from_the_first_deal_to_the_merged_guest() -> None:
    books = make_books(rules={"pot_enabled": True, "pot_ante": 1})
    first, second, three = four_deals_and_a_higher_stake(books)
    two_deals_are_looked_at_again(books, first, second)
    another_phone_and_a_dispute(books, second, three)
    a_guest_who_was_no_guest(books)
    assert [str(difference) for difference in audit_books().differences] == []


def four_deals_and_a_higher_stake(books: Books) -> tuple[DealAnswer, DealAnswer, DealAnswer]:
    """Returns ván 1, 2 and 4."""
    # Ván 1, stake 1: points 5 12 20 31. An gets 1 + 2 + 3, everybody pays an ante of 1.
    # An 6 - 1 = 5, Bình -1 - 1 = -2, Chi -2 - 1 = -3, Dũng -3 - 1 = -4; pot 4.
    first = books.record()
    says(books, {"An": 5, "Bình": -2, "Chi": -3, "Dũng": -4}, in_the_pot=4)

    # Ván 2: Bình eats from An (1), Chi eats from Bình in the last round (4). Places as before.
    # An 6 - 1 - 1 = 4, Bình -1 - 1 + 1 - 4 = -5, Chi -2 - 1 + 4 = 1, Dũng -3 - 1 = -4.
    # An 9, Bình -7, Chi -2, Dũng -8; pot 8.
    second = books.record(books.sheet(eats=[(1, False), (2, True)]))
    says(books, {"An": 9, "Bình": -7, "Chi": -2, "Dũng": -8}, in_the_pot=8)

    # From here a bet is worth 5 points.
    change_terms(actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), stake_points=5)

    # Ván 3, stake 5: Dũng is ù. The pot holds 8 points: 8 // 5 = 1 bet, and 4 antes of 1.
    # Dũng 3 x 6 + 1 + 4 - 1 = 22 bets = 110 points; the others -6 - 1 = -7 bets = -35 points.
    # An -26, Bình -42, Chi -37, Dũng 102; pot 8 - 5 = 3.
    books.record(books.sheet(u=(3, "plain")))
    says(books, {"An": -26, "Bình": -42, "Chi": -37, "Dũng": 102}, in_the_pot=3)

    # Ván 4, stake 5, three at the table: An 5, Bình 12, Chi 20 points. An gets 1 + 2, antes 1.
    # An 3 - 1 = 2 bets = 10, Bình -2 bets = -10, Chi -3 bets = -15; pot 3 + 15 = 18.
    # An -16, Bình -52, Chi -52, Dũng 102.
    three = books.record(books.sheet(seats=books.seats(3)))
    says(books, {"An": -16, "Bình": -52, "Chi": -52, "Dũng": 102}, in_the_pot=18)

    return first, second, three


def two_deals_are_looked_at_again(books: Books, first: DealAnswer, second: DealAnswer) -> None:
    # Ván 1 was typed wrong: everything counted double that deal, the antes too.
    # An 10, Bình -4, Chi -6, Dũng -8: another 5, -2, -3, -4; 4 more points in the pot.
    # The pot before ván 3 is 12 now: 12 // 5 = 2 bets, one more than before: Dũng another 5.
    # An -11, Bình -54, Chi -55, Dũng 102 - 4 + 5 = 103; pot 18 + 4 - 5 = 17.
    corrected = revise(
        books, first, RevisionKind.CORRECT, based_on=1, sheet=books.sheet(multiplier=2)
    )
    assert followed(corrected) == [(3, 8, 12)]
    says(books, {"An": -11, "Bình": -54, "Chi": -55, "Dũng": 103}, in_the_pot=17)

    # Ván 2 never happened. Its 4, -5, 1, -4 go back; 4 points fewer in the pot.
    # The pot before ván 3 is 8 again: 1 bet, Dũng gives 5 back.
    # An -15, Bình -49, Chi -56, Dũng 103 + 4 - 5 = 102; pot 17 - 4 + 5 = 18.
    voided = revise(books, second, RevisionKind.VOID, based_on=1, note="nhầm bàn")
    assert followed(voided) == [(3, 12, 8)]
    says(books, {"An": -15, "Bình": -49, "Chi": -56, "Dũng": 102}, in_the_pot=18)

    # It did happen after all: everything as before the void.
    restored = revise(books, second, RevisionKind.RESTORE, based_on=2)
    assert followed(restored) == [(3, 8, 12)]
    says(books, {"An": -11, "Bình": -54, "Chi": -55, "Dũng": 103}, in_the_pot=17)
    kinds = DealRevision.objects.filter(deal__number=3).order_by("n")
    assert list(kinds.values_list("kind", flat=True)) == ["record", "follow", "follow", "follow"]


def another_phone_and_a_dispute(books: Books, second: DealAnswer, three: DealAnswer) -> None:
    # Another phone, offline since ván 3, sends ván 4 too. Both count until somebody decides:
    # An 10, Bình -10, Chi -15 once more, 15 into the pot.
    phone = Actor.of_login(books.actor(Role.SCORER).login_id or 0, device_id=uuid4())
    double = books.record(books.sheet(seats=books.seats(3)), actor=phone, base_number=3)
    assert (double.number, double.doubles) == (5, three.deal_id)
    says(books, {"An": -1, "Bình": -64, "Chi": -70, "Dũng": 103}, in_the_pot=32)

    # It is one ván: the second one goes, its number stays.
    drop_one(actor=books.owner, deal_id=double.deal_id, dropped_id=double.deal_id)
    assert PossibleDuplicate.objects.get().state == "dropped"
    says(books, {"An": -11, "Bình": -54, "Chi": -55, "Dũng": 103}, in_the_pot=17)

    # Bình disputes ván 2, a manager looks at it and leaves it: nothing moves.
    raise_dispute(actor=books.actor(Role.MEMBER), deal_id=second.deal_id, note="tôi không ăn")
    dispute = Dispute.objects.get()
    settle_dispute(actor=books.owner, dispute_id=dispute.pk, note="đã xem lại")
    says(books, {"An": -11, "Bình": -54, "Chi": -55, "Dũng": 103}, in_the_pot=17)


def a_guest_who_was_no_guest(books: Books) -> None:
    # Ván 6, stake 5: Giang sits in for An against Dũng. Two at the table, Giang first: 1 bet.
    # Giang 1 - 1 = 0, Dũng -1 - 1 = -2 bets = -10; pot 17 + 10 = 27.
    sixth = books.record(books.sheet(seats=[books.seat(4), books.seat(3)]))
    assert sixth.number == 6
    says(books, {"An": -11, "Bình": -54, "Chi": -55, "Dũng": 93, "Giang": 0}, in_the_pot=27)

    # Ván 7, stake 5: Giang wins an ù in the last round that Bình, who ate last, pays for all.
    # Bình eats from Giang in the last round: 4 bets. Bình pays 6 for Chi, 6 for itself.
    # The pot holds 27 points: 5 bets, and 3 antes.
    # Giang 12 + 5 + 3 - 1 - 4 = 15 bets = 75, Bình 4 - 12 - 1 = -9 bets = -45, Chi -1 bet = -5.
    # An -11, Bình -99, Chi -60, Dũng 93, Giang 75; pot 27 - 25 = 2.
    seats = [books.seat(4), books.seat(1), books.seat(2)]
    books.record(books.sheet(seats=seats, eats=[(1, True)], u=(0, "plain")))
    says(books, {"An": -11, "Bình": -99, "Chi": -60, "Dũng": 93, "Giang": 75}, in_the_pot=2)

    # An pays the tea for the table: 12 points to the fund.
    adjust_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=uuid4(),
        payer=books.people[0].pk,
        payee="FUND",
        points=12,
        note="trà",
    )
    says(
        books,
        {"An": -23, "Bình": -99, "Chi": -60, "Dũng": 93, "Giang": 75},
        in_the_pot=2,
        in_the_fund=12,
    )

    # «Giang» was An's name on somebody else's list: one person, -23 + 75 = 52.
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[0].pk,
    )
    says(books, {"An": 52, "Bình": -99, "Chi": -60, "Dũng": 93}, in_the_pot=2, in_the_fund=12)


def says(books: Books, wanted: Mapping[str, int], *, in_the_pot: int, in_the_fund: int = 0) -> None:
    """The balances are these, and with pot and fund they come to nothing."""
    assert balances(books) == dict(wanted)
    assert pot(books) == in_the_pot
    assert sum(wanted.values()) + in_the_pot + in_the_fund == 0
