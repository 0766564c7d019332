"""Who belongs to a club: logins added by their user name, their roles changed and taken away.

`clubs.set_role` writes; here it is made sure that what a page or a program meant is so.
"""

from django.db import transaction

from scoring.actors import Actor, Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Membership
from scoring.permissions import Action
from scoring.selectors.members import find_login_id
from scoring.services import clubs, locks
from scoring.services.rights import verify_in_club


@transaction.atomic
def add_member(*, actor: Actor, club_id: int, user_name: str, role: Role) -> int:
    """A login, by its user name whatever the case, gets a role in the club; returns its id.

    Errors: `not_found`, `role_too_low`, `login_unknown`, `login_has_role`.
    """
    locks.lock_club(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_ROLES)
    login_id = find_login_id(user_name=user_name)
    if login_id is None:
        raise ServiceRefused(ErrorCode.LOGIN_UNKNOWN, field="user_name")
    if _is_member(club_id=club_id, login_id=login_id):
        raise ServiceRefused(ErrorCode.LOGIN_HAS_ROLE, field="user_name")
    clubs.set_role(actor=actor, club_id=club_id, login_id=login_id, role=role)
    return login_id


@transaction.atomic
def change_role(*, actor: Actor, club_id: int, login_id: int, role: Role) -> None:
    """Another role for somebody who has one.

    Errors: `not_found` (also for a login without a role here), `role_too_low`, `last_owner`.
    """
    _verify_member(actor=actor, club_id=club_id, login_id=login_id)
    clubs.set_role(actor=actor, club_id=club_id, login_id=login_id, role=role)


@transaction.atomic
def remove_member(*, actor: Actor, club_id: int, login_id: int) -> None:
    """The login has no role in the club any more; its player and its deals stay.

    Errors: `not_found` (also for a login without a role here), `role_too_low`, `last_owner`.
    """
    _verify_member(actor=actor, club_id=club_id, login_id=login_id)
    clubs.set_role(actor=actor, club_id=club_id, login_id=login_id, role=None)


def _verify_member(*, actor: Actor, club_id: int, login_id: int) -> None:
    locks.lock_club(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_ROLES)
    if not _is_member(club_id=club_id, login_id=login_id):
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="login_id")


def _is_member(*, club_id: int, login_id: int) -> bool:
    # Compared here: a number no column can hold is nobody, and no error of the database.
    return login_id in Membership.objects.filter(club_id=club_id).values_list("login_id", flat=True)
