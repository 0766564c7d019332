"""The pot (gà): antes before the deal, and the payout to the winner of an ù.

Knows what lies in the pot during one deal. Knows nothing of tables, nights or how it closes.
Rule R-40 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scoring.engine.parts import POT, Seat
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet
from scoring.engine.transfers import Transfer, shares


def ante_transfers(sheet: Sheet, rules: Ruleset) -> Iterator[Transfer]:
    """One line per seat, in seat order, into the pot."""
    for seat in sheet.seats:
        yield Transfer(seat, POT, rules.pot_ante * sheet.multiplier, "ante", "R-40")


def pot_transfers(winners: tuple[Seat, ...], pot_bets: int) -> Iterator[Transfer]:
    """The whole pot to the winners in turn order, odd bets to the earlier."""
    for winner, bets in zip(winners, shares(pot_bets, len(winners)), strict=True):
        yield Transfer(POT, winner, bets, "pot", "R-40")


def pot_bets_before_payout(sheet: Sheet, lines: Iterable[Transfer]) -> int:
    """What lies in the pot: what was in it before, and what these lines paid in."""
    return sheet.pot + sum(line.bets for line in lines if line.payee == POT)
