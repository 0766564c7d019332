"""What tests of services ask again and again: was it refused, was nothing written, are the books
clean, and what did the audit keep.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from scoring.actors import Actor
from scoring.engine import Code, Refused, Sheet
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import AuditEvent, NightState, RevisionKind, Settlement, Table
from scoring.selectors.audits import audit_club, audit_table
from scoring.selectors.balances import sums_by_account
from scoring.services import settlements
from scoring.services.deals import DealAnswer, revise_deal
from tests.books import Books
from tests.guards import raw


def everything() -> dict[str, list[raw.Row]]:
    """Every row of every table of ours."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
    return {name: raw.rows(name) for name in names if name.startswith("scoring_")}


@contextmanager
def writes_nothing() -> Iterator[None]:
    """What happens inside leaves every row as it was."""
    before = everything()
    yield
    assert everything() == before


@contextmanager
def refuses(code: ErrorCode, **values: Any) -> Iterator[pytest.ExceptionInfo[ServiceRefused]]:
    """A service refuses with this code and (among others) these values, and writes nothing."""
    with writes_nothing(), pytest.raises(ServiceRefused) as caught:
        yield caught
    assert caught.value.code is code
    assert {name: caught.value.values.get(name) for name in values} == values


@contextmanager
def refuses_sheet(code: Code) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """The engine refuses, and nothing is written."""
    with writes_nothing(), pytest.raises(Refused) as caught:
        yield caught
    assert caught.value.code is code


def differences(books: Books) -> list[str]:
    """What the audit finds wrong in the club; nothing, one hopes."""
    found = [str(one) for one in audit_club(books.club.pk)]
    for table_id in Table.objects.filter(night__club=books.club).values_list("pk", flat=True):
        found += [str(one) for one in audit_table(table_id).differences]
    return found


def last_event(books: Books) -> AuditEvent:
    """What the club's audit kept last."""
    return AuditEvent.objects.filter(club=books.club).order_by("-pk")[0]


def revise(books: Books, deal: DealAnswer | UUID, kind: str, **arguments: Any) -> DealAnswer:
    """Revise a deal as the owner, on top of what is current."""
    from scoring.models import DealRevision

    deal_id = deal.deal_id if isinstance(deal, DealAnswer) else deal
    given: dict[str, Any] = {
        "actor": books.owner,
        "deal_id": deal_id,
        "revision_id": uuid4(),
        "based_on": DealRevision.objects.get(current_of=deal_id).n,
        "kind": RevisionKind(kind),
    }
    return revise_deal(**{**given, **arguments})


def correct(books: Books, deal: DealAnswer, sheet: Sheet, **arguments: Any) -> DealAnswer:
    """Correct a deal as the owner."""
    return revise(books, deal, "correct", sheet=sheet, **arguments)


def points_of(books: Books) -> list[int]:
    """The night's points of the first four players, then of the table's pot."""
    sums = sums_by_account(night_id=books.night.pk)
    accounts = [player.account.pk for player in books.people[:4]]
    pot = Table.objects.get(pk=books.table.pk).pot_account.pk
    return [sums.get(account, 0) for account in [*accounts, pot]]


def phone(books: Books) -> Actor:
    """The owner, on a phone of its own that names itself."""
    return Actor.of_login(books.owner.login_id or 0, device_id=uuid4())


def settle(books: Books, state: NightState = NightState.SETTLED, **arguments: Any) -> Settlement:
    """Settle the night as the owner, and lock it where that is the state asked for."""
    night: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    night["night_id"] = books.night.pk
    settlement = settlements.settle_night(**{**night, "settlement_id": uuid4(), **arguments})
    if state == NightState.LOCKED:
        settlements.lock_night(**night)
    return settlement
