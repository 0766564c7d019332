"""The one look-up recording makes before it writes: is this deal known, and could another phone
have recorded it?
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from scoring.models import DealRevision, DuplicateWhy

SAME_CONTENT_WINDOW = timedelta(minutes=3)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A recorded deal: where it stands now, and what it was first sent with, by which phone or
    login.
    """

    deal_id: UUID
    table_id: int
    number: int
    first_hash: str
    first_source: str
    n: int
    kind: str
    revision_id: UUID
    seat_count: int


@dataclass(frozen=True, slots=True)
class Neighbours:
    """`known` is the deal of this id, at whatever table; `near` are deals of this table it may
    double.
    """

    known: Neighbour | None
    near: Sequence[Neighbour]

    def find_duplicated(
        self, *, source: str, base_number: int | None, content_hash: str
    ) -> tuple[Neighbour, DuplicateWhy] | None:
        """The deal another device may have recorded already, and why we think so (architecture.md,
        section 5).

        First the one numbered `base_number + 1`, the number this phone meant; else one of the same
        content.
        """
        others = [deal for deal in self.near if deal.first_source != source]
        for deal in others:
            if base_number is not None and deal.number == base_number + 1:
                return deal, DuplicateWhy.NUMBER
        alike = [deal for deal in others if deal.first_hash == content_hash]
        return (alike[-1], DuplicateWhy.CONTENT) if alike else None


def find_neighbours(
    *,
    deal_id: UUID,
    table_id: int,
    base_number: int | None,
    content_hash: str,
    played_at: datetime,
    received_at: datetime,
) -> Neighbours:
    """One statement, by the deal's key and by the table's: it stays quick however long the club's
    history is.
    """
    alike = Q(content_hash=content_hash) & (
        Q(deal__played_at__range=_around(played_at)) | Q(recorded_at__range=_around(received_at))
    )
    meant = alike if base_number is None else alike | Q(deal__number=base_number + 1)
    first = DealRevision.objects.filter(n=1).values_list(
        "deal_id",
        "deal__table_id",
        "deal__number",
        "content_hash",
        "source",
        "deal__current__n",
        "deal__current__kind",
        "deal__current_id",
        "deal__current__seat_count",
    )
    found = [
        Neighbour(*row)
        for row in first.filter(deal_id=deal_id).union(
            first.filter(meant, deal__table_id=table_id), all=False
        )
    ]
    return Neighbours(
        known=next((deal for deal in found if deal.deal_id == deal_id), None),
        near=sorted(
            (deal for deal in found if deal.deal_id != deal_id and deal.seat_count),
            key=lambda deal: deal.number,
        ),
    )


def _around(instant: datetime) -> tuple[datetime, datetime]:
    return instant - SAME_CONTENT_WINDOW, instant + SAME_CONTENT_WINDOW
