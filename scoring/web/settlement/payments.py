"""Payments as the settlement page shows them: how each stands, what this visitor may do with it,
and why it is there.

Knows rows of selectors and the words for them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse

from scoring.actors import Actor, Role
from scoring.selectors.night_settlement import NightSettlement
from scoring.selectors.payments import NightPayment
from scoring.services.payment_steps import list_steps, parties_among
from scoring.web.forms.base import ServiceForm
from scoring.web.forms.settlement import ContraryForm, SplitForm
from scoring.web.settlement.naming import Naming
from scoring.web.settlement.rows import (
    PairView,
    PaymentView,
    PersonView,
    StepView,
    Tried,
    WhyView,
)
from scoring.words import settling

# The words of the addresses, by the names of the steps.
STEP_WORDS = {
    "paid": "da-tra",
    "take_back": "lay-lai",
    "confirm": "xac-nhan",
    "waive": "bo-qua",
    "split": "tach",
    "contrary": "ghi-nguoc",
}
PAIRS = "pair_by_pair"
_FORMS: Mapping[str, Callable[..., ServiceForm]] = {"split": SplitForm, "contrary": ContraryForm}


@dataclass(frozen=True, slots=True)
class PaymentViews:
    """Makes the rows of one night for one visitor."""

    found: NightSettlement
    naming: Naming
    slug: str
    actor: Actor
    role: Role | None
    people: Mapping[str, PersonView]
    pairs: Mapping[tuple[str, str], PairView]
    tried: Tried | None = None

    def planned(self) -> Sequence[PaymentView]:
        """The payments of the plan that counts, or of the one settling now would make."""
        if self.found.plan.is_preview:
            return [
                self._proposed(index, one.payer, one.payee, one.points)
                for index, one in enumerate(self.found.plan.proposed, start=1)
            ]
        return [self._view(one) for one in self.found.payments if self._is_planned(one)]

    def earlier(self) -> Sequence[PaymentView]:
        """What was made under an earlier plan, and what took a payment back."""
        return [self._view(one) for one in self.found.payments if not self._is_planned(one)]

    def _is_planned(self, payment: NightPayment) -> bool:
        return payment.is_planned and not payment.is_contrary

    def _proposed(self, index: int, payer: str, payee: str, points: int) -> PaymentView:
        return PaymentView(
            anchor=f"khoan-{index}",
            payer=self.naming.name(payer),
            payee=self.naming.name(payee),
            points=points,
            state="",
            state_said="",
            clock="",
            note="",
            is_mine=self._is_mine(payer, payee),
            is_earlier=False,
            is_contrary=False,
            is_taken_back=False,
            why=self._why(payer, payee),
        )

    def _view(self, payment: NightPayment) -> PaymentView:
        payer, payee = self.found.keys[payment.payer_id], self.found.keys[payment.payee_id]
        is_planned = self._is_planned(payment)
        is_tried = self.tried is not None and self.tried.payment_id == payment.id
        return PaymentView(
            anchor=f"khoan-{payment.id}",
            payer=self.naming.name(payer),
            payee=self.naming.name(payee),
            points=payment.points,
            state=payment.state,
            state_said=settling.payment_state(payment.state),
            clock="" if payment.state == "proposed" else self.naming.clock(payment.state_at),
            note=payment.note,
            is_mine=self._is_mine(payer, payee),
            is_earlier=not is_planned,
            is_contrary=payment.is_contrary,
            is_taken_back=payment.is_taken_back,
            why=self._why(payer, payee) if is_planned else None,
            steps=self._steps(payment, payer, payee),
            tried=self.tried.name if self.tried is not None and is_tried else "",
        )

    def _steps(self, payment: NightPayment, payer: str, payee: str) -> dict[str, StepView]:
        holders = self.found.holders
        possible = list_steps(
            payment,
            role=self.role,
            parties=parties_among(self.actor, payer=holders[payer], payee=holders[payee]),
            night_state=self.found.night.state,
            is_season_closed=self.found.is_season_closed,
        )
        names = [step.name for step in possible]
        tried = self.tried
        if tried is not None and tried.payment_id == payment.id and tried.name not in names:
            names.append(tried.name)  # what was typed stays, even where it is too late by now
        return {name: self._step(name, payment.id) for name in names}

    def _step(self, name: str, payment_id: UUID) -> StepView:
        night = {"slug": self.slug, "day": self.found.night.day}
        given = {**night, "payment_id": payment_id, "step": STEP_WORDS[name]}
        url = reverse("settlement-payment", kwargs=given)
        tried = self.tried
        if tried is not None and (tried.payment_id, tried.name) == (payment_id, name):
            return StepView(name, url, tried.form)
        make = _FORMS.get(name)
        return StepView(name, url, make(auto_id=f"{name}-{payment_id}-%s") if make else None)

    def _is_mine(self, payer: str, payee: str) -> bool:
        return bool(
            parties_among(
                self.actor, payer=self.found.holders[payer], payee=self.found.holders[payee]
            )
        )

    def _why(self, payer: str, payee: str) -> WhyView:
        plan = self.found.plan
        group = next((keys for keys in plan.groups if payer in keys and payee in keys), ())
        squared = [(self.naming.name(key), plan.balances.get(key, 0)) for key in group]
        owed = [
            pair for (debtor, creditor), pair in self.pairs.items() if payer in {debtor, creditor}
        ]
        return WhyView(
            people=[self.people[key] for key in (payer, payee)],
            group=sorted(squared, key=lambda one: -one[1]),
            debts=owed,
            pair=self.pairs.get((payer, payee)) if plan.mode == PAIRS else None,
        )
