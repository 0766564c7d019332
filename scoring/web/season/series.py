"""The lines of a season's chart: what the first of the table and the viewer have added up, night by
night.

Knows the sums by night and the policy's units. Draws nothing: `charts` does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from scoring.engine.standings.values import units_of
from scoring.selectors.season_table import SeasonRow, SeasonTable


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One player; `sums` has the running sum after each night of the season, by day, in units of
    the metric (S-20): dropped nights count, penalties do not.
    """

    row: SeasonRow
    sums: Sequence[int]


def list_lines(table: SeasonTable) -> Sequence[SeasonLine]:
    """In the order of the table; those without a deal have no line."""
    units = units_of(table.stamp.ranked_by)
    nights = [str(night.id) for night in table.nights]
    lines = []
    for row in table.charted:
        rows = table.sums.by_night[row.player_id]
        won = dict.fromkeys(nights, 0)
        for tally, amount in zip(rows, units(rows), strict=True):
            won[tally.night] += amount
        lines.append(SeasonLine(row, list(accumulate(won.values()))))
    return lines
