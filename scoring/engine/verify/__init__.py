"""Is the sheet possible under the rule set? The checks in the order of the rule book.

Knows which step comes when; each step stands in its own module. Steps 1 to 4 are done by
reading the rule set and the sheet. The first check that fails is the answer.
Section 7 of docs/rules.md.
"""

from __future__ import annotations

from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet
from scoring.engine.verify.amounts import verify_amounts
from scoring.engine.verify.cards import verify_cards
from scoring.engine.verify.eats import verify_eats, verify_three_eats
from scoring.engine.verify.normal import verify_normal
from scoring.engine.verify.people import verify_orders, verify_players
from scoring.engine.verify.u import verify_allowed, verify_fault, verify_winner

__all__ = ["verify"]


def verify(sheet: Sheet, rules: Ruleset) -> None:
    """Raise Refused for the first check of steps 5 to 13 that fails; None when all hold."""
    verify_players(sheet, rules)
    verify_orders(sheet)
    verify_amounts(sheet, rules)
    if sheet.ending == "void":
        return
    verify_cards(sheet)
    if sheet.eats:
        verify_eats(sheet)
    if sheet.ending == "u":
        verify_winner(sheet)
    if sheet.eats:
        verify_three_eats(sheet, rules)
    if sheet.ending == "u":
        verify_allowed(sheet, rules)
    elif sheet.ending == "fault":
        verify_fault(sheet)
    elif sheet.ending == "normal":
        verify_normal(sheet, rules)
