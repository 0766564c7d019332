"""The moves of a payment as data: what each takes, where it may start, where it leads; and which of
them somebody may make now.

The state machine of architecture.md, section 4: proposed → paid → confirmed, proposed or paid →
waived. Writes nothing.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.actors import Actor, Role
from scoring.models import NightState, PaymentState
from scoring.permissions import Action, Party, can
from scoring.selectors.night_lines import Holder
from scoring.selectors.payments import NightPayment

PROPOSED, PAID = PaymentState.PROPOSED, PaymentState.PAID
CONFIRMED, WAIVED = PaymentState.CONFIRMED, PaymentState.WAIVED


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a payment: what it takes, from where it may start, where it leads (None: to other
    payments).
    """

    name: str
    action: Action
    event: str
    sources: tuple[PaymentState, ...]
    target: PaymentState | None = None

    @property
    def is_final(self) -> bool:
        """Does it post a transfer?"""
        return self.target in {CONFIRMED, WAIVED}


MARK_PAID = Step("paid", Action.MARK_PAID, "payment.paid", (PROPOSED,), PAID)
TAKE_BACK = Step("take_back", Action.MARK_PAID, "payment.take_back", (PAID,), PROPOSED)
CONFIRM = Step("confirm", Action.CONFIRM_PAYMENT, "payment.confirm", (PAID,), CONFIRMED)
WAIVE = Step("waive", Action.WAIVE_PAYMENT, "payment.waive", (PROPOSED, PAID), WAIVED)
SPLIT = Step("split", Action.MARK_PAID, "payment.split", (PROPOSED,))
CONTRARY = Step("contrary", Action.TAKE_BACK_PAYMENT, "payment.contrary", (CONFIRMED, WAIVED))
STEPS = (MARK_PAID, TAKE_BACK, CONFIRM, WAIVE, SPLIT, CONTRARY)


def list_steps(
    payment: NightPayment,
    *,
    role: Role | None,
    parties: frozenset[Party],
    night_state: str,
    is_season_closed: bool,
) -> Sequence[Step]:
    """What this role, or this end of the payment, may do with it now, given a note."""
    return [
        step
        for step in STEPS
        if _is_possible(step, payment)
        and can(
            step.action,
            role=role,
            night_state=NightState(night_state),
            season_closed=is_season_closed,
            parties=parties,
        )
    ]


def parties_among(actor: Actor, *, payer: Holder, payee: Holder) -> frozenset[Party]:
    """Which end of a payment between these two the actor's login is."""
    if actor.login_id is None:
        return frozenset()
    ends: Collection[tuple[Holder, Party]] = ((payer, Party.PAYER), (payee, Party.PAYEE))
    return frozenset(party for holder, party in ends if holder.login_id == actor.login_id)


def _is_possible(step: Step, payment: NightPayment) -> bool:
    if payment.state not in step.sources:
        return False
    if step is SPLIT:
        return payment.points > 1
    if step is CONTRARY:
        return not payment.is_contrary and not payment.is_taken_back
    return True
