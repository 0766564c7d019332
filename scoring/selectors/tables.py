"""What a service needs to know of a table once it holds its lock."""

import json
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import CharField, OuterRef, Subquery, Value
from django.utils import timezone

from scoring.actors import Actor, ActorKind, Role
from scoring.engine import Ruleset
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Device, Membership, Table


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


def load_table(*, actor: Actor, table_id: int) -> TableContext:
    """The table as it is now, for an actor with a role there; `not_found` for everybody else."""
    table = (
        Table.objects.select_related("night__season", "ruleset_version", "pot_account")
        .annotate(actor_role=_role_expression(actor))
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


def _role_expression(actor: Actor) -> Subquery | Value:
    """The role, read by the statement that loads the table: as fresh as the lock."""
    if actor.kind is ActorKind.LOGIN and actor.login_id is not None:
        membership = Membership.objects.filter(
            login_id=actor.login_id, club_id=OuterRef("night__club_id")
        )
        return Subquery(membership.values("role")[:1])
    if actor.kind is ActorKind.DEVICE and actor.device_id is not None:
        device = Device.objects.filter(
            pk=actor.device_id,
            table_id=OuterRef("pk"),
            join_code__revoked_at__isnull=True,
            join_code__expires_at__gt=timezone.now(),
        )
        return Subquery(device.values("role")[:1])
    return Value(actor.role and str(actor.role), output_field=CharField())
