"""Closing a club: nobody can read or write in it any more, and nobody is named in it.

The books stay and still sum to zero; erasing them is an operator's work, with the service stopped.
Every role, every phone's code and every typed word about people is taken away; there is no way
back.
"""

from uuid import uuid4

from django.db import transaction
from django.db.models import CharField
from django.db.models.functions import Cast
from django.utils import timezone

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Club, JoinCode, Membership, Note, Player, Table, Visibility
from scoring.names import name_key
from scoring.permissions import Action
from scoring.services import ledger, locks
from scoring.services.audit import write_event
from scoring.services.players import name_fields
from scoring.services.rights import verify_in_club

CLUB_NAME = "CLB đã đóng"
PERSON = "Ẩn danh"
TABLE = "Bàn"


@transaction.atomic
def close_club(*, actor: Actor, club_id: int, slug: str) -> None:
    """Close and anonymise the club; `slug` is typed once more, so that nobody does it by mistake.

    Its slug is free for another club. Errors: `not_found`, `role_too_low`, `confirmation_wrong`.
    """
    locks.lock_club_and_tables(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_CLUB)
    club = Club.objects.get(pk=club_id)
    if slug.strip() != club.slug:
        raise ServiceRefused(ErrorCode.CONFIRMATION_WRONG, field="slug", slug=club.slug)
    people = _forget_people(club_id)
    _forget_labels(club_id)
    Note.objects.filter(club_id=club_id).exclude(text="").update(text="")
    JoinCode.objects.filter(table__night__club_id=club_id, revoked_at__isnull=True).update(
        revoked_at=timezone.now()
    )
    members, _ = Membership.objects.filter(club_id=club_id).delete()
    Club.objects.filter(pk=club_id).update(
        name=CLUB_NAME, slug=f"da-dong-{uuid4().hex}", visibility=Visibility.PRIVATE
    )
    ledger.touch_tables_of_club(club_id)
    write_event(
        actor=actor,
        club_id=club_id,
        action="club.close",
        object_kind="club",
        object_id=club_id,
        before={"members": members, "players": people},
    )


def _forget_people(club_id: int) -> int:
    """Everybody becomes a number, without a login; returns how many."""
    players = Player.objects.filter(club_id=club_id)
    # Out of the way first: somebody may bear one of the new names already.
    players.update(name_key=Cast("pk", CharField()))
    people = list(players.order_by("created_at", "pk"))
    for number, person in enumerate(people, start=1):
        person.login = None
        for field, value in name_fields(f"{PERSON} {number}").items():
            setattr(person, field, value)
    Player.objects.bulk_update(people, [*name_fields(PERSON), "login"], batch_size=200)
    return len(people)


def _forget_labels(club_id: int) -> None:
    """Tables are numbered within their night."""
    tables = Table.objects.filter(night__club_id=club_id)
    tables.update(label_key=Cast("pk", CharField()))
    rows = list(tables.order_by("night_id", "pk"))
    number, night_id = 0, None
    for table in rows:
        number = number + 1 if table.night_id == night_id else 1
        night_id = table.night_id
        table.label = f"{TABLE} {number}"
        table.label_key = name_key(table.label)
    Table.objects.bulk_update(rows, ["label", "label_key"], batch_size=200)
