"""Comparing a night's settling with what it was made from.

Looks at plans, payments, their transfers and the pots of settled nights; yields what differs.
"""

import hashlib
from collections.abc import Iterator, Sequence

from scoring.engine import canonical_json
from scoring.models import (
    Club,
    Night,
    NightState,
    Payment,
    PaymentState,
    Settlement,
    SettlementState,
    Table,
)
from scoring.selectors.differences import Difference
from scoring.selectors.pot_closing import closed_so_far, held_before_closing
from scoring.selectors.settlements import balances_to_settle, roots_of_accounts

FINAL = (PaymentState.CONFIRMED, PaymentState.WAIVED)


def audit_settling(club: Club) -> Iterator[Difference]:
    """Every night of the club: its plans, its payments, its pots."""
    for night in Night.objects.filter(club=club).order_by("day"):
        where = f"{club.slug}/{night.day}"
        settlements = list(night.settlements.order_by("n"))
        for n, settlement in enumerate(settlements, start=1):
            yield from _plan(settlement, n, f"{where} settlement {settlement.n}")
        yield from _live(night, settlements, where)
        for table in night.tables.select_related("pot_account").order_by("pk"):
            yield from _pot(table, where, settled=night.state != NightState.OPEN)


def _plan(settlement: Settlement, n: int, where: str) -> Iterator[Difference]:
    """Dense, hashed as it says, its groups sum to zero, its payments clear its balances."""
    if settlement.n != n:
        yield Difference(where, "n", settlement.n, n)
    balances: dict[str, int] = settlement.balances
    sha256 = hashlib.sha256(canonical_json(balances).encode()).hexdigest()
    if settlement.sha256 != sha256:
        yield Difference(where, "sha256", settlement.sha256, sha256)
    for group in settlement.groups:
        total = sum(balances.get(str(account), 0) for account in group)
        if total:
            yield Difference(where, f"sum of group {group}", total, 0)
    payments = list(settlement.payments.select_related("transfer"))
    rest = dict(balances)
    for payment in payments:
        yield from _payment(payment, payments, f"{where} payment {payment.pk}")
        if payment.split_of_id is None and payment.contrary_of_id is None:
            rest[str(payment.payer_id)] = rest.get(str(payment.payer_id), 0) + payment.points
            rest[str(payment.payee_id)] = rest.get(str(payment.payee_id), 0) - payment.points
    left = {account: points for account, points in rest.items() if points}
    if left:
        yield Difference(where, "balances its payments leave", left, {})


def _payment(payment: Payment, payments: Sequence[Payment], where: str) -> Iterator[Difference]:
    """A final payment has its contrary in the ledger, another nothing; parts sum to the whole and
    run as it does; a payment that takes one back runs the other way.
    """
    transfer = getattr(payment, "transfer", None)
    posted = (transfer.payer_id, transfer.payee_id, transfer.points) if transfer else None
    contrary = (payment.payee_id, payment.payer_id, payment.points)
    should = contrary if payment.state in FINAL else None
    if posted != should:
        yield Difference(where, "transfer", posted, should)
    ends = (payment.payer_id, payment.payee_id)
    parts = [part for part in payments if part.split_of_id == payment.pk]
    if parts and sum(part.points for part in parts) != payment.points:
        total = sum(part.points for part in parts)
        yield Difference(where, "sum of its parts", total, payment.points)
    for part in parts:
        if (part.payer_id, part.payee_id) != ends:
            yield Difference(where, "ends of a part", (part.payer_id, part.payee_id), ends)
    for back in payments:
        said = (back.payer_id, back.payee_id, back.points)
        if back.contrary_of_id == payment.pk and said != contrary:
            yield Difference(where, "taken back by", said, contrary)


def _live(night: Night, settlements: Sequence[Settlement], where: str) -> Iterator[Difference]:
    """A plan is live exactly while the night is settled, and clears all that is left."""
    live = [plan for plan in settlements if plan.state == SettlementState.LIVE]
    should = 0 if night.state == NightState.OPEN else 1
    if len(live) != should:
        yield Difference(where, "live settlements", len(live), should)
        return
    # Both sides by roots: a plan names the accounts people had when it was made.
    root_of = roots_of_accounts(club_id=night.club_id)
    proposed: dict[int, int] = {}
    for payment in Payment.objects.filter(settlement__night=night, state=PaymentState.PROPOSED):
        for end, points in (
            (payment.payer_id, -payment.points),
            (payment.payee_id, payment.points),
        ):
            account = root_of.get(end, end)
            proposed[account] = proposed.get(account, 0) + points
    left = balances_to_settle(night_id=night.pk, club_id=night.club_id) if live else {}
    planned = {account: points for account, points in proposed.items() if points}
    if planned != left:
        yield Difference(where, "balances the plan clears", planned, left)


def _pot(table: Table, where: str, *, settled: bool) -> Iterator[Difference]:
    """What was closed is what play left in the pot; an open night's pot is not closed."""
    pot = table.pot_account.pk
    held = held_before_closing(table_id=table.pk, pot_account_id=pot) if settled else 0
    closed = sum(closed_so_far(table_id=table.pk, pot_account_id=pot).values())
    if closed != held:
        yield Difference(f"{where}/{table.label}", "closed out of the pot", closed, held)
