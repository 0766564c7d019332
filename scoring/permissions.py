"""Who may do what: the table of architecture.md, section 8, as data.

Knows actions, roles, the state of a night and of its season. Asks no database. A cell is a `Grant`
(the lowest role, and whether a note is needed) or a `Denial` (the code that says why not).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.actors import Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models.night import NightState


class Column(StrEnum):
    """The columns of the matrix: the night's state, unless its season is closed."""

    OPEN = "open"
    SETTLED = "settled"
    LOCKED = "locked"
    SEASON_CLOSED = "season_closed"


class Action(StrEnum):
    """What can be done in a club."""

    SEE = "see"
    RECORD = "record"
    CHANGE_TERMS = "change_terms"
    REVISE = "revise"
    RESOLVE_DUPLICATE = "resolve_duplicate"
    ADJUST_NIGHT = "adjust_night"
    PENALISE = "penalise"
    OPEN_NIGHT = "open_night"
    SETTLE = "settle"
    REOPEN = "reopen"
    REOPEN_PAID = "reopen_paid"
    LOCK = "lock"
    UNLOCK = "unlock"
    MARK_PAID = "mark_paid"
    CONFIRM_PAYMENT = "confirm_payment"
    WAIVE_PAYMENT = "waive_payment"
    TAKE_BACK_PAYMENT = "take_back_payment"
    DISPUTE = "dispute"
    SETTLE_DISPUTE = "settle_dispute"
    MANAGE_PLAYERS = "manage_players"
    MANAGE_RULESETS = "manage_rulesets"
    MANAGE_SEASONS = "manage_seasons"
    CLOSE_SEASON = "close_season"
    REOPEN_SEASON = "reopen_season"
    MANAGE_CODES = "manage_codes"
    MANAGE_CLUB = "manage_club"
    MANAGE_ROLES = "manage_roles"


class Party(StrEnum):
    """Whom a payment concerns, whatever their role in the club."""

    PAYER = "payer"
    PAYEE = "payee"


@dataclass(frozen=True, slots=True)
class Grant:
    """Allowed from this role on, and to these parties; with a note where `note` is set."""

    role: Role
    note: bool = False
    parties: frozenset[Party] = frozenset()


@dataclass(frozen=True, slots=True)
class Denial:
    """Nobody may, and why."""

    code: ErrorCode


_SETTLED = Denial(ErrorCode.NIGHT_SETTLED)
_LOCKED = Denial(ErrorCode.NIGHT_LOCKED)
_CLOSED = Denial(ErrorCode.SEASON_CLOSED)
_OPEN = Denial(ErrorCode.NIGHT_OPEN)


def _always(role: Role) -> dict[Column, Grant | Denial]:
    return dict.fromkeys(Column, Grant(role))


def _until_locked(
    open_night: Grant | Denial, settled: Grant | Denial
) -> dict[Column, Grant | Denial]:
    return {
        Column.OPEN: open_night,
        Column.SETTLED: settled,
        Column.LOCKED: _LOCKED,
        Column.SEASON_CLOSED: _CLOSED,
    }


def _once_settled(grant: Grant) -> dict[Column, Grant | Denial]:
    """Payments go on whatever becomes of the night, once it was settled."""
    return {**dict.fromkeys(Column, grant), Column.OPEN: _OPEN}


_PAYEE = frozenset({Party.PAYEE})
_BOTH = frozenset({Party.PAYER, Party.PAYEE})

