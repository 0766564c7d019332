"""Publishing standings policies, and naming the one a season is ranked by."""

from dataclasses import asdict, dataclass

from django.db import transaction

from scoring.actors import Actor
from scoring.engine.standings import PolicyWarning, StandingsPolicy, policy_warnings
from scoring.engine.standings.tallies import canonical_text
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Policy, PolicyVersion, Season, SeasonState
from scoring.names import name_key
from scoring.permissions import Action
from scoring.selectors.policies import get_policy_version, parse_policy, policy_of
from scoring.selectors.seasons import get_season_by_id
from scoring.selectors.standings import penalties_of
from scoring.services import ledger, locks, publishing
from scoring.services.audit import keep_note, write_event
from scoring.services.inputs import verify_name
from scoring.services.rights import verify_in_club

FIRST_NAME = "Cách xếp hạng"


@transaction.atomic
def publish_policy(
    *, actor: Actor, club_id: int, name: str, policy: StandingsPolicy
) -> PolicyVersion:
    """The next version of the policy of this name; the same content again is the same version.

    Errors: `not_found`, `role_too_low`, `name_empty`, `name_too_long`.
    """
    locks.lock_club(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_SEASONS)
    name = verify_name(name, at_most=120)
    owner, _ = Policy.objects.get_or_create(
        club_id=club_id, name_key=name_key(name), defaults={"name": name}
    )
    canonical = canonical_text(policy.to_json())
    return publishing.publish(actor=actor, owner=owner, canonical=canonical)


@dataclass(frozen=True, slots=True)
class PolicySet:
    """The season as it is ranked from now on, and what to tell whoever changed it."""

    season: Season
    warnings: tuple[PolicyWarning, ...] = ()


@transaction.atomic
def set_season_policy(
    *, actor: Actor, club_id: int, season_id: int, version_id: int, note: str = ""
) -> PolicySet:
    """The version the whole season is ranked by; after its first deal a reason is needed (S-11).

    Another metric while a penalty is in force is done, and warned of. Errors: `not_found`,
    `role_too_low`, `policy_unknown`, `season_closed`, `note_required`.
    """
    locks.lock_club(club_id)
    locks.lock_season(season_id)  # a penalty given right now is warned of, too
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_SEASONS)
    season = get_season_by_id(club_id=club_id, season_id=season_id)
    version = get_policy_version(club_id=club_id, version_id=version_id)
    if season.state == SeasonState.CLOSED:
        raise ServiceRefused(ErrorCode.SEASON_CLOSED)
    if season.policy_version_id == version.pk:
        return PolicySet(season)
    played = season.nights.filter(tables__last_number__gt=0).exists()
    if played and not note.strip():
        raise ServiceRefused(ErrorCode.NOTE_REQUIRED, field="note")
    before = season.policy_version_id
    warnings = policy_warnings(
        policy_of(season), parse_policy(version.canonical), penalties_of(season)
    )
    Season.objects.filter(pk=season.pk).update(policy_version=version)
    write_event(
        actor=actor,
        club_id=club_id,
        action="season.policy",
        object_kind="season",
        object_id=season.pk,
        before={"policy_version_id": before},
        after={"policy_version_id": version.pk, **_audited(warnings)},
        note=keep_note(club_id=club_id, text=note),
        season_revision=ledger.make_season_dirty(season.pk, actor=actor),
    )
    return PolicySet(get_season_by_id(club_id=club_id, season_id=season_id), warnings)


def _audited(warnings: tuple[PolicyWarning, ...]) -> dict[str, object]:
    """What was warned of, where anything was."""
    return {"warnings": [asdict(warning) for warning in warnings]} if warnings else {}
