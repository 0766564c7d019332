"""Eats (ăn): what the feeder pays for a discard that was taken.

Knows eats in the order made, and whether an ù undoes them. Knows nothing of places.
Rules R-11 to R-13 and R-15 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.engine.parts import POT, Eat, Seat
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet
from scoring.engine.transfers import Transfer


@dataclass(frozen=True, slots=True)
class PricedEat:
    """An eat, which of its eater's eats it is (1 to 3), and its price before the multiplier."""

    eat: Eat
    number: int
    price_bets: int


def priced_eats(sheet: Sheet, rules: Ruleset) -> Iterator[PricedEat]:
    """Every eat with its price: the last-round rate (R-12), or by the eater's count (R-11)."""
    counts: dict[Seat, int] = {}
    for eat in sheet.eats:
        number = counts.get(eat.eater, 0) + 1
        counts[eat.eater] = number
        price_bets = rules.last_eat_pay if eat.last_round else rules.eat_pay[number - 1]
        yield PricedEat(eat, number, price_bets)


def eats_stand(sheet: Sheet, rules: Ruleset, compensator: Seat | None) -> bool:
    """Whether the eats are paid: always, but for an ù under the two other options (R-13)."""
    if sheet.ending != "u" or rules.eats_when_u == "stand":
        return True
    return rules.eats_when_u == "void_if_compensated" and compensator is None


def eat_transfers(sheet: Sheet, rules: Ruleset) -> Iterator[Transfer]:
    """One line per eat, in the order made, to the eater or the pot (R-15)."""
    for priced in priced_eats(sheet, rules):
        eat = priced.eat
        bets = priced.price_bets * sheet.multiplier
        payer = sheet.previous_seat(eat.eater)
        if eat.last_round:
            payee = POT if rules.eat_payee == "pot" else eat.eater
            yield Transfer(payer, payee, bets, "last_eat", "R-12")
        else:
            payee = eat.eater if rules.eat_payee == "eater" else POT
            yield Transfer(payer, payee, bets, "eat", "R-11")
