"""Rule sets of a club, their published versions, and where these are used."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Max, QuerySet

from scoring.engine import Ruleset as Rules
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Club, Ruleset, RulesetVersion, Table


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One published version. `table_count` tables play by it now, the last of them on `last_day`
    (None where none does); `is_default` is what new tables open under.
    """

    id: int
    ruleset_id: int
    name: str
    n: int
    published_at: datetime
    sha256: str
    canonical: str
    is_default: bool
    table_count: int
    last_day: date | None

    @property
    def rules(self) -> Rules:
        """What the version says."""
        return Rules.from_json(json.loads(self.canonical))


@dataclass(frozen=True, slots=True)
class RulesetRow:
    """A rule set with its versions, newest first."""

    id: int
    name: str
    versions: Sequence[VersionRow]

    @property
    def is_default(self) -> bool:
        """Is one of its versions the club's default?"""
        return any(version.is_default for version in self.versions)


def get_ruleset_version(*, club_id: int, version_id: int) -> RulesetVersion:
    """A published version of this club; `ruleset_unknown` for everything else."""
    version = RulesetVersion.objects.filter(pk=version_id, ruleset__club_id=club_id).first()
    if version is None:
        raise ServiceRefused(ErrorCode.RULESET_UNKNOWN, field="ruleset_version_id")
    return version


def list_rulesets(*, club_id: int) -> Sequence[RulesetRow]:
    """The club's rule sets, the default first, then by name; three statements."""
    rows = _rows(club_id)
    by_ruleset: dict[int, list[VersionRow]] = {}
    for row in rows:
        by_ruleset.setdefault(row.ruleset_id, []).append(row)
    rulesets = [
        RulesetRow(ruleset_id, versions[0].name, versions)
        for ruleset_id, versions in by_ruleset.items()
    ]
    return sorted(rulesets, key=lambda row: (not row.is_default, row.name, row.id))


def get_version(*, club_id: int, version_id: int) -> tuple[VersionRow, Sequence[VersionRow]]:
    """A version, and all versions of its rule set, newest first; three statements.

    Errors: `not_found`, for another club's too.
    """
    rows = _rows(club_id)
    found = next((row for row in rows if row.id == version_id), None)
    if found is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="ruleset_version_id")
    return found, [row for row in rows if row.ruleset_id == found.ruleset_id]


def _rows(club_id: int) -> Sequence[VersionRow]:
    """Every version of the club, those of a rule set newest first."""
    default = Club.objects.values_list("default_ruleset_version_id", flat=True).get(pk=club_id)
    used = _usage(club_id)
    versions = RulesetVersion.objects.filter(ruleset__club_id=club_id).select_related("ruleset")
    return [
        VersionRow(
            id=version.pk,
            ruleset_id=version.ruleset_id,
            name=version.ruleset.name,
            n=version.n,
            published_at=version.published_at,
            sha256=version.sha256,
            canonical=version.canonical,
            is_default=version.pk == default,
            table_count=used.get(version.pk, (0, None))[0],
            last_day=used.get(version.pk, (0, None))[1],
        )
        for version in versions.order_by("ruleset_id", "-n")
    ]


def _usage(club_id: int) -> Mapping[int, tuple[int, date | None]]:
    """How many tables play by each version, and when the last one did."""
    tables = Table.objects.filter(night__club_id=club_id).order_by()
    sums = tables.values_list("ruleset_version_id").annotate(
        count=Count("pk"), last=Max("night__day")
    )
    return {version_id: (count, last) for version_id, count, last in sums}


def list_rulesets_of_clubs(*, club_ids: Collection[int]) -> QuerySet[Ruleset]:
    """The rule sets of these clubs, by club and name, with the number and time of the latest
    version as `last_n` and `last_published_at`.
    """
    return (
        Ruleset.objects.filter(club_id__in=club_ids)
        .select_related("club")
        .annotate(last_n=Max("versions__n"), last_published_at=Max("versions__published_at"))
        .order_by("club__name", "club_id", "name_key")
    )
