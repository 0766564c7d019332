"""What a form that records or corrects a deal stands on: the table's rules, its pot, who starts."""

from dataclasses import dataclass, replace
from uuid import UUID

from scoring.engine import Refused, Ruleset, Sheet, next_starter, score
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Deal, DealRevision, Note, Table
from scoring.selectors.rulesets import get_ruleset_version
from scoring.selectors.sheets import read_sheet, sheet_as_scored
from scoring.selectors.tables import ruleset_of


@dataclass(frozen=True, slots=True)
class SheetTerms:
    """What the next deal of a table is played under. `starter` is the player UUID the rules
    suggest, "" where they suggest nobody.
    """

    rules: Ruleset
    ruleset_version_id: int
    stake_points: int
    last_number: int
    starter: str


@dataclass(frozen=True, slots=True)
class SheetOfDeal:
    """A recorded deal as a form opens it: its sheet with the words people typed, and its rules."""

    deal_id: UUID
    n: int
    kind: str
    sheet: Sheet
    rules: Ruleset
    stake_points: int


def get_sheet_terms(*, table_id: int) -> SheetTerms:
    """The terms in force at a table that was found in the club already; two statements."""
    table = Table.objects.select_related("ruleset_version").get(pk=table_id)
    last = (
        Deal.objects.filter(table_id=table_id, current__seat_count__gt=0)
        .select_related("current__ruleset_version")
        .order_by("-number")
        .first()
    )
    return SheetTerms(
        rules=ruleset_of(table.ruleset_version.canonical),
        ruleset_version_id=table.ruleset_version_id,
        stake_points=table.stake_points,
        last_number=table.last_number,
        starter=_next_starter(last.current) if last else "",
    )


def get_rules(*, club_id: int, version_id: int) -> Ruleset:
    """What a published version of this club says. Errors: `ruleset_unknown`."""
    return ruleset_of(get_ruleset_version(club_id=club_id, version_id=version_id).canonical)


def get_sheet_of_deal(*, table_id: int, number: int) -> SheetOfDeal:
    """A deal of a table that was found in the club already; `not_found` where it has no such
    number; at most two statements.
    """
    deal = (
        Deal.objects.filter(table_id=table_id, number=number)
        .select_related("current__ruleset_version")
        .first()
    )
    if deal is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="number")
    revision = deal.current
    return SheetOfDeal(
        deal_id=deal.pk,
        n=revision.n,
        kind=revision.kind,
        sheet=_with_notes(read_sheet(revision.sheet), revision.adjustment_notes),
        rules=ruleset_of(revision.ruleset_version.canonical),
        stake_points=revision.stake_points,
    )


def _with_notes(sheet: Sheet, note_ids: list[int | None]) -> Sheet:
    """The sheet with the words beside its free lines, as far as they were not blanked."""
    if not any(note_ids):
        return sheet
    texts = dict(
        Note.objects.filter(pk__in=[it for it in note_ids if it]).values_list("pk", "text")
    )
    lines = zip(sheet.adjustments, note_ids, strict=True)
    return replace(
        sheet,
        adjustments=tuple(replace(line, note=texts.get(it or 0, "")) for line, it in lines),
    )


def _next_starter(revision: DealRevision) -> str:
    """R-51, from the last deal in force; "" where its sheet no longer scores."""
    rules = ruleset_of(revision.ruleset_version.canonical)
    sheet = sheet_as_scored(revision)
    try:
        result = score(sheet, rules)
    except Refused:
        return ""
    return next_starter(sheet, rules, result) or ""
