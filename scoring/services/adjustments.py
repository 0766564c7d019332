"""Lines a manager writes beside the deals: night adjustments move points, season penalties move
ranking points.

Facts: one is taken back by a contrary one that names it.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import (
    Account,
    Adjustment,
    AdjustmentScope,
    Night,
    Note,
    Season,
    SeasonState,
)
from scoring.permissions import Action, verify
from scoring.selectors.members import find_role
from scoring.selectors.roster import get_player, is_one_person
from scoring.services import ledger, locks, settlements
from scoring.services.audit import keep_note, write_event
from scoring.services.rights import verify_in_night

FUND = "FUND"
MAX_ADJUSTMENT_POINTS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is written: the accounts of a night adjustment, or the player of a penalty."""

    adjustment_id: UUID
    scope: AdjustmentScope
    season: Season
    points: int
    night: Night | None = None
    payer_id: int | None = None
    payee_id: int | None = None
    player_id: UUID | None = None
    cancels: Adjustment | None = None


@transaction.atomic
def adjust_night(
    *,
    actor: Actor,
    club_id: int,
    night_id: int,
    adjustment_id: UUID,
    payer: UUID | str,
    payee: UUID | str,
    points: int,
    note: str = "",
) -> Adjustment:
    """`payer` gives `payee` points beside the deals; either may be `FUND`. The same id adjusts
    once.

    It moves no place and no bet (R-42 is for deals; this is the night's). Errors: `not_found`,
    `role_too_low`, `night_locked`, `season_closed`, `points_invalid` (1 …), `adjustment_self` (also
    for two merged entries of one person), `adjustment_id_reused`.
    """
    locks.lock_tables_of_night(night_id)
    night = _get_night(club_id=club_id, night_id=night_id)
    role = find_role(actor=actor, club_id=club_id)
    verify(Action.ADJUST_NIGHT, role=role)
    known = Adjustment.objects.filter(pk=adjustment_id).first()
    payer_id = _account_of(payer, club_id=club_id, field="payer")
    payee_id = _account_of(payee, club_id=club_id, field="payee")
    if known is not None:
        said = (known.night_id, known.payer_id, known.payee_id, known.points, known.cancels_id)
        return _same(known, said == (night_id, payer_id, payee_id, points, None))
    verify_in_night(night, Action.ADJUST_NIGHT, role=role)
    if not 1 <= points <= MAX_ADJUSTMENT_POINTS:
        raise ServiceRefused(ErrorCode.POINTS_INVALID, field="points")
    if is_one_person(payer_id, payee_id):
        raise ServiceRefused(ErrorCode.ADJUSTMENT_SELF, field="payee")
    entry = _Entry(
        adjustment_id=adjustment_id,
        scope=AdjustmentScope.NIGHT,
        season=night.season,
        points=points,
        night=night,
        payer_id=payer_id,
        payee_id=payee_id,
    )
    return _write(actor=actor, club_id=club_id, entry=entry, note=note)


@transaction.atomic
def penalise(
    *,
    actor: Actor,
    club_id: int,
    season_id: int,
    adjustment_id: UUID,
    player_id: UUID,
    points: int,
    note: str = "",
) -> Adjustment:
    """A penalty (negative) or reward of ranking points in a season; no transfer (standings.md,
    S-06).

    Errors: `not_found`, `role_too_low`, `season_closed`, `points_invalid` (not 0),
    `adjustment_id_reused`.
    """
    seasons = Season.objects.select_for_update(no_key=True)
    season = seasons.filter(pk=season_id, club_id=club_id).first()
    if season is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="season_id")
    role = find_role(actor=actor, club_id=club_id)
    verify(Action.PENALISE, role=role)
    player = get_player(club_id=club_id, player_id=player_id)
    known = Adjustment.objects.filter(pk=adjustment_id).first()
    if known is not None:
        said = (known.season_id, known.player_id, known.points, known.cancels_id)
        return _same(known, said == (season_id, player_id, points, None))
    verify(Action.PENALISE, role=role, season_closed=season.state == SeasonState.CLOSED)
    if points == 0 or abs(points) > MAX_ADJUSTMENT_POINTS:
        raise ServiceRefused(ErrorCode.POINTS_INVALID, field="points")
    entry = _Entry(
        adjustment_id=adjustment_id,
        scope=AdjustmentScope.SEASON,
        season=season,
        points=points,
        player_id=player.pk,
    )
    return _write(actor=actor, club_id=club_id, entry=entry, note=note)


