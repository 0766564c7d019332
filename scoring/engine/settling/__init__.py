"""Settling: from what everybody won and lost to who pays whom.

Knows names, balances in points and payments; standard library only. Knows nothing of deals,
nights, clubs or the books, and keeps nothing: the caller freezes the plan it was given.
"""

from scoring.engine.settling.fewest import fewest_payments
from scoring.engine.settling.host import through_host, top_creditor
from scoring.engine.settling.pairwise import pair_by_pair
from scoring.engine.settling.plan import Payment, Plan
from scoring.engine.settling.tables import tables_first

__all__ = [
    "Payment",
    "Plan",
    "fewest_payments",
    "pair_by_pair",
    "tables_first",
    "through_host",
    "top_creditor",
]
