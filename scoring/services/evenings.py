"""Opening an evening: the night of a day and a table in it, in one go and once.

What a form opens carries the id of the table's first terms: sent twice it opens once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import transaction

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Table, TableTerms
from scoring.permissions import Action
from scoring.services import locks
from scoring.services.nights import open_night, open_table
from scoring.services.rights import verify_in_club


@dataclass(frozen=True, slots=True)
class Setting:
    """A table as somebody wants it; `terms_id` is made by whoever asks."""

    terms_id: UUID
    label: str
    stake_points: int
    seats: Sequence[UUID]
    bench: Sequence[UUID]
    ruleset_version_id: int


@transaction.atomic
def open_evening(*, actor: Actor, club_id: int, day: date, setting: Setting) -> Table:
    """The night of this day, opened if need be, and a table in it; all or nothing.

    Errors: those of `open_night` and `open_table`, `terms_id_reused`.
    """
    locks.lock_club(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.OPEN_NIGHT)
    known = _find_known(club_id=club_id, setting=setting)
    if known is not None:
        return known
    night = open_night(actor=actor, club_id=club_id, day=day)
    return open_table(
        actor=actor,
        club_id=club_id,
        night_id=night.pk,
        label=setting.label,
        stake_points=setting.stake_points,
        seats=setting.seats,
        bench=setting.bench,
        ruleset_version_id=setting.ruleset_version_id,
        terms_id=setting.terms_id,
    )


def _find_known(*, club_id: int, setting: Setting) -> Table | None:
    """The table these terms opened already; an id used for anything else is one used twice."""
    terms = TableTerms.objects.select_related("table__night").filter(pk=setting.terms_id).first()
    if terms is None:
        return None
    opened = (terms.n, terms.table.night.club_id, terms.stake_points, terms.seats)
    if opened != (1, club_id, setting.stake_points, [str(seat) for seat in setting.seats]):
        raise ServiceRefused(ErrorCode.TERMS_ID_REUSED, terms_id=str(setting.terms_id))
    return terms.table
