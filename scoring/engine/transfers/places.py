"""Places: what those behind pay in a normal deal.

Knows places and the bet table. Knows nothing of móm seats but that they do not pay here.
Rule R-04 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scoring.engine.parts import Seat
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet
from scoring.engine.transfers import Transfer

PAIRED_LAST_BETS: Final = {2: 1, 3: 1, 4: 2}
"""What the last pays the first in the paired house table, by seat count."""

PAIRED_THIRD_BETS: Final = 1
"""What the third of four pays the second in the paired house table."""


def place_transfers(sheet: Sheet, rules: Ruleset, ranked: list[Seat]) -> Iterator[Transfer]:
    """The lines of the seats that are not móm, by place; `ranked` holds them, best first."""
    seat_count = len(sheet.seats)
    for index, payer in enumerate(ranked[1:], start=1):
        payee, bets = ranked[0], place_bets(rules, seat_count, index + 1)
        if rules.place_payee == "paired" and index + 1 < seat_count:
            payee = ranked[1]
        yield Transfer(payer, payee, bets * sheet.multiplier, "place", "R-04")


def place_bets(rules: Ruleset, seat_count: int, place: int) -> int:
    """What a seat that is not móm pays in this place, before the multiplier."""
    if rules.place_payee == "winner":
        return rules.place_pay[seat_count][place - 2]
    if place == seat_count:
        return PAIRED_LAST_BETS[seat_count]
    return PAIRED_THIRD_BETS if seat_count == 4 and place == 3 else 0
