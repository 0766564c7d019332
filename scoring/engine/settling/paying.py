"""Payments among people who square with each other.

Knows names and balances. Does not look for groups; it keeps to one payment fewer than people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

from scoring.engine.settling.plan import Payment

Share = tuple[str, int]
"""A name and the points it has to pay or to receive, as a positive number."""


def pay_among(balances: Mapping[str, int]) -> list[Payment]:
    """Clear balances that sum to zero with at most one payment fewer than people.

    There is one way where one person pays or receives everything. Otherwise it takes of three
    ways the one with the fewest payments, then the one in which the busiest has the fewest.
    """
    payers, payees = _shares(balances)
    if len(payers) == 1 or len(payees) == 1:
        return _in_turn(payers, payees)
    ways = (
        _in_turn(payers, payees),
        _in_turn(payers, payees[::-1]),
        largest_first(balances),
    )
    return min(ways, key=lambda way: (len(way), _most_of_one_person(way)))


def largest_first(balances: Mapping[str, int]) -> list[Payment]:
    """The largest debtor pays the largest creditor, until all is cleared; ties by name."""
    payers, payees = ([(-points, name) for name, points in side] for side in _shares(balances))
    heapify(payers)
    heapify(payees)
    payments = []
    while payers:
        owed, payer = heappop(payers)
        due, payee = heappop(payees)
        paid = max(owed, due)
        payments.append(Payment(payer, payee, -paid))
        if owed < paid:
            heappush(payers, (owed - paid, payer))
        if due < paid:
            heappush(payees, (due - paid, payee))
    return payments


def connected(payments: Iterable[Payment]) -> tuple[tuple[str, ...], ...]:
    """Who pays whom, directly or through others: the groups, all in the order of names."""
    groups: dict[str, set[str]] = {}
    for payment in payments:
        one = groups.setdefault(payment.payer, {payment.payer})
        other = groups.setdefault(payment.payee, {payment.payee})
        if one is not other:
            one |= other
            groups.update(dict.fromkeys(other, one))
    return tuple(sorted({tuple(sorted(group)) for group in groups.values()}))


def _shares(balances: Mapping[str, int]) -> tuple[list[Share], list[Share]]:
    """Payers and payees, the largest first."""
    falling = sorted(balances.items(), key=lambda item: (-abs(item[1]), item[0]))
    payers = [(name, -points) for name, points in falling if points < 0]
    return payers, [(name, points) for name, points in falling if points > 0]


def _in_turn(payers: Sequence[Share], payees: Sequence[Share]) -> list[Payment]:
    """Each payer pays the payees in their order, from where the payer before has stopped."""
    payments = []
    waiting = iter(payees)
    payee, due = "", 0
    for payer, owed in payers:
        left = owed
        while left:
            if not due:
                payee, due = next(waiting)
            paid = min(left, due)
            payments.append(Payment(payer, payee, paid))
            left, due = left - paid, due - paid
    return payments


def _most_of_one_person(payments: Sequence[Payment]) -> int:
    counts = Counter(name for payment in payments for name in (payment.payer, payment.payee))
    return max(counts.values())
