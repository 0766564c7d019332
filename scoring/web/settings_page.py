"""The page of what owners set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.actors import Actor
from scoring.permissions import Action, verify
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.rulesets import VersionRow, list_rulesets


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """`now` is what holds, by the names of the service; `versions` can be the default rule set."""

    club: ClubRow
    now: Mapping[str, object]
    versions: Sequence[VersionRow]

    @property
    def default_version_id(self) -> int | None:
        """What new tables open under."""
        return next((row.id for row in self.versions if row.is_default), None)


def get_settings_page(*, actor: Actor, slug: str) -> SettingsPage:
    """For owners. Errors: `not_found`, `role_too_low`."""
    club = get_club(actor=actor, slug=slug)
    verify(Action.MANAGE_CLUB, role=club.role)
    rulesets = list_rulesets(club_id=club.id)
    return SettingsPage(
        club=club,
        now={
            "name": club.name,
            "language": club.language,
            "time_zone": club.time_zone,
            "day_cutoff_hours": club.day_cutoff_hours,
            "rotates_loser": club.rotates_loser,
            "swaps_after_u": club.swaps_after_u,
            "counts_points": club.counts_points,
        },
        versions=[version for ruleset in rulesets for version in ruleset.versions],
    )