MATRIX: Mapping[Action, Mapping[Column, Grant | Denial]] = {
    Action.SEE: _always(Role.MEMBER),
    Action.OPEN_NIGHT: _until_locked(Grant(Role.SCORER), _SETTLED),
    Action.RECORD: _until_locked(Grant(Role.SCORER), _SETTLED),
    Action.CHANGE_TERMS: _until_locked(Grant(Role.SCORER), _SETTLED),
    Action.REVISE: _until_locked(Grant(Role.SCORER), Grant(Role.MANAGER, note=True)),
    Action.RESOLVE_DUPLICATE: _until_locked(Grant(Role.SCORER), Grant(Role.MANAGER, note=True)),
    Action.ADJUST_NIGHT: _until_locked(Grant(Role.MANAGER), Grant(Role.MANAGER)),
    Action.SETTLE: _until_locked(Grant(Role.SCORER), _SETTLED),
    Action.REOPEN: _until_locked(_OPEN, Grant(Role.SCORER)),
    Action.REOPEN_PAID: _until_locked(_OPEN, Grant(Role.MANAGER, note=True)),
    Action.LOCK: _until_locked(_OPEN, Grant(Role.MANAGER)),
    Action.UNLOCK: {
        Column.OPEN: _OPEN,
        Column.SETTLED: _SETTLED,
        Column.LOCKED: Grant(Role.MANAGER, note=True),
        Column.SEASON_CLOSED: _CLOSED,
    },
    Action.MARK_PAID: _once_settled(Grant(Role.SCORER, parties=_BOTH)),
    Action.CONFIRM_PAYMENT: _once_settled(Grant(Role.MANAGER, parties=_PAYEE)),
    Action.WAIVE_PAYMENT: _once_settled(Grant(Role.MANAGER, parties=_PAYEE)),
    Action.TAKE_BACK_PAYMENT: _once_settled(Grant(Role.MANAGER, note=True)),
    Action.DISPUTE: _until_locked(Grant(Role.MEMBER), Grant(Role.MEMBER)),
    Action.SETTLE_DISPUTE: _until_locked(Grant(Role.MANAGER), Grant(Role.MANAGER)),
    Action.PENALISE: {**_always(Role.MANAGER), Column.SEASON_CLOSED: _CLOSED},
    Action.MANAGE_PLAYERS: _always(Role.MANAGER),
    Action.MANAGE_RULESETS: _always(Role.MANAGER),
    Action.MANAGE_SEASONS: _always(Role.MANAGER),
    Action.CLOSE_SEASON: _always(Role.MANAGER),
    Action.REOPEN_SEASON: dict.fromkeys(Column, Grant(Role.OWNER, note=True)),
    Action.MANAGE_CODES: _always(Role.MANAGER),
    Action.MANAGE_CLUB: _always(Role.OWNER),
    Action.MANAGE_ROLES: _always(Role.OWNER),
}


def column(*, night_state: NightState, season_closed: bool) -> Column:
    """The column that speaks: a closed season goes before the state of the night."""
    return Column.SEASON_CLOSED if season_closed else Column(night_state)


def verify(
    action: Action,
    *,
    role: Role | None,
    night_state: NightState = NightState.OPEN,
    season_closed: bool = False,
    has_note: bool = False,
    parties: frozenset[Party] = frozenset(),
) -> None:
    """Refuse what the matrix does not allow.

    Errors: `not_found` without any role (a stranger learns nothing), `role_too_low` with the role
    `needed`, the denial's own code, `note_required`.
    """
    if role is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    cell = MATRIX[action][column(night_state=night_state, season_closed=season_closed)]
    if isinstance(cell, Denial):
        raise ServiceRefused(cell.code)
    if not role.covers(cell.role) and not cell.parties & parties:
        raise ServiceRefused(ErrorCode.ROLE_TOO_LOW, needed=str(cell.role))
    if cell.note and not has_note:
        raise ServiceRefused(ErrorCode.NOTE_REQUIRED, field="note")


def can(
    action: Action,
    *,
    role: Role | None,
    night_state: NightState = NightState.OPEN,
    season_closed: bool = False,
    parties: frozenset[Party] = frozenset(),
) -> bool:
    """Would `verify` let this through, given a note?"""
    if role is None:
        return False
    cell = MATRIX[action][column(night_state=night_state, season_closed=season_closed)]
    if isinstance(cell, Denial):
        return False
    return role.covers(cell.role) or bool(cell.parties & parties)


def can_now(action: Action, *, role: Role | None, state: str, season_closed: bool = False) -> bool:
    """`can`, for the state of a night as rows of selectors carry it."""
    return can(action, role=role, night_state=NightState(state), season_closed=season_closed)


def verify_now(
    action: Action, *, role: Role | None, state: str, season_closed: bool = False
) -> None:
    """`verify`, for the state of a night as rows of selectors carry it; asks for no note yet."""
    verify(
        action,
        role=role,
        night_state=NightState(state),
        season_closed=season_closed,
        has_note=True,
    )
