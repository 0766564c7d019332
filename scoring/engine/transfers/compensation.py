"""Compensation (đền): one seat pays in place of the losers.

Knows seats, eats and the rule set. Knows nothing of players, points or tables.
Rules R-30 to R-36 of docs/rules.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.engine.parts import NOBODY, Seat
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet

THREE_EATS: Final = 3


@dataclass(frozen=True, slots=True)
class Compensation:
    """Who pays for whom, and the rule that says so.

    `seat` pays for all losers; or it is None and `exempt` alone pays nothing (R-32); or both
    are None and every loser pays for itself.
    """

    seat: Seat | None = None
    exempt: Seat | None = None
    rule: str | None = None


EACH_PAYS: Final = Compensation()


def find_compensation(sheet: Sheet, rules: Ruleset, winners: tuple[Seat, ...]) -> Compensation:
    """Đền: who pays for the losers of an ù (R-30 to R-36)."""
    u = sheet.u
    assert u is not None
    if u.compensator == NOBODY:
        return EACH_PAYS
    if u.compensator is not None:
        return Compensation(seat=u.compensator, rule="R-34")
    three_eats = _three_eats(sheet, rules, winners[0])
    last_round = _last_round(sheet, rules, winners[0])
    if three_eats.seat is None:
        return last_round
    if last_round.seat is not None and rules.compensation_precedence == "last_round":
        return last_round
    return three_eats


def _three_eats(sheet: Sheet, rules: Ruleset, winner: Seat) -> Compensation:
    """R-30: the winner ate three times from the seat before it; a dry winner ate nothing."""
    eats = sum(eat.eater == winner for eat in sheet.eats)
    if rules.compensation_three_eats and eats == THREE_EATS:
        return Compensation(seat=sheet.previous_seat(winner), rule="R-30")
    return EACH_PAYS


def _last_round(sheet: Sheet, rules: Ruleset, winner: Seat) -> Compensation:
    """R-31, R-32: the latest last-round eat. Where there is one, the ù is in the last round.

    A dry ù meets one only where it may be declared on any turn (R-36).
    """
    eaters = [eat.eater for eat in sheet.eats if eat.last_round]
    if not rules.compensation_last_round or not eaters:
        return EACH_PAYS
    if eaters[-1] != winner:
        return Compensation(seat=eaters[-1], rule="R-31")
    return _winner_ate_last(sheet, rules, winner, eaters)


def _winner_ate_last(
    sheet: Sheet, rules: Ruleset, winner: Seat, eaters: list[Seat]
) -> Compensation:
    feeder = sheet.previous_seat(winner)
    if rules.compensation_winner_ate_last == "feeder_pays":
        return Compensation(seat=feeder, rule="R-32")
    if rules.compensation_winner_ate_last == "feeder_exempt" and len(sheet.seats) > 2:
        return Compensation(exempt=feeder, rule="R-32")
    if rules.compensation_winner_ate_last == "last_other_eater":
        others = [eater for eater in eaters if eater != winner]
        if others:
            return Compensation(seat=others[-1], rule="R-32")
    return EACH_PAYS
