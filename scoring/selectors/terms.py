"""The terms of a table: which stake and rule set a deal may be stored under."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import RulesetVersion, TableTerms
from scoring.selectors.tables import TableContext, TableState


@dataclass(frozen=True, slots=True)
class Terms:
    """What a deal is played under."""

    stake_points: int
    ruleset_version: RulesetVersion


@dataclass(frozen=True, slots=True)
class TermsRow:
    """One change of terms, as a divider between deals shows it; `cancels_id` is the one it took
    back.
    """

    id: UUID
    n: int
    from_number: int
    changed: str
    stake_points: int
    ruleset_version_id: int
    seats: Sequence[str]
    bench: Sequence[str]
    recorded_at: datetime
    cancels_id: UUID | None
    is_cancelled: bool


def get_terms_for_deal(
    here: TableContext,
    *,
    stake_points: int | None,
    ruleset_version_id: int | None,
    seen_number: int | None,
) -> Terms:
    """The stake and rule set the phone showed, if they were in force here at or after
    `seen_number`.

    What is left out is what is in force now. What the table saw is what is booked. No statement
    where nothing changed. Errors: `terms_unknown`, with those in force as `current`.
    """
    table = here.table
    now = (table.stake_points, table.ruleset_version_id)
    # A zero is something the phone said, not something it left out.
    wanted = (
        now[0] if stake_points is None else stake_points,
        now[1] if ruleset_version_id is None else ruleset_version_id,
    )
    if wanted == now:
        return Terms(table.stake_points, table.ruleset_version)
    if seen_number is not None:
        for terms in _list_in_force_since(table_id=table.pk, seen_number=seen_number):
            if wanted == (terms.stake_points, terms.ruleset_version_id):
                return Terms(terms.stake_points, terms.ruleset_version)
    raise ServiceRefused(
        ErrorCode.TERMS_UNKNOWN,
        field="stake_points" if wanted[0] != now[0] else "ruleset_version_id",
        current={"stake_points": now[0], "ruleset_version_id": now[1]},
    )


def list_terms(*, night_id: int) -> dict[int, list[TermsRow]]:
    """Every change of terms of a night's tables, by table, oldest first; one statement."""
    by_table: dict[int, list[TermsRow]] = {}
    rows = TableTerms.objects.filter(table__night_id=night_id).select_related("cancelled_by")
    for terms in rows.order_by("table_id", "n"):
        by_table.setdefault(terms.table_id, []).append(_terms_row(terms))
    return by_table


def terms_of_table(*, table: TableState) -> QuerySet[TableTerms]:
    """Every change of a table's terms, the last first, to be cut into pages and read by
    `terms_rows`.
    """
    terms = TableTerms.objects.filter(table_id=table.id).select_related("cancelled_by")
    return terms.order_by("-n")


def terms_rows(terms: Iterable[TableTerms]) -> Sequence[TermsRow]:
    """Terms of `terms_of_table`."""
    return [_terms_row(one) for one in terms]


def get_terms(*, table: TableState, terms_id: UUID) -> TermsRow:
    """One change of this table's terms; `not_found` for everything else."""
    terms = find_terms(table=table, terms_id=terms_id)
    if terms is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    return terms


def find_terms(*, table: TableState, terms_id: UUID) -> TermsRow | None:
    """One change of this table's terms, or None."""
    terms = terms_of_table(table=table).filter(pk=terms_id).first()
    return None if terms is None else _terms_row(terms)


def _terms_row(terms: TableTerms) -> TermsRow:
    return TermsRow(
        id=terms.pk,
        n=terms.n,
        from_number=terms.from_number,
        changed=terms.changed,
        stake_points=terms.stake_points,
        ruleset_version_id=terms.ruleset_version_id,
        seats=terms.seats,
        bench=terms.bench,
        recorded_at=terms.recorded_at,
        cancels_id=terms.cancels_id,
        is_cancelled=hasattr(terms, "cancelled_by"),
    )


def _list_in_force_since(*, table_id: int, seen_number: int) -> Sequence[TableTerms]:
    """The terms in force when deal `seen_number` was played, and all later ones; newest first."""
    history = list(
        TableTerms.objects.filter(table_id=table_id)
        .select_related("ruleset_version")
        .order_by("-n")
    )
    for position, terms in enumerate(history):
        if terms.from_number <= seen_number:
            return history[: position + 1]
    return history
