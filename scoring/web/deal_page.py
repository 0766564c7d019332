"""The page of one deal: as it stands, its history, the questions about it, and what may be done."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.permissions import Action
from scoring.selectors.deals import DealRow, Name, deal_rows, deals_of_table
from scoring.selectors.questions import (
    DisputeRow,
    DuplicateRow,
    dispute_rows,
    disputes_of_deal,
    list_duplicates_of_deal,
)
from scoring.selectors.revisions import DealState, RevisionRow, revision_rows, revisions_of_deal
from scoring.web.deal_views import DealView, view_deal
from scoring.web.people import Called, call, call_people
from scoring.web.places import TablePlace

MOST_DIGITS = 9  # more than any table will ever play, fewer than a column can hold


@dataclass(frozen=True, slots=True)
class Change:
    """What a revision did to one person: points before and after, None where they had no seat."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class RevisionView:
    """One line of the history."""

    n: int
    said: str
    author: str
    moment: str
    clock: str
    note: str
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class PairView:
    """Two deals that may be one. The buttons belong to the deal the pair is marked at."""

    marked_number: int
    other_number: int
    why: str
    deals: Sequence[DealView]
    keep_url: str
    drop_url: str
    drop_all_url: str


@dataclass(frozen=True, slots=True)
class DisputeView:
    """Somebody says the deal is wrong."""

    id: int
    raised_by: str
    note: str
    clock: str
    is_open: bool
    settle_url: str


@dataclass(frozen=True, slots=True)
class DealPage:
    """All the template needs. `n` is the revision in force; `may` names what the actor may do."""

    place: TablePlace
    deal_id: UUID
    number: int
    n: int
    deal: DealView
    called: Called
    history: Sequence[RevisionView]
    disputes: Sequence[DisputeView]
    pairs: Sequence[PairView]
    may: Mapping[str, bool]

    @property
    def urls(self) -> Mapping[str, str]:
        """Where the pages and buttons of this deal are."""
        routes = {"show": "deal", "dispute": "deal-dispute"}
        routes |= {name: f"deal-{name}" for name in ("correct", "void", "restore")}
        return {name: self.place.url(route, number=self.number) for name, route in routes.items()}


def find_deal_id(*, place: TablePlace, number: int | str) -> UUID:
    """The deal of this number at the table; `not_found` where it has none."""
    found = _find(place, number)
    if found is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="number")
    return found.id


def get_deal_page(*, actor: Actor, place: TablePlace, number: int) -> DealPage:
    """The page; a fixed number of statements for any length of history. Errors: `not_found`."""
    row = _find(place, number)
    if row is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="number")
    revisions = revision_rows(revisions_of_deal(deal=row), deal=row, table=place.table)
    disputes = dispute_rows(disputes_of_deal(deal=row), club_id=place.club.id)
    pairs = [pair for pair in list_duplicates_of_deal(deal=row) if pair.state == "open"]
    doubles = _doubles(place, row, pairs)
    called = call_people(_people([row, *doubles.values()], revisions))
    return DealPage(
        place=place,
        deal_id=row.id,
        number=number,
        n=row.n,
        deal=view_deal(row, called=called, zone=place.zone, anchor="van"),
        called=called,
        history=[_revision(revision, called, place.zone) for revision in revisions],
        disputes=[_dispute(dispute, place, number) for dispute in disputes],
        pairs=[_pair(pair, doubles, called, place) for pair in pairs],
        may=_may(place, row),
    )


def _find(place: TablePlace, number: int | str) -> DealRow | None:
    said = str(number)
    if not said.isdecimal() or len(said) > MOST_DIGITS:
        return None
    rows = deal_rows(deals_of_table(table=place.table).filter(number=int(said)))
    return rows[0] if rows else None


