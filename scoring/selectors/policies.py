"""Standings policies of a club and their published versions."""

import json
from functools import lru_cache

from scoring.engine.standings import StandingsPolicy
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import PolicyVersion, Season


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


@lru_cache(maxsize=64)
def parse_policy(canonical: str) -> StandingsPolicy:
    """A published version's text never changes, so neither does this."""
    return StandingsPolicy.from_json(json.loads(canonical))
