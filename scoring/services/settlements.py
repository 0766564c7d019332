"""Settling a night, opening it again, locking it.

All of it under the locks of the club and all tables of the night, whose state it writes. A plan is
frozen: it changes only when something it was made from does, and then what was paid stays and
counts.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from scoring.actors import Actor
from scoring.engine import canonical_json
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import (
    Account,
    Night,
    NightState,
    Payment,
    PaymentState,
    Settlement,
    SettlementMode,
    SettlementState,
    Table,
)
from scoring.permissions import Action, verify
from scoring.selectors.members import find_role
from scoring.selectors.plans import host_account, is_host, plan_of_night, still_holds
from scoring.selectors.roster import find_player_named
from scoring.selectors.settlements import (
    count_open,
    find_live_settlement,
    get_night_in_club,
    has_payments_made,
    list_payments,
    name_of,
)
from scoring.selectors.waiting import list_waiting_phones
from scoring.services import ledger, locks, pot_closing
from scoring.services.audit import keep_note, write_event
from scoring.services.rights import verify_in_night

MODES: tuple[str, ...] = tuple(SettlementMode.values)
LOCKED_AFTER = timedelta(hours=48)
_IN_THE_WAY = {ErrorCode.NIGHT_UNRESOLVED, ErrorCode.DEALS_WAITING, ErrorCode.NIGHT_OPEN}


@transaction.atomic
def settle_night(
    *,
    actor: Actor,
    club_id: int,
    night_id: int,
    settlement_id: UUID,
    mode: SettlementMode = SettlementMode.FEWEST,
    host_id: UUID | None = None,
) -> Settlement:
    """Close the pots, freeze a plan that clears the balances; the same id settles once.

    `host_id` is the player everybody settles with in the mode `one_host`; left out it is whoever
    receives most. Errors: `not_found`, `role_too_low`, `settlement_id_reused`, `night_settled`,
    `night_locked`, `season_closed`, `player_unknown`, `request_invalid` for a host in another mode.
    """
    locks.lock_night(club_id=club_id, night_id=night_id)
    night = get_night_in_club(club_id=club_id, night_id=night_id)
    role = find_role(actor=actor, club_id=club_id)
    verify(Action.SETTLE, role=role)
    host = host_account(club_id=club_id, player_id=host_id) if host_id else None
    known = Settlement.objects.filter(pk=settlement_id).first()
    if known is not None:
        if (known.night_id, known.mode) != (night_id, mode) or not is_host(known, host):
            raise ServiceRefused(ErrorCode.SETTLEMENT_ID_REUSED, settlement_id=str(settlement_id))
        return known
    verify_in_night(night, Action.SETTLE, role=role)
    if host is not None and mode is not SettlementMode.ONE_HOST:
        raise ServiceRefused(ErrorCode.REQUEST_INVALID, path="host_id")
    _set_state(night, NightState.SETTLED)
    settlement = _plan(
        actor=actor, night=night, mode=mode, settlement_id=settlement_id, host_id=host
    )
    _audit(actor, night, "night.settle", after={"n": settlement.n, "mode": settlement.mode})
    return settlement


@transaction.atomic
def reopen_night(*, actor: Actor, club_id: int, night_id: int, note: str = "") -> None:
    """Back to open: proposed payments are cancelled, what was paid stays and counts.

    A scorer may while nothing is paid; after that a manager, with a note. Errors: `not_found`,
    `role_too_low`, `note_required`, `night_open`, `night_locked`, `season_closed`.
    """
    locks.lock_night(club_id=club_id, night_id=night_id)
    night = get_night_in_club(club_id=club_id, night_id=night_id)
    paid = has_payments_made(night_id=night_id)
    verify_in_night(
        night,
        Action.REOPEN_PAID if paid else Action.REOPEN,
        role=find_role(actor=actor, club_id=club_id),
        note=note,
    )
    _end_live(night, SettlementState.REOPENED)
    pot_closing.reopen_pots(night_id=night_id)
    _set_state(night, NightState.OPEN)
    _audit(actor, night, "night.reopen", note=note)


@transaction.atomic
def lock_night(*, actor: Actor, club_id: int, night_id: int) -> None:
    """Nothing at the tables changes from now on. Twice is once.

    Errors: `not_found`, `role_too_low`, `night_open`, `season_closed`, `night_unresolved` with how
    many possible duplicates and disputes are open, `deals_waiting` with the phones that told so.
    """
    locks.lock_night(club_id=club_id, night_id=night_id)
    night = get_night_in_club(club_id=club_id, night_id=night_id)
    role = find_role(actor=actor, club_id=club_id)
    if night.state == NightState.LOCKED:
        verify(Action.LOCK, role=role, night_state=NightState.SETTLED)
        return
    verify_in_night(night, Action.LOCK, role=role)
    still = count_open(night_id=night_id)
    if still.duplicates or still.disputes:
        raise ServiceRefused(
            ErrorCode.NIGHT_UNRESOLVED, duplicates=still.duplicates, disputes=still.disputes
        )
    waiting = list_waiting_phones(night_id=night_id)
    if waiting:
        raise ServiceRefused(
            ErrorCode.DEALS_WAITING,
            count=sum(one.count for one in waiting),
            phones=", ".join(one.name for one in waiting if one.name) or "?",
        )
    _set_state(night, NightState.LOCKED)
    _audit(actor, night, "night.lock")


@transaction.atomic
def unlock_night(*, actor: Actor, club_id: int, night_id: int, note: str = "") -> None:
    """Back to settled, by a manager with a note.

    Errors: `not_found`, `role_too_low`, `note_required`, `night_open`, `night_settled`,
    `season_closed`.
    """
    locks.lock_night(club_id=club_id, night_id=night_id)
    night = get_night_in_club(club_id=club_id, night_id=night_id)
    role = find_role(actor=actor, club_id=club_id)
    verify_in_night(night, Action.UNLOCK, role=role, note=note)
    _set_state(night, NightState.SETTLED)
    _audit(actor, night, "night.unlock", note=note)


@dataclass(frozen=True, slots=True)
class SettledNight:
    """A night's settling by names: what is left to settle, who pays whom, and how sure it is."""

    balances: Mapping[str, int]
    payments: Sequence[tuple[str, str, int]]
    groups: Sequence[Sequence[str]]
    proven: bool

    def to_json(self) -> dict[str, object]:
        """As `settle_night --json` prints it."""
        return {
            "balances": dict(self.balances),
            "payments": [
                {"payer": payer, "payee": payee, "points": points}
                for payer, payee, points in self.payments
            ],
            "groups": [list(group) for group in self.groups],
            "proven": self.proven,
        }


