"""What a season's table is made from, and the ranks last built.

The input is put together from tallies, adjustments and pointers; no seat row is read but for the
meetings of players whom only `direct` can separate (standings.md, section 2).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import combinations
from typing import Any, cast
from uuid import UUID

from django.db import connection
from django.db.models import BigIntegerField, F, QuerySet, Sum
from django.db.models.functions import Cast

from scoring.engine.standings import (
    Meeting,
    Penalty,
    SeasonNight,
    SeasonPlayer,
    StandingsTable,
    Tallies,
    Tally,
    direct_groups,
    rank_season,
)
from scoring.models import (
    Adjustment,
    AdjustmentScope,
    DealSeat,
    Night,
    Player,
    Season,
    StandingRow,
    StandingState,
    TableTally,
    Transfer,
)
from scoring.selectors.policies import policy_of

# The rows of one player and night are added up over its tables; the ranking asks no more.
ALL_TABLES = "all"
_U_COLUMNS = ("u_plain", "u_ten", "u_round", "u_zero", "u_dry")
_SUMMED = (
    *("deals", "net_points", "net_bets", *_U_COLUMNS, "moms", "compensations"),
    *Tally._fields[9:18],
    *("eats", "eaten", "last_eats", "last_eaten"),
)


def rank_from_books(season: Season) -> tuple[Tallies, StandingsTable]:
    """The season ranked from the books as they are now, with the input it was ranked from.

    Meetings are fetched only for groups that reach `direct`; then it is ranked again.
    """
    policy = policy_of(season)
    tallies = read_tallies(season)
    table = rank_season(tallies, policy)
    groups = direct_groups(table)
    if not groups:
        return tallies, table
    tallies = with_meetings(tallies, list_meetings(season, groups))
    return tallies, rank_season(tallies, policy)


def read_tallies(season: Season) -> Tallies:
    """The season's input without meetings; five statements, none of them over seats."""
    return Tallies(
        season=str(season.pk),
        seed=season.seed,
        players=list_season_players(club_id=season.club_id),
        nights=list_season_nights(season),
        tallies=(*tallies_of_tables(season), *adjusted_rows(season)),
        penalties=penalties_of(season),
    )


def with_meetings(tallies: Tallies, meetings: Iterable[Meeting]) -> Tallies:
    """The same input with meetings."""
    return Tallies(
        season=tallies.season,
        seed=tallies.seed,
        players=tallies.players,
        nights=tallies.nights,
        tallies=tallies.tallies,
        meetings=tuple(meetings),
        penalties=tallies.penalties,
    )


def ranks_by_player(*, season_id: int) -> Mapping[str, int | None]:
    """The rank of everybody in the table last built, by player UUID as text."""
    rows = StandingRow.objects.filter(season_id=season_id).values_list("player_id", "rank")
    return {str(player_id): rank for player_id, rank in rows}


def list_dirty_seasons() -> Sequence[int]:
    """Open seasons whose table is behind the books."""
    seasons = Season.objects.filter(state="open").exclude(
        standing_state__built_revision=F("dirty_revision")
    )
    return list(seasons.order_by("pk").values_list("pk", flat=True))


def list_seasons_without_movements() -> Sequence[int]:
    """Open seasons whose table is up to date, and nobody computed yet who moved in it."""
    states = StandingState.objects.filter(
        season__state="open", built_revision=F("season__dirty_revision")
    ).exclude(movements_revision=F("built_revision"))
    return list(states.order_by("season_id").values_list("season_id", flat=True))


def list_season_players(*, club_id: int) -> tuple[SeasonPlayer, ...]:
    """Everybody of the roster, with the merge pointers as they are."""
    players = Player.objects.filter(club_id=club_id).values_list("pk", "is_guest", "merged_into_id")
    return tuple(
        SeasonPlayer(str(player), is_guest, str(into) if into else None)
        for player, is_guest, into in players
    )


def list_season_nights(season: Season) -> tuple[SeasonNight, ...]:
    """The nights that lie in the season."""
    nights = Night.objects.filter(season=season).values_list("pk", "day", "state")
    return tuple(
        SeasonNight(str(pk), day.isoformat(), cast("Any", state)) for pk, day, state in nights
    )


