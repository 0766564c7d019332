"""A row of a season's table as the page shows it, with its working in sentences.

Knows rows of the selectors, columns and words. Asks no database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scoring.selectors.season_table import SeasonRow
from scoring.web.season.columns import Column
from scoring.words import working
from scoring.words.working import Said


@dataclass(frozen=True, slots=True)
class CellView:
    """A figure; `tone` is gain, loss or even where it was won or lost, else ""."""

    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class MoveView:
    """Up or down so many ranks since before the latest night; `kind` is up, down, same or new."""

    kind: str
    places: int


@dataclass(frozen=True, slots=True)
class RowView:
    """`rank` is "=3" where it is shared and "" outside the ranked."""

    anchor: str
    player_id: UUID
    name: str
    full_name: str
    rank: str
    group: str
    is_me: bool
    is_provisional: bool
    move: MoveView | None
    cells: Sequence[CellView]
    why: Sequence[Said]


def view_row(
    row: SeasonRow, *, columns: Sequence[Column], table: working.Table, position: int
) -> RowView:
    """`position` numbers the rows of the page, for anchors."""
    rank = row.working["rank"]
    told = list(working.row(row.working, table))
    if row.movement is not None:
        told += working.movement(row.movement, table)
    return RowView(
        anchor=f"dong-{position}",
        player_id=row.player_id,
        name=table.names[str(row.player_id)],
        full_name=row.name,
        rank="" if rank is None else f"{'=' if row.working['shared'] else ''}{rank}",
        group=row.working["group"],
        is_me=row.is_me,
        is_provisional=row.working["provisional"],
        move=_move(row.movement),
        cells=[_cell(row, column) for column in columns],
        why=told,
    )


def _move(movement: Mapping[str, Any] | None) -> MoveView | None:
    if movement is None or movement["kind"] == "out":
        return None
    if movement["kind"] == "new":
        return MoveView("new", 0)
    return MoveView(movement["kind"], abs(movement["from"] - movement["to"]))


def _cell(row: SeasonRow, column: Column) -> CellView:
    if not column.tone:
        return CellView(column.text(row), "")
    figure = column.figure(row)
    if not figure:
        return CellView(column.text(row), "even")
    return CellView(column.text(row), "gain" if figure > 0 else "loss")
