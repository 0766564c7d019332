"""A club's front page: what is being played, where the season stands, what happened lately.

A fixed number of statements, whatever the club has played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from scoring.days import club_day
from scoring.models import (
    Club,
    Dispute,
    DisputeState,
    DuplicateState,
    Night,
    NightState,
    Player,
    PossibleDuplicate,
    Table,
    TableTally,
    Transfer,
)
from scoring.selectors.deals import Name
from scoring.selectors.members import ClubRow
from scoring.selectors.season_top import SeasonTop, find_season_top

LATEST = 3


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a night that is being played; `leaders` share the highest points, if anybody has
    more than 0.
    """

    id: int
    label: str
    last_number: int
    leaders: Sequence[Name]
    points: int


@dataclass(frozen=True, slots=True)
class OpenNight:
    """A night that is being played."""

    id: int
    day: date
    tables: Sequence[PlayedTable]


@dataclass(frozen=True, slots=True)
class PastNight:
    """A night with deals and who came out first; several where they are level."""

    id: int
    day: date
    state: str
    deal_count: int
    firsts: Sequence[Name]
    points: int


@dataclass(frozen=True, slots=True)
class Home:
    """Everything the page says but records (`selectors.records`)."""

    ruleset: tuple[int, str, int] | None
    player_count: int
    open_nights: Sequence[OpenNight]
    season: SeasonTop | None
    latest: Sequence[PastNight]
    open_disputes: int
    open_duplicates: int
    today: date
    has_today: bool


def get_home(*, club: ClubRow, now: datetime | None = None) -> Home:
    """The front page of a club found for somebody who may see it."""
    today = club_day(
        now or timezone.now(), time_zone=club.time_zone, day_cutoff_hours=club.day_cutoff_hours
    )
    return Home(
        ruleset=_default_ruleset(club),
        player_count=Player.objects.filter(club_id=club.id, merged_into__isnull=True).count(),
        open_nights=_open_nights(club),
        season=find_season_top(club=club, today=today),
        latest=_latest(club),
        open_disputes=Dispute.objects.filter(
            deal__table__night__club_id=club.id, state=DisputeState.OPEN
        ).count(),
        open_duplicates=PossibleDuplicate.objects.filter(
            deal__table__night__club_id=club.id, state=DuplicateState.OPEN
        ).count(),
        today=today,
        has_today=Night.objects.filter(club_id=club.id, day=today).exists(),
    )


def _default_ruleset(club: ClubRow) -> tuple[int, str, int] | None:
    """Version, name and number."""
    return (
        Club.objects.filter(pk=club.id, default_ruleset_version__isnull=False)
        .values_list(
            "default_ruleset_version_id",
            "default_ruleset_version__ruleset__name",
            "default_ruleset_version__n",
        )
        .first()
    )


def _open_nights(club: ClubRow) -> Sequence[OpenNight]:
    """Nights being played with who leads at each table, latest first; two statements."""
    tables = Table.objects.filter(night__club_id=club.id, night__state=NightState.OPEN)
    leading = _leaders(tables)
    by_night: dict[int, list[PlayedTable]] = {}
    nights = Night.objects.filter(club_id=club.id, state=NightState.OPEN).order_by("-day")
    for table in tables.order_by("pk"):
        played = by_night.setdefault(table.night_id, [])
        leaders, points = leading.get(table.pk, ((), 0))
        played.append(
            PlayedTable(
                id=table.pk,
                label=table.label,
                last_number=table.last_number,
                leaders=leaders,
                points=points,
            )
        )
    return [OpenNight(night.pk, night.day, by_night.get(night.pk, [])) for night in nights]


@dataclass(slots=True)
class _Sums:
    """Points by person, for one table or night."""

    points: dict[UUID, int] = field(default_factory=dict)
    people: dict[UUID, Name] = field(default_factory=dict)

    def add(self, person: Name, points: int) -> None:
        self.people[person.player_id] = person
        self.points[person.player_id] = self.points.get(person.player_id, 0) + points

    def firsts(self) -> tuple[Sequence[Name], int]:
        """Who has the most points, in Vietnamese order, if it is more than 0."""
        most = max(self.points.values(), default=0)
        if most <= 0:
            return (), 0
        # The dictionary was filled in the order of the sort keys.
        return [self.people[who] for who, points in self.points.items() if points == most], most


_ROOT = ("player__root_id", "player__root__name", "player__root__call_name")


def _leaders(tables: QuerySet[Table]) -> Mapping[int, tuple[Sequence[Name], int]]:
    """Who leads at each of these tables, by their tallies; one statement."""
    return {key: sums.firsts() for key, sums in _sums_by(tables, "table_id").items()}


def _sums_by(tables: QuerySet[Table], key: str) -> dict[int, _Sums]:
    """Tallies of these tables added up by person, in Vietnamese order, for each table or night."""
    rows = (
        TableTally.objects.filter(table__in=tables)
        .values_list(key, *_ROOT)
        .annotate(total=Sum("net_points"))
        .order_by(key, "player__root__sort_key", "player__root_id")
    )
    sums: dict[int, _Sums] = {}
    for group, *root, total in rows:
        sums.setdefault(group, _Sums()).add(Name(*root), int(total))
    return sums


def _latest(club: ClubRow) -> Sequence[PastNight]:
    """The latest nights that are settled, with what was played and adjusted; four statements."""
    nights = list(
        Night.objects.filter(club_id=club.id)
        .exclude(state=NightState.OPEN)
        .order_by("-day")
        .values_list("pk", "day", "state")[:LATEST]
    )
    ids = [pk for pk, _, _ in nights]
    sums = _sums_by(Table.objects.filter(night_id__in=ids), "table__night_id")
    for side, sign in (("payee", 1), ("payer", -1)):
        _add_adjustments(sums, ids, side=side, sign=sign)
    counts = _deal_counts(ids)
    past: list[PastNight] = []
    for pk, day, state in nights:
        firsts, points = sums.get(pk, _Sums()).firsts()
        past.append(PastNight(pk, day, state, counts.get(pk, 0), firsts, points))
    return past


def _add_adjustments(
    sums: dict[int, _Sums], night_ids: Sequence[int], *, side: str, sign: int
) -> None:
    root = [f"{side}__{column}" for column in _ROOT]
    rows = (
        Transfer.objects.filter(
            **{"adjustment__night_id__in": night_ids, f"{side}__player__isnull": False}
        )
        .values_list("adjustment__night_id", *root)
        .annotate(total=Sum("points"))
        .order_by(f"{side}__player__root__sort_key")
    )
    for night_id, *who, total in rows:
        sums.setdefault(night_id, _Sums()).add(Name(*who), sign * int(total))


def _deal_counts(night_ids: Sequence[int]) -> Mapping[int, int]:
    """Deals in force by night."""
    rows = Table.objects.filter(night_id__in=night_ids).order_by().values_list("night_id")
    in_force = Q(deals__current__seat_count__gt=0)
    return dict(rows.annotate(count=Count("deals", filter=in_force)))