def list_meetings(
    season: Season, groups: Sequence[Sequence[str]], *, revision_ids: Iterable[Any] | None = None
) -> list[Meeting]:
    """Who met whom, for pairs inside these groups (S-05); one statement over their seats.

    Over the deals in force, or over these revisions.
    """
    wanted = {pair for group in groups for pair in combinations(sorted(group), 2)}
    people = {UUID(player) for group in groups for player in group}
    counted = DealSeat.objects.filter(revision__deal__table__night__season=season)
    if revision_ids is None:
        counted = counted.filter(revision__current_of__isnull=False)
    else:
        counted = counted.filter(revision_id__in=revision_ids)
    seats = (
        counted.filter(player__root_id__in=people)
        .order_by("revision_id")
        .values_list(
            "revision_id",
            "revision__deal__table__night_id",
            "revision__deal__table_id",
            "player__root_id",
            "net_points",
            "net_bets",
        )
    )
    return _add_up_meetings(seats, wanted)


def _add_up_meetings(
    seats: Iterable[tuple[Any, ...]], wanted: set[tuple[str, str]]
) -> list[Meeting]:
    """Meetings from seats (revision, night, table, player, net points, net bets) by revision."""
    sums: dict[tuple[str, str, tuple[str, str]], list[int]] = {}
    deals: dict[object, list[tuple[str, str, str, int, int]]] = {}
    for revision, night, table, player, points, bets in seats:
        deals.setdefault(revision, []).append((str(night), str(table), str(player), points, bets))
    for sat in deals.values():
        for one, other in combinations(sorted(sat, key=lambda seat: seat[2]), 2):
            pair = (one[2], other[2])
            if pair in wanted:
                row = sums.setdefault((one[0], one[1], pair), [0, 0, 0, 0, 0])
                for index, value in enumerate((1, one[3], other[3], one[4], other[4])):
                    row[index] += value
    return [
        Meeting(night, table, pair, row[0], (row[1], row[2]), (row[3], row[4]))
        for (night, table, pair), row in sums.items()
    ]


def tallies_of_tables(season: Season, *, but: Sequence[int] = ()) -> list[Tally]:
    """Tallies added up by night and player, but for some tables; rows of nothing are left out.

    Tens of thousands of rows: as the driver gives them, without the ORM's look at every number. A
    sum of bigints would come back as a decimal, so it is cast.
    """
    tallies: QuerySet[Any] = (
        TableTally.objects.filter(table__night__season=season)
        .exclude(deals=0, net_points=0)
        .exclude(table_id__in=but)
        .order_by()
        .values_list("table__night_id", "player_id")
        .annotate(**{f"sum_{name}": Cast(Sum(name), BigIntegerField()) for name in _SUMMED})
    )
    sql, parameters = tallies.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows = cursor.fetchall()
    named = {raw: str(raw if isinstance(raw, UUID) else UUID(raw)) for _, raw, *_ in rows}
    return [_tally(row[0], named[row[1]], *row[2:]) for row in rows]


def _tally(night: int, player: str, *sums: int) -> Tally:
    """A row of the query above: deals and nets, ù by kind, then the rest in the tally's order."""
    by_kind, rest = sums[3:8], sums[8:]
    return Tally._make(
        [
            str(night),
            ALL_TABLES,
            player,
            *sums[:3],
            sum(by_kind),
            *rest,
            dict(zip(("plain", "ten", "round", "zero", "dry"), by_kind, strict=True)),
        ]
    )


def adjusted_rows(season: Season) -> list[Tally]:
    """A row without table for each player and night with adjustments: nets only (S-03)."""
    lines = Transfer.objects.filter(adjustment__night__season=season).order_by()
    points: dict[tuple[str, str], int] = {}
    for night, payer, payee, moved in lines.values_list(
        "adjustment__night_id", "payer__player_id", "payee__player_id", "points"
    ):
        for player, change in ((payer, -moved), (payee, moved)):
            if player is not None:  # the fund
                key = (str(night), str(player))
                points[key] = points.get(key, 0) + change
    return [
        Tally(night, None, player, net_points=total)
        for (night, player), total in points.items()
        if total
    ]


def penalties_of(season: Season, *, before: datetime | None = None) -> tuple[Penalty, ...]:
    """Penalties of the season; those taken back stay in the input and count nothing (S-06)."""
    lines = Adjustment.objects.filter(season=season, scope=AdjustmentScope.SEASON)
    if before is not None:
        lines = lines.filter(recorded_at__lt=before)
    rows = list(lines.values_list("pk", "player_id", "points", "cancels_id"))
    taken_back = {cancels for _, _, _, cancels in rows}
    return tuple(
        Penalty(str(pk), str(player), points, pk in taken_back)
        for pk, player, points, cancels in rows
        if cancels is None
    )
