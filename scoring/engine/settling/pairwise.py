"""Pair by pair (từng cặp): everybody settles with everybody they owe.

Knows debts between two people. More payments than need be, and each one can be understood.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from scoring.engine.settling.fewest import fewest_payments
from scoring.engine.settling.paying import connected
from scoring.engine.settling.plan import Payment, Plan


def pair_by_pair(debts: Mapping[tuple[str, str], int]) -> Plan:
    """One payment between each two people who are not quits, in the order of the names.

    `debts` are the points, zero or more, that the first of two names owes the second; both
    directions may be given and are set off against each other. Here somebody may pay one
    person and receive from another. `lower_bound` is that of `fewest_payments` for the same
    balances; a group is everybody whom payments connect.

    Raises ValueError for a debt below zero or to oneself.
    """
    balances: Counter[str] = Counter()
    payments = []
    for (payer, payee), points in debts.items():
        if points < 0 or payer == payee:
            raise ValueError(f"{payer} cannot owe {payee} {points} points")
        net = points - debts.get((payee, payer), 0)
        if net > 0:
            payments.append(Payment(payer, payee, net))
            balances[payer] -= net
            balances[payee] += net
    bound = fewest_payments(balances).lower_bound
    return Plan(tuple(sorted(payments)), connected(payments), bound)
