"""Closing a season and opening it again (standings.md, section 9).

A closed season shows the table it was closed with. The snapshot keeps everything that table was
ranked from, so that it can be ranked again years later and compared.
"""

from django.db import transaction
from django.utils import timezone

from scoring.actors import Actor
from scoring.engine import ENGINE_VERSION
from scoring.engine.standings.tallies import canonical_text
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import (
    Dispute,
    DisputeState,
    Night,
    NightState,
    Season,
    SeasonSnapshot,
    SeasonState,
)
from scoring.permissions import Action
from scoring.selectors.policies import policy_of
from scoring.selectors.seasons import get_season_by_id
from scoring.services import locks, standings
from scoring.services.audit import keep_note, write_event
from scoring.services.rights import verify_in_club


@transaction.atomic
def close_season(*, actor: Actor, club_id: int, season_id: int, note: str = "") -> SeasonSnapshot:
    """Rank the season once more and keep table and input as its next snapshot.

    Errors: `not_found`, `role_too_low`, `season_closed`, `season_unsettled` with the days of the
    nights still open and the numbers of the deals under dispute.
    """
    locks.lock_club_and_tables(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.CLOSE_SEASON)
    # Penalties lock the season alone: one given right now is waited for, the next is refused.
    locks.lock_season(season_id)
    season = get_season_by_id(club_id=club_id, season_id=season_id)
    if season.state == SeasonState.CLOSED:
        raise ServiceRefused(ErrorCode.SEASON_CLOSED)
    _verify_settled(season)
    ranked = standings.rank_for_closing(season_id=season.pk)
    last = SeasonSnapshot.objects.filter(season=season).order_by("-n").first()
    snapshot = SeasonSnapshot.objects.create(
        season=season,
        n=last.n + 1 if last else 1,
        tallies=ranked.tallies.canonical(),
        policy=canonical_text(policy_of(season).to_json()),
        rows=canonical_text([row.to_json() for row in ranked.table.rows]),
        checksum=ranked.refreshed.checksum,
        engine_version=ENGINE_VERSION,
        season_revision=season.dirty_revision,
        author_kind=actor.kind,
        author_login_id=actor.login_id,
        closed_at=timezone.now(),
        note=keep_note(club_id=club_id, text=note),
    )
    Season.objects.filter(pk=season.pk).update(state=SeasonState.CLOSED)
    write_event(
        actor=actor,
        club_id=club_id,
        action="season.close",
        object_kind="season",
        object_id=season.pk,
        after={"snapshot": snapshot.n, "checksum": snapshot.checksum},
        note=snapshot.note,
    )
    return snapshot


@transaction.atomic
def reopen_season(*, actor: Actor, club_id: int, season_id: int, note: str) -> None:
    """Open it again, by the owner with a reason; every snapshot stays.

    Errors: `not_found`, `role_too_low`, `note_required`, `season_open`.
    """
    locks.lock_club_and_tables(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.REOPEN_SEASON, note=note)
    season = get_season_by_id(club_id=club_id, season_id=season_id)
    if season.state == SeasonState.OPEN:
        raise ServiceRefused(ErrorCode.SEASON_OPEN)
    Season.objects.filter(pk=season.pk).update(state=SeasonState.OPEN)
    write_event(
        actor=actor,
        club_id=club_id,
        action="season.reopen",
        object_kind="season",
        object_id=season.pk,
        note=keep_note(club_id=club_id, text=note),
    )


def _verify_settled(season: Season) -> None:
    open_nights = Night.objects.filter(season=season, state=NightState.OPEN).order_by("day")
    disputed = Dispute.objects.filter(deal__table__night__season=season, state=DisputeState.OPEN)
    days = [day.isoformat() for day in open_nights.values_list("day", flat=True)]
    deals = sorted({str(deal) for deal in disputed.values_list("deal_id", flat=True)})
    if days or deals:
        raise ServiceRefused(ErrorCode.SEASON_UNSETTLED, nights=days, deals=deals)
