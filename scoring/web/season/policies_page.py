"""The standings policies of a club, in plain words."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from scoring.engine.standings import StandingsPolicy
from scoring.permissions import Action, can
from scoring.selectors.members import ClubRow
from scoring.selectors.policies import (
    PolicyVersionRow,
    get_policy_version_row,
    list_policy_versions,
)
from scoring.words.policies import plain_words
from scoring.words.working import Said


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version in sentences; `day` is when it was published."""

    row: PolicyVersionRow
    day: date
    said: Sequence[Said]
    text: str


@dataclass(frozen=True, slots=True)
class PoliciesPage:
    """By name, the latest version of each first; `defaults` is what a season has without any."""

    club: ClubRow
    versions: Sequence[VersionView]
    defaults: Sequence[Said]
    can_manage: bool


@dataclass(frozen=True, slots=True)
class PolicyPage:
    """One version."""

    club: ClubRow
    version: VersionView


def get_policies_page(club: ClubRow) -> PoliciesPage:
    """One statement beside the club's."""
    return PoliciesPage(
        club=club,
        versions=[_view(row, club) for row in list_policy_versions(club_id=club.id)],
        defaults=plain_words(StandingsPolicy()),
        can_manage=can(Action.MANAGE_SEASONS, role=club.role),
    )


def get_policy_page(club: ClubRow, version_id: int) -> PolicyPage:
    """Errors: `not_found` for another club's version."""
    row = get_policy_version_row(club_id=club.id, version_id=version_id)
    return PolicyPage(club, _view(row, club))


def suggest_policy(club: ClubRow) -> Mapping[str, str]:
    """What the form begins with: the latest version published, else the defaults."""
    versions = list_policy_versions(club_id=club.id)
    if not versions:
        return {"name": "", "policy": _text(StandingsPolicy())}
    latest = max(versions, key=lambda row: row.published_at)
    return {"name": latest.name, "policy": _text(latest.policy)}


def _view(row: PolicyVersionRow, club: ClubRow) -> VersionView:
    day = row.published_at.astimezone(ZoneInfo(club.time_zone)).date()
    return VersionView(row, day, plain_words(row.policy), _text(row.policy))


def _text(policy: StandingsPolicy) -> str:
    """The policy as people edit it: an option a line."""
    options = policy.to_json().items()
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in options]
    return "{\n" + ",\n".join(lines) + "\n}"
