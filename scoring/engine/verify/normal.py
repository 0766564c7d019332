"""Step 13: a normal deal says everything that its places depend on, and nothing against it.

Knows R-03, R-06, R-07, R-14 and R-23. What the places are stands in `placing`.
Section 7 of docs/rules.md.
"""

from __future__ import annotations

from scoring.engine.parts import Seat
from scoring.engine.placing import (
    first_of_all_mom,
    points_to_rank,
    possible_firsts,
    seats_to_order,
    standing_seats,
    tie_order,
)
from scoring.engine.refusals import Code, Refused
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet


def verify_normal(sheet: Sheet, rules: Ruleset) -> None:
    """Raise Refused with the `seat` or `seats` concerned."""
    standing = standing_seats(sheet)
    if sheet.eats:
        _verify_no_eater_is_mom(sheet)
    if sheet.finish is not None:
        _verify_finish(sheet, standing)
        _verify_head(sheet, rules, standing)
    if rules.zero_points_is_u:
        for seat in standing:
            if sheet.hands[seat].points == 0:
                raise Refused(Code.ZERO_POINTS_IS_U, seat=seat)
    if not standing and rules.all_mom != "no_payment" and first_of_all_mom(sheet, rules) is None:
        raise Refused(Code.ALL_MOM_NEEDS_ORDER, seats=tuple(possible_firsts(sheet, rules)))
    _verify_order_is_known(sheet, rules, standing)


def _verify_no_eater_is_mom(sheet: Sheet) -> None:
    eaters = [eat.eater for eat in sheet.eats]
    for seat in sheet.seats:
        hand = sheet.hands[seat]
        if hand.mom and not hand.forfeit and seat in eaters:
            raise Refused(Code.MOM_PLAYER_HAS_EATEN, seat=seat)


def _verify_finish(sheet: Sheet, standing: list[Seat]) -> None:
    finish = sheet.finish or ()
    head, tail = finish[: len(standing)], finish[len(standing) :]
    for seat in standing:
        if seat not in head:
            raise Refused(Code.FINISH_INCOMPLETE, seat=seat)
    # Where everybody is móm the first alone may stand there; otherwise all the móm or none.
    names_first_alone = not standing and len(tail) == 1
    if tail and not names_first_alone:
        for seat in sheet.seats:
            if seat not in finish:
                raise Refused(Code.FINISH_INCOMPLETE, seat=seat)
    most = 0
    for seat in head:
        points = sheet.hands[seat].points
        if points is not None:
            if points < most:
                raise Refused(Code.FINISH_CONTRADICTS_POINTS, seat=seat)
            most = points


def _verify_head(sheet: Sheet, rules: Ruleset, standing: list[Seat]) -> None:
    if standing or not sheet.finish or rules.all_mom == "no_payment":
        return
    head = sheet.finish[0]
    if head not in possible_firsts(sheet, rules):
        if rules.all_mom == "lowest_points":
            raise Refused(Code.FINISH_CONTRADICTS_POINTS, seat=head)
        raise Refused(Code.ORDER_INVALID, path="finish.0", seat=head)


def _verify_order_is_known(sheet: Sheet, rules: Ruleset, standing: list[Seat]) -> None:
    """Points, then ties, then the lay-down order of móm seats."""
    by_points = standing if sheet.finish is None else []
    mom = seats_to_order(sheet, rules) if len(standing) < len(sheet.seats) else []
    mom_by_points = mom if rules.mom_place == "by_points" else []
    for seat in sheet.seats:
        hand = sheet.hands[seat]
        needs_points = seat in by_points or (seat in mom_by_points and not hand.forfeit)
        if hand.points is None and needs_points:
            raise Refused(Code.POINTS_MISSING, seat=seat)
    ties = [
        *_undecided_ties(sheet, rules, by_points),
        *_undecided_ties(sheet, rules, mom_by_points),
    ]
    if ties:
        first_tie = min(ties, key=lambda tie: sheet.seats.index(tie[0]))
        raise Refused(Code.TIE_NEEDS_ORDER, seats=first_tie)
    if rules.mom_place == "by_laid_down" and not set(mom) <= set(sheet.laid_down):
        raise Refused(Code.MOM_NEEDS_ORDER, seats=tuple(mom))


def _undecided_ties(sheet: Sheet, rules: Ruleset, seats: list[Seat]) -> list[tuple[Seat, ...]]:
    """Groups of these seats with equal points that the order of R-03 does not decide."""
    groups: dict[int, list[Seat]] = {}
    for seat in seats:
        groups.setdefault(points_to_rank(sheet, seat), []).append(seat)
    if len(groups) == len(seats):
        return []
    order = tie_order(sheet, rules)
    return [
        tuple(group) for group in groups.values() if len(group) > 1 and not set(group) <= set(order)
    ]
