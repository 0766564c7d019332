"""Who wrote something down, as people are told: a login by its player's name, a phone by its label.

Knows the authors of one page of rows. Knows nothing of what they wrote.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from scoring.actors import Actor, ActorKind
from scoring.models import Device, Login, Player


class Authored(Protocol):
    """A row that keeps who wrote it."""

    author_kind: str
    author_login_id: int | None
    author_device: UUID | None


@dataclass(frozen=True, slots=True)
class Author:
    """`name` is the player of the login in this club, else the login's; "" for whoever has none.

    `device` is what the phone was called when it joined, "" where it said nothing.
    """

    kind: str
    name: str
    device: str


@dataclass(frozen=True, slots=True)
class Authors:
    """Names by login, labels by device."""

    names: Mapping[int, str]
    labels: Mapping[UUID, str]

    def of(self, row: Authored) -> Author:
        """The author of a row this was read for."""
        phone = _joined_phone(row)
        return Author(
            kind=row.author_kind,
            name=self.name_of(row.author_login_id),
            device=self.labels.get(phone, "") if phone else "",
        )

    def name_of(self, login_id: int | None) -> str:
        """What a login is called in the club."""
        return self.names.get(login_id, "") if login_id else ""


def authors_of(rows: Iterable[Authored], *, club_id: int) -> Authors:
    """Everybody who wrote these rows; at most three statements."""
    found = list(rows)
    return Authors(
        names=names_of_logins(
            {row.author_login_id for row in found if row.author_login_id}, club_id=club_id
        ),
        labels=_labels({phone for row in found if (phone := _joined_phone(row))}),
    )


def names_of_logins(login_ids: Iterable[int], *, club_id: int) -> Mapping[int, str]:
    """The players these logins are in the club, by login; who has none is called as it signs in."""
    wanted = set(login_ids)
    if not wanted:
        return {}
    players = Player.objects.filter(club_id=club_id, login_id__in=wanted)
    names = dict(Login.objects.filter(pk__in=wanted).values_list("pk", "username"))
    return names | dict(players.values_list("login_id", "root__name"))


def name_of_actor(*, actor: Actor, club_id: int) -> str:
    """What whoever acts is called at a table: the player of the login by its call name, else as it
    signs in; what a phone that joined is called; one statement.
    """
    if actor.login_id is not None:
        player = Player.objects.filter(club_id=club_id, login_id=OuterRef("pk"))
        called = Coalesce(Subquery(player.values("root__call_name")[:1]), "username")
        return Login.objects.filter(pk=actor.login_id).values_list(called, flat=True).first() or ""
    assert actor.device_id is not None, "a login or a phone"
    devices = Device.objects.filter(pk=actor.device_id, table__night__club_id=club_id)
    return devices.values_list("label__text", flat=True).first() or ""


def _joined_phone(row: Authored) -> UUID | None:
    """The phone that joined by a code; what a login's phone calls itself has no row."""
    return row.author_device if row.author_kind == ActorKind.DEVICE else None


def _labels(device_ids: set[UUID]) -> Mapping[UUID, str]:
    if not device_ids:
        return {}
    devices = Device.objects.filter(pk__in=device_ids, label__isnull=False)
    return dict(devices.values_list("pk", "label__text"))
