"""Rows of selectors as the answers about settling name them.

Knows who holds an account, and which steps the asker may take. Adds nothing up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.actors import Actor, Role
from scoring.selectors.night_lines import Holder, holders_of
from scoring.selectors.night_settlement import NightSettlement, is_season_closed
from scoring.selectors.nights import NightRow
from scoring.selectors.payments import NightPayment
from scoring.selectors.reckonings import PairSum, Part, ReasonSum, Reckoning
from scoring.services.night_acts import list_acts, locks_at
from scoring.services.payment_steps import list_steps, parties_among

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PaymentTeller:
    """Tells payments of one night to one asker; `holders` are by account."""

    actor: Actor
    role: Role | None
    night_state: str
    is_season_closed: bool
    holders: Mapping[int, Holder]

    def tell(self, payment: NightPayment) -> Json:
        """One payment, with the steps the asker may take."""
        payer, payee = self.holders[payment.payer_id], self.holders[payment.payee_id]
        steps = list_steps(
            payment,
            role=self.role,
            parties=parties_among(self.actor, payer=payer, payee=payee),
            night_state=self.night_state,
            is_season_closed=self.is_season_closed,
        )
        return {
            "id": payment.id,
            "settlement_n": payment.settlement_n,
            "is_planned": payment.is_planned,
            "payer": tell_holder(payer),
            "payee": tell_holder(payee),
            "points": payment.points,
            "state": payment.state,
            "state_at": payment.state_at,
            "note": payment.note,
            "split_of_id": payment.split_of,
            "contrary_of_id": payment.contrary_of,
            "taken_back_by_id": payment.taken_back_by,
            "steps": [step.name for step in steps],
        }


def tell_payments(
    payments: Sequence[NightPayment], *, night: NightRow, actor: Actor, role: Role | None
) -> Sequence[Json]:
    """Payments of one night as this asker sees them; two statements."""
    ends = {end for payment in payments for end in (payment.payer_id, payment.payee_id)}
    teller = PaymentTeller(actor, role, night.state, is_season_closed(night), holders_of(ends))
    return [teller.tell(payment) for payment in payments]


def tell_settling(found: NightSettlement, *, actor: Actor, role: Role | None) -> Json:
    """The settling of a night as it is now."""
    holders, plan = found.holders, found.plan
    by_account = {account: holders[key] for account, key in found.keys.items()}
    teller = PaymentTeller(actor, role, found.night.state, found.is_season_closed, by_account)
    return {
        "state": found.night.state,
        "is_preview": plan.is_preview,
        "n": plan.n,
        "id": plan.id,
        "mode": plan.mode,
        "proven": plan.proven,
        "lower_bound": plan.lower_bound,
        "made_at": plan.made_at,
        "locks_at": locks_at(found),
        "balances": [_balance(one, found) for one in (*found.people, *found.others)],
        "groups": [
            [
                {"holder": tell_holder(holders[key]), "points": plan.balances.get(key, 0)}
                for key in group
            ]
            for group in plan.groups
        ],
        "pairs": [_pair(one, holders) for one in found.pairs],
        "preview": [
            {
                "payer": tell_holder(holders[one.payer]),
                "payee": tell_holder(holders[one.payee]),
                "points": one.points,
            }
            for one in plan.proposed
        ],
        "payments": [teller.tell(one) for one in found.payments],
        "questions": [
            {
                "kind": one.kind,
                "table_id": one.table_id,
                "deal_number": one.number,
                "other_number": one.other_number,
                "note": one.note,
            }
            for one in found.questions
        ],
        "acts": list_acts(found, role=role),
    }


def tell_holder(holder: Holder) -> Json:
    """A player, or one of the club's accounts by its kind (a pot with its table's id)."""
    person = holder.person
    return {
        "kind": holder.kind,
        "player_id": person.player_id if person else None,
        "name": person.name if person else holder.key,
    }


def _balance(one: Reckoning, found: NightSettlement) -> Json:
    return {
        "holder": tell_holder(found.holders[one.key]),
        "points": one.points,
        "left_points": one.left_points,
        "is_absent": one.key in found.absent,
        "reasons": [_sum(reason) for reason in one.reasons],
        "payments": [_sum(reason) for reason in one.payments],
    }


def _pair(one: PairSum, holders: Mapping[str, Holder]) -> Json:
    return {
        "debtor": tell_holder(holders[one.debtor]),
        "creditor": tell_holder(holders[one.creditor]),
        "points": one.points,
        "reasons": [_sum(reason) for reason in one.reasons],
    }


def _sum(one: ReasonSum) -> Json:
    return {
        "reason": str(one.reason),
        "points": one.points,
        "parts": [_part(part) for part in one.parts],
    }


def _part(part: Part) -> Json:
    origin = part.origin
    return {
        "kind": origin.kind,
        "id": origin.id,
        "table_id": origin.table_id,
        "deal_number": origin.number,
        "points": part.points,
        "note": origin.note,
    }
