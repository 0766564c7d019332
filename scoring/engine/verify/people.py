"""Steps 5 and 6: everybody named sits in the deal, and every order names a seat once.

Knows ids. Knows the rule set only for whether there is a pot to name.
Section 7 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.engine.parts import POT, Seat
from scoring.engine.refusals import Code, Refused
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet


def verify_players(sheet: Sheet, rules: Ruleset) -> None:
    """Step 5: UNKNOWN_PLAYER with `seat` for the first who does not sit here."""
    seats = sheet.seats
    for seat in _named(sheet):
        if seat not in seats:
            raise Refused(Code.UNKNOWN_PLAYER, seat=seat)
    for line in sheet.adjustments:
        for side in (line.payer, line.payee):
            if side not in seats and not (side == POT and rules.pot_enabled):
                raise Refused(Code.UNKNOWN_PLAYER, seat=side)


def verify_orders(sheet: Sheet) -> None:
    """Step 6: ORDER_INVALID with `path` and `seat` for a repeat or a stranger."""
    _verify_order("finish", sheet.finish or (), sheet.seats)
    _verify_order("laid_down", sheet.laid_down, sheet.seats)
    _verify_order("last_discards", sheet.last_discards, sheet.seats)


def _named(sheet: Sheet) -> Iterator[Seat]:
    yield sheet.starter
    yield from sheet.hands
    for eat in sheet.eats:
        yield eat.eater
    if sheet.u is not None:
        if sheet.u.winner is not None:
            yield sheet.u.winner
        yield from sheet.u.also
    if sheet.fault is not None:
        yield sheet.fault.player


def _verify_order(key: str, order: tuple[Seat, ...], seats: tuple[Seat, ...]) -> None:
    for index, seat in enumerate(order):
        if seat not in seats or seat in order[:index]:
            raise Refused(Code.ORDER_INVALID, path=f"{key}.{index}", seat=seat)