def try_settling(
    *,
    actor: Actor,
    club_id: int,
    night_id: int,
    settlement_id: UUID,
    commit: bool,
    mode: str = SettlementMode.FEWEST,
    host_name: str = "",
) -> SettledNight:
    """Settle a night and tell it by names; without `commit` everything is taken back again.

    `mode` is one of `MODES`. Errors: those of `settle_night`.
    """
    host_id = find_player_named(club_id=club_id, name=host_name) if host_name else None
    with transaction.atomic():
        settlement = settle_night(
            actor=actor,
            club_id=club_id,
            night_id=night_id,
            settlement_id=settlement_id,
            mode=SettlementMode(mode),
            host_id=host_id,
        )
        told = _told(settlement)
        if not commit:
            transaction.set_rollback(True)
    return told


def _told(settlement: Settlement) -> SettledNight:
    planned = {account for group in settlement.groups for account in group}
    accounts = Account.objects.filter(pk__in=planned).select_related("player__root")
    names = {str(account.pk): name_of(account) for account in accounts}
    balances = {names[key]: points for key, points in settlement.balances.items()}
    return SettledNight(
        balances=dict(sorted(balances.items(), key=lambda row: (-row[1], row[0]))),
        payments=[
            (payment.payer, payment.payee, payment.points)
            for payment in list_payments(settlement=settlement)
        ],
        groups=[[names[str(account)] for account in group] for group in settlement.groups],
        proven=settlement.proven,
    )


def lock_due_nights(*, actor: Actor) -> int:
    """Lock every night whose last settling is 48 hours old and in which nothing is open.

    Returns how many. Asks what is due, so a run that was missed costs nothing.
    """
    due = Night.objects.filter(
        state=NightState.SETTLED,
        season__state="open",
        settlements__state=SettlementState.LIVE,
        settlements__made_at__lte=timezone.now() - LOCKED_AFTER,
    ).order_by("pk")
    locked = 0
    for night in due:
        try:
            lock_night(actor=actor, club_id=night.club_id, night_id=night.pk)
        except ServiceRefused as refused:
            if refused.code not in _IN_THE_WAY:
                raise
        else:
            locked += 1
    return locked


