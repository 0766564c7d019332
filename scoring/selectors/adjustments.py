"""Lines managers wrote beside the deals of a night."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Adjustment, AdjustmentScope
from scoring.selectors.authors import Author, authors_of
from scoring.selectors.ends import End, end_of
from scoring.selectors.members import ClubRow
from scoring.selectors.nights import NightRow


@dataclass(frozen=True, slots=True)
class AdjustmentRow:
    """`payer` gave `payee` points. `cancels_id` is the one this took back, `cancelled_by_id` the
    one that took this back.
    """

    id: UUID
    payer: End
    payee: End
    points: int
    note: str
    author: Author
    recorded_at: datetime
    cancels_id: UUID | None
    cancelled_by_id: UUID | None


def adjustments_of_night(*, night: NightRow) -> QuerySet[Adjustment]:
    """Night adjustments, the last first, to be cut into pages and read by `adjustment_rows`."""
    adjustments = Adjustment.objects.filter(
        scope=AdjustmentScope.NIGHT, night_id=night.id, club_id=night.club_id
    )
    return adjustments.select_related(
        "payer__player__root", "payee__player__root", "note", "cancelled_by"
    ).order_by("-recorded_at", "-pk")


def adjustment_rows(page: Iterable[Adjustment], *, club: ClubRow) -> Sequence[AdjustmentRow]:
    """A page of `adjustments_of_night`; at most three statements more."""
    adjustments = list(page)
    authors = authors_of(adjustments, club_id=club.id)
    rows: list[AdjustmentRow] = []
    for adjustment in adjustments:
        assert adjustment.payer is not None
        assert adjustment.payee is not None
        rows.append(
            AdjustmentRow(
                id=adjustment.pk,
                payer=end_of(adjustment.payer),
                payee=end_of(adjustment.payee),
                points=adjustment.points,
                note=adjustment.note.text if adjustment.note else "",
                author=authors.of(adjustment),
                recorded_at=adjustment.recorded_at,
                cancels_id=adjustment.cancels_id,
                cancelled_by_id=_cancelled_by(adjustment),
            )
        )
    return rows


def get_adjustment(*, club: ClubRow, night: NightRow, adjustment_id: UUID) -> AdjustmentRow:
    """One adjustment of this night; `not_found` for everything else."""
    row = find_adjustment(club=club, night=night, adjustment_id=adjustment_id)
    if row is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    return row


def find_adjustment(*, club: ClubRow, night: NightRow, adjustment_id: UUID) -> AdjustmentRow | None:
    """One adjustment of this night, or None."""
    found = list(adjustments_of_night(night=night).filter(pk=adjustment_id))
    return adjustment_rows(found, club=club)[0] if found else None


def _cancelled_by(adjustment: Adjustment) -> UUID | None:
    contrary = getattr(adjustment, "cancelled_by", None)
    return None if contrary is None else contrary.pk
