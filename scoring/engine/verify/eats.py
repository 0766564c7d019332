"""Steps 9 and 11: eats come from the previous seat, and three of them make an ù.

Knows who can eat how often (R-10, R-14). Knows nothing of what an eat is worth.
Section 7 of docs/rules.md.
"""

from __future__ import annotations

from typing import Final

from scoring.engine.parts import Seat
from scoring.engine.placing import u_winners
from scoring.engine.refusals import Code, Refused
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet

MAX_EATS: Final = 3


def verify_eats(sheet: Sheet) -> None:
    """Step 9: FEEDER_NOT_PREVIOUS_SEAT or TOO_MANY_EATS, with `seat`."""
    for eat in sheet.eats:
        if eat.feeder is None or eat.feeder != sheet.previous_seat(eat.eater):
            raise Refused(Code.FEEDER_NOT_PREVIOUS_SEAT, seat=eat.feeder or eat.eater)
    if len(sheet.eats) > MAX_EATS:
        counts: dict[Seat, int] = {}
        for eat in sheet.eats:
            counts[eat.eater] = counts.get(eat.eater, 0) + 1
            if counts[eat.eater] > MAX_EATS:
                raise Refused(Code.TOO_MANY_EATS, seat=eat.eater)


def verify_three_eats(sheet: Sheet, rules: Ruleset) -> None:
    """Step 11: THREE_EATS_WITHOUT_U with `seat`; a fault's offender may have eaten three."""
    if len(sheet.eats) < MAX_EATS:
        return
    eaters = [eat.eater for eat in sheet.eats]
    excused = u_winners(sheet, rules) if sheet.fault is None else (sheet.fault.player,)
    for seat in sheet.seats:
        if eaters.count(seat) == MAX_EATS and seat not in excused:
            raise Refused(Code.THREE_EATS_WITHOUT_U, seat=seat)
