"""Móm: what a seat without a meld pays instead of its place.

Knows who is móm and who is first. Knows nothing of points or orders.
Rules R-05 and R-07 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.engine.parts import Seat
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet
from scoring.engine.transfers import Transfer


def mom_transfers(
    sheet: Sheet, rules: Ruleset, *, first: Seat, mom: list[Seat]
) -> Iterator[Transfer]:
    """One line per móm seat, in seat order, to the first; the first of all móm pays nothing."""
    for payer in mom:
        if payer != first:
            yield Transfer(payer, first, rules.mom_pay * sheet.multiplier, "mom", "R-05")
