"""Places: who is first, second …, how equal points and móm seats are ordered.

Knows a sheet that `verify` let pass, and the rule set. Knows nothing of bets.
Rules R-01 to R-03, R-06, R-07, R-22 and R-24 of docs/rules.md. `verify` asks the same
functions, so a sheet is refused exactly where they could not answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.engine.parts import Hand, Seat
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet

NO_POINTS: Final = 1000
"""Stands for the points of a forfeited hand that has none: behind every hand that has."""


def place(sheet: Sheet, rules: Ruleset) -> dict[Seat, int | None]:
    """The place of every seat, in seat order; None for a seat without a place."""
    if sheet.ending == "normal":
        return _normal_places(sheet, rules)
    places: dict[Seat, int | None] = dict.fromkeys(sheet.seats)
    if sheet.ending == "u":
        if rules.u_losers_place == "shared_second":
            places = dict.fromkeys(sheet.seats, 2)
        places |= dict.fromkeys(u_winners(sheet, rules), 1)
    return places


def u_winners(sheet: Sheet, rules: Ruleset) -> tuple[Seat, ...]:
    """Who wins the ù, in turn order: several only where dry ones share or all collect (R-24)."""
    u = sheet.u
    if u is None or u.winner is None:
        return ()
    if not u.also:
        return (u.winner,)
    dry = tuple(seat for seat in sheet.turn_order() if seat == u.winner or seat in u.also)
    return dry[:1] if rules.dry_u_several == "first_in_turn" else dry


def standing_seats(sheet: Sheet) -> list[Seat]:
    """The seats of a normal deal that are not móm, in seat order; a forfeit is móm (R-44)."""
    return [seat for seat in sheet.seats if not sheet.hands[seat].counts_as_mom]


def points_to_rank(sheet: Sheet, seat: Seat) -> int:
    """Hand points; a forfeited hand without points comes behind all others (R-44)."""
    points = sheet.hands[seat].points
    return NO_POINTS if points is None else points


def tie_order(sheet: Sheet, rules: Ruleset) -> tuple[Seat, ...]:
    """The order that decides between equal points, the higher seat first (R-03)."""
    return sheet.laid_down if rules.tie_break == "laid_down" else sheet.last_discards


def first_of_all_mom(sheet: Sheet, rules: Ruleset) -> Seat | None:
    """Who is first when everybody is móm (R-07), or None where nothing says it."""
    possible = possible_firsts(sheet, rules)
    if len(possible) == 1:
        return possible[0]
    if sheet.finish:
        return sheet.finish[0]
    order = tie_order(sheet, rules)
    all_ranked = all(_can_rank(hand) for hand in sheet.hands.values())
    if rules.all_mom == "lowest_points" and all_ranked and set(possible) <= set(order):
        return min(possible, key=order.index)
    return None


def possible_firsts(sheet: Sheet, rules: Ruleset) -> list[Seat]:
    """The seats, in seat order, that points or lay-down order leave to be first (R-07)."""
    if rules.all_mom == "first_to_lay_down":
        if len(sheet.laid_down) == len(sheet.seats):
            return [sheet.laid_down[0]]
        # A seat known to have laid down behind another cannot be the first.
        return [seat for seat in sheet.seats if seat not in sheet.laid_down[1:]]
    rankable = [seat for seat in sheet.seats if _can_rank(sheet.hands[seat])]
    lowest = min((points_to_rank(sheet, seat) for seat in rankable), default=NO_POINTS)
    return [
        seat
        for seat in sheet.seats
        if seat not in rankable or points_to_rank(sheet, seat) == lowest
    ]


def seats_to_order(sheet: Sheet, rules: Ruleset) -> list[Seat]:
    """The móm seats, in seat order, whose places R-06 takes from points or lay-down order.

    None where they share the last place, where there is only one, or where `finish` goes on
    with them.
    """
    if rules.mom_place == "shared_last" or len(sheet.finish or ()) == len(sheet.seats):
        return []
    standing = standing_seats(sheet)
    ahead: Sequence[Seat | None] = standing
    if not standing:
        if rules.all_mom == "no_payment":
            return []
        ahead = (first_of_all_mom(sheet, rules),)
    behind = [seat for seat in sheet.seats if seat not in ahead]
    return behind if len(behind) > 1 else []


def _can_rank(hand: Hand) -> bool:
    return hand.points is not None or hand.forfeit


def _normal_places(sheet: Sheet, rules: Ruleset) -> dict[Seat, int | None]:
    standing = standing_seats(sheet)
    if not standing:
        first = None if rules.all_mom == "no_payment" else first_of_all_mom(sheet, rules)
        if first is None:
            return dict.fromkeys(sheet.seats)
        ahead: Sequence[Seat] = (first,)
    elif sheet.finish is not None:
        ahead = sheet.finish[: len(standing)]
    else:
        ahead = _by_points(sheet, rules, standing)
    if rules.mom_place != "shared_last":
        ahead = (*ahead, *_mom_in_order(sheet, rules, ahead))
    places: dict[Seat, int | None] = dict.fromkeys(sheet.seats, len(sheet.seats))
    return places | {seat: number for number, seat in enumerate(ahead, start=1)}


def _mom_in_order(sheet: Sheet, rules: Ruleset, ahead: Sequence[Seat]) -> Sequence[Seat]:
    behind = [seat for seat in sheet.seats if seat not in ahead]
    if len(behind) < 2:
        return behind
    if sheet.finish is not None and len(sheet.finish) == len(sheet.seats):
        return [seat for seat in sheet.finish if seat in behind]
    if rules.mom_place == "by_points":
        return _by_points(sheet, rules, behind)
    return sorted(behind, key=sheet.laid_down.index)


def _by_points(sheet: Sheet, rules: Ruleset, seats: list[Seat]) -> list[Seat]:
    order = tie_order(sheet, rules)
    # Only seats with equal points need a position in the order; `verify` saw to it.
    return sorted(
        seats,
        key=lambda seat: (
            points_to_rank(sheet, seat),
            order.index(seat) if seat in order else 0,
        ),
    )
