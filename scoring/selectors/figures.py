"""A player's figures over a season or a night: sums of table tallies, and the night adjustments.

Everything is derived and read at the end of the merge pointers. The columns are those of
standings.md, S-02 to S-04.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet, Sum

from scoring.models import AdjustmentScope, Player, TableTally, Transfer

U_KINDS = ("plain", "ten", "round", "zero", "dry")
PLACES = ((2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3), (4, 4))
_COUNTS = ("deals", "moms", "compensations", "eats", "eaten", "last_eats", "last_eaten")
TALLY_COLUMNS = (
    *(*_COUNTS, "net_bets", "net_points"),
    *(f"p{seats}_{place}" for seats, place in PLACES),
    *(f"u_{kind}" for kind in U_KINDS),
)


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One player's row. `places[seats][place]` counts; `nights` are nights with a deal of the
    player.

    `net_points` has the night adjustments and `net_bets` has not: they move no bet.
    """

    player_id: UUID
    name: str
    sort_key: str
    deals: int
    nights: int
    net_points: int
    net_bets: int
    moms: int
    compensations: int
    eats: int
    eaten: int
    last_eats: int
    last_eaten: int
    places: Mapping[tuple[int, int], int] = field(default_factory=dict)
    u_by_kind: Mapping[str, int] = field(default_factory=dict)

    @property
    def firsts(self) -> int:
        """Deals with place 1, ù included."""
        return sum(count for (_, place), count in self.places.items() if place == 1)

    @property
    def lasts(self) -> int:
        """Deals with the last place, whatever its number."""
        return sum(count for (seats, place), count in self.places.items() if place == seats)

    @property
    def seconds(self) -> int:
        """Deals with place 2, where that is not the last."""
        return self.places[3, 2] + self.places[4, 2]

    @property
    def thirds(self) -> int:
        """Deals with place 3, where that is not the last."""
        return self.places[4, 3]

    @property
    def u_wins(self) -> int:
        """Deals won by ù."""
        return sum(self.u_by_kind.values())


def list_season_figures(*, club_id: int, season_id: int) -> Sequence[PlayerFigures]:
    """Everybody with a deal or an adjustment in the season's nights, in Vietnamese order."""
    return _list_figures(
        TableTally.objects.filter(table__night__season_id=season_id, table__night__club_id=club_id),
        Transfer.objects.filter(
            adjustment__night__season_id=season_id, adjustment__club_id=club_id
        ),
    )


def list_night_figures(*, club_id: int, night_id: int) -> Sequence[PlayerFigures]:
    """Everybody with a deal or an adjustment in the night, in Vietnamese order."""
    return _list_figures(
        TableTally.objects.filter(table__night_id=night_id, table__night__club_id=club_id),
        Transfer.objects.filter(adjustment__night_id=night_id, adjustment__club_id=club_id),
    )


def _list_figures(
    tallies: QuerySet[TableTally], adjustments: QuerySet[Transfer]
) -> Sequence[PlayerFigures]:
    """Four statements, whatever the season's length."""
    sums = (
        tallies.values("player__root_id")
        .annotate(
            nights=Count("table__night_id", filter=Q(deals__gt=0), distinct=True),
            **total_columns(),
        )
        .order_by()
    )
    by_player: dict[UUID, Mapping[str, Any]] = {row["player__root_id"]: row for row in sums}
    adjusted = _adjusted_points(adjustments.filter(adjustment__scope=AdjustmentScope.NIGHT))
    roots = Player.objects.filter(pk__in=by_player.keys() | adjusted.keys())
    return [
        figures_of(root, by_player.get(root.pk, {}), adjusted_points=adjusted.get(root.pk, 0))
        for root in roots.order_by("sort_key", "pk")
        # A tally of nothing is left where all of a player's deals became void.
        if root.pk in adjusted or by_player[root.pk]["total_deals"]
    ]


def _adjusted_points(transfers: QuerySet[Transfer]) -> dict[UUID, int]:
    """Net points of the adjustments, by the root of the player; the fund is nobody's."""
    points: dict[UUID, int] = {}
    for side, sign in (("payee", 1), ("payer", -1)):
        sums = (
            transfers.filter(**{f"{side}__player__isnull": False})
            .values_list(f"{side}__player__root_id")
            .annotate(total=Sum(F("points")))
            .order_by()
        )
        for player_id, total in sums:
            points[player_id] = points.get(player_id, 0) + sign * int(total)
    return points


def total_columns() -> dict[str, Sum]:
    """`total_<column>` of the tallies, to annotate with."""
    return {f"total_{name}": Sum(name) for name in TALLY_COLUMNS}


def figures_of(root: Player, sums: Mapping[str, Any], *, adjusted_points: int) -> PlayerFigures:
    """The figures from `nights` and the columns of `total_columns`; what is missing is nothing."""

    def total(name: str) -> int:
        return int(sums.get(f"total_{name}", 0))

    return PlayerFigures(
        player_id=root.pk,
        name=root.name,
        sort_key=root.sort_key,
        nights=int(sums.get("nights", 0)),
        net_points=total("net_points") + adjusted_points,
        net_bets=total("net_bets"),
        places={(seats, place): total(f"p{seats}_{place}") for seats, place in PLACES},
        u_by_kind={kind: total(f"u_{kind}") for kind in U_KINDS},
        **{name: total(name) for name in _COUNTS},
    )
