"""Open and decided questions about deals: disputes and possible duplicates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import AuditEvent, Deal, Dispute, PossibleDuplicate
from scoring.selectors.authors import names_of_logins
from scoring.selectors.deals import DealRow
from scoring.selectors.members import ClubRow
from scoring.selectors.nights import NightRow
from scoring.selectors.tables import TableState, role_expression


@dataclass(frozen=True, slots=True)
class DealAt:
    """A deal by where it stands; `n` is its revision in force."""

    id: UUID
    day: date
    table_id: int
    table_label: str
    number: int
    n: int
    is_void: bool


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """Somebody says a deal is wrong; `raised_by` is what they are called in the club."""

    id: int
    club_id: int
    deal: DealAt
    raised_by: str
    note: str
    state: str
    raised_at: datetime
    settled_at: datetime | None


@dataclass(frozen=True, slots=True)
class DuplicateRow:
    """`deal` may be another phone's record of `other`, which was there first; `why` is `number` or
    `content`.
    """

    id: int
    deal: DealAt
    other: DealAt
    why: str
    state: str
    created_at: datetime
    resolved_at: datetime | None


def disputes_of_night(*, night: NightRow, state: str = "") -> QuerySet[Dispute]:
    """Disputes about deals of the night, the last first, for pages and `dispute_rows`."""
    return _disputes(state).filter(deal__table__night_id=night.id)


def disputes_of_club(*, club: ClubRow, state: str = "") -> QuerySet[Dispute]:
    """Disputes in the club, the last first, for pages and `dispute_rows`."""
    return _disputes(state).filter(deal__table__night__club_id=club.id)


def disputes_of_deal(*, deal: DealRow) -> QuerySet[Dispute]:
    """Disputes about one deal, the last first, for pages and `dispute_rows`."""
    return _disputes("").filter(deal_id=deal.id)


def dispute_rows(page: Iterable[Dispute], *, club_id: int) -> Sequence[DisputeRow]:
    """A page of disputes; at most two statements more."""
    disputes = list(page)
    names = names_of_logins({dispute.raised_by_id for dispute in disputes}, club_id=club_id)
    return [
        DisputeRow(
            id=dispute.pk,
            club_id=club_id,
            deal=_deal_at(dispute.deal),
            raised_by=names.get(dispute.raised_by_id, ""),
            note=dispute.note.text if dispute.note else "",
            state=dispute.state,
            raised_at=dispute.raised_at,
            settled_at=dispute.settled_at,
        )
        for dispute in disputes
    ]


def get_dispute(*, actor: Actor, dispute_id: int) -> DisputeRow:
    """A dispute for an actor with a role at its table; `not_found` for everybody else."""
    role = role_expression(actor, table="deal__table_id", club="deal__table__night__club_id")
    dispute = _disputes("").annotate(actor_role=role).filter(pk=dispute_id).first()
    if dispute is None or dispute.actor_role is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    return dispute_rows([dispute], club_id=dispute.deal.table.night.club_id)[0]


def find_dispute_raised(*, club_id: int, key: str) -> int | None:
    """The dispute that the request with this Idempotency-Key raised; its event is the deal's."""
    events = AuditEvent.objects.filter(club_id=club_id, idempotency_key=key, action="dispute.raise")
    found: int | None = events.values_list("after__dispute_id", flat=True).first()
    return found


def duplicates_of_night(*, night: NightRow, state: str = "") -> QuerySet[PossibleDuplicate]:
    """Pairs in the night, the last first, for pages and `duplicate_rows`."""
    return _duplicates(state).filter(deal__table__night_id=night.id)


def duplicates_of_table(*, table: TableState, state: str = "") -> QuerySet[PossibleDuplicate]:
    """Pairs at the table, the last first, for pages and `duplicate_rows`."""
    return _duplicates(state).filter(deal__table_id=table.id)


def list_duplicates_of_deal(*, deal: DealRow) -> Sequence[DuplicateRow]:
    """Every pair the deal stands in, on either side, the last first; one statement."""
    pairs = _duplicates("").filter(Q(deal_id=deal.id) | Q(other_id=deal.id))
    return duplicate_rows(pairs)


def duplicate_rows(page: Iterable[PossibleDuplicate]) -> Sequence[DuplicateRow]:
    """A page of pairs."""
    return [
        DuplicateRow(
            id=pair.pk,
            deal=_deal_at(pair.deal),
            other=_deal_at(pair.other),
            why=pair.why,
            state=pair.state,
            created_at=pair.created_at,
            resolved_at=pair.resolved_at,
        )
        for pair in page
    ]


def _disputes(state: str) -> QuerySet[Dispute]:
    disputes = Dispute.objects.select_related("note", "deal__table__night", "deal__current")
    wanted = disputes.filter(state=state) if state else disputes
    return wanted.order_by("-pk")


def _duplicates(state: str) -> QuerySet[PossibleDuplicate]:
    pairs = PossibleDuplicate.objects.select_related(
        "deal__table__night", "deal__current", "other__table__night", "other__current"
    )
    wanted = pairs.filter(state=state) if state else pairs
    return wanted.order_by("-pk")


def _deal_at(deal: Deal) -> DealAt:
    return DealAt(
        id=deal.pk,
        day=deal.table.night.day,
        table_id=deal.table_id,
        table_label=deal.table.label,
        number=deal.number,
        n=deal.current.n,
        is_void=deal.current.is_void,
    )
