"""Steps 10 and 12: the ù has a winner of a known kind, and the table's rules allow it.

Knows R-20, R-23 to R-25, R-34, R-37 and R-41. Knows nothing of what an ù is worth.
Section 7 of docs/rules.md.
"""

from __future__ import annotations

from scoring.engine.hands import fits_u
from scoring.engine.parts import FAULT_KINDS, NOBODY, U_KINDS, U
from scoring.engine.placing import u_winners
from scoring.engine.refusals import Code, Refused
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet


def verify_winner(sheet: Sheet) -> None:
    """Step 10: who is ù, and of which kind."""
    u = sheet.u
    if u is None or u.winner is None:
        raise Refused(Code.U_WINNER_MISSING)
    if u.kind not in U_KINDS:
        raise Refused(Code.U_KIND_UNKNOWN, kind=u.kind or "")
    if u.also and u.kind != "dry":
        raise Refused(Code.SEVERAL_U_WINNERS, kind=u.kind)
    named = (u.winner, *u.also)
    for index, seat in enumerate(named):
        if seat in named[:index]:
            raise Refused(Code.PLAYER_REPEATED, seat=seat)
    for seat in sheet.seats:
        cards = sheet.hands[seat].cards
        if seat in named and cards is not None and not fits_u(cards, u.kind):
            raise Refused(Code.CARDS_CONTRADICT_U, seat=seat, kind=u.kind)


def verify_allowed(sheet: Sheet, rules: Ruleset) -> None:
    """Step 12: the kind of ù, its time and the compensator named by hand."""
    u = sheet.u
    assert u is not None
    last_round_eat = any(eat.last_round for eat in sheet.eats)
    if u.kind == "dry":
        _verify_dry(sheet, rules, u)
    if (u.kind == "zero" and not rules.zero_points_is_u) or (
        u.kind == "round" and not rules.round_u_allowed
    ):
        raise Refused(Code.U_KIND_NOT_ALLOWED, kind=u.kind)
    if last_round_eat and not u.last_round:
        raise Refused(Code.U_BEFORE_LAST_ROUND_EAT)
    if u.kind == "round" and not u.last_round:
        raise Refused(Code.ROUND_U_BEFORE_LAST_ROUND)
    if u.compensator is not None and u.compensator != NOBODY:
        winners = u_winners(sheet, rules)
        is_loser = u.compensator in sheet.seats and u.compensator not in winners
        if not is_loser or len(winners) > 1:
            raise Refused(Code.COMPENSATOR_NOT_A_LOSER, seat=u.compensator)


def _verify_dry(sheet: Sheet, rules: Ruleset, u: U) -> None:
    if not rules.dry_u_allowed:
        raise Refused(Code.DRY_U_NOT_ALLOWED, kind="dry")
    eaters = [eat.eater for eat in sheet.eats]
    for seat in sheet.seats:
        if (seat == u.winner or seat in u.also) and seat in eaters:
            raise Refused(Code.DRY_U_AFTER_EAT, seat=seat)
    in_last_round = u.last_round or any(eat.last_round for eat in sheet.eats)
    if rules.dry_u_when == "dealt" and in_last_round:
        raise Refused(Code.DRY_U_IN_LAST_ROUND)


def verify_fault(sheet: Sheet) -> None:
    """Step 12: FAULT_KIND_UNKNOWN with `kind`."""
    fault = sheet.fault
    assert fault is not None
    if fault.kind not in FAULT_KINDS:
        raise Refused(Code.FAULT_KIND_UNKNOWN, kind=fault.kind or "")
