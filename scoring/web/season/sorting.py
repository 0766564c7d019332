"""How a reader asked to see a season's table: `?xep=-van&tu=20`, and the links that ask otherwise.

Knows columns and addresses. What cannot be understood is as if it had not been said.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from scoring.selectors.season_table import SeasonRow
from scoring.web.season.columns import Column, sums_of

RANK, NAME = "hang", "ten"
MIN_DEALS_CHOICES = (0, 10, 20, 50, 100)
_DEALS = re.compile("[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Asked:
    """The column sorted by, whether against its own direction, and the fewest deals to be shown."""

    key: str = RANK
    is_reversed: bool = False
    min_deals: int = 0

    @property
    def sort(self) -> str:
        """As it stands in the address."""
        return f"-{self.key}" if self.is_reversed else self.key

    def link(self, *, key: str | None = None, min_deals: int | None = None) -> str:
        """The query that asks for another column (the same one turns round) or another filter."""
        wanted = self.sort
        if key is not None:
            wanted = f"-{key}" if key == self.key and not self.is_reversed else key
        fewest = self.min_deals if min_deals is None else min_deals
        said = {"xep": wanted} if wanted != RANK else {}
        if fewest:
            said["tu"] = str(fewest)
        return f"?{urlencode(said)}"

    def aria_sort(self, key: str) -> str:
        """ascending or descending for the column sorted by, "" for others. Figures are highest
        first by themselves; ranks and names are not.
        """
        if key != self.key:
            return ""
        return "ascending" if (key in {RANK, NAME}) != self.is_reversed else "descending"


def read_asked(query: Mapping[str, str], columns: Sequence[Column]) -> Asked:
    """What the query asks for."""
    said = query.get("xep", RANK)
    key = said.removeprefix("-")
    fewest = query.get("tu", "")
    return Asked(
        key=key if key in {RANK, NAME, *(column.key for column in columns)} else RANK,
        is_reversed=said.startswith("-"),
        min_deals=int(fewest) if _DEALS.fullmatch(fewest) else 0,
    )


def sort_rows(
    rows: Sequence[SeasonRow], asked: Asked, columns: Sequence[Column]
) -> Sequence[SeasonRow]:
    """The rows with enough deals, in the order asked for; equal ones as in the table."""
    shown = [row for row in rows if sums_of(row).deals >= max(asked.min_deals, 1)]
    if asked.key == NAME:
        shown.sort(key=lambda row: row.sort_key)
    elif asked.key != RANK:
        figure = next(column.figure for column in columns if column.key == asked.key)
        shown.sort(key=figure, reverse=not asked.is_reversed)
        return shown
    return shown[::-1] if asked.is_reversed else shown
