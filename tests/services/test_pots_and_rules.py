"""The pot under other rules: several winners, eats into the pot, rule sets without one.

Sums are worked out beside the assertions, by hand, from R-40 and architecture.md, section 4.
"""

from typing import Any
from uuid import uuid4

import pytest

from scoring.engine import Ruleset, Sheet
from scoring.models import DealRevision, Table, Transfer
from scoring.selectors.pots import pot_points_before
from scoring.services.deals import DealAnswer
from scoring.services.rulesets import publish_ruleset
from scoring.services.terms import change_terms
from tests.books import Books, make_books
from tests.services.checks import (
    correct,
    differences,
    revise,
)


def _pot(books: Books, number: int = 1_000) -> int:
    """What the pot holds before this deal; at the end where none is named."""
    account = Table.objects.get(pk=books.table.pk).pot_account
    return pot_points_before(table_id=books.table.pk, pot_account_id=account.pk, number=number)


def _taken(deal: DealAnswer) -> list[int]:
    """What the pot paid in the deal as it stands, in points, line by line."""
    lines = Transfer.objects.filter(revision__current_of=deal.deal_id, reason="pot")
    return list(lines.order_by("pk").values_list("points", flat=True))


def _current(deal: DealAnswer) -> DealRevision:
    return DealRevision.objects.get(current_of=deal.deal_id)


def _followed(answer: DealAnswer) -> list[tuple[int, int, int]]:
    return [(one.number, one.pot_before_points, one.pot_after_points) for one in answer.followed]


@pytest.mark.parametrize(
    ("several", "winners"),
    [("split", 2), ("all_collect", 2), ("first_in_turn", 1)],
)
def test_several_dry_winners_share_the_pot(db: None, several: str, winners: int) -> None:
    books = make_books(
        rules={"pot_enabled": True, "pot_ante": 1, "dry_u_several": several}, stake=2
    )
    first = books.record(books.sheet(seats=books.seats(3)))
    sheet = books.sheet_json(u=(2, "dry"))
    sheet["u"]["also"] = [books.seat(1)]
    u = books.record(Sheet.from_json(sheet))
    # 3 bets in the pot and 4 antes are 7: 4 to the earlier in turn order, 3 to the other.
    assert _taken(u) == ([8, 6] if winners == 2 else [14])
    answer = revise(books, first, "void")
    # 4 antes alone: 2 and 2.
    assert _followed(answer) == [(2, 6, 0)]
    assert _taken(u) == ([4, 4] if winners == 2 else [8])
    payees = Transfer.objects.filter(revision__current_of=u.deal_id, reason="pot").order_by("pk")
    assert payees[0].payee.player_id == books.people[1].pk
    assert differences(books) == []


def test_eats_into_the_pot_follow_too(db: None) -> None:
    books = make_books(rules={"pot_enabled": True, "eat_payee": "pot"}, stake=3)
    first = books.record(books.sheet(eats=[(1, False), (2, True)]))
    u = books.record(books.sheet(u=(0, "plain"), eats=[(3, False)]))
    # Deal 1 put 1 + 4 bets in, deal 2 one: 6 bets at 3 are 18.
    assert (_current(u).pot_before_points, _taken(u)) == (15, [18])
    answer = correct(books, first, books.sheet(eats=[(1, False)]))
    # 1 + 1 bets are 6.
    assert _followed(answer) == [(2, 15, 3)]
    assert _taken(u) == [6]
    assert differences(books) == []


def _publish(books: Books, **rules: object) -> int:
    return publish_ruleset(
        actor=books.owner,
        club_id=books.club.pk,
        name=f"luật {len(rules)}",
        rules=Ruleset.from_json(rules),
    ).pk


def test_a_pot_outlives_rules_without_one(pot_books: Books) -> None:
    """The table plays without a pot for a while; the pot waits, untouched."""
    first = pot_books.record()
    pot_books.record()
    without = _publish(pot_books)
    terms: dict[str, Any] = {"actor": pot_books.owner, "table_id": pot_books.table.pk}
    change_terms(**terms, terms_id=uuid4(), ruleset_version_id=without)
    dry = pot_books.record(pot_books.sheet(u=(0, "plain")))
    assert _current(dry).pot_before_points is None
    assert (_taken(dry), _pot(pot_books)) == ([], 16)
    change_terms(**terms, terms_id=uuid4(), ruleset_version_id=pot_books.version.pk)
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    assert _taken(u) == [16 + 8]
    answer = revise(pot_books, first, "void")
    assert _followed(answer) == [(4, 16, 8)]
    assert _current(dry).n == 1


def test_an_u_corrected_to_rules_without_a_pot_gives_it_back(pot_books: Books) -> None:
    pot_books.record()
    wrong = pot_books.record(pot_books.sheet(u=(0, "plain")))
    u = pot_books.record(pot_books.sheet(u=(1, "plain")))
    without = _publish(pot_books)
    answer = correct(pot_books, wrong, pot_books.sheet(u=(0, "plain")), ruleset_version_id=without)
    assert _current(wrong).pot_before_points is None
    assert _followed(answer) == [(3, 0, 8)]
    assert _taken(u) == [16]
