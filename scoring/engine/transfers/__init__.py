"""Transfers: who pays whom how many bets, and by which rule. One module a rule of money.

Knows what a line is and how bets are shared. The modules beside it know one rule each; none
knows another's lines, and `scoring` alone puts them together.
Section 6 of docs/rules.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.parts import Seat


@dataclass(frozen=True, slots=True)
class Transfer:
    """One line of a score, in bets. Either side may be POT.

    `rule` is the number in the rule book. `for_seat` is the loser a compensator pays for.
    """

    payer: Seat
    payee: Seat
    bets: int
    reason: str
    rule: str
    for_seat: Seat | None = None

    def to_json(self) -> dict[str, str | int | None]:
        """The line as it stands in `phom-score/1`."""
        return {
            "payer": self.payer,
            "payee": self.payee,
            "bets": self.bets,
            "reason": self.reason,
            "rule": self.rule,
            "for": self.for_seat,
        }


def shares(bets: int, count: int) -> list[int]:
    """These bets in equal shares, odd bets to the earlier ones."""
    each, odd = divmod(bets, count)
    return [each + 1] * odd + [each] * (count - odd)
