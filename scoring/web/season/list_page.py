"""The seasons of a club."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.permissions import Action, can
from scoring.selectors.members import ClubRow
from scoring.selectors.seasons import SeasonInClub, list_seasons


@dataclass(frozen=True, slots=True)
class SeasonsPage:
    """The latest season first."""

    club: ClubRow
    seasons: Sequence[SeasonInClub]
    can_manage: bool


def get_list_page(club: ClubRow) -> SeasonsPage:
    """One statement beside the club's."""
    can_manage = can(Action.MANAGE_SEASONS, role=club.role)
    return SeasonsPage(club, list_seasons(club_id=club.id), can_manage)
