"""Rule sets of a club and their published versions."""

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import RulesetVersion


def get_ruleset_version(*, club_id: int, version_id: int) -> RulesetVersion:
    """A published version of this club; `ruleset_unknown` for everything else."""
    version = RulesetVersion.objects.filter(pk=version_id, ruleset__club_id=club_id).first()
    if version is None:
        raise ServiceRefused(ErrorCode.RULESET_UNKNOWN, field="ruleset_version_id")
    return version
