"""The pages of members: who has which role, and what each role may do."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.actors import Actor, Role
from scoring.permissions import Action, can, verify
from scoring.selectors.members import ClubRow, MemberRow, get_club, get_member, list_members
from scoring.words import rights, terms


@dataclass(frozen=True, slots=True)
class RoleView:
    """A role, what it may do beside the one below it, and how many have it."""

    role: Role
    label: str
    rights: Sequence[str]
    count: int


@dataclass(frozen=True, slots=True)
class MembersPage:
    """The members, the highest role first; the roles, the lowest first."""

    club: ClubRow
    rows: Sequence[MemberRow]
    roles: Sequence[RoleView]
    can_manage: bool


@dataclass(frozen=True, slots=True)
class MemberPage:
    """A form about one of them."""

    club: ClubRow
    member: MemberRow


def get_members_page(*, actor: Actor, slug: str) -> MembersPage:
    """For everybody of the club; `not_found` for strangers."""
    club = get_club(actor=actor, slug=slug)
    rows = list_members(club_id=club.id)
    return MembersPage(
        club=club,
        rows=rows,
        roles=view_roles(rows),
        can_manage=can(Action.MANAGE_ROLES, role=club.role),
    )


def view_roles(rows: Sequence[MemberRow]) -> Sequence[RoleView]:
    """Every role, the lowest first: each has what the ones before it have."""
    return [
        RoleView(
            role=role,
            label=terms.role(role),
            rights=rights.rights_of(role),
            count=sum(row.role is role for row in rows),
        )
        for role in sorted(Role, key=lambda role: role.rank)
    ]


def get_club_of_owner(*, actor: Actor, slug: str) -> ClubRow:
    """The club, for who may change its roles. Errors: `not_found`, `role_too_low`."""
    club = get_club(actor=actor, slug=slug)
    verify(Action.MANAGE_ROLES, role=club.role)
    return club


def get_member_page(*, actor: Actor, slug: str, login_id: int) -> MemberPage:
    """One of them, for who may change roles. Errors: `not_found`, `role_too_low`."""
    club = get_club_of_owner(actor=actor, slug=slug)
    return MemberPage(club, get_member(club_id=club.id, login_id=login_id))
