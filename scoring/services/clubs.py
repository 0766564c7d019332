"""Clubs and the roles in them."""

from collections.abc import Mapping

from django.db import transaction

from scoring.actors import Actor, Role
from scoring.days import is_time_zone
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Club, Login, Membership
from scoring.permissions import Action
from scoring.services import locks, rulesets
from scoring.services.audit import write_event
from scoring.services.inputs import verify_language, verify_name, verify_slug
from scoring.services.rights import verify_in_club


@transaction.atomic
def create_club(
    *,
    actor: Actor,
    slug: str,
    name: str,
    time_zone: str = "Asia/Ho_Chi_Minh",
    day_cutoff_hours: int = 6,
    language: str = "vi",
) -> Club:
    """A new private club with the seed rules as its default rule set; a login that makes one owns
    it.

    Errors: `slug_invalid`, `slug_taken`, `name_empty`, `time_zone_unknown`, `cutoff_invalid`,
    `language_unknown`.
    """
    verify_slug(slug)
    name = verify_name(name, at_most=120)
    _verify_days(time_zone=time_zone, day_cutoff_hours=day_cutoff_hours)
    verify_language(language)
    if Club.objects.filter(slug=slug).exists():
        raise ServiceRefused(ErrorCode.SLUG_TAKEN, field="slug")
    club = Club.objects.create(
        slug=slug,
        name=name,
        time_zone=time_zone,
        day_cutoff_hours=day_cutoff_hours,
        language=language,
    )
    if actor.login_id is not None:
        Membership.objects.create(login_id=actor.login_id, club=club, role=Role.OWNER)
    version = rulesets.publish_first(club_id=club.pk)
    Club.objects.filter(pk=club.pk).update(default_ruleset_version=version)
    club.default_ruleset_version = version
    write_event(
        actor=actor, club_id=club.pk, action="club.create", object_kind="club", object_id=club.pk
    )
    return club


@transaction.atomic
def change_club(
    *,
    actor: Actor,
    club_id: int,
    name: str | None = None,
    time_zone: str | None = None,
    day_cutoff_hours: int | None = None,
    language: str | None = None,
    rotates_loser: bool | None = None,
    swaps_after_u: bool | None = None,
    counts_points: bool | None = None,
) -> Club:
    """What a club is called, how it counts its days, and what its tables do beside a deal; what is
    None stays as it is.

    `rotates_loser`: who came last makes room for who waits; `swaps_after_u`: seats are changed
    after an ù; `counts_points`: hand points are written down. The first two are reminders, the
    third opens the keypad, and nothing follows from them in the books. Nights keep the day they
    were opened with. Errors: `not_found`, `role_too_low`, `name_empty`, `name_too_long`,
    `time_zone_unknown`, `cutoff_invalid`, `language_unknown`.
    """
    locks.lock_club(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_CLUB)
    club = Club.objects.get(pk=club_id)
    asked = {
        "name": name if name is None else verify_name(name, at_most=120),
        "time_zone": time_zone,
        "day_cutoff_hours": day_cutoff_hours,
        "language": language if language is None else verify_language(language),
        "rotates_loser": rotates_loser,
        "swaps_after_u": swaps_after_u,
        "counts_points": counts_points,
    }
    before = {field: getattr(club, field) for field in asked}
    changed = {
        field: value
        for field, value in asked.items()
        if value is not None and value != before[field]
    }
    if not changed:
        return club
    for field, value in changed.items():
        setattr(club, field, value)
    _verify_days(time_zone=club.time_zone, day_cutoff_hours=club.day_cutoff_hours)
    Club.objects.filter(pk=club_id).update(**changed)
    write_event(
        actor=actor,
        club_id=club_id,
        action="club.change",
        object_kind="club",
        object_id=club_id,
        before=_told({field: before[field] for field in changed}),
        after=_told(changed),
    )
    return club


@transaction.atomic
def set_role(*, actor: Actor, club_id: int, login_id: int, role: Role | None) -> None:
    """Give a login a role in the club, change it, or (None) take it away.

    Errors: `not_found` (also for a login that is not there), `role_too_low`, `last_owner` where the
    club would be left without an owner.
    """
    locks.lock_club(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_ROLES)
    if not Login.objects.filter(pk=login_id).exists():
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="login_id")
    memberships = Membership.objects.filter(club_id=club_id)
    before = memberships.filter(login_id=login_id).values_list("role", flat=True).first()
    others = memberships.filter(role=Role.OWNER).exclude(login_id=login_id)
    if before == Role.OWNER and role is not Role.OWNER and not others.exists():
        raise ServiceRefused(ErrorCode.LAST_OWNER, field="role")
    if role is None:
        memberships.filter(login_id=login_id).delete()
    else:
        memberships.update_or_create(login_id=login_id, club_id=club_id, defaults={"role": role})
    write_event(
        actor=actor,
        club_id=club_id,
        action="role.set",
        object_kind="login",
        object_id=login_id,
        before={"role": before},
        after={"role": role},
    )


def _verify_days(*, time_zone: str, day_cutoff_hours: int) -> None:
    if not is_time_zone(time_zone):
        raise ServiceRefused(ErrorCode.TIME_ZONE_UNKNOWN, field="time_zone")
    if not 0 <= day_cutoff_hours <= 12:
        raise ServiceRefused(ErrorCode.CUTOFF_INVALID, field="day_cutoff_hours")


def _told(values: Mapping[str, object]) -> dict[str, object]:
    """What the audit may keep: that the name changed, and not the words."""
    return {field: None if field == "name" else value for field, value in values.items()}
