"""The audit log as its page shows it: days, and what was done in each, newest first.

Knows how an event is shown and where it leads. Makes no sentence of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from scoring.actors import Actor, Role
from scoring.selectors.audit_actors import list_logins
from scoring.selectors.audit_log import EventFilter, EventRow, get_event_page
from scoring.selectors.audit_objects import list_names
from scoring.selectors.members import ClubRow, get_club
from scoring.web.people import Called, call_people
from scoring.words import audit


@dataclass(frozen=True, slots=True)
class EventView:
    """One event. `table_index` and `deal_number` are 0 where it is not about a deal."""

    id: int
    moment: str
    clock: str
    who: str
    group: str
    sentence: str
    changes: Sequence[audit.Change]
    note: str
    night_day: date | None
    table_label: str
    table_index: int
    deal_number: int
    deal_id: str


@dataclass(frozen=True, slots=True)
class DayView:
    """A calendar day of the club and what was done in it."""

    day: date
    events: Sequence[EventView]


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a filter."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class AuditPage:
    """A page of the log. `query` are the filters in force, for links; `older` leads on."""

    club: ClubRow
    days: Sequence[DayView]
    actors: Sequence[Choice]
    groups: Sequence[Choice]
    day: str
    query: str
    older: str
    is_filtered: bool
    is_about_one: bool
    is_first: bool
    reads_all: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The filters of an address. What cannot be read narrows to nothing that was ever done."""

    wanted: EventFilter
    before_id: int | None
    given: Mapping[str, str]


def read_query(given: Mapping[str, str]) -> Asked:
    """`ngay`, `ai`, `viec`, `muc` (kind:id) and `truoc`; others are left alone."""
    kept = {name: given[name] for name in ("ngay", "ai", "viec", "muc") if given.get(name)}
    kind, _colon, object_id = kept.get("muc", "").partition(":")
    who = kept.get("ai", "")
    login = who.removeprefix("login:") if who.startswith("login:") else ""
    before = given.get("truoc", "")
    return Asked(
        wanted=EventFilter(
            day=_read_day(kept.get("ngay", "")),
            actor_login_id=_read_id(login) if login else None,
            actor_kind="" if login else who[:10],
            action=kept.get("viec", "")[:40],
            object_kind=kind[:20],
            object_id=object_id[:40],
        ),
        before_id=_read_id(before) if before else None,
        given=kept,
    )


def _read_id(text: str) -> int:
    """An id nothing has, for what is no id."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _read_day(text: str) -> date | None:
    """A day no night was ever played on, for what is no day."""
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return date.min


def get_audit_page(*, actor: Actor, slug: str, given: Mapping[str, str]) -> AuditPage:
    """A page of the log as far as this actor may read it; `not_found` for strangers."""
    club = get_club(actor=actor, slug=slug)
    asked = read_query(given)
    page = get_event_page(club=club, actor=actor, wanted=asked.wanted, before_id=asked.before_id)
    zone = ZoneInfo(club.time_zone)
    called = call_people(list_names(page.events[0].objects)) if page.events else {}
    views = [(row.at.astimezone(zone).date(), _view(row, called, zone)) for row in page.events]
    query = urlencode(asked.given)
    older = urlencode({**asked.given, "truoc": page.next_before}) if page.next_before else ""
    return AuditPage(
        club=club,
        days=[
            DayView(day, [view for _day, view in events])
            for day, events in groupby(views, key=lambda pair: pair[0])
        ],
        actors=_actor_choices(club, asked.given.get("ai", "")),
        groups=_group_choices(asked.given.get("viec", "")),
        day=asked.given.get("ngay", ""),
        query=query,
        older=older,
        is_filtered=bool(asked.given),
        is_about_one=bool(asked.wanted.object_id),
        is_first=asked.before_id is None,
        reads_all=club.role is not None and club.role.covers(Role.MANAGER),
    )


def _view(row: EventRow, called: Called, zone: ZoneInfo) -> EventView:
    objects, at = row.objects, row.at.astimezone(zone)
    deal = objects.deals.get(row.object_id) if row.object_kind == "deal" else None
    table_id = deal.table_id if deal else row.after.get("table_id")
    table = objects.tables.get(table_id) if isinstance(table_id, int) else None
    return EventView(
        id=row.id,
        moment=at.isoformat(timespec="seconds"),
        clock=f"{at:%H:%M}",
        who=audit.who(row.actor, called),
        group=row.action.partition(".")[0],
        sentence=audit.sentence(row, called),
        changes=audit.changes(row, called),
        note=row.note,
        night_day=row.day,
        table_label=table.label if table and deal else "",
        table_index=table.index if table else 0,
        deal_number=deal.number if deal else 0,
        deal_id=row.object_id if deal else "",
    )


def _actor_choices(club: ClubRow, chosen: str) -> Sequence[Choice]:
    people = [
        Choice(f"login:{row.login_id}", row.name, chosen == f"login:{row.login_id}")
        for row in list_logins(club_id=club.id)
    ]
    others = [Choice(kind, str(label), chosen == kind) for kind, label in audit.ACTORS.items()]
    return [*people, *others]


def _group_choices(chosen: str) -> Sequence[Choice]:
    return [
        Choice(group, str(label), chosen.partition(".")[0] == group)
        for group, label in audit.GROUPS.items()
    ]
