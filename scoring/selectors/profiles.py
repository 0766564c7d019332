"""One person over the nights of a club or of a season: what a player's page shows.

Everything is read at the end of the merge pointers and added up by the database: tallies by night,
transfers in force by opponent. No deal is looped over. What was paid to settle a night is not
played and stays out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, F, Q, QuerySet, Sum, When

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Account, DealSeat, Player, Season, TableTally, Transfer
from scoring.selectors.deals import Name
from scoring.selectors.figures import (
    TALLY_COLUMNS,
    PlayerFigures,
    figures_of,
    total_columns,
)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody of the roster. `root_id` differs from `id` where they were merged away; `user_name`
    is "" without a login; `aliases` are those merged into them, who may be taken out again.
    """

    id: UUID
    root_id: UUID
    name: str
    call_name: str
    is_guest: bool
    user_name: str
    aliases: Sequence[Name]


@dataclass(frozen=True, slots=True)
class NightSum:
    """What one night came to for the person, its adjustments included."""

    night_id: int
    day: date
    deals: int
    points: int


@dataclass(frozen=True, slots=True)
class UWin:
    """One ù: its kind and the deal it won."""

    kind: str
    day: date
    table_label: str
    number: int
    points: int


@dataclass(frozen=True, slots=True)
class OpponentRow:
    """Somebody they played with: deals at one table, and what passed between the two; `points`
    above zero came from the opponent.
    """

    person: Name
    deals: int
    points: int


@dataclass(frozen=True, slots=True)
class SeasonChoice:
    """A season the person has a deal or an adjustment in."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Profile:
    """`nights` from the first on; `u_wins` the latest first; `elsewhere_points` came through pots
    and the fund, so that with the opponents they sum to the net points.
    """

    figures: PlayerFigures
    nights: Sequence[NightSum]
    u_wins: Sequence[UWin]
    opponents: Sequence[OpponentRow]
    elsewhere_points: int


def get_person(*, club_id: int, player_id: UUID) -> PersonRow:
    """Somebody of this club, merged or not; `not_found` for everybody else's. Two statements."""
    player = Player.objects.filter(club_id=club_id, pk=player_id).select_related("login").first()
    if player is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="player_id")
    family = Player.objects.filter(club_id=club_id, root_id=player.pk).exclude(pk=player.pk)
    aliases = family.select_related("login").order_by("created_at", "pk")
    logins = [one.login for one in (player, *aliases) if one.login is not None]
    return PersonRow(
        id=player.pk,
        root_id=player.root_id,
        name=player.name,
        call_name=player.call_name,
        is_guest=player.is_guest,
        user_name=logins[0].get_username() if logins else "",
        aliases=[Name(alias.pk, alias.name, alias.call_name) for alias in aliases],
    )


def list_seasons_of(*, club_id: int, player_id: UUID) -> Sequence[SeasonChoice]:
    """Seasons in which this root has a tally or an adjustment, latest first."""
    played = Q(nights__tables__tallies__player__root_id=player_id)
    adjusted = Q(nights__adjustments__payer__player__root_id=player_id) | Q(
        nights__adjustments__payee__player__root_id=player_id
    )
    theirs = Season.objects.filter(club_id=club_id)
    seasons = theirs.filter(
        Q(pk__in=theirs.filter(played).values("pk"))
        | Q(pk__in=theirs.filter(adjusted).values("pk"))
    )
    return [
        SeasonChoice(pk, name)
        for pk, name in seasons.order_by("-first_day").values_list("pk", "name")
    ]


def get_profile(
    *, club_id: int, player_id: UUID, season_id: int | None = None, u_at_most: int = 20
) -> Profile:
    """The person's figures, over all nights or those of one season; eight statements.

    `player_id` is a root. Errors: `not_found` for everybody else's player, also for a season of
    another club.
    """
    root = Player.objects.filter(club_id=club_id, pk=player_id).first()
    if root is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="player_id")
    if season_id is not None:
        _verify_season(club_id=club_id, season_id=season_id)
    accounts = accounts_of_root(player_id)
    sums = _tallies_by_night(player_id, season_id=season_id)
    adjusted = _adjusted_by_night(accounts, season_id=season_id)
    opponents, elsewhere = _opponents(player_id, accounts, season_id=season_id)
    nights = _nights(sums, adjusted)
    total: Counter[str] = Counter()
    for row in sums:
        total.update({f"total_{name}": int(row[f"total_{name}"]) for name in TALLY_COLUMNS})
    total["nights"] = sum(1 for night in nights if night.deals)
    return Profile(
        figures=figures_of(
            root, total, adjusted_points=sum(points for _day, points in adjusted.values())
        ),
        nights=nights,
        u_wins=_u_wins(player_id, season_id=season_id, at_most=u_at_most),
        opponents=opponents,
        elsewhere_points=elsewhere,
    )


def accounts_of_root(root_id: UUID) -> list[int]:
    """The accounts of everybody who is this person by now."""
    return list(Account.objects.filter(player__root_id=root_id).values_list("pk", flat=True))


def played_transfers(*, season_id: int | None) -> QuerySet[Transfer]:
    """Transfers of deals in force, night adjustments and pot moves; of one season or of all."""
    if season_id is None:
        return Transfer.objects.filter(
            Q(revision__current_of__isnull=False)
            | Q(adjustment__isnull=False)
            | Q(pot_move__isnull=False)
        )
    return Transfer.objects.filter(
        Q(revision__current_of__table__night__season_id=season_id)
        | Q(adjustment__night__season_id=season_id)
        | Q(pot_move__table__night__season_id=season_id)
    )


