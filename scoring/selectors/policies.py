"""Standings policies of a club and their published versions."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import Count, F, Max, QuerySet

from scoring.engine.standings import StandingsPolicy
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Policy, PolicyVersion, Season


def policy_of(season: Season) -> StandingsPolicy:
    """The policy of a season; one that names none is ranked by the defaults."""
    if season.policy_version is None:
        return StandingsPolicy()
    return parse_policy(season.policy_version.canonical)


def get_policy_version(*, club_id: int, version_id: int) -> PolicyVersion:
    """A published version of this club; `policy_unknown` for everything else."""
    version = PolicyVersion.objects.filter(pk=version_id, policy__club_id=club_id).first()
    if version is None:
        raise ServiceRefused(ErrorCode.POLICY_UNKNOWN, field="policy_version_id")
    return version


@dataclass(frozen=True, slots=True)
class PolicyVersionRow:
    """A published version; `season_count` are the seasons ranked by it."""

    id: int
    policy_id: int
    name: str
    n: int
    canonical: str
    sha256: str
    published_at: datetime
    season_count: int

    @property
    def policy(self) -> StandingsPolicy:
        """What it says."""
        return parse_policy(self.canonical)


def list_policy_versions(*, club_id: int) -> Sequence[PolicyVersionRow]:
    """Every published version of the club, by name, the latest of each first; one statement."""
    versions = PolicyVersion.objects.filter(policy__club_id=club_id)
    rows = versions.order_by("policy__name_key", "policy_id", "-n").values(
        "id",
        "policy_id",
        "n",
        "canonical",
        "sha256",
        "published_at",
        name=F("policy__name"),
        season_count=Count("seasons"),
    )
    return [PolicyVersionRow(**row) for row in rows]


def get_policy_version_row(*, club_id: int, version_id: int) -> PolicyVersionRow:
    """One of them; `not_found` for everything else."""
    for row in list_policy_versions(club_id=club_id):
        if row.id == version_id:
            return row
    raise ServiceRefused(ErrorCode.NOT_FOUND, field="policy_version_id")


def list_policies(*, club_ids: Collection[int]) -> QuerySet[Policy]:
    """The policies of these clubs, by club and name, with the number and time of the latest
    version as `last_n` and `last_published_at`.
    """
    return (
        Policy.objects.filter(club_id__in=club_ids)
        .select_related("club")
        .annotate(last_n=Max("versions__n"), last_published_at=Max("versions__published_at"))
        .order_by("club__name", "club_id", "name_key")
    )


@lru_cache(maxsize=64)
def parse_policy(canonical: str) -> StandingsPolicy:
    """A published version's text never changes, so neither does this."""
    return StandingsPolicy.from_json(json.loads(canonical))
