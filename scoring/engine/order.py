"""Order of play: who is expected to lay down when, and who starts the next deal.

Knows seats and eats. These are suggestions for the form; nothing checks them.
Rules R-50 and R-51 of docs/rules.md.
"""

from __future__ import annotations

from scoring.engine.parts import Seat
from scoring.engine.ruleset import Ruleset
from scoring.engine.scoring import Score
from scoring.engine.sheet import Sheet


def expected_lay_down(
    *, seats: tuple[Seat, ...], starter: Seat, ordinary_eats: int
) -> tuple[Seat, ...]:
    """The lay-down order to offer: turn order, moved on by every dodge (né hạ, R-50).

    `ordinary_eats` counts the eats before the first lay-down.
    """
    start = (seats.index(starter) + ordinary_eats) % len(seats)
    return seats[start:] + seats[:start]


def next_starter(sheet: Sheet, rules: Ruleset, score: Score) -> Seat | None:
    """Who starts the next deal, or None where nobody is suggested (R-51)."""
    if rules.next_starter == "manual":
        return None
    order = sheet.turn_order()
    if rules.next_starter == "rotate":
        return order[1]
    return next((seat for seat in order if score.places[seat] == 1), sheet.starter)
