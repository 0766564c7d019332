"""What a service needs to know of a table once it holds its lock, and what a phone sees of it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import CharField, OuterRef, Subquery, Value
from django.utils import timezone

from scoring.actors import Actor, ActorKind, Role
from scoring.engine import Ruleset
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Device, Membership, SeasonState, Table
from scoring.selectors.members import ClubRow
from scoring.selectors.nights import NightRow


@dataclass(frozen=True, slots=True)
class TableContext:
    """A table with its night, club, season and rules, and the actor's role there.

    Read by one statement.
    """

    table: Table
    role: Role
    pot_account_id: int

    @property
    def club_id(self) -> int:
        """The club the table belongs to; every further read is scoped by it."""
        return self.table.night.club_id

    @property
    def night_id(self) -> int:
        """The night the table belongs to."""
        return self.table.night_id

    @property
    def season_id(self) -> int:
        """The season that a change at this table makes dirty."""
        return self.table.night.season_id


@dataclass(frozen=True, slots=True)
class TableState:
    """A bàn as its phones see it.

    `seats` and `bench` are player UUIDs as text, seats in turn order; `role` is the one the actor
    has here, `version` rises with everything told here.
    """

    id: int
    club_id: int
    club_slug: str
    night_id: int
    day: date
    label: str
    state: str
    is_season_closed: bool
    version: int
    last_number: int
    stake_points: int
    ruleset_version_id: int
    seats: Sequence[str]
    bench: Sequence[str]
    role: Role


def get_table(*, actor: Actor, table_id: int) -> TableState:
    """The table for an actor with a role there; `not_found` for everybody else; one statement."""
    table = (
        Table.objects.select_related("night__season", "night__club")
        .annotate(actor_role=role_expression(actor))
        .filter(pk=table_id)
        .first()
    )
    if table is None or table.actor_role is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    return state_of_table(table, role=Role(table.actor_role))


def list_table_states(*, club: ClubRow, night: NightRow) -> Sequence[TableState]:
    """The tables of a night in the order they were opened, for somebody with a role in the club."""
    assert club.role is not None
    tables = Table.objects.filter(night_id=night.id).select_related("night__season", "night__club")
    return [state_of_table(table, role=club.role) for table in tables.order_by("pk")]


def state_of_table(table: Table, *, role: Role) -> TableState:
    """A table read with its night, season and club, as its phones see it."""
    night = table.night
    return TableState(
        id=table.pk,
        club_id=night.club_id,
        club_slug=night.club.slug,
        night_id=night.pk,
        day=night.day,
        label=table.label,
        state=table.state,
        is_season_closed=night.season.state == SeasonState.CLOSED,
        version=table.version,
        last_number=table.last_number,
        stake_points=table.stake_points,
        ruleset_version_id=table.ruleset_version_id,
        seats=table.seats,
        bench=table.bench,
        role=role,
    )


def load_table(*, actor: Actor, table_id: int) -> TableContext:
    """The table as it is now, for an actor with a role there; `not_found` for everybody else."""
    table = (
        Table.objects.select_related("night__season", "ruleset_version", "pot_account")
        .annotate(actor_role=role_expression(actor))
        .filter(pk=table_id)
        .first()
    )
    if table is None or table.actor_role is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    return TableContext(
        table=table, role=Role(table.actor_role), pot_account_id=table.pot_account.pk
    )


@lru_cache(maxsize=256)
def ruleset_of(canonical: str) -> Ruleset:
    """The parsed rules of a published version; its text never changes, so neither does this."""
    return Ruleset.from_json(json.loads(canonical))


def role_expression(
    actor: Actor, *, table: str = "pk", club: str = "night__club_id"
) -> Subquery | Value:
    """The actor's role, read by the statement that reads the row itself: as fresh as the row.

    `table` and `club` lead from the row to its table and club. A device has a role at its table
    alone.
    """
    if actor.kind is ActorKind.LOGIN and actor.login_id is not None:
        membership = Membership.objects.filter(login_id=actor.login_id, club_id=OuterRef(club))
        return Subquery(membership.values("role")[:1])
    if actor.kind is ActorKind.DEVICE and actor.device_id is not None:
        device = Device.objects.filter(
            pk=actor.device_id,
            table_id=OuterRef(table),
            join_code__revoked_at__isnull=True,
            join_code__expires_at__gt=timezone.now(),
        )
        return Subquery(device.values("role")[:1])
    return Value(actor.role and str(actor.role), output_field=CharField())
