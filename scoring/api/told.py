"""Rows of selectors with their words beside them: what an answer about deals and lines shows.

Knows rows and sentences. Asks no database; adds nothing up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from scoring import messages
from scoring.engine import Ruleset, Score, Sheet, explain
from scoring.selectors.adjustments import AdjustmentRow
from scoring.selectors.authors import Author
from scoring.selectors.deals import DealRow, LineRow, Name, SeatRow
from scoring.selectors.ends import End
from scoring.selectors.ledger_lines import LedgerLine, Source
from scoring.selectors.tables import TableState
from scoring.words import terms

# The values of an explanation that name a seat; seats may be called anything, "plain" too.
_SEATS = frozenset({"payer", "payee", "eater", "feeder", "loser", "exempt"})


@dataclass(frozen=True, slots=True)
class ToldEnd:
    """Whose account it is, by name."""

    kind: str
    player_id: UUID | None
    name: str


@dataclass(frozen=True, slots=True)
class ToldLine:
    """A transfer in words; `source` is None where the deal it belongs to is told around it."""

    id: int
    payer: ToldEnd
    payee: ToldEnd
    loser: ToldEnd | None
    points: int
    bets: int | None
    reason: str
    rule: str
    label: str
    why: str
    arithmetic: str
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class ToldDeal:
    """A deal with its sheet and its transfers in words."""

    id: UUID
    table_id: int
    table_label: str
    number: int
    played_at: datetime
    recorded_at: datetime
    revision_id: UUID
    n: int
    kind: str
    is_void: bool
    is_questioned: bool
    ending: str
    u_kind: str
    stake_points: int
    ruleset_version_id: int
    multiplier: int
    pot_before_points: int | None
    note: str
    seats: Sequence[SeatRow]
    sheet: Mapping[str, object]
    transfers: Sequence[ToldLine]


@dataclass(frozen=True, slots=True)
class ToldTable:
    """A table with the people who sit at it and wait by it."""

    id: int
    club_slug: str
    day: date
    label: str
    state: str
    is_season_closed: bool
    version: int
    last_number: int
    stake_points: int
    ruleset_version_id: int
    seats: Sequence[Name]
    bench: Sequence[Name]
    role: str


@dataclass(frozen=True, slots=True)
class ToldAdjustment:
    """An adjustment with its ends by name."""

    id: UUID
    payer: ToldEnd
    payee: ToldEnd
    points: int
    note: str
    author: Author
    recorded_at: datetime
    cancels_id: UUID | None
    cancelled_by_id: UUID | None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a score in words."""

    payer: str
    payee: str
    bets: int
    points: int
    reason: str
    rule: str
    for_seat: str | None
    label: str
    why: str
    arithmetic: str


@dataclass(frozen=True, slots=True)
class ToldScore:
    """`phom-score/1`, each transfer with its words."""

    format: str
    places: Mapping[str, int | None]
    transfers: Sequence[ScoreLine]
    net: Mapping[str, int]
    compensator: str | None


def tell_deal(deal: DealRow) -> ToldDeal:
    """A deal, whole."""
    told = {
        name: getattr(deal, name)
        for name in ToldDeal.__slots__
        if name not in {"sheet", "transfers"}
    }
    return ToldDeal(**told, sheet=deal.sheet.to_json(), transfers=tell_lines(deal))


def tell_lines(deal: DealRow) -> Sequence[ToldLine]:
    """The transfers of a deal, in the engine's order."""
    return [
        _tell_line(
            line,
            payer=_tell_person(line.payer),
            payee=_tell_person(line.payee),
            loser=_tell_person(line.loser) if line.loser else None,
            stake_points=deal.stake_points,
        )
        for line in deal.lines
    ]


def tell_ledger_line(line: LedgerLine) -> ToldLine:
    """One line of a night's ledger, whatever it came from."""
    return _tell_line(
        line,
        payer=tell_end(line.payer),
        payee=tell_end(line.payee),
        loser=tell_end(line.loser) if line.loser else None,
        stake_points=line.stake_points,
        source=line.source,
    )


def tell_end(end: End) -> ToldEnd:
    """A person by name, an account by its word."""
    if end.person is None:
        return ToldEnd(end.kind, None, str(terms.ACCOUNTS[end.kind]))
    return ToldEnd(end.kind, end.person.player_id, end.person.name)


def tell_table(table: TableState, names: Mapping[str, Name]) -> ToldTable:
    """A table with `names` of its people by their UUID as text."""
    told = {
        name: getattr(table, name)
        for name in ToldTable.__slots__
        if name not in {"seats", "bench", "role"}
    }
    return ToldTable(
        **told,
        seats=[names[seat] for seat in table.seats],
        bench=[names[seat] for seat in table.bench],
        role=str(table.role),
    )


def tell_adjustment(row: AdjustmentRow) -> ToldAdjustment:
    """An adjustment with its ends by name."""
    told = {
        name: getattr(row, name)
        for name in ToldAdjustment.__slots__
        if name not in {"payer", "payee"}
    }
    return ToldAdjustment(**told, payer=tell_end(row.payer), payee=tell_end(row.payee))


def tell_score(
    sheet: Sheet, rules: Ruleset, result: Score, *, stake_points: int, names: Mapping[str, str]
) -> ToldScore:
    """A score with `names` of people by seat id in its sentences."""
    lines: list[ScoreLine] = []
    for line, explained in zip(result.transfers, explain(sheet, rules, result), strict=True):
        values = {
            key: _called(value, names) if key in _SEATS else value
            for key, value in explained.values.items()
        }
        points = line.bets * stake_points
        lines.append(
            ScoreLine(
                payer=line.payer,
                payee=line.payee,
                bets=line.bets,
                points=points,
                reason=line.reason,
                rule=line.rule,
                for_seat=line.for_seat,
                label=messages.label(line.reason, values),
                why=messages.why(line.reason, line.rule, values),
                arithmetic=messages.arithmetic(
                    values, bets=line.bets, points=points, stake_points=stake_points
                ),
            )
        )
    said = result.to_json()
    return ToldScore(
        format=str(said["format"]),
        places=result.places,
        transfers=lines,
        net=result.net,
        compensator=result.compensator,
    )


def _tell_line(
    line: LineRow | LedgerLine,
    *,
    payer: ToldEnd,
    payee: ToldEnd,
    loser: ToldEnd | None,
    stake_points: int | None,
    source: Source | None = None,
) -> ToldLine:
    """A line in words; arithmetic where bets were played at a stake."""
    values = _named(line.values)
    arithmetic = ""
    if line.bets is not None and stake_points is not None:
        arithmetic = messages.arithmetic(
            values, bets=line.bets, points=line.points, stake_points=stake_points
        )
    return ToldLine(
        id=line.id,
        payer=payer,
        payee=payee,
        loser=loser,
        points=line.points,
        bets=line.bets,
        reason=line.reason,
        rule=line.rule,
        label=messages.label(line.reason, values),
        why=messages.why(line.reason, line.rule, values),
        arithmetic=arithmetic,
        source=source,
    )


def _tell_person(person: Name | None) -> ToldEnd:
    return tell_end(End("pot") if person is None else End("player", person))


def _named(values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: value.name if isinstance(value, Name) else value for key, value in values.items()}


def _called(value: object, names: Mapping[str, str]) -> object:
    if value == "POT":
        return str(terms.POT)
    return names.get(value, value) if isinstance(value, str) else value
