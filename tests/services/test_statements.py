"""How many statements the hot path takes, and that no page takes more for more deals.

Between BEGIN and COMMIT; savepoints are the tests' own.
"""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Actor
from scoring.models import RevisionKind
from scoring.selectors.balances import list_balances
from scoring.selectors.deals import list_deals
from scoring.selectors.figures import list_night_figures, list_season_figures
from scoring.selectors.members import get_club
from scoring.selectors.nights import get_night, night_rows, nights_of_club
from scoring.selectors.roster import list_players
from scoring.selectors.terms import list_terms
from scoring.services import joining
from scoring.services.deals import DealAnswer, record_deal, revise_deal
from tests.books import DAY, EVENING, Books
from tests.services.checks import phone

_NOT_COUNTED = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def _statements(run: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        run()
    return [
        query["sql"]
        for query in captured.captured_queries
        if not query["sql"].upper().startswith(_NOT_COUNTED)
    ]


def _record(books: Books, **arguments: Any) -> DealAnswer:
    """Record a deal, asking nothing else of the database."""
    given: dict[str, Any] = {
        "actor": books.owner,
        "table_id": books.table.pk,
        "deal_id": uuid4(),
        "sheet": books.sheet(),
        "played_at": EVENING,
    }
    return record_deal(**{**given, **arguments})


def _warm(books: Books) -> None:
    """Deals on the table, and whatever is remembered between calls."""
    for _ in range(3):
        books.record(books.sheet(eats=[(1, False)]))


def test_recording_takes_at_most_twelve_statements(books: Books) -> None:
    _warm(books)
    sheet = books.sheet(eats=[(1, False), (2, True)], adjustments=[(0, 1, 2)])
    statements = _statements(
        lambda: _record(
            books,
            sheet=sheet,
            stake_points=1,
            ruleset_version_id=books.version.pk,
            base_number=3,
        )
    )
    assert len(statements) <= 12, "\n".join(statements)


def test_recording_for_a_pot_takes_at_most_thirteen(pot_books: Books) -> None:
    _warm(pot_books)
    for sheet in (pot_books.sheet(), pot_books.sheet(u=(0, "plain"))):
        statements = _statements(partial(_record, pot_books, sheet=sheet))
        assert len(statements) <= 13, "\n".join(statements)


def test_a_phone_with_a_code_costs_no_more(books: Books) -> None:
    _, code = joining.create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    device = Actor.of_device(joining.join_table(code=code).device_id)
    _warm(books)
    statements = _statements(lambda: _record(books, actor=device))
    assert len(statements) <= 12, "\n".join(statements)


def test_a_retry_takes_two_looks_and_no_write(books: Books) -> None:
    sheet = books.sheet()
    deal = books.record(sheet)
    statements = _statements(lambda: _record(books, sheet=sheet, deal_id=deal.deal_id))
    assert len(statements) <= 4, "\n".join(statements)
    assert all(statement.lstrip("( ").startswith("SELECT") for statement in statements)


def test_recording_costs_the_same_however_long_the_night_is(books: Books) -> None:
    _warm(books)
    before = len(_statements(lambda: _record(books)))
    for _ in range(20):
        books.record()
    assert len(_statements(lambda: _record(books))) == before


def test_marking_a_duplicate_costs_one_more(books: Books) -> None:
    books.record(actor=phone(books), base_number=0)
    other = phone(books)
    statements = _statements(lambda: _record(books, actor=other, base_number=0))
    assert len(statements) <= 13, "\n".join(statements)


def test_revising_costs_the_same_however_long_the_night_is(books: Books) -> None:
    deals = [books.record() for _ in range(2)]

    def void(index: int) -> list[str]:
        return _statements(
            lambda: revise_deal(
                actor=books.owner,
                deal_id=deals[index].deal_id,
                revision_id=uuid4(),
                based_on=1,
                kind=RevisionKind.VOID,
            )
        )

    before = len(void(0))
    for _ in range(20):
        books.record()
    assert len(void(1)) == before


@pytest.mark.parametrize(
    "name", ["deals", "balances", "figures", "season", "nights", "terms", "players"]
)
def test_a_page_takes_as_many_statements_for_many_deals_as_for_few(books: Books, name: str) -> None:
    club = get_club(actor=books.owner, slug=books.club.slug)

    def read() -> object:
        night = get_night(club=club, day=DAY)
        ids: dict[str, Any] = {"club_id": books.club.pk}
        return {
            "deals": lambda: list_deals(night=night),
            "balances": lambda: list_balances(night=night),
            "figures": lambda: list_night_figures(**ids, night_id=books.night.pk),
            "season": lambda: list_season_figures(**ids, season_id=books.season.pk),
            "nights": lambda: night_rows(nights_of_club(club=club)),
            "terms": lambda: list_terms(night_id=books.night.pk),
            "players": lambda: list_players(**ids),
        }[name]()

    _warm(books)
    few = len(_statements(read))
    for index in range(15):
        books.record(books.sheet(eats=[(index % 4, False)]))
    many = _statements(read)
    assert len(many) == few, "\n".join(many)
    assert few <= 7
