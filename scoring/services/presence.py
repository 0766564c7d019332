"""Who is writing at a table now: phones say so, and when they take over or leave; and how many of
their deals are not in the books yet.

No fact and no change of the table, so it takes no lock, and nothing is blocked by it but the
locking of a night while deals wait. Phones ask for it beside the board, so the table's version
stands; and a word every twenty seconds, forgotten within a day, is nothing to keep in the audit.
"""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.actors import Actor
from scoring.models import Presence
from scoring.names import clean_name
from scoring.permissions import Action
from scoring.selectors.board_table import WRITING
from scoring.selectors.tables import load_table
from scoring.selectors.waiting import KEPT
from scoring.services.rights import verify_role_at_table

LONGEST_NAME = 40


@transaction.atomic
def touch(*, actor: Actor, table_id: int, phone: UUID, name: str = "", waiting: int = 0) -> None:
    """This phone is writing, for `name`, and has so many deals that wait.

    Errors: `not_found`, `role_too_low`. In every state of the night: who corrects writes too.
    """
    _verify(actor, table_id)
    _forget_old()
    told = Presence(table_id=table_id, phone=phone, touched_at=timezone.now())
    _keep(told, name=name, waiting=waiting)


@transaction.atomic
def take_over(
    *, actor: Actor, table_id: int, phone: UUID, name: str = "", waiting: int = 0
) -> None:
    """From now on this phone writes; the others do again as soon as somebody touches them.

    Errors: `not_found`, `role_too_low`.
    """
    _verify(actor, table_id)
    now = timezone.now()
    _forget_old()
    others = Presence.objects.filter(table_id=table_id).exclude(phone=phone)
    others.filter(waiting=0).delete()
    others.update(touched_at=now - WRITING)
    told = Presence(table_id=table_id, phone=phone, touched_at=now, took_over_at=now)
    _keep(told, "took_over_at", name=name, waiting=waiting)


@transaction.atomic
def leave(*, actor: Actor, table_id: int, phone: UUID, name: str = "", waiting: int = 0) -> None:
    """This phone writes no more; with deals that wait it is not forgotten for a day.

    Errors: `not_found`, `role_too_low`.
    """
    _verify(actor, table_id)
    if not waiting:
        Presence.objects.filter(table_id=table_id, phone=phone).delete()
        return
    told = Presence(table_id=table_id, phone=phone, touched_at=timezone.now() - WRITING)
    _keep(told, name=name, waiting=waiting)


def _verify(actor: Actor, table_id: int) -> None:
    verify_role_at_table(load_table(actor=actor, table_id=table_id), Action.RECORD)


def _forget_old() -> None:
    """Whoever left without a word."""
    Presence.objects.filter(touched_at__lt=timezone.now() - KEPT).delete()


def _keep(told: Presence, *more: str, name: str, waiting: int) -> None:
    """One statement, whether the phone is known or not: two words of one phone never collide.
    `more` fields are changed than those that every word changes.
    """
    told.name = clean_name(name)[:LONGEST_NAME]
    told.waiting = waiting
    told.waiting_at = timezone.now()
    Presence.objects.bulk_create(
        [told],
        update_conflicts=True,
        unique_fields=["table", "phone"],
        update_fields=["name", "touched_at", "waiting", "waiting_at", *more],
    )
