"""Payments of a settled night: paid, confirmed, waived, split, taken back by a contrary one.

Confirmed and waived are final and post one transfer from the payee's to the payer's account: the
debt shrinks. All under the locks of the night's tables, as everything that moves its balances.
"""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Night, Payment, PaymentState, SettlementState
from scoring.permissions import Action, Party
from scoring.selectors.members import find_role
from scoring.services import ledger, locks, settlements
from scoring.services.audit import keep_note, write_event
from scoring.services.payment_steps import (
    CONFIRM,
    CONTRARY,
    MARK_PAID,
    PROPOSED,
    SPLIT,
    TAKE_BACK,
    WAIVE,
    Step,
)
from scoring.services.rights import parties_of, verify_in_night


@transaction.atomic
def mark_paid(*, actor: Actor, payment_id: UUID) -> Payment:
    """The payer has handed it over; may be taken back. Twice is once.

    Errors: `not_found`, `role_too_low`, `night_open`, `season_closed`, `payment_state` (with the
    state it is in).
    """
    return _move(actor, payment_id, MARK_PAID)


@transaction.atomic
def take_back(*, actor: Actor, payment_id: UUID) -> Payment:
    """It was not handed over after all. Errors: as `mark_paid`."""
    return _move(actor, payment_id, TAKE_BACK)


@transaction.atomic
def confirm(*, actor: Actor, payment_id: UUID) -> Payment:
    """The payee has it; final. Errors: as `mark_paid`."""
    return _move(actor, payment_id, CONFIRM)


@transaction.atomic
def waive(*, actor: Actor, payment_id: UUID) -> Payment:
    """The payee lets it go; final. Errors: as `mark_paid`."""
    return _move(actor, payment_id, WAIVE)


@transaction.atomic
def split_payment(
    *, actor: Actor, payment_id: UUID, points: int, part_ids: tuple[UUID, UUID]
) -> tuple[Payment, Payment]:
    """Two payments of the same sum in place of a proposed one: `points`, and the rest.

    The same part ids split once. Errors: as `mark_paid`; `points_invalid`, `payment_id_reused`.
    """
    payment, night = _lock(actor, payment_id)
    if part_ids[0] == part_ids[1]:
        raise ServiceRefused(ErrorCode.PAYMENT_ID_REUSED, payment_id=str(part_ids[0]))
    parts = list(Payment.objects.filter(pk__in=part_ids))
    if parts:
        said = {part.pk: (part.split_of_id, part.points) for part in parts}
        rest = payment.points - points
        if said != {part_ids[0]: (payment_id, points), part_ids[1]: (payment_id, rest)}:
            raise ServiceRefused(ErrorCode.PAYMENT_ID_REUSED, payment_id=str(part_ids[0]))
        by_id = {part.pk: part for part in parts}
        return by_id[part_ids[0]], by_id[part_ids[1]]
    _verify(actor, payment, night, SPLIT.action)
    _verify_state(payment, SPLIT.sources)
    if not 0 < points < payment.points:
        raise ServiceRefused(ErrorCode.POINTS_INVALID, field="points")
    now = timezone.now()
    Payment.objects.filter(pk=payment.pk).update(state=PaymentState.CANCELLED, state_at=now)
    made = [
        Payment.objects.create(
            id=part_id,
            settlement_id=payment.settlement_id,
            position=payment.position,
            payer_id=payment.payer_id,
            payee_id=payment.payee_id,
            points=part,
            split_of=payment,
            state_at=now,
        )
        for part_id, part in zip(part_ids, (points, payment.points - points), strict=True)
    ]
    _audit(actor, payment, night, SPLIT.event, before=payment.state, after=PROPOSED)
    return made[0], made[1]


