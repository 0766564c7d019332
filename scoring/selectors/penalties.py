"""Ranking points given or taken in a season, and what was taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Adjustment, AdjustmentScope


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """A penalty (below 0) or a reward, in the unit of the metric it was given under; cancelled
    ones keep their row and count nothing (S-06).
    """

    id: UUID
    season_id: int
    player_id: UUID
    name: str
    points: int
    note: str
    recorded_at: datetime
    recorded_by: str
    cancelled_at: datetime | None
    cancelled_by: str
    cancel_note: str

    @property
    def is_cancelled(self) -> bool:
        """Whether it was taken back."""
        return self.cancelled_at is not None


def list_penalties(*, club_id: int, season_id: int) -> Sequence[PenaltyRow]:
    """All of a season, the latest first; one statement. Nothing for another club's season."""
    rows = (
        Adjustment.objects.filter(
            club_id=club_id,
            season_id=season_id,
            scope=AdjustmentScope.SEASON,
            cancels__isnull=True,
        )
        .order_by("-recorded_at", "pk")
        .values_list(
            "pk",
            "season_id",
            "player_id",
            F("player__root__name"),
            "points",
            "note__text",
            "recorded_at",
            "author_login__username",
            "cancelled_by__recorded_at",
            "cancelled_by__author_login__username",
            "cancelled_by__note__text",
        )
    )
    return [_row(*row) for row in rows]


def get_penalty(*, club_id: int, season_id: int, adjustment_id: UUID) -> PenaltyRow:
    """One of them; `not_found` for everything else, so that a night's adjustment is no penalty."""
    for row in list_penalties(club_id=club_id, season_id=season_id):
        if row.id == adjustment_id:
            return row
    raise ServiceRefused(ErrorCode.NOT_FOUND, field="adjustment_id")


def _row(
    pk: UUID,
    season_id: int,
    player_id: UUID,
    name: str,
    points: int,
    note: str | None,
    recorded_at: datetime,
    recorded_by: str | None,
    cancelled_at: datetime | None,
    cancelled_by: str | None,
    cancel_note: str | None,
) -> PenaltyRow:
    return PenaltyRow(
        id=pk,
        season_id=season_id,
        player_id=player_id,
        name=name,
        points=points,
        note=note or "",
        recorded_at=recorded_at,
        recorded_by=recorded_by or "",
        cancelled_at=cancelled_at,
        cancelled_by=cancelled_by or "",
        cancel_note=cancel_note or "",
    )
