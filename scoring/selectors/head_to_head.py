"""Two people against each other: every transfer has one payer and one payee, so what passed between
them is a plain sum.

Both are roots; everything is added up by the database (selectors.profiles says what is in force).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Case, Count, F, Q, QuerySet, Sum, When
from django.db.models.functions import Abs

from scoring.models import Transfer
from scoring.selectors.profiles import accounts_of_root, played_transfers, seats_of

EATS = ("eat", "last_eat")


@dataclass(frozen=True, slots=True)
class Between:
    """What passed between the two in one night; above zero the first one received."""

    day: date
    points: int


@dataclass(frozen=True, slots=True)
class BiggestDeal:
    """The deal in which most passed between the two."""

    day: date
    table_label: str
    number: int
    points: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Seen from the first: points above zero came from the other.

    `placed` counts the deals in which both have a place. `eats` are those one paid the other for,
    by reason: (the first ate, the other ate).
    """

    deals: int
    placed: int
    higher: int
    lower: int
    points: int
    by_reason: Mapping[str, int]
    eats: Mapping[str, tuple[int, int]]
    nights: Sequence[Between]
    biggest: BiggestDeal | None


def get_head_to_head(
    *, player_id: UUID, other_id: UUID, season_id: int | None = None
) -> HeadToHead:
    """The two over all nights or those of one season; six statements."""
    mine, theirs = accounts_of_root(player_id), accounts_of_root(other_id)
    met = _met(player_id, other_id, season_id=season_id)
    lines = _between(mine, theirs, season_id=season_id)
    by_reason, eats = _by_reason(lines, mine)
    return HeadToHead(
        deals=met["deals"],
        placed=met["placed"],
        higher=met["higher"],
        lower=met["lower"],
        points=sum(by_reason.values()),
        by_reason=by_reason,
        eats=eats,
        nights=_nights(lines, mine),
        biggest=_biggest(lines, mine),
    )


def _met(player_id: UUID, other_id: UUID, *, season_id: int | None) -> Mapping[str, int]:
    seats = seats_of(player_id, season_id=season_id)
    both = seats.filter(revision__seats__player__root_id=other_id)
    counts: Mapping[str, int] = both.aggregate(
        deals=Count("pk"),
        placed=Count("pk", filter=Q(place__isnull=False, revision__seats__place__isnull=False)),
        higher=Count("pk", filter=Q(place__lt=F("revision__seats__place"))),
        lower=Count("pk", filter=Q(place__gt=F("revision__seats__place"))),
    )
    return counts


def _between(
    mine: Sequence[int], theirs: Sequence[int], *, season_id: int | None
) -> QuerySet[Transfer]:
    return (
        played_transfers(season_id=season_id)
        .filter(
            Q(payee_id__in=mine, payer_id__in=theirs) | Q(payee_id__in=theirs, payer_id__in=mine)
        )
        .order_by()
    )


def _signed(mine: Sequence[int]) -> Case:
    return Case(When(payee_id__in=mine, then=F("points")), default=-F("points"))


def _by_reason(
    lines: QuerySet[Transfer], mine: Sequence[int]
) -> tuple[Mapping[str, int], Mapping[str, tuple[int, int]]]:
    rows = lines.values_list("reason").annotate(
        total=Sum(_signed(mine)),
        received=Count("pk", filter=Q(payee_id__in=mine)),
        paid=Count("pk", filter=Q(payer_id__in=mine)),
    )
    by_reason: dict[str, int] = {}
    eats = dict.fromkeys(EATS, (0, 0))
    for reason, total, received, paid in rows:
        by_reason[reason] = int(total)
        if reason in eats:
            eats[reason] = (received, paid)
    return by_reason, eats


def _nights(lines: QuerySet[Transfer], mine: Sequence[int]) -> Sequence[Between]:
    """One row for each night in which something passed, in the order of days."""
    days = Case(
        When(revision__current_of__isnull=False, then=F("revision__current_of__table__night__day")),
        default=F("adjustment__night__day"),
    )
    rows = lines.annotate(day=days).values_list("day").annotate(total=Sum(_signed(mine)))
    return [Between(day, int(points)) for day, points in rows.order_by("day")]


def _biggest(lines: QuerySet[Transfer], mine: Sequence[int]) -> BiggestDeal | None:
    deal = "revision__current_of__"
    row = (
        lines.filter(revision__current_of__isnull=False)
        .values_list(f"{deal}table__night__day", f"{deal}table__label", f"{deal}number")
        .annotate(total=Sum(_signed(mine)), deal_id=F(f"{deal}pk"))
        .order_by(Abs("total").desc(), f"-{deal}table__night__day", f"-{deal}number")
        .first()
    )
    return BiggestDeal(row[0], row[1], row[2], int(row[3])) if row and row[3] else None
