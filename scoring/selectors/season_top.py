"""The head of a season's table as last built, for a club's front page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django.db.models import Q

from scoring.models import Season, StandingRow, StandingState
from scoring.selectors.deals import Name
from scoring.selectors.members import ClubRow
from scoring.selectors.policies import policy_of

TOP = 5


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A row of the season's table.

    `value` is what the season ranks by. `places_up` is negative for who fell, None where no
    movement is known; `is_new` for who was not ranked before the latest night.
    """

    person: Name
    rank: int
    is_shared: bool
    value: int | Fraction | None
    deals: int
    places_up: int | None
    is_new: bool


@dataclass(frozen=True, slots=True)
class SeasonTop:
    """A season and the first of its table; `built_at` is when that was made, `metric` what it
    ranks by (standings.md, S-20).
    """

    id: int
    name: str
    first_day: date
    last_day: date
    state: str
    metric: str
    is_up_to_date: bool
    built_at: datetime | None
    top: Sequence[RankedPlayer]


def find_season_top(*, club: ClubRow, today: date) -> SeasonTop | None:
    """The season of this day, else the one that began last; three statements."""
    season = (
        Season.objects.filter(club_id=club.id)
        .select_related("policy_version")
        .annotate(is_now=Q(first_day__lte=today, last_day__gte=today))
        .order_by("-is_now", "-first_day")
        .first()
    )
    if season is None:
        return None
    state = StandingState.objects.filter(season=season).first()
    rows = (
        StandingRow.objects.filter(season=season, rank__isnull=False)
        .select_related("player")
        .order_by("position")[:TOP]
    )
    movements = _movements(state)
    return SeasonTop(
        id=season.pk,
        name=season.name,
        first_day=season.first_day,
        last_day=season.last_day,
        state=season.state,
        metric=policy_of(season).metric,
        is_up_to_date=state is not None and state.built_revision == season.dirty_revision,
        built_at=state.built_at if state else None,
        top=[_ranked(row, movements.get(str(row.player_id))) for row in rows],
    )


def _movements(state: StandingState | None) -> Mapping[str, Any]:
    """Those of the table as it is shown; none where they were made for another."""
    if state is None or state.movements_revision != state.built_revision:
        return {}
    return state.movements or {}


def _ranked(row: StandingRow, movement: Mapping[str, Any] | None) -> RankedPlayer:
    assert row.rank is not None
    value = row.row["value"]
    was_ranked = movement is not None and movement["from"] is not None
    return RankedPlayer(
        person=Name(row.player_id, row.player.name, row.player.call_name),
        rank=row.rank,
        is_shared=bool(row.row["shared"]),
        value=Fraction(*value) if isinstance(value, list) else value,
        deals=int(row.row["deals"]),
        places_up=movement["from"] - row.rank if movement and was_ranked else None,
        is_new=movement is not None and movement["kind"] == "new",
    )