@transaction.atomic
def contrary_payment(*, actor: Actor, payment_id: UUID, contrary_id: UUID, note: str) -> Payment:
    """A confirmed or waived payment was a mistake: its contrary, at once final, and a new plan.

    Managers only, with a note; the same `contrary_id` does it once. Errors: `not_found`,
    `role_too_low`, `note_required`, `payment_state`, `payment_taken_back`, `payment_id_reused`.
    """
    payment, night = _lock(actor, payment_id)
    known = Payment.objects.filter(pk=contrary_id).first()
    if known is not None:
        if known.contrary_of_id != payment_id:
            raise ServiceRefused(ErrorCode.PAYMENT_ID_REUSED, payment_id=str(contrary_id))
        return known
    _verify(actor, payment, night, CONTRARY.action, note=note)
    _verify_state(payment, CONTRARY.sources)
    if payment.contrary_of_id is not None or hasattr(payment, "taken_back_by"):
        raise ServiceRefused(ErrorCode.PAYMENT_TAKEN_BACK, payment_id=str(payment_id))
    contrary = Payment.objects.create(
        id=contrary_id,
        settlement_id=payment.settlement_id,
        position=payment.position,
        payer_id=payment.payee_id,
        payee_id=payment.payer_id,
        points=payment.points,
        state=payment.state,
        contrary_of=payment,
        note=keep_note(club_id=night.club_id, text=note),
        state_at=timezone.now(),
    )
    ledger.post_payment(contrary)
    _audit(actor, contrary, night, CONTRARY.event, before=payment.state, after=payment.state)
    settlements.replan_if_settled(actor=actor, club_id=night.club_id, night_id=night.pk)
    return contrary


def _move(actor: Actor, payment_id: UUID, step: Step) -> Payment:
    payment, night = _lock(actor, payment_id)
    _verify(actor, payment, night, step.action)
    # Under a plan that was replaced the debt comes back in a new plan instead of in this payment.
    is_lost = step is TAKE_BACK and payment.settlement.state != SettlementState.LIVE
    target = PaymentState.CANCELLED if is_lost else step.target
    assert target is not None, "a step that moves a payment says where to"
    if payment.state == target:
        return payment
    _verify_state(payment, step.sources)
    before = payment.state
    payment.state = target
    payment.state_at = timezone.now()
    payment.save(update_fields=["state", "state_at"])
    if step.is_final:
        ledger.post_payment(payment)
    _audit(actor, payment, night, step.event, before=before, after=payment.state)
    if is_lost:
        settlements.replan_if_settled(actor=actor, club_id=night.club_id, night_id=night.pk)
    return payment


def _lock(actor: Actor, payment_id: UUID) -> tuple[Payment, Night]:
    """The payment and its night, read under the night's locks; `not_found` for strangers."""
    night_id = (
        Payment.objects.filter(pk=payment_id).values_list("settlement__night_id", flat=True).first()
    )
    if night_id is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="payment_id")
    locks.lock_tables_of_night(night_id)
    payment = Payment.objects.select_related("settlement__night__season").get(pk=payment_id)
    night = payment.settlement.night
    if find_role(actor=actor, club_id=night.club_id) is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="payment_id")
    return payment, night


def _verify(
    actor: Actor, payment: Payment, night: Night, action: Action, *, note: str = ""
) -> None:
    parties: frozenset[Party] = parties_of(payment, login_id=actor.login_id)
    role = find_role(actor=actor, club_id=night.club_id)
    verify_in_night(night, action, role=role, note=note, parties=parties)


def _verify_state(payment: Payment, sources: tuple[PaymentState, ...]) -> None:
    if payment.state not in sources:
        raise ServiceRefused(ErrorCode.PAYMENT_STATE, state=payment.state)


def _audit(
    actor: Actor, payment: Payment, night: Night, action: str, *, before: str, after: str
) -> None:
    ledger.touch_tables(night_id=night.pk)
    write_event(
        actor=actor,
        club_id=night.club_id,
        night_id=night.pk,
        action=action,
        object_kind="payment",
        object_id=payment.pk,
        before={"state": str(before)},
        after={"state": str(after), "points": payment.points},
        note=payment.note,
    )