@transaction.atomic
def cancel_adjustment(
    *, actor: Actor, club_id: int, adjustment_id: UUID, cancels_id: UUID, note: str = ""
) -> Adjustment:
    """Take an adjustment or a penalty back by its contrary. The same id cancels once.

    Errors: `not_found`, `role_too_low`, `adjustment_id_reused`, `adjustment_cancelled`,
    `night_locked`, `season_closed`.
    """
    old = (
        Adjustment.objects.select_related("night__season", "season")
        .filter(pk=cancels_id, club_id=club_id)
        .first()
    )
    role = find_role(actor=actor, club_id=club_id)
    verify(Action.PENALISE, role=role)
    if old is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="cancels_id")
    if old.night is not None:
        locks.lock_tables_of_night(old.night.pk)
        old.night = _get_night(club_id=club_id, night_id=old.night.pk)
    else:
        old.season = Season.objects.select_for_update(no_key=True).get(pk=old.season_id)
    known = Adjustment.objects.filter(pk=adjustment_id).first()
    if known is not None:
        return _same(known, known.cancels_id == cancels_id)
    if old.night is not None:
        verify_in_night(old.night, Action.ADJUST_NIGHT, role=role)
    else:
        verify(Action.PENALISE, role=role, season_closed=old.season.state == SeasonState.CLOSED)
    if old.cancels_id is not None or Adjustment.objects.filter(cancels=old).exists():
        raise ServiceRefused(ErrorCode.ADJUSTMENT_CANCELLED, field="cancels_id")
    entry = _Entry(
        adjustment_id=adjustment_id,
        scope=AdjustmentScope(old.scope),
        season=old.season,
        points=old.points if old.night else -old.points,
        night=old.night,
        payer_id=old.payee_id,
        payee_id=old.payer_id,
        player_id=old.player_id,
        cancels=old,
    )
    return _write(actor=actor, club_id=club_id, entry=entry, note=note)


def _get_night(*, club_id: int, night_id: int) -> Night:
    night = Night.objects.select_related("season").filter(pk=night_id, club_id=club_id).first()
    if night is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="night_id")
    return night


def _account_of(who: UUID | str, *, club_id: int, field: str) -> int:
    if who == FUND:
        return ledger.find_or_open_fund(club_id).pk
    account = (
        Account.objects.filter(club_id=club_id, player_id=who).first()
        if isinstance(who, UUID)
        else None
    )
    if account is None:
        raise ServiceRefused(ErrorCode.PLAYER_UNKNOWN, field=field, seat=str(who))
    return account.pk


def _same(known: Adjustment, is_same: bool) -> Adjustment:  # noqa: FBT001 - the answer to one question
    if not is_same:
        raise ServiceRefused(ErrorCode.ADJUSTMENT_ID_REUSED, adjustment_id=str(known.pk))
    return known


def _write(*, actor: Actor, club_id: int, entry: _Entry, note: str) -> Adjustment:
    kept: Note | None = keep_note(club_id=club_id, text=note)
    adjustment = Adjustment(
        id=entry.adjustment_id,
        club_id=club_id,
        scope=entry.scope,
        season=entry.season,
        night=entry.night,
        payer_id=entry.payer_id,
        payee_id=entry.payee_id,
        player_id=entry.player_id,
        points=entry.points,
        cancels=entry.cancels,
        note=kept,
        author_kind=actor.kind,
        author_login_id=actor.login_id,
        author_device=actor.device_id,
        recorded_at=timezone.now(),
    )
    if entry.night is not None:
        ledger.post_adjustment(adjustment)
        ledger.touch_tables(night_id=entry.night.pk)
    adjustment.save(force_insert=True)
    write_event(
        actor=actor,
        club_id=club_id,
        night_id=entry.night.pk if entry.night else None,
        action="adjustment.cancel" if entry.cancels else f"adjustment.{entry.scope}",
        object_kind="adjustment",
        object_id=adjustment.pk,
        after={"points": entry.points, "cancels": str(entry.cancels.pk) if entry.cancels else None},
        note=kept,
        season_revision=ledger.make_season_dirty(entry.season.pk, actor=actor),
    )
    if entry.night is not None:
        settlements.replan_if_settled(actor=actor, club_id=club_id, night_id=entry.night.pk)
    return adjustment
