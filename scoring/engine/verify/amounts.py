"""Step 7: every number is in its range, and nothing lies in a pot that is not played.

Knows the ranges. Knows the rule set only for whether there is a pot.
Section 7 of docs/rules.md.
"""

from __future__ import annotations

from typing import Final

from scoring.engine.refusals import Code, Refused
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet

MAX_POINTS: Final = 130
MAX_TIMES: Final = 10
MAX_ADJUSTMENT_BETS: Final = 1000
MAX_MULTIPLIER: Final = 100
MAX_POT_BETS: Final = 1_000_000


def verify_amounts(sheet: Sheet, rules: Ruleset) -> None:
    """POINTS_OUT_OF_RANGE, AMOUNT_INVALID or POT_NOT_ENABLED, each with its `path`."""
    for seat, hand in sheet.hands.items():
        if hand.points is not None and not 0 <= hand.points <= MAX_POINTS:
            raise Refused(Code.POINTS_OUT_OF_RANGE, path=f"hands.{seat}.points", seat=seat)
    if sheet.u is not None:
        _verify_range(sheet.u.times, 1, MAX_TIMES, "u.times")
    for index, line in enumerate(sheet.adjustments):
        _verify_range(line.bets, 1, MAX_ADJUSTMENT_BETS, f"adjustments.{index}.bets")
    _verify_range(sheet.multiplier, 1, MAX_MULTIPLIER, "multiplier")
    _verify_range(sheet.pot, 0, MAX_POT_BETS, "pot")
    if sheet.pot and not rules.pot_enabled:
        raise Refused(Code.POT_NOT_ENABLED, path="pot")


def _verify_range(number: int, low: int, high: int, path: str) -> None:
    if not low <= number <= high:
        raise Refused(Code.AMOUNT_INVALID, path=path)
