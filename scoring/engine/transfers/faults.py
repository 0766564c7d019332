"""Faults: what the offender pays each opponent.

Knows the fault and its price. Knows nothing of how it was found.
Rule R-41 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet
from scoring.engine.transfers import Transfer


def fault_transfers(sheet: Sheet, rules: Ruleset) -> Iterator[Transfer]:
    """One line per opponent, in seat order."""
    assert sheet.fault is not None
    bets = fault_bets(rules, sheet.fault.kind) * sheet.multiplier
    for opponent in sheet.seats:
        if opponent != sheet.fault.player:
            yield Transfer(sheet.fault.player, opponent, bets, "fault", "R-41")


def fault_bets(rules: Ruleset, kind: str | None) -> int:
    """The price of a fault to each opponent, before the multiplier."""
    return rules.false_u_pay if kind == "false_u" else rules.false_eat_pay
