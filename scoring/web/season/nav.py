"""Where the pages of a season lead to each other."""

from dataclasses import dataclass

from scoring.permissions import Action, can
from scoring.selectors.members import ClubRow


@dataclass(frozen=True, slots=True)
class SeasonNav:
    """The club and season of a page, and what the viewer may do there."""

    slug: str
    season_id: int
    can_manage: bool


def navigate(club: ClubRow, season_id: int) -> SeasonNav:
    """For a viewer of this role."""
    return SeasonNav(club.slug, season_id, can(Action.MANAGE_SEASONS, role=club.role))
