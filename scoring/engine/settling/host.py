"""Through one host (qua một đầu mối): everybody settles with one person.

More payments than need be, and each guest has exactly one. Here the host may pay and receive.
Knows balances; who may be host is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.engine.settling.fewest import fewest_payments
from scoring.engine.settling.paying import connected
from scoring.engine.settling.plan import Payment, Plan


def top_creditor(balances: Mapping[str, int]) -> str:
    """Who receives most, or where nobody does, owes least; of several the first by name.

    Raises ValueError for no balances.
    """
    return min(balances, key=lambda name: (-balances[name], name))


def through_host(balances: Mapping[str, int], host: str | None = None) -> Plan:
    """One payment between each other person with a balance and the host.

    `balances` are points by name, positive for who receives. The host is the top creditor unless
    named, and may have no balance at all. `lower_bound` is that of `fewest_payments` for the same
    balances.

    Raises ValueError when the balances do not sum to zero.
    """
    bound = fewest_payments(balances).lower_bound
    left = {name: points for name, points in balances.items() if points}
    if host is None and left:
        host = top_creditor(left)
    payments = sorted(
        Payment(name, str(host), -points) if points < 0 else Payment(str(host), name, points)
        for name, points in left.items()
        if name != host
    )
    return Plan(tuple(payments), connected(payments), bound)
