"""The history of a deal: what each revision found and what it left."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from scoring.models import DealRevision, DealSeat
from scoring.selectors.authors import Author, authors_of
from scoring.selectors.deals import DealRow, Name
from scoring.selectors.tables import TableState


@dataclass(frozen=True, slots=True)
class SeatPoints:
    """What one seat came to in one revision."""

    person: Name
    place: int | None
    net_points: int


@dataclass(frozen=True, slots=True)
class DealState:
    """A deal as one revision left it. A void one keeps its sheet and has no seats.

    `sheet` is `phom-sheet/1` with player UUIDs, without the pot and without typed words.
    """

    n: int
    is_void: bool
    stake_points: int
    ruleset_version_id: int
    pot_before_points: int | None
    sheet: Mapping[str, Any]
    seats: Sequence[SeatPoints]


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """One revision: who made it, when and why, and the deal before and after it.

    `cause_number` is the deal whose revision changed the pot, for those that followed it.
    """

    id: UUID
    n: int
    kind: str
    recorded_at: datetime
    author: Author
    note: str
    cause_number: int | None
    before: DealState | None
    after: DealState


def revisions_of_deal(*, deal: DealRow) -> QuerySet[DealRevision]:
    """Revisions of a deal, the last first, to be cut into pages and read by `revision_rows`."""
    revisions = DealRevision.objects.filter(deal_id=deal.id)
    return revisions.select_related("note", "cause__deal").order_by("-n")


def revision_rows(
    page: Iterable[DealRevision], *, deal: DealRow, table: TableState
) -> Sequence[RevisionRow]:
    """A page of `revisions_of_deal`, each with the revision before it; at most five statements."""
    revisions = list(page)
    if not revisions:
        return []
    states = _states(deal.id, first=revisions[-1].n - 1, last=revisions[0].n)
    authors = authors_of(revisions, club_id=table.club_id)
    return [
        RevisionRow(
            id=revision.pk,
            n=revision.n,
            kind=revision.kind,
            recorded_at=revision.recorded_at,
            author=authors.of(revision),
            note=revision.note.text if revision.note else "",
            cause_number=revision.cause.deal.number if revision.cause else None,
            before=states.get(revision.n - 1),
            after=states[revision.n],
        )
        for revision in revisions
    ]


def _states(deal_id: UUID, *, first: int, last: int) -> Mapping[int, DealState]:
    """What revisions `first` to `last` left, by n."""
    seats = DealSeat.objects.select_related("player__root").order_by("seat")
    revisions = DealRevision.objects.filter(deal_id=deal_id, n__range=(first, last))
    return {
        revision.n: _state(revision)
        for revision in revisions.prefetch_related(Prefetch("seats", queryset=seats))
    }


def _state(revision: DealRevision) -> DealState:
    return DealState(
        n=revision.n,
        is_void=revision.is_void,
        stake_points=revision.stake_points,
        ruleset_version_id=revision.ruleset_version_id,
        pot_before_points=revision.pot_before_points,
        sheet=json.loads(revision.sheet),
        seats=[
            SeatPoints(
                person=Name(seat.player.root_id, seat.player.root.name, seat.player.root.call_name),
                place=seat.place,
                net_points=seat.net_points,
            )
            for seat in revision.seats.all()
        ],
    )
