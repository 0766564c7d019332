"""Who is who in a club: roles of logins and devices."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from scoring.actors import Actor, ActorKind, Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Club, Device, Login, Membership, Player, Table


@dataclass(frozen=True, slots=True)
class ClubRow:
    """What a page says about a club."""

    id: int
    slug: str
    name: str
    time_zone: str
    day_cutoff_hours: int
    role: Role | None
    language: str = "vi"
    visibility: str = "private"
    rotates_loser: bool = False
    swaps_after_u: bool = False
    counts_points: bool = False


def find_role(*, actor: Actor, club_id: int) -> Role | None:
    """The role of this actor in this club; a device has one only at its table
    (`find_role_at_table`).
    """
    if actor.kind in {ActorKind.SYSTEM, ActorKind.IMPORT}:
        return actor.role
    if actor.kind is not ActorKind.LOGIN or actor.login_id is None:
        return None
    role = (
        Membership.objects.filter(login_id=actor.login_id, club_id=club_id)
        .values_list("role")
        .first()
    )
    return Role(role[0]) if role else None


def find_role_at_table(*, actor: Actor, table_id: int, now: datetime | None = None) -> Role | None:
    """The role of a device at this table: scorer or member (viewer), or None once its code is
    revoked or expired.
    """
    if actor.kind is not ActorKind.DEVICE or actor.device_id is None:
        club = Table.objects.filter(pk=table_id).values_list("night__club_id").first()
        return find_role(actor=actor, club_id=club[0]) if club else None
    device = (
        Device.objects.filter(
            pk=actor.device_id,
            table_id=table_id,
            join_code__revoked_at__isnull=True,
            join_code__expires_at__gt=now or timezone.now(),
        )
        .values_list("role")
        .first()
    )
    return Role(device[0]) if device else None


def get_club(*, actor: Actor, slug: str) -> ClubRow:
    """The club for somebody who may see it; `not_found` for everybody else, whether it exists or
    not.
    """
    if actor.login_id is not None:
        membership = (
            Membership.objects.filter(login_id=actor.login_id, club__slug=slug)
            .select_related("club")
            .first()
        )
        if membership is None:
            raise ServiceRefused(ErrorCode.NOT_FOUND)
        return _row(membership.club, Role(membership.role))
    club = Club.objects.filter(slug=slug).first()
    role = find_role(actor=actor, club_id=club.pk) if club else None
    if club is None or role is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    return _row(club, role)


def list_clubs(*, actor: Actor) -> Sequence[ClubRow]:
    """The clubs this login has a role in, by name."""
    if actor.login_id is None:
        return []
    memberships = (
        Membership.objects.filter(login_id=actor.login_id)
        .select_related("club")
        .order_by("club__name", "club_id")
    )
    return [_row(membership.club, Role(membership.role)) for membership in memberships]


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A login with a role in the club, and the person of the roster it is, if it is linked."""

    login_id: int
    user_name: str
    role: Role
    player_id: UUID | None
    player_name: str


def list_members(*, club_id: int) -> Sequence[MemberRow]:
    """Everybody with a role, the highest first, then by user name; two statements."""
    memberships = Membership.objects.filter(club_id=club_id).select_related("login")
    players = Player.objects.filter(club_id=club_id, login__isnull=False).select_related("root")
    person = {player.login_id: player.root for player in players}
    rows = [
        MemberRow(
            login_id=membership.login_id,
            user_name=membership.login.get_username(),
            role=Role(membership.role),
            player_id=person[membership.login_id].pk if membership.login_id in person else None,
            player_name=person[membership.login_id].name if membership.login_id in person else "",
        )
        for membership in memberships
    ]
    return sorted(rows, key=lambda row: (-row.role.rank, row.user_name.lower()))


def get_member(*, club_id: int, login_id: int) -> MemberRow:
    """One of them; `not_found` for everybody else."""
    for row in list_members(club_id=club_id):
        if row.login_id == login_id:
            return row
    raise ServiceRefused(ErrorCode.NOT_FOUND, field="login_id")


def find_login_id(*, user_name: str) -> int | None:
    """The login of this user name, whatever the case, if it may sign in."""
    logins = Login.objects.filter(is_active=True, username__iexact=user_name.strip())
    return logins.values_list("pk", flat=True).first()


def _row(club: Club, role: Role | None) -> ClubRow:
    return ClubRow(
        id=club.pk,
        slug=club.slug,
        name=club.name,
        time_zone=club.time_zone,
        day_cutoff_hours=club.day_cutoff_hours,
        role=role,
        language=club.language,
        visibility=club.visibility,
        rotates_loser=club.rotates_loser,
        swaps_after_u=club.swaps_after_u,
        counts_points=club.counts_points,
    )
