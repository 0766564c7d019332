"""The pages around the roster: who is in it, who could be merged or claimed."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.actors import Actor
from scoring.permissions import Action, can, verify
from scoring.selectors.members import ClubRow, MemberRow, get_club, list_members
from scoring.selectors.profiles import PersonRow, get_person
from scoring.selectors.roster import RosterRow, list_roster


@dataclass(frozen=True, slots=True)
class RosterPage:
    """The people found by `query`; `can_add` guests, `can_manage` everybody."""

    club: ClubRow
    query: str
    rows: Sequence[RosterRow]
    can_add: bool
    can_manage: bool


@dataclass(frozen=True, slots=True)
class PersonPage:
    """A form about one person."""

    club: ClubRow
    person: PersonRow


def get_roster_page(*, actor: Actor, slug: str, query: str) -> RosterPage:
    """The roster, or those whose name holds every word of `query`."""
    club = get_club(actor=actor, slug=slug)
    return RosterPage(
        club=club,
        query=query,
        rows=list_roster(club_id=club.id, query=query),
        can_add=can(Action.RECORD, role=club.role),
        can_manage=can(Action.MANAGE_PLAYERS, role=club.role),
    )


def get_club_to_add(*, actor: Actor, slug: str) -> ClubRow:
    """The club, for who may add guests at least. Errors: `not_found`, `role_too_low`."""
    club = get_club(actor=actor, slug=slug)
    verify(Action.RECORD, role=club.role)
    return club


def get_person_page(*, actor: Actor, slug: str, player_id: UUID) -> PersonPage:
    """The person, for who may manage people. Errors: `not_found`, `role_too_low`."""
    club = get_club(actor=actor, slug=slug)
    verify(Action.MANAGE_PLAYERS, role=club.role)
    return PersonPage(club, get_person(club_id=club.id, player_id=player_id))


def list_others(page: PersonPage) -> Sequence[RosterRow]:
    """Whom the person could be merged into, in Vietnamese order."""
    return [row for row in list_roster(club_id=page.club.id) if row.id != page.person.id]


def list_claimers(page: PersonPage) -> Sequence[MemberRow]:
    """Logins of the club, those without a person first."""
    rows = list_members(club_id=page.club.id)
    return sorted(rows, key=lambda row: (row.player_id is not None, row.user_name.lower()))
