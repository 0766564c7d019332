"""The ledger of a night, line by line: who gave whom how many points, from what, and why."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from scoring.models import Transfer
from scoring.selectors.deals import LineRow, deal_rows, deals_with_lines
from scoring.selectors.ends import End, end_of
from scoring.selectors.nights import NightRow
from scoring.selectors.settlements import ledger_of_night


@dataclass(frozen=True, slots=True)
class Source:
    """What a line came from: `deal`, `adjustment`, `payment` or `pot_move`.

    `deal_number` and `table_id` go with deals.
    """

    kind: str
    id: UUID
    deal_number: int | None = None
    table_id: int | None = None


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One transfer in force. `bets`, `stake_points` and `values` are None or empty but for deals.

    `values` are the engine's explanation with people in place of seat ids; of an adjustment they
    are its scope and note.
    """

    id: int
    source: Source
    payer: End
    payee: End
    loser: End | None
    points: int
    bets: int | None
    stake_points: int | None
    reason: str
    rule: str
    values: Mapping[str, Any]


def lines_of_night(*, night: NightRow) -> QuerySet[Transfer]:
    """Everything in force that counts in the night, the last first, to be cut into pages and read
    by `ledger_lines`.
    """
    return (
        ledger_of_night(night_id=night.id)
        .select_related(
            "payer__player__root",
            "payee__player__root",
            "loser_account__player__root",
            "revision__deal",
            "adjustment__note",
        )
        .order_by("-pk")
    )


def ledger_lines(page: Iterable[Transfer]) -> Sequence[LedgerLine]:
    """A page of `lines_of_night`; three statements more where deals are among them."""
    transfers = list(page)
    explained = _explained(transfers)
    return [_line(transfer, explained.get(transfer.pk)) for transfer in transfers]


def _explained(transfers: Sequence[Transfer]) -> Mapping[int, LineRow]:
    """The lines of every deal that has one on this page, by their ids: a line is explained with
    its whole deal.
    """
    deal_ids = {line.revision.deal_id for line in transfers if line.revision is not None}
    if not deal_ids:
        return {}
    rows = deal_rows(deals_with_lines().filter(pk__in=deal_ids))
    return {line.id: line for row in rows for line in row.lines}


def _line(transfer: Transfer, explained: LineRow | None) -> LedgerLine:
    values: Mapping[str, Any] = explained.values if explained else {}
    if transfer.adjustment is not None:
        note = transfer.adjustment.note
        values = {"scope": transfer.adjustment.scope, "note": note.text if note else ""}
    return LedgerLine(
        id=transfer.pk,
        source=_source(transfer),
        payer=end_of(transfer.payer),
        payee=end_of(transfer.payee),
        loser=end_of(transfer.loser_account) if transfer.loser_account else None,
        points=transfer.points,
        bets=transfer.bets,
        stake_points=transfer.revision.stake_points if transfer.revision else None,
        reason=transfer.reason,
        rule=transfer.rule,
        values=values,
    )


def _source(transfer: Transfer) -> Source:
    if transfer.revision is not None:
        deal = transfer.revision.deal
        return Source("deal", deal.pk, deal.number, deal.table_id)
    for kind in ("adjustment", "payment", "pot_move"):
        source_id = getattr(transfer, f"{kind}_id")
        if source_id is not None:
            return Source(kind, source_id)
    raise AssertionError("a transfer has exactly one source")
