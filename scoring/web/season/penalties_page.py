"""The penalties and rewards of a season, each with the form that takes it back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

from scoring.permissions import Action, can
from scoring.selectors.members import ClubRow
from scoring.selectors.penalties import PenaltyRow, list_penalties
from scoring.selectors.seasons import SeasonInClub
from scoring.web.forms.season import CancelPenaltyForm
from scoring.web.season.nav import SeasonNav, navigate


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """`form` is None where nothing can be taken back."""

    row: PenaltyRow
    day: date
    form: CancelPenaltyForm | None


@dataclass(frozen=True, slots=True)
class PenaltiesPage:
    """The latest first."""

    club: ClubRow
    nav: SeasonNav
    season: SeasonInClub
    penalties: Sequence[PenaltyView]
    can_penalise: bool


def get_penalties_page(
    club: ClubRow,
    season: SeasonInClub,
    *,
    cancelling: Mapping[UUID, CancelPenaltyForm] | None = None,
) -> PenaltiesPage:
    """`cancelling` has the form of whichever was refused just now."""
    can_penalise = can(Action.PENALISE, role=club.role, season_closed=season.is_closed)
    zone = ZoneInfo(club.time_zone)
    typed = cancelling or {}

    def form_of(row: PenaltyRow) -> CancelPenaltyForm | None:
        if row.id in typed:
            return typed[row.id]
        return CancelPenaltyForm() if can_penalise and not row.is_cancelled else None

    return PenaltiesPage(
        club=club,
        nav=navigate(club, season.id),
        season=season,
        penalties=[
            PenaltyView(row, row.recorded_at.astimezone(zone).date(), form_of(row))
            for row in list_penalties(club_id=club.id, season_id=season.id)
        ],
        can_penalise=can_penalise,
    )
