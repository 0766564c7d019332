"""The audit log as people read it: who did what, when, to what, before and after.

Managers and owners read the club's whole log; everybody else the nights in which they played
(architecture.md, section 4). What the events speak of is looked up for a page at a time
(`audit_objects`), so the number of statements does not grow with the rows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.actors import Actor, ActorKind, Role
from scoring.models import AuditEvent, Night
from scoring.selectors.audit_objects import Objects, SeatState, look_up
from scoring.selectors.deals import Name
from scoring.selectors.members import ClubRow

BATCH = 500


@dataclass(frozen=True, slots=True)
class EventFilter:
    """What to show; what is left out or empty narrows nothing.

    `action` is one action or the group before its dot; `actor_kind` one of `ActorKind`.
    """

    day: date | None = None
    actor_login_id: int | None = None
    actor_kind: str = ""
    action: str = ""
    object_kind: str = ""
    object_id: str = ""


@dataclass(frozen=True, slots=True)
class ActorRow:
    """Who did it: a login with its user name and its player in this club, a phone with its label,
    the product itself, or a file. What is not known is empty.
    """

    kind: str
    login_id: int | None
    username: str
    player: Name | None
    device_id: UUID | None
    label: str


@dataclass(frozen=True, slots=True)
class EventRow:
    """One thing done.

    `before` and `after` are as the service wrote them, `{}` where it wrote none. `seats_before` and
    `seats_after` are those of the deal's revisions, by player. `objects` names everything the rows
    of this page speak of.
    """

    id: int
    at: datetime
    action: str
    object_kind: str
    object_id: str
    night_id: int | None
    day: date | None
    actor: ActorRow
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    note: str
    season_revision: int | None
    seats_before: Sequence[SeatState]
    seats_after: Sequence[SeatState]
    objects: Objects


@dataclass(frozen=True, slots=True)
class EventPage:
    """Newest first; `next_before` is what to ask for next, None at the end."""

    events: Sequence[EventRow]
    next_before: int | None


def get_event_page(
    *,
    club: ClubRow,
    actor: Actor,
    wanted: EventFilter,
    before_id: int | None = None,
    at_most: int = 50,
) -> EventPage:
    """A page of the log below `before_id`, as far as this actor may read it."""
    events = visible_events(club=club, actor=actor, wanted=wanted)
    if before_id is not None:
        events = events.filter(pk__lt=before_id)
    found = list(events.order_by("-pk")[: at_most + 1])
    shown = found[:at_most]
    return EventPage(
        events=tell(shown, club_id=club.id),
        next_before=shown[-1].pk if len(found) > at_most else None,
    )


def iterate_events(*, club: ClubRow, actor: Actor, wanted: EventFilter) -> Iterator[EventRow]:
    """The whole log, newest first, read in batches: for exports."""
    before_id: int | None = None
    while True:
        page = get_event_page(
            club=club, actor=actor, wanted=wanted, before_id=before_id, at_most=BATCH
        )
        yield from page.events
        before_id = page.next_before
        if before_id is None:
            return


def visible_events(
    *, club: ClubRow, actor: Actor, wanted: EventFilter
) -> QuerySet[AuditEvent, AuditEvent]:
    """The events of this club the actor may read and asked for, in no order."""
    events = AuditEvent.objects.filter(club_id=club.id).select_related(
        "night", "note", "actor_login"
    )
    if club.role is None or not club.role.covers(Role.MANAGER):
        if actor.login_id is None:
            return AuditEvent.objects.none()
        events = events.filter(night__in=_nights_played(club, actor.login_id))
    return events.filter(_narrowed(wanted))


def tell(events: Sequence[AuditEvent], *, club_id: int) -> Sequence[EventRow]:
    """Rows with everything they speak of looked up; at most a statement for each kind of thing."""
    objects = look_up(events, club_id=club_id)
    return [_row(event, objects) for event in events]


def _nights_played(club: ClubRow, login_id: int) -> QuerySet[Night]:
    """Nights at whose tables a player of this login has a tally: who sat in a deal, void or not."""
    return Night.objects.filter(club_id=club.id, tables__tallies__player__root__login_id=login_id)


def _narrowed(wanted: EventFilter) -> Q:
    condition = Q()
    if wanted.day is not None:
        condition &= Q(night__day=wanted.day)
    if wanted.actor_login_id is not None:
        condition &= Q(actor_login_id=wanted.actor_login_id)
    if wanted.actor_kind:
        condition &= Q(actor_kind=wanted.actor_kind)
    if wanted.action:
        group = Q() if "." in wanted.action else Q(action__startswith=f"{wanted.action}.")
        condition &= group or Q(action=wanted.action)
    if wanted.object_kind:
        condition &= Q(object_kind=wanted.object_kind)
    if wanted.object_id:
        condition &= Q(object_id=wanted.object_id)
    return condition


def _row(event: AuditEvent, objects: Objects) -> EventRow:
    before, after = event.before or {}, event.after or {}
    return EventRow(
        id=event.pk,
        at=event.at,
        action=event.action,
        object_kind=event.object_kind,
        object_id=event.object_id,
        night_id=event.night_id,
        day=event.night.day if event.night else None,
        actor=_actor(event, objects),
        before=before,
        after=after,
        note=event.note.text if event.note else "",
        season_revision=event.season_revision,
        seats_before=objects.seats_of(event.object_id, before.get("n")),
        seats_after=objects.seats_of(event.object_id, after.get("n")),
        objects=objects,
    )


def _actor(event: AuditEvent, objects: Objects) -> ActorRow:
    login = event.actor_login
    is_device = event.actor_kind == ActorKind.DEVICE
    return ActorRow(
        kind=event.actor_kind,
        login_id=event.actor_login_id,
        username=login.get_username() if login else "",
        player=objects.player_of_login.get(login.pk) if login else None,
        device_id=event.actor_device,
        label=objects.devices.get(str(event.actor_device), "") if is_device else "",
    )
