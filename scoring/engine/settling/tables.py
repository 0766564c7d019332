"""Each table first (từng bàn trước): people square at their own table, then the rest among tables.

A table whose balances sum to zero is cleared by itself, so that closed tables have no payment from
one to another. A table that came out ahead or behind, because people changed tables or points
moved beside the deals, passes on just that. Knows balances and who belongs to which table.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from scoring.engine.settling.fewest import fewest_payments
from scoring.engine.settling.paying import connected
from scoring.engine.settling.plan import Payment, Plan


def tables_first(balances: Mapping[str, int], tables: Mapping[str, Hashable]) -> Plan:
    """At each table the fewest payments, then the fewest for what the tables leave.

    `balances` are points by name, positive for who receives; `tables` say which table a name
    belongs to, and whoever is not among them belongs to none. Only those below zero pay and only
    those above receive. What passes between tables is the least that can: of a table that is
    behind only payers pay elsewhere, of one that is ahead only payees are paid from elsewhere.
    `lower_bound` is that of `fewest_payments` for the same balances.

    Raises ValueError when the balances do not sum to zero.
    """
    bound = fewest_payments(balances).lower_bound
    at_tables: dict[Hashable, dict[str, int]] = {}
    left: dict[str, int] = {}
    for name, points in balances.items():
        (at_tables.setdefault(tables[name], {}) if name in tables else left)[name] = points
    payments: list[Payment] = []
    elsewhere = _somebody_else(balances)
    for members in at_tables.values():
        squared = {**members, elsewhere: -sum(members.values())}
        for payment in fewest_payments(squared).payments:
            if payment.payee == elsewhere:
                left[payment.payer] = -payment.points
            elif payment.payer == elsewhere:
                left[payment.payee] = payment.points
            else:
                payments.append(payment)
    payments += fewest_payments(left).payments
    return Plan(tuple(sorted(payments)), connected(payments), bound)


def _somebody_else(names: Mapping[str, int]) -> str:
    """A name that nobody has, behind all others: it stands for everybody at other tables."""
    return max(names, default="") + "\0"