def _doubles(
    place: TablePlace, row: DealRow, pairs: Sequence[DuplicateRow]
) -> Mapping[UUID, DealRow]:
    """The deals of open pairs, this one among them; no statement where there are none."""
    ids = {deal.id for pair in pairs for deal in (pair.deal, pair.other)} - {row.id}
    if not ids:
        return {}
    others = deal_rows(deals_of_table(table=place.table).filter(pk__in=ids))
    return {deal.id: deal for deal in [row, *others]}


def _people(rows: Iterable[DealRow], revisions: Sequence[RevisionRow]) -> Iterable[Name]:
    for row in rows:
        yield from (seat.person for seat in row.seats)
    for revision in revisions:
        for state in (revision.before, revision.after):
            if state is not None:
                yield from (seat.person for seat in state.seats)


def _revision(revision: RevisionRow, called: Called, zone: ZoneInfo) -> RevisionView:
    return RevisionView(
        n=revision.n,
        said=_kind(revision),
        author=revision.author.name or revision.author.device,
        moment=revision.recorded_at.isoformat(timespec="minutes"),
        clock=_clock(revision.recorded_at, zone),
        note=revision.note,
        changes=_changes(revision.before, revision.after, called),
    )


def _kind(revision: RevisionRow) -> str:
    if revision.kind == "follow":
        return _("Gà đổi theo ván %(number)s") % {"number": revision.cause_number}
    return {
        "record": _("Ghi ván"),
        "correct": _("Sửa ván"),
        "void": _("Hủy ván"),
        "restore": _("Khôi phục ván"),
        "rescore": _("Tính lại"),
    }[revision.kind]


def _changes(before: DealState | None, after: DealState, called: Called) -> Sequence[Change]:
    """Whose points are others than before, in seat order; everybody's where the deal is new."""
    old = {seat.person: seat.net_points for seat in before.seats} if before else {}
    new = {seat.person: seat.net_points for seat in after.seats}
    return [
        Change(call(person, called), old.get(person), new.get(person))
        for person in {**new, **old}
        if old.get(person) != new.get(person)
    ]


def _dispute(dispute: DisputeRow, place: TablePlace, number: int) -> DisputeView:
    return DisputeView(
        id=dispute.id,
        raised_by=dispute.raised_by,
        note=dispute.note,
        clock=_clock(dispute.raised_at, place.zone),
        is_open=dispute.state == "open",
        settle_url=place.url("deal-dispute-settle", number=number, dispute_id=dispute.id),
    )


def _pair(
    pair: DuplicateRow, doubles: Mapping[UUID, DealRow], called: Called, place: TablePlace
) -> PairView:
    marked = pair.deal.number
    return PairView(
        marked_number=marked,
        other_number=pair.other.number,
        why=why_paired(pair.why),
        deals=[
            view_deal(
                doubles[deal.id],
                called=called,
                zone=place.zone,
                anchor=f"cap-{deal.number}",
                address=place.url("deal", number=deal.number),
            )
            for deal in (pair.other, pair.deal)
        ],
        keep_url=place.url("deal-double-keep", number=marked),
        drop_url=place.url("deal-double-drop", number=marked),
        drop_all_url=place.url("deal-double-drop-all", number=marked),
    )


def why_paired(why: str) -> str:
    """What made two deals look like one."""
    if why == "number":
        return _("Hai máy cùng ghi ván này.")
    return _("Máy khác ghi cùng nội dung trong vòng ba phút.")


def _may(place: TablePlace, row: DealRow) -> Mapping[str, bool]:
    may_revise = place.may(Action.REVISE)
    is_void = row.kind == "void"
    return {
        "correct": may_revise,
        "void": may_revise and not is_void,
        "restore": may_revise and is_void,
        "dispute": place.may(Action.DISPUTE),
        "settle_dispute": place.may(Action.SETTLE_DISPUTE),
        "resolve": place.may(Action.RESOLVE_DUPLICATE),
    }


def _clock(instant: datetime, zone: ZoneInfo) -> str:
    return f"{instant.astimezone(zone):%d/%m %H:%M}"
