"""What says, in one statement, whether a season's page is still as somebody has it.

Knows the season, the viewer's role, what was built when, and the heartbeat. Reads no row of the
table (architecture.md, section 6).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from hashlib import sha256
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.actors import Actor, Role
from scoring.engine.standings import StandingsPolicy
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Season, SeasonSnapshot, SeasonState
from scoring.selectors.heartbeats import is_silent, last_heartbeat
from scoring.selectors.members import ClubRow
from scoring.selectors.policies import parse_policy


@dataclass(frozen=True, slots=True)
class PolicyName:
    """The published version a season is ranked by."""

    version_id: int
    name: str
    n: int
    canonical: str


@dataclass(frozen=True, slots=True)
class SeasonStamp:
    """A season as its table was last built.

    `policy` is what the table was ranked by, `next_policy` what it will be ranked by once it is up
    to date; None is the defaults. `built_at` is None for a season never built. A closed season is
    as its snapshot was, whatever has changed since.
    """

    club: ClubRow
    login_id: int | None
    id: int
    name: str
    first_day: date
    last_day: date
    state: str
    seed: str
    policy: PolicyName | None
    next_policy: PolicyName | None
    built_revision: int
    movements_revision: int
    dirty_revision: int
    built_at: datetime | None
    checksum: str
    snapshot_id: int | None
    are_workers_silent: bool

    @property
    def is_closed(self) -> bool:
        """Nothing is ranked any more."""
        return self.state == SeasonState.CLOSED

    @property
    def is_dirty(self) -> bool:
        """Something has changed since: the page says «đang cập nhật»."""
        return not self.is_closed and self.built_revision != self.dirty_revision

    @property
    def has_movements(self) -> bool:
        """Whether movements were computed for the table as it stands."""
        return self.built_revision >= 0 and self.movements_revision == self.built_revision

    @property
    def ranked_by(self) -> StandingsPolicy:
        """What the table was ranked by."""
        return parse_policy(self.policy.canonical) if self.policy else StandingsPolicy()

    @property
    def fingerprint(self) -> str:
        """Equal for equal pages: the part of the ETag that the season gives.

        Made of all that is shown from here, and of the revisions, which rise with all the rest.
        """
        said = [repr(getattr(self, field.name)) for field in fields(self)]
        return sha256("\n".join(said).encode()).hexdigest()[:24]


_SHOWN = ("id", "name", "first_day", "last_day", "state", "seed", "dirty_revision")
_CLUB = ("slug", "name", "time_zone", "day_cutoff_hours")


def get_season_stamp(*, actor: Actor, slug: str, season_id: int) -> SeasonStamp:
    """One statement, whatever the season's length. Errors: `not_found` for strangers and for
    another club's season.
    """
    if actor.login_id is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="season_id")
    mine = Q(club__slug=slug, club__memberships__login_id=actor.login_id)
    built = {name: F(f"standing_state__{name}") for name in ("built_at", "checksum")}
    found = (
        Season.objects.filter(mine, pk=season_id)
        .values(
            *_SHOWN,
            **{f"club_{name}": F(f"club__{name}") for name in _CLUB},
            club_pk=F("club_id"),
            role=F("club__memberships__role"),
            built_revision=Coalesce("standing_state__built_revision", -1),
            movements_revision=Coalesce("standing_state__movements_revision", -1),
            **built,
            **_policy("built", "standing_state__policy_version"),
            **_policy("next", "policy_version"),
            snapshot_id=Subquery(_last_snapshot()),
            beat_at=Subquery(last_heartbeat()[:1]),
        )
        .first()
    )
    if found is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="season_id")
    return _stamp(found, login_id=actor.login_id)


def _last_snapshot() -> QuerySet[SeasonSnapshot, Any]:
    return SeasonSnapshot.objects.filter(season=OuterRef("pk")).order_by("-n").values("pk")[:1]


def _policy(prefix: str, path: str) -> dict[str, F]:
    said = {"version_id": "pk", "name": "policy__name", "n": "n", "canonical": "canonical"}
    return {f"{prefix}_{name}": F(f"{path}__{field}") for name, field in said.items()}


def _stamp(found: Mapping[str, Any], *, login_id: int) -> SeasonStamp:
    club = ClubRow(
        id=found["club_pk"],
        role=Role(found["role"]),
        **{name: found[f"club_{name}"] for name in _CLUB},
    )
    return SeasonStamp(
        club=club,
        login_id=login_id,
        policy=_policy_name(found, "built"),
        next_policy=_policy_name(found, "next"),
        built_revision=found["built_revision"],
        movements_revision=found["movements_revision"],
        built_at=found["built_at"],
        checksum=found["checksum"] or "",
        snapshot_id=found["snapshot_id"],
        are_workers_silent=is_silent(found["beat_at"]),
        **{name: found[name] for name in _SHOWN},
    )


def _policy_name(found: Mapping[str, Any], prefix: str) -> PolicyName | None:
    if found[f"{prefix}_version_id"] is None:
        return None
    names = ("version_id", "name", "n", "canonical")
    return PolicyName(**{name: found[f"{prefix}_{name}"] for name in names})
