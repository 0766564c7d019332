"""Who may do what: architecture.md, section 8, written out again by hand, and tried on every
service by everybody in every state.

States are set by hand: what everybody may do depends on nothing else.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction

from scoring import permissions
from scoring.actors import Actor, Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Night, NightState, Season, SeasonState, Table
from scoring.permissions import Action
from tests.permissions.world import World
from tests.services.checks import everything

RANKS = {"member": 1, "scorer": 2, "manager": 3, "owner": 4}
COLUMNS = ("open", "settled", "locked", "season closed")
STATES = [
    ("open", NightState.OPEN, SeasonState.OPEN),
    ("settled", NightState.SETTLED, SeasonState.OPEN),
    ("locked", NightState.LOCKED, SeasonState.OPEN),
    ("season closed", NightState.LOCKED, SeasonState.CLOSED),
]

# Under each state: the lowest role, `+ note` where a note is wanted, or the code of the refusal.
_RECORDS = ("scorer", "night_settled", "night_locked", "season_closed")
_REVISES = ("scorer", "manager + note", "night_locked", "season_closed")
_ADJUSTS = ("manager", "manager", "night_locked", "season_closed")
_PENALTY = ("manager", "manager", "manager", "season_closed")
_MANAGER = ("manager",) * 4
MATRIX = {
    "record": _RECORDS,
    "change terms": _RECORDS,
    "cancel terms": _RECORDS,
    "add guest at the table": _RECORDS,
    "open table": _RECORDS,
    "open night": ("scorer", "scorer", "scorer", "season_closed"),
    "correct": _REVISES,
    "void": _REVISES,
    "restore": _REVISES,
    "keep both": _REVISES,
    "drop one": _REVISES,
    "drop all": _REVISES,
    "adjust night": _ADJUSTS,
    "cancel adjustment": _ADJUSTS,
    "penalise": _PENALTY,
    "cancel penalty": _PENALTY,
    "dispute": ("member", "member", "night_locked", "season_closed"),
    "settle dispute": _ADJUSTS,
    "create code": _MANAGER,
    "revoke code": _MANAGER,
    "add guest": ("scorer",) * 4,
    "add player": _MANAGER,
    "rename player": _MANAGER,
    "claim guest": _MANAGER,
    "merge": _MANAGER,
    "unmerge": _MANAGER,
    "publish rule set": _MANAGER,
    "default rule set": _MANAGER,
    "open season": _MANAGER,
    "change season's days": _MANAGER,
    "set role": ("owner",) * 4,
    "add member": ("owner",) * 4,
    "change role": ("owner",) * 4,
    "remove member": ("owner",) * 4,
    "change club": ("owner",) * 4,
    "close club": ("owner",) * 4,
    "settle": _RECORDS,
    "reopen": ("night_open", "scorer", "night_locked", "season_closed"),
    "reopen after payments": ("night_open", "manager + note", "night_locked", "season_closed"),
    # Locking twice is locking once.
    "lock": ("night_open", "manager", "manager", "season_closed"),
    "unlock": ("night_open", "night_settled", "manager + note", "season_closed"),
    "mark paid": ("night_open", *("scorer",) * 3),
    "take back": ("night_open", *("scorer",) * 3),
    "split": ("night_open", *("scorer",) * 3),
    "confirm": ("night_open", *("manager",) * 3),
    "waive": ("night_open", *("manager",) * 3),
    "contrary payment": ("night_open", *("manager + note",) * 3),
    "close season": _MANAGER,
    "reopen season": ("owner + note",) * 4,
}
# Whom a payment concerns may do these, whatever their role.
_BOTH = {"payer", "payee"}
PARTIES = {
    "mark paid": _BOTH,
    "take back": _BOTH,
    "split": _BOTH,
    "confirm": {"payee"},
    "waive": {"payee"},
}
AT_TABLE = {
    *("record", "change terms", "cancel terms", "correct", "void", "restore"),
    "add guest at the table",
    *("keep both", "drop one", "drop all", "dispute", "settle dispute"),
    *("create code", "revoke code"),
}
# Without any right whatever the state: tried in an open night alone.
NOBODIES = {"nobody", "another club's owner", "revoked phone", "expired phone", "unknown phone"}
# What the product itself does, for no login.
TRUSTED = {"system": "owner", "import": "owner"}
# Members who play; the payments of the world run between the two.
PLAYERS = {"payer": "member", "payee": "member"}
# A code makes its phone a scorer, or a viewer, at its table and nowhere else.
PHONES = {"scorer's phone here": "scorer", "viewer's phone here": "member"}


@dataclass(frozen=True)
class Outcome:
    """`done`, or one of the codes it may be refused with."""

    codes: frozenset[str]

    @classmethod
    def of(cls, *codes: str) -> "Outcome":
        return cls(frozenset(codes))


DONE = Outcome.of("done")


def _role(who: str, operation: str) -> str | None:
    if who in PHONES:
        return PHONES[who] if operation in AT_TABLE else None
    return (TRUSTED | PLAYERS).get(who, who if who in RANKS else None)


def _lowest(operation: str) -> str:
    """The lowest role that may ever do this."""
    roles = {cell.split()[0] for cell in MATRIX[operation]} & set(RANKS)
    return min(roles, key=lambda role: RANKS[role])


def expected(operation: str, who: str, column: str, *, note: bool) -> Outcome:
    """What the matrix says; where a role is too low and the state forbids, either may be said."""
    role = _role(who, operation)
    if role is None:
        return Outcome.of("not_found")
    cell = MATRIX[operation][COLUMNS.index(column)]
    lowest = _lowest(operation)
    if cell.split()[0] not in RANKS:
        is_low = RANKS[role] < RANKS[lowest] and who not in PARTIES.get(operation, ())
        return Outcome.of(cell, "role_too_low") if is_low else Outcome.of(cell)
    if who in PARTIES.get(operation, ()):
        return DONE
    if RANKS[role] < RANKS[cell.split()[0]]:
        return Outcome.of("role_too_low")
    if cell.endswith("+ note") and not note:
        return Outcome.of("note_required")
    if operation == "dispute" and who in {*PHONES, *TRUSTED}:
        return Outcome.of("dispute_not_yours")  # somebody has to have said it
    return DONE


def outcome(world: World, operation: str, who: str, *, note: bool) -> str:
    """What came of it; what was done is taken back, what was refused is not."""
    actor = world.actors[who]
    run = world.operations[operation]
    words = "vì ghi nhầm" if note else " "
    sid = transaction.savepoint()
    try:
        run(actor, words)
    except ServiceRefused as refused:
        transaction.savepoint_commit(sid)
        return str(refused.code)
    transaction.savepoint_rollback(sid)
    return "done"


@pytest.mark.parametrize(("column", "night_state", "season_state"), STATES)
@pytest.mark.parametrize("operation", MATRIX)
def test_everybody_may_do_what_the_matrix_says_and_nothing_else(
    world: World, operation: str, column: str, night_state: NightState, season_state: SeasonState
) -> None:
    Night.objects.filter(club=world.books.club).update(state=night_state)
    Table.objects.filter(night__club=world.books.club).update(state=night_state)
    Season.objects.filter(pk=world.books.season.pk).update(state=season_state)
    before = everything()
    wrong = {}
    tried = set(world.actors) if column == "open" else set(world.actors) - NOBODIES
    for who in sorted(tried):
        for note in (True, False) if _wants_a_note(operation) else (False,):
            came = outcome(world, operation, who, note=note)
            # Locking what is locked is done already, whatever became of its season.
            under = str(night_state) if (operation, night_state) == ("lock", "locked") else column
            due = expected(operation, who, under, note=note)
            if came not in due.codes:
                wrong[who, note] = (came, sorted(due.codes))
    assert wrong == {}
    assert everything() == before


def _wants_a_note(operation: str) -> bool:
    return any(cell.endswith("+ note") for cell in MATRIX[operation])


def test_every_operation_of_the_world_is_in_the_matrix(world: World) -> None:
    assert set(world.operations) == set(MATRIX)


# The data itself


def test_the_data_covers_every_action_and_state() -> None:
    assert set(permissions.MATRIX) == set(Action)
    for cells in permissions.MATRIX.values():
        assert {str(column) for column in cells} == {"open", "settled", "locked", "season_closed"}


ACTIONS = {
    Action.RECORD: "record",
    Action.CHANGE_TERMS: "change terms",
    Action.OPEN_NIGHT: "open table",
    Action.REVISE: "void",
    Action.RESOLVE_DUPLICATE: "keep both",
    Action.ADJUST_NIGHT: "adjust night",
    Action.PENALISE: "penalise",
    Action.DISPUTE: "dispute",
    Action.SETTLE_DISPUTE: "settle dispute",
    Action.MANAGE_PLAYERS: "merge",
    Action.MANAGE_RULESETS: "publish rule set",
    Action.MANAGE_SEASONS: "open season",
    Action.MANAGE_CODES: "create code",
    Action.MANAGE_ROLES: "set role",
    Action.MANAGE_CLUB: "change club",
    Action.SETTLE: "settle",
    Action.REOPEN: "reopen",
    Action.REOPEN_PAID: "reopen after payments",
    Action.UNLOCK: "unlock",
    Action.MARK_PAID: "mark paid",
    Action.CONFIRM_PAYMENT: "confirm",
    Action.WAIVE_PAYMENT: "waive",
    Action.TAKE_BACK_PAYMENT: "contrary payment",
    Action.CLOSE_SEASON: "close season",
    Action.REOPEN_SEASON: "reopen season",
}


@pytest.mark.parametrize("action", Action)
@pytest.mark.parametrize("role", [None, *Role])
def test_can_says_what_verify_does(action: Action, role: Role | None) -> None:
    for night_state in NightState:
        for season_closed in (False, True):
            state: dict[str, Any] = {"night_state": night_state, "season_closed": season_closed}
            try:
                permissions.verify(action, role=role, has_note=True, **state)
                allowed = True
            except ServiceRefused:
                allowed = False
            assert permissions.can(action, role=role, **state) is allowed
            if action in ACTIONS:
                column = "season closed" if season_closed else str(night_state)
                cell = MATRIX[ACTIONS[action]][COLUMNS.index(column)].split()[0]
                due = role is not None and cell in RANKS and RANKS[str(role)] >= RANKS[cell]
                assert allowed is due


def test_members_see_and_owners_manage_the_club_in_every_state() -> None:
    for night_state in NightState:
        for season_closed in (False, True):
            state: dict[str, Any] = {"night_state": night_state, "season_closed": season_closed}
            for role in Role:
                assert permissions.can(Action.SEE, role=role, **state)
                manages = permissions.can(Action.MANAGE_CLUB, role=role, **state)
                assert manages is (role is Role.OWNER)


def test_a_role_too_low_is_told_which_is_needed(world: World) -> None:
    with pytest.raises(ServiceRefused) as caught:
        world.operations["record"](world.actors["member"], "")
    assert caught.value.code is ErrorCode.ROLE_TOO_LOW
    assert caught.value.values == {"needed": "scorer"}
    with pytest.raises(ServiceRefused) as caught:
        world.operations["set role"](world.actors["manager"], "")
    assert caught.value.values == {"needed": "owner"}


def test_a_role_taken_away_is_gone_at_once(world: World) -> None:
    from scoring.services.clubs import set_role

    scorer = world.actors["scorer"]
    assert scorer.login_id is not None
    set_role(
        actor=world.books.owner, club_id=world.books.club.pk, login_id=scorer.login_id, role=None
    )
    with pytest.raises(ServiceRefused) as caught:
        world.operations["record"](scorer, "")
    assert caught.value.code is ErrorCode.NOT_FOUND


def test_an_actor_without_a_kind_of_identity_is_nobody(world: World) -> None:
    from scoring.actors import ActorKind

    for actor in (Actor(ActorKind.LOGIN), Actor(ActorKind.DEVICE), Actor(ActorKind.SYSTEM)):
        for operation in ("record", "merge"):
            with pytest.raises(ServiceRefused) as caught:
                world.operations[operation](actor, "")
            assert caught.value.code is ErrorCode.NOT_FOUND
