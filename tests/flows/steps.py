"""Steps that several parallel tests take, and what they look at afterwards."""

from uuid import UUID

from scoring.models import Adjustment, Deal, Table
from scoring.services.adjustments import adjust_night, cancel_adjustment
from scoring.services.audits import audit_books
from scoring.services.nights import open_table
from tests.books import Books


def assert_books_are_true() -> None:
    report = audit_books()
    assert [str(difference) for difference in report.differences] == []


def numbers_at(table_id: int) -> list[int]:
    deals = Deal.objects.filter(table_id=table_id).order_by("number")
    return list(deals.values_list("number", flat=True))


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
