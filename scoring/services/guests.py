"""Somebody new at a table: a guest of the club, made by whoever scores there.

The id is made by the phone, which seats the guest by a change of terms behind this one: both wait
in its queue while there is no network.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import F

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Player, Table
from scoring.names import name_key
from scoring.permissions import Action
from scoring.selectors.tables import load_table
from scoring.services import locks
from scoring.services.inputs import verify_name
from scoring.services.players import enrol
from scoring.services.rights import verify_at_table, verify_role_at_table


@dataclass(frozen=True, slots=True)
class Guest:
    """Who came; `is_new` tells the first call of an id from those after it."""

    player_id: UUID
    is_new: bool


@transaction.atomic
def add_guest(*, actor: Actor, table_id: int, player_id: UUID, name: str) -> Guest:
    """A guest of the table's club, for whoever may change who sits there. The same `player_id` adds
    once, and is answered so whatever became of the guest.

    Errors: `not_found`, `role_too_low`, `name_empty`, `name_too_long`, `player_id_reused`,
    `night_settled` …, `name_taken`.
    """
    club_id = load_table(actor=actor, table_id=table_id).club_id
    locks.lock_club(club_id)  # names are the club's; the club goes before its tables
    locks.lock_table(table_id)
    here = load_table(actor=actor, table_id=table_id)
    verify_role_at_table(here, Action.CHANGE_TERMS)
    name = verify_name(name)
    known = Player.objects.filter(pk=player_id).first()
    if known is not None:
        if (known.club_id, known.name_key) != (club_id, name_key(name)):
            raise ServiceRefused(ErrorCode.PLAYER_ID_REUSED, player_id=str(player_id))
        return Guest(known.pk, is_new=False)
    verify_at_table(here, Action.CHANGE_TERMS)
    enrol(
        actor=actor,
        club_id=club_id,
        name=name,
        is_guest=True,
        player_id=player_id,
        night_id=here.night_id,
    )
    Table.objects.filter(pk=table_id).update(version=F("version") + 1)
    return Guest(player_id, is_new=True)
