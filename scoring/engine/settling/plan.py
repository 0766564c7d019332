"""A plan: the payments that clear a night, and how sure we are that there is no shorter one.

Knows names and points. Knows nothing of how a plan is found.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Payment:
    """`payer` hands `payee` a positive number of points."""

    payer: str
    payee: str
    points: int

    def __post_init__(self) -> None:
        assert self.points > 0
        assert self.payer != self.payee


@dataclass(frozen=True)
class Plan:
    """Payments that clear every balance.

    `groups` are the names that pay among themselves, everybody with something to pay or to
    receive in exactly one; the balances of a group sum to zero. `lower_bound` is a number of
    payments below which no plan for these balances can go, and `proven` says that this plan
    reaches it. Groups and payments are in the order of the names.
    """

    payments: tuple[Payment, ...]
    groups: tuple[tuple[str, ...], ...]
    lower_bound: int

    @property
    def proven(self) -> bool:
        """No plan for these balances has fewer payments."""
        return len(self.payments) == self.lower_bound
