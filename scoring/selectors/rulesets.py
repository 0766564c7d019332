"""Rule sets of a club and their published versions."""

from collections.abc import Collection

from django.db.models import Max, QuerySet

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Ruleset, RulesetVersion


def get_ruleset_version(*, club_id: int, version_id: int) -> RulesetVersion:
    """A published version of this club; `ruleset_unknown` for everything else."""
    version = RulesetVersion.objects.filter(pk=version_id, ruleset__club_id=club_id).first()
    if version is None:
        raise ServiceRefused(ErrorCode.RULESET_UNKNOWN, field="ruleset_version_id")
    return version


def list_rulesets(*, club_ids: Collection[int]) -> QuerySet[Ruleset]:
    """The rule sets of these clubs, by club and name, with the number and time of the latest
    version as `last_n` and `last_published_at`.
    """
    return (
        Ruleset.objects.filter(club_id__in=club_ids)
        .select_related("club")
        .annotate(last_n=Max("versions__n"), last_published_at=Max("versions__published_at"))
        .order_by("club__name", "club_id", "name_key")
    )
