"""Standings policies of a club and their published versions."""

import json
from collections.abc import Collection
from functools import lru_cache

from django.db.models import Max, QuerySet

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
