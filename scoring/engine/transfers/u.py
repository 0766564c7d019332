"""Ù: what the losers owe the winner, and who pays it.

Knows winners, losers, the rate and who compensates. Knows nothing of why somebody does.
Rules R-20 to R-26 and R-30 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.engine.parts import Seat
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet
from scoring.engine.transfers import Transfer, shares
from scoring.engine.transfers.compensation import Compensation


def u_transfers(
    sheet: Sheet, rules: Ruleset, winners: tuple[Seat, ...], compensation: Compensation
) -> Iterator[Transfer]:
    """A line per loser and winner, losers in seat order and winners in turn order."""
    rate_bets = u_rate_bets(sheet, rules)
    if rules.dry_u_several == "split":
        paid_bets = shares(rate_bets, len(winners))
    else:
        paid_bets = [rate_bets] * len(winners)
    for loser in sheet.seats:
        if loser in winners or loser == compensation.exempt:
            continue
        for winner, bets in zip(winners, paid_bets, strict=True):
            if compensation.seat is None:
                yield Transfer(loser, winner, bets, "u", "R-21")
            else:
                assert compensation.rule is not None
                yield Transfer(
                    compensation.seat, winner, bets, "compensation", compensation.rule, loser
                )


def u_rate_bets(sheet: Sheet, rules: Ruleset) -> int:
    """What one loser owes: the rate of the kind, R-26 and R-43 applied."""
    assert sheet.u is not None
    assert sheet.u.kind is not None
    return rules.u_pay[sheet.u.kind] * sheet.u.times * sheet.multiplier
