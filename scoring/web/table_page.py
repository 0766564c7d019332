"""The pages of one table: its terms and their history, its codes and the phones that joined."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

import segno

from scoring.selectors.codes import code_rows, codes_of_table
from scoring.selectors.terms import TermsRow, terms_of_table, terms_rows
from scoring.web.dividers import Divider, list_dividers
from scoring.web.places import Roster, TablePlace

CODES_SHOWN = 30


@dataclass(frozen=True, slots=True)
class TermsHistory:
    """Changes of terms, latest first. `cancellable` is the last one, while no deal was played
    under it; None where there is nothing to take back.
    """

    changes: Sequence[Divider]
    cancellable: UUID | None


@dataclass(frozen=True, slots=True)
class CodeView:
    """A code; the code itself is kept hashed and cannot be shown again."""

    id: int
    is_scorer: bool
    made: str
    until: str
    device_count: int
    is_live: bool


@dataclass(frozen=True, slots=True)
class NewCode:
    """A code just made: shown once, as words, as an address and as a square to scan."""

    code: str
    url: str
    svg: str
    is_scorer: bool


def get_history(place: TablePlace, roster: Roster) -> TermsHistory:
    """The terms of a table; one statement."""
    rows = terms_rows(terms_of_table(table=place.table))
    oldest_first = list(reversed(rows))
    dividers = list_dividers(oldest_first, names=dict(roster.names))
    return TermsHistory(list(reversed(dividers)), _cancellable(rows, place.table.last_number))


def _cancellable(rows: Sequence[TermsRow], last_number: int) -> UUID | None:
    if len(rows) < 2:
        return None
    last = rows[0]
    return last.id if last.cancels_id is None and last.from_number > last_number else None


def list_codes(place: TablePlace) -> Sequence[CodeView]:
    """The latest codes of a table, live ones first; one statement."""
    rows = code_rows(codes_of_table(table=place.table)[:CODES_SHOWN])
    views = [
        CodeView(
            id=row.id,
            is_scorer=row.role == "scorer",
            made=_clock(row.created_at, place.zone),
            until=_clock(row.expires_at, place.zone),
            device_count=row.device_count,
            is_live=row.is_live,
        )
        for row in rows
    ]
    return sorted(views, key=lambda view: not view.is_live)


def show_code(*, code: str, url: str, is_scorer: bool) -> NewCode:
    """The code with a square to scan, drawn in place: nothing is fetched."""
    svg = segno.make(url, error="m").svg_inline(
        border=3, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    return NewCode(code=code, url=url, svg=svg, is_scorer=is_scorer)


def _clock(instant: datetime, zone: ZoneInfo) -> str:
    return f"{instant.astimezone(zone):%d/%m %H:%M}"