def replan_if_settled(*, actor: Actor, club_id: int, night_id: int) -> Settlement | None:
    """After a change in a settled night: a new plan for what is left, if anything is different.

    Mode and host stay. Proposed payments are cancelled; paid, confirmed and waived ones stay and
    count. In a locked night only payments move and people are merged; its pots stay closed as they
    are. The caller holds the locks of all tables of the night.
    """
    live = find_live_settlement(night_id=night_id)
    night = get_night_in_club(club_id=club_id, night_id=night_id)
    if live is None:
        return None
    _close_pots(night, live)
    if still_holds(live, night):
        return live
    settlement = _plan(
        actor=actor,
        night=night,
        mode=SettlementMode(live.mode),
        settlement_id=uuid4(),
        host_id=live.host_id,
    )
    _audit(actor, night, "night.replan", after={"n": settlement.n, "replaces": live.n})
    return settlement


def _plan(
    *,
    actor: Actor,
    night: Night,
    mode: SettlementMode,
    settlement_id: UUID,
    host_id: int | None,
) -> Settlement:
    """End the live plan and make the next one."""
    last = Settlement.objects.filter(night=night).order_by("-n").first()
    _end_live(night, SettlementState.REPLACED)
    settlement = Settlement(
        id=settlement_id,
        club_id=night.club_id,
        night=night,
        n=last.n + 1 if last else 1,
        mode=mode,
        author_kind=actor.kind,
        author_login_id=actor.login_id,
        author_device=actor.device_id,
        made_at=timezone.now(),
    )
    _close_pots(night, settlement)
    planned = plan_of_night(night, mode=mode, host_id=host_id)
    plan, accounts = planned.plan, planned.accounts
    settlement.host_id = planned.host_id
    settlement.balances = {str(account): points for account, points in sorted(planned.left.items())}
    settlement.sha256 = balances_hash(settlement.balances)
    settlement.groups = [[accounts[key] for key in group] for group in plan.groups]
    settlement.proven = plan.proven
    settlement.lower_bound = plan.lower_bound
    settlement.save(force_insert=True)
    Payment.objects.bulk_create(
        Payment(
            settlement=settlement,
            position=position,
            payer_id=accounts[payment.payer],
            payee_id=accounts[payment.payee],
            points=payment.points,
            state_at=settlement.made_at,
        )
        for position, payment in enumerate(plan.payments)
    )
    return settlement


def _close_pots(night: Night, settlement: Settlement) -> None:
    if night.state == NightState.SETTLED:
        pot_closing.close_pots(night_id=night.pk, club_id=night.club_id, settlement=settlement)


def balances_hash(balances: Mapping[str, int]) -> str:
    """SHA-256 of the canonical balances a plan was made from."""
    return hashlib.sha256(canonical_json(dict(balances)).encode()).hexdigest()


def _end_live(night: Night, state: SettlementState) -> None:
    """No plan counts from now on; what was only proposed is cancelled."""
    Payment.objects.filter(settlement__night=night, state=PaymentState.PROPOSED).update(
        state=PaymentState.CANCELLED, state_at=timezone.now()
    )
    Settlement.objects.filter(night=night, state=SettlementState.LIVE).update(state=state)


def _set_state(night: Night, state: NightState) -> None:
    """The night's state and, the same, its tables'."""
    Night.objects.filter(pk=night.pk).update(state=state)
    Table.objects.filter(night=night).update(state=state)
    night.state = state


def _audit(
    actor: Actor,
    night: Night,
    action: str,
    *,
    after: Mapping[str, object] | None = None,
    note: str = "",
) -> None:
    ledger.touch_tables(night_id=night.pk)
    write_event(
        actor=actor,
        club_id=night.club_id,
        night_id=night.pk,
        action=action,
        object_kind="night",
        object_id=night.pk,
        after=after,
        note=keep_note(club_id=night.club_id, text=note),
        season_revision=ledger.make_season_dirty(night.season_id, actor=actor),
    )
