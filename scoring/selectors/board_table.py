"""A table as its board and its pages stand on it, with the one who asks, in one lean statement.

Phones ask every few seconds, nearly always to hear that nothing has changed: so it is SQL, and
rows become no model instances.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connection, models
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scoring.actors import Actor, ActorKind, Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Login, SeasonState
from scoring.selectors.phones import hash_of_secret
from scoring.selectors.prepared import prepared_cursor
from scoring.selectors.tables import TableState

HABITS = ("rotates_loser", "swaps_after_u", "counts_points")
WRITING = timedelta(seconds=55)  # two heartbeats and a little; then a phone has left
_SQL = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
_BY_TOKEN, _BY_ID = (_SQL.format(named_by=column) for column in ("token_hash", "id"))
_IDS = models.UUIDField()


@dataclass(frozen=True, slots=True)
class Writer:
    """A phone that is writing: `phone` as it calls itself, `name` of who holds it."""

    phone: UUID
    name: str
    took_over_at: datetime | None


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table with what its pages stand on. `position` counts from 1 in the order the night's
    tables were opened; `stamp` differs whenever something on its board does, but for who is
    writing. `writers` are told to scorers alone.
    """

    role: Role
    position: int
    club_name: str
    time_zone: str
    pot_account_id: int
    rules: str
    rules_label: str
    habits: Mapping[str, bool]
    stamp: str
    writers: Sequence[Writer]
    read: tuple[Any, ...]

    @property
    def state(self) -> TableState:
        """The table itself; made where somebody wants it, and mostly nobody does."""
        return _state(self.read, self.role)

    @property
    def writers_stamp(self) -> str:
        """Differs whenever `writers` do; "" where nobody writes."""
        return _hash(self.writers) if self.writers else ""


@dataclass(frozen=True, slots=True)
class SeenPhone:
    """A phone that joined this table, whatever became of its code."""

    id: UUID
    role: Role
    is_live: bool
    is_revoked: bool


class SeenTable:
    """A table, and who the asker is to it."""

    def __init__(self, rows: Sequence[tuple[Any, ...]]) -> None:
        self._rows = rows
        is_active, password, role, device, device_role, is_revoked, is_live = rows[0][26:33]
        self._password: str | None = password if is_active else None
        self.role_of_login = Role(role) if role else None
        self.phone: SeenPhone | None = None
        if device:
            still = bool(is_live) and not is_revoked
            self.phone = SeenPhone(_uuid(device), Role(device_role), still, bool(is_revoked))

    def is_session(self, session_hash: str) -> bool:
        """Is this the hash of a session in which the login, still active, has signed in?"""
        if self._password is None:
            return False
        return constant_time_compare(
            session_hash, Login(password=self._password).get_session_auth_hash()
        )

    def role_of(self, actor: Actor) -> Role | None:
        """The role of the actor it was looked at for."""
        if actor.kind is ActorKind.LOGIN:
            return self.role_of_login
        if actor.kind is ActorKind.DEVICE:
            return self.phone.role if self.phone and self.phone.is_live else None
        return actor.role

    def board(self, role: Role) -> BoardTable:
        """The table for somebody with this role there."""
        row = self._rows[0]
        position, night_version, people, club_name, time_zone = row[14:19]
        kept = zip(HABITS, row[19:22], strict=True)
        pot, rules, ruleset, n = row[22:26]
        rules_label = f"{ruleset} · v{n}"
        habits = {habit: bool(is_so) for habit, is_so in kept}
        told = (row[6:9], str(role), int(night_version), people, club_name, rules_label, habits)
        return BoardTable(
            role=role,
            position=position,
            club_name=club_name,
            time_zone=time_zone,
            pot_account_id=pot,
            rules=rules,
            rules_label=rules_label,
            habits=habits,
            stamp=_hash(told),
            writers=self._writers() if role.covers(Role.SCORER) else (),
            read=row,
        )

    def _writers(self) -> Sequence[Writer]:
        rows = (row[33:36] for row in self._rows if row[33] is not None)
        writers = (Writer(_uuid(phone), name, _instant(at)) for phone, name, at in rows)
        return tuple(sorted(writers, key=lambda writer: writer.phone))


def see_table(
    *, table_id: int, login_id: int | None = None, device_id: UUID | None = None, token: str = ""
) -> SeenTable | None:
    """The table with this login and this phone (by its id or its token); None where there is no
    such table. Says nothing of what anybody may see; one statement.
    """
    now = timezone.now()
    adapt = connection.ops.adapt_datetimefield_value
    by_id = device_id is not None
    # By name: for SQLite, Django looks for unnamed ones at every single letter.
    given = {
        "now": adapt(now),
        "login": login_id,
        "device": _IDS.get_db_prep_value(device_id, connection) if by_id else _hashed(token),
        "since": adapt(now - WRITING),
        "table": table_id,
    }
    with prepared_cursor() as cursor:
        cursor.execute(_BY_ID if by_id else _BY_TOKEN, given)
        rows = cursor.fetchall()
    return SeenTable(rows) if rows else None


def get_board_table(*, actor: Actor, table_id: int) -> BoardTable:
    """The table for an actor with a role there; `not_found` for everybody else; one statement."""
    is_device = actor.kind is ActorKind.DEVICE
    seen = see_table(
        table_id=table_id,
        login_id=actor.login_id,
        device_id=actor.device_id if is_device else None,
    )
    role = seen.role_of(actor) if seen is not None else None
    if seen is None or role is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    return seen.board(role)


def _state(row: tuple[Any, ...], role: Role) -> TableState:
    return TableState(
        id=row[0],
        club_id=row[1],
        club_slug=row[2],
        night_id=row[3],
        day=date.fromisoformat(row[4]),
        label=row[5],
        state=row[6],
        is_season_closed=row[7] == SeasonState.CLOSED,
        version=row[8],
        last_number=row[9],
        stake_points=row[10],
        ruleset_version_id=row[11],
        seats=json.loads(row[12]),
        bench=json.loads(row[13]),
        role=role,
    )


def _hashed(token: str) -> str | None:
    return hash_of_secret(token) if token else None


def _hash(told: object) -> str:
    return sha256(repr(told).encode()).hexdigest()[:20]


def _uuid(found: object) -> UUID:
    """SQLite keeps UUIDs as text."""
    return UUID(str(found))


def _instant(found: datetime | None) -> datetime | None:
    """SQLite keeps instants without their zone, in UTC."""
    return found.replace(tzinfo=UTC) if found and found.tzinfo is None else found
