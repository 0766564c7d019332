"""Importing deals recorded elsewhere: the first pass, which writes nothing.

Every line is parsed, its names resolved and its sheet scored over the pot it will meet; what the
second pass (`imports`) would have to refuse is refused here already, so that `--strict` can end it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from scoring.actors import Role
from scoring.engine import POT, Refused, score
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import NightState
from scoring.names import name_key
from scoring.permissions import Action, verify
from scoring.selectors.imports import (
    KnownDeal,
    TableNow,
    Target,
    content_by_seat,
    find_target,
    list_known_deals,
    list_tables_now,
)
from scoring.services.deal_files import (
    BadLine,
    DealLine,
    Header,
    numbered_lines,
    read_header,
    read_line,
    refused_sheet,
)
from scoring.services.inputs import verify_slug

Place = tuple[date, str]


@dataclass(slots=True)
class ImportPlan:
    """What the first pass found: lines to record in file order, known ones, bad ones."""

    header: Header
    target: Target
    lines: list[DealLine] = field(default_factory=list)
    known: int = 0
    bad_lines: list[BadLine] = field(default_factory=list)


@dataclass(slots=True)
class _Books:
    """What a line is held against: deals in the books, deals read before it, tables as they will
    stand.
    """

    known: Mapping[UUID, KnownDeal]
    tables: dict[Place, TableNow]
    read: dict[UUID, DealLine] = field(default_factory=dict)


def plan_import(lines: Iterable[str], *, club_slug: str | None = None) -> ImportPlan:
    """The first pass; writes nothing. `club_slug` overrides the header's.

    Errors: `file_header_invalid` (also for a file without a line), `ruleset_invalid`,
    `slug_invalid`, `season_overlaps`, `season_days_invalid`.
    """
    numbered = iter(numbered_lines(lines))
    first = next(numbered, None)
    if first is None:
        raise ServiceRefused(ErrorCode.FILE_HEADER_INVALID, field="format")
    header = read_header(first[1])
    slug = verify_slug(club_slug or header.club_slug)
    plan = ImportPlan(header, find_target(header, slug=slug))
    parsed: list[DealLine] = []
    for number, text in numbered:
        line = read_line(text, line_number=number)
        if isinstance(line, BadLine):
            plan.bad_lines.append(line)
        else:
            parsed.append(line)
    club_id = plan.target.club_id
    books = _Books(
        known=list_known_deals(list({line.deal_id for line in parsed})),
        tables=dict(list_tables_now(club_id=club_id)) if club_id is not None else {},
    )
    for line in parsed:
        _sort_in(line, plan, books)
    plan.bad_lines.sort(key=lambda bad: bad.line_number)
    return plan


def _sort_in(line: DealLine, plan: ImportPlan, books: _Books) -> None:
    """To be recorded, known, or bad. An id is used once, here and in the books of every club."""
    read, known = books.read.get(line.deal_id), books.known.get(line.deal_id)
    if read is not None or known is not None:
        is_same = _said(line) == _said(read) if read else _is_same(known, line, plan.target)
        if is_same:
            plan.known += 1
        else:
            plan.bad_lines.append(BadLine(line.line_number, ErrorCode.DEAL_ID_REUSED, "id"))
        return
    bad = _find_wrong_place(line, plan.target) or _find_stranger(line, plan.target)
    bad = bad or _score(line, plan, books)
    if bad is not None:
        plan.bad_lines.append(bad)
        return
    books.read[line.deal_id] = line
    plan.lines.append(line)


def _find_wrong_place(line: DealLine, target: Target) -> BadLine | None:
    """Does the line's night lie in the season, and does it still take deals?"""
    values = {"day": line.night.isoformat()}
    if not target.takes(line.night):
        return BadLine(line.line_number, ErrorCode.NIGHT_OUTSIDE_SEASON, "night", values)
    state = target.states.get(line.night, NightState.OPEN)
    try:
        verify(Action.RECORD, role=Role.OWNER, night_state=state, season_closed=target.is_closed)
    except ServiceRefused as refused:
        return BadLine(line.line_number, refused.code, "night", values)
    return None


def _find_stranger(line: DealLine, target: Target) -> BadLine | None:
    """Somebody the club does not know, or one person by two names."""
    seated: set[object] = set()
    for index, seat in enumerate(line.sheet.seats):
        person = target.people.get(name_key(seat))
        values = {"seat": seat}
        if person is None:
            where = f"sheet.seats.{index}"
            return BadLine(line.line_number, ErrorCode.PLAYER_UNKNOWN, where, values)
        if person in seated:
            return BadLine(line.line_number, "player_repeated", "sheet.seats", values)
        seated.add(person)
    return None


def _score(line: DealLine, plan: ImportPlan, books: _Books) -> BadLine | None:
    """Is the sheet a score over the pot it will meet? Then the table stands one deal further."""
    rules, stake = plan.header.rules, line.stake_points
    at = (line.night, name_key(line.table))
    table = books.tables.get(at, TableNow(0, 0))
    pot = table.pot_points
    sheet = line.sheet.with_pot(pot // stake) if rules.pot_enabled else line.sheet
    try:
        result = score(sheet, rules)
    except Refused as refused:
        return refused_sheet(refused, line_number=line.line_number)
    pot += result.net.get(POT, 0) * stake
    number = table.last_number + 1
    if pot < 0:
        values = {"deal_number": number, "missing_points": -pot}
        return BadLine(line.line_number, ErrorCode.POT_OVERDRAWN, "sheet", values)
    books.tables[at] = TableNow(number, pot)
    return None


def _is_same(deal: KnownDeal | None, line: DealLine, target: Target) -> bool:
    """Same club, night, table, stake and sheet, whoever was merged with whom since."""
    assert deal is not None
    said = (target.club_id, line.night, name_key(line.table), line.stake_points)
    if (deal.club_id, deal.day, deal.label_key, deal.stake_points) != said:
        return False
    people = [str(target.people.get(name_key(seat))) for seat in line.sheet.seats]
    content = content_by_seat(line.sheet)
    return content is not None and (deal.content, deal.roots) == (content, people)


def _said(line: DealLine) -> tuple[object, ...]:
    sheet = line.sheet.without_notes().with_pot(0).canonical()
    return (line.night, name_key(line.table), line.stake_points, sheet)
