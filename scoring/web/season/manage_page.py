"""What managers do with a season: days, policy, closing, opening again; and how often it was
closed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from django.http import QueryDict

from scoring.permissions import Action, can
from scoring.selectors.members import ClubRow
from scoring.selectors.policies import list_policy_versions
from scoring.selectors.season_table import (
    SnapshotHead,
    list_season_nights,
    list_snapshots,
)
from scoring.selectors.seasons import SeasonInClub, get_season_in_club
from scoring.web.forms.base import ServiceForm
from scoring.web.forms.season import CloseForm, DaysForm, PolicyChoiceForm, ReopenForm
from scoring.web.season.nav import SeasonNav, navigate


@dataclass(frozen=True, slots=True)
class ManagePage:
    """`open_days` are the nights that stand in the way of closing."""

    club: ClubRow
    nav: SeasonNav
    season: SeasonInClub
    snapshots: Sequence[SnapshotHead]
    open_days: Sequence[date]
    has_policies: bool
    can_reopen: bool
    zone: ZoneInfo


def get_manage_page(club: ClubRow, season_id: int) -> ManagePage:
    """Errors: `not_found` for another club's season."""
    season = get_season_in_club(club_id=club.id, season_id=season_id)
    nights = list_season_nights(season_id=season.id)
    return ManagePage(
        club=club,
        nav=navigate(club, season.id),
        season=season,
        snapshots=list_snapshots(season_id=season.id),
        open_days=[night.day for night in nights if night.state == "open"],
        has_policies=bool(list_policy_versions(club_id=club.id)),
        can_reopen=can(Action.REOPEN_SEASON, role=club.role),
        zone=ZoneInfo(club.time_zone),
    )


def read_manage_forms(
    club: ClubRow, season_id: int, *, name: str = "", data: QueryDict | None = None
) -> Mapping[str, ServiceForm]:
    """The forms of the page; the one of this name with what was typed into it."""
    season = get_season_in_club(club_id=club.id, season_id=season_id)
    typed = {name: data}
    days = {"first_day": season.first_day, "last_day": season.last_day}
    return {
        "days": DaysForm(typed.get("days"), initial=days),
        "policy": PolicyChoiceForm(
            typed.get("policy"),
            versions=list_policy_versions(club_id=club.id),
            chosen=season.policy_version_id,
        ),
        "close": CloseForm(typed.get("close"), prefix=None),
        "reopen": ReopenForm(typed.get("reopen")),
    }
