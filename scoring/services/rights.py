"""Asking the permission matrix with what the database says: who acts, where, and in which state.

Knows roles, nights and seasons. The matrix itself is `permissions`.
"""

from scoring.actors import Actor, Role
from scoring.models import Account, Night, NightState, Payment, SeasonState
from scoring.permissions import Action, Party, verify
from scoring.selectors.members import find_role
from scoring.selectors.tables import TableContext


def verify_in_club(*, actor: Actor, club_id: int, action: Action, note: str = "") -> Role:
    """The actor's role in the club, if it is enough for `action`; refuses otherwise."""
    role = find_role(actor=actor, club_id=club_id)
    verify(action, role=role, has_note=bool(note.strip()))
    assert role is not None
    return role


def verify_role_at_table(here: TableContext, action: Action) -> None:
    """Refuse a role that could not do this in any night; asks nothing of the night's state."""
    verify(action, role=here.role)


def verify_at_table(here: TableContext, action: Action, *, note: str = "") -> None:
    """Refuse what the matrix does not allow at this table now."""
    verify(
        action,
        role=here.role,
        night_state=NightState(here.table.state),
        season_closed=here.table.night.season.state == SeasonState.CLOSED,
        has_note=bool(note.strip()),
    )


def parties_of(payment: Payment, *, login_id: int | None) -> frozenset[Party]:
    """Which end of the payment this login is, by the root of its player; neither for most."""
    if login_id is None:
        return frozenset()
    ends = {payment.payer_id: Party.PAYER, payment.payee_id: Party.PAYEE}
    mine = Account.objects.filter(pk__in=ends, player__root__login_id=login_id)
    return frozenset(ends[account_id] for account_id in mine.values_list("pk", flat=True))


def verify_in_night(
    night: Night,
    action: Action,
    *,
    role: Role | None,
    note: str = "",
    parties: frozenset[Party] = frozenset(),
) -> None:
    """Refuse what the matrix does not allow in this night now; `night` was read under its lock."""
    verify(
        action,
        role=role,
        night_state=NightState(night.state),
        season_closed=night.season.state == SeasonState.CLOSED,
        has_note=bool(note.strip()),
        parties=parties,
    )
