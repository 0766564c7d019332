"""Adjustments: free lines that people agreed on, after everything else.

Knows the lines of the sheet. Nothing multiplies them and they change no place.
Rule R-42 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.engine.sheet import Sheet
from scoring.engine.transfers import Transfer


def adjustment_transfers(sheet: Sheet) -> Iterator[Transfer]:
    """One line per adjustment, in the order written."""
    for line in sheet.adjustments:
        yield Transfer(line.payer, line.payee, line.bets, "adjustment", "R-42")
