"""Payments of a night as people see them: who hands what to whom, and what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import QuerySet

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Payment, PaymentState, SettlementState
from scoring.selectors.members import ClubRow, get_club


@dataclass(frozen=True, slots=True)
class NightPayment:
    """One payment, its ends by account. `settlement_n` is the plan it was made in; `is_planned`
    says that this plan counts now. A payment of an earlier plan was made and stays.
    """

    id: UUID
    settlement_n: int
    is_planned: bool
    payer_id: int
    payee_id: int
    points: int
    state: str
    state_at: datetime
    note: str
    split_of: UUID | None
    contrary_of: UUID | None
    taken_back_by: UUID | None

    @property
    def is_final(self) -> bool:
        """Confirmed or waived: only a contrary payment undoes it."""
        return self.state in {PaymentState.CONFIRMED, PaymentState.WAIVED}

    @property
    def is_contrary(self) -> bool:
        """Does it take another one back?"""
        return self.contrary_of is not None

    @property
    def is_taken_back(self) -> bool:
        """Was it undone by a contrary payment?"""
        return self.taken_back_by is not None


def list_night_payments(*, night_id: int) -> Sequence[NightPayment]:
    """Every payment of the night that is not cancelled, in the order of the plans; one statement.

    The order never changes with a payment's state.
    """
    payments = Payment.objects.filter(settlement__night_id=night_id)
    return _rows(payments.exclude(state=PaymentState.CANCELLED))


def list_payments_by_id(*, payment_ids: Sequence[UUID]) -> Sequence[NightPayment]:
    """These payments in this order, cancelled or not; one statement."""
    found = {row.id: row for row in _rows(Payment.objects.filter(pk__in=payment_ids))}
    return [found[payment_id] for payment_id in payment_ids]


def find_payment(*, payment_id: UUID) -> NightPayment | None:
    """A payment of whatever night, cancelled or not."""
    rows = _rows(Payment.objects.filter(pk=payment_id))
    return rows[0] if rows else None


def _rows(payments: QuerySet[Payment]) -> Sequence[NightPayment]:
    rows = payments.order_by("settlement__n", "position", "pk").values_list(
        "id",
        "settlement__n",
        "settlement__state",
        "payer_id",
        "payee_id",
        "points",
        "state",
        "state_at",
        "note__text",
        "split_of_id",
        "contrary_of_id",
        "taken_back_by__id",
    )
    return [
        NightPayment(
            id=row[0],
            settlement_n=row[1],
            is_planned=row[2] == SettlementState.LIVE,
            payer_id=row[3],
            payee_id=row[4],
            points=row[5],
            state=row[6],
            state_at=row[7],
            note=row[8] or "",
            split_of=row[9],
            contrary_of=row[10],
            taken_back_by=row[11],
        )
        for row in rows
    ]


def verify_payment_in_night(*, payment_id: UUID, night_id: int) -> None:
    """Refuse an id of another night: `not_found`."""
    if not Payment.objects.filter(pk=payment_id, settlement__night_id=night_id).exists():
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="payment_id")


def get_place_of_payment(*, actor: Actor, payment_id: UUID) -> tuple[ClubRow, date]:
    """The club and club day a payment belongs to, for somebody with a role in the club; else
    `not_found`.
    """
    place = (
        Payment.objects.filter(pk=payment_id)
        .values_list("settlement__night__club__slug", "settlement__night__day")
        .first()
    )
    if place is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="payment_id")
    return get_club(actor=actor, slug=place[0]), place[1]