def _verify_season(*, club_id: int, season_id: int) -> None:
    if not Season.objects.filter(club_id=club_id, pk=season_id).exists():
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="season_id")


def seats_of(player_id: UUID, *, season_id: int | None) -> QuerySet[DealSeat]:
    """The seats this root took in deals in force."""
    seats = DealSeat.objects.filter(player__root_id=player_id, revision__current_of__isnull=False)
    if season_id is not None:
        seats = seats.filter(revision__current_of__table__night__season_id=season_id)
    return seats


def _tallies_by_night(player_id: UUID, *, season_id: int | None) -> Sequence[Mapping[str, Any]]:
    tallies = TableTally.objects.filter(player__root_id=player_id)
    if season_id is not None:
        tallies = tallies.filter(table__night__season_id=season_id)
    return list(
        tallies.values("table__night_id", "table__night__day")
        .annotate(**total_columns())
        .order_by("table__night__day")
    )


def _adjusted_by_night(
    accounts: Sequence[int], *, season_id: int | None
) -> dict[int, tuple[date, int]]:
    """Day and net points of the night adjustments, by night; those with oneself are nothing."""
    lines = Transfer.objects.filter(adjustment__night__isnull=False)
    if season_id is not None:
        lines = lines.filter(adjustment__night__season_id=season_id)
    sums = (
        lines.filter(Q(payee_id__in=accounts) | Q(payer_id__in=accounts))
        .exclude(payee_id__in=accounts, payer_id__in=accounts)
        .values_list("adjustment__night_id", "adjustment__night__day")
        .annotate(
            total=Sum(Case(When(payee_id__in=accounts, then=F("points")), default=-F("points")))
        )
        .order_by()
    )
    return {night_id: (day, int(total)) for night_id, day, total in sums}


def _nights(
    sums: Sequence[Mapping[str, Any]], adjusted: Mapping[int, tuple[date, int]]
) -> Sequence[NightSum]:
    """A row for each night with a deal or points, in the order of days."""
    nights: dict[int, NightSum] = {}
    for row in sums:
        night_id, deals = row["table__night_id"], int(row["total_deals"])
        points = int(row["total_net_points"]) + adjusted.get(night_id, (None, 0))[1]
        if deals or points:  # a tally of nothing is left where all deals became void
            nights[night_id] = NightSum(night_id, row["table__night__day"], deals, points)
    for night_id, (day, points) in adjusted.items():
        if night_id not in nights and points:
            nights[night_id] = NightSum(night_id, day, 0, points)
    return sorted(nights.values(), key=lambda night: night.day)


def _u_wins(player_id: UUID, *, season_id: int | None, at_most: int) -> Sequence[UWin]:
    deal = "revision__current_of__"
    wins = (
        seats_of(player_id, season_id=season_id)
        .exclude(u_kind="")
        .order_by(f"-{deal}table__night__day", f"-{deal}played_at", f"-{deal}number")
        .values_list(
            "u_kind",
            f"{deal}table__night__day",
            f"{deal}table__label",
            f"{deal}number",
            "net_points",
        )
    )
    return [UWin(*row) for row in wins[:at_most]]


def _opponents(
    player_id: UUID, accounts: Sequence[int], *, season_id: int | None
) -> tuple[Sequence[OpponentRow], int]:
    """Everybody they met or exchanged points with, highest net first; and what came through
    accounts that are nobody's.
    """
    points = _points_with(accounts, season_id=season_id)
    deals = _deals_with(player_id, season_id=season_id)
    elsewhere = points.pop(None, 0)
    for with_oneself in (points, deals):
        with_oneself.pop(player_id, None)
    met = {root_id for root_id in (*points, *deals) if root_id is not None}
    people = Player.objects.filter(pk__in=met).order_by("sort_key", "pk")
    rows = [
        OpponentRow(
            Name(person.pk, person.name, person.call_name),
            deals=deals.get(person.pk, 0),
            points=points.get(person.pk, 0),
        )
        for person in people
    ]
    return sorted(rows, key=lambda row: -row.points), elsewhere


def _points_with(accounts: Sequence[int], *, season_id: int | None) -> dict[UUID | None, int]:
    """Received less paid, by the root of the other end; None for pots and the fund."""
    lines = played_transfers(season_id=season_id).order_by()
    received = lines.filter(payee_id__in=accounts).values_list("payer__player__root_id")
    paid = lines.filter(payer_id__in=accounts).values_list("payee__player__root_id")
    both = received.annotate(total=Sum("points")).union(
        paid.annotate(total=-Sum("points")), all=True
    )
    sums: dict[UUID | None, int] = {}
    for root_id, points in both:
        sums[root_id] = sums.get(root_id, 0) + int(points)
    return sums


def _deals_with(player_id: UUID, *, season_id: int | None) -> dict[UUID, int]:
    """Deals in force at the same table, by the root of the other; oneself included."""
    counts = (
        seats_of(player_id, season_id=season_id)
        .values_list("revision__seats__player__root_id")
        .annotate(deals=Count("pk"))
        .order_by()
    )
    return dict(counts)
