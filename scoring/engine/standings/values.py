"""The value of a player's season: units, nights played, what is dropped, what is left.

Knows one player at a time. Knows nothing of ranks, and of other players nothing at all.
Rules S-20 to S-26 of docs/standings.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.engine.standings.policy import SEAT_COUNTS, StandingsPolicy
from scoring.engine.standings.tallies import PlayerSums, Sums, Tally

Value = int | Fraction
"""A sum, or an average."""


Played = tuple[int, int]
"""The units and the deals of a night played, or of several; units ÷ deals is an average."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeason:
    """What the policy makes of one player's season.

    `units` are those of all nights and the loose ones, `counted_units` those of the kept nights
    and the loose ones (S-25); None and None are the value of who had no deal (S-26).
    """

    player: str
    is_guest: bool
    sums: Sums
    nights: int
    units: int
    counted_units: int
    penalties: int
    value: Value | None
    kept_deals: int
    dropped: tuple[str, ...]
    is_provisional: bool


Columns = Sequence[Sequence[int]]
"""What a metric reads of some rows: for each of `amount_columns` the values of all rows."""

Units = Callable[[Sequence[int], Columns], Sequence[int]]
"""From deals and columns of amounts to what each row is worth."""


def amount_columns(policy: StandingsPolicy) -> tuple[str, ...]:
    """The columns the metric reads: a net, or the nine counters of places."""
    if policy.metric == "place_points":
        return Sums._fields[6:15]
    return ("net_points",) if policy.counts_points else ("net_bets",)


def amounts_of(rows: Sequence[Tally], policy: StandingsPolicy) -> Columns:
    """What the metric reads of the rows."""
    return [[getattr(row, name) for row in rows] for name in amount_columns(policy)]


def summed_columns(policy: StandingsPolicy) -> tuple[str, ...]:
    """The columns of sums that a policy reads at all, in their order; the rest may be 0."""
    read = {"deals", *amount_columns(policy)}
    for step in policy.tie_breaks:
        read |= set(("p2_1", "p3_1", "p4_1") if step == "firsts" else (step,))
    return tuple(name for name in Sums._fields if name in read)


def units_of(policy: StandingsPolicy) -> Units:
    """What rows of so many deals and of these amounts are worth under the policy (S-20)."""
    if policy.metric != "place_points":
        return lambda deals, amounts: amounts[0]
    points, unplaced = policy.place_points, policy.unplaced_points
    # Every deal is worth as much as an unplaced one, and a place the difference.
    more = [worth - unplaced for seats in SEAT_COUNTS for worth in points[seats]]

    def units(deals: Sequence[int], amounts: Columns) -> Sequence[int]:
        worth = [count * unplaced for count in deals]
        for difference, column in zip(more, amounts, strict=True):
            # A season fills few of the nine.
            if difference and any(column):
                worth = [
                    so_far + difference * count for so_far, count in zip(worth, column, strict=True)
                ]
        return worth

    return units


def _units_of_all(sums: Sums, units: Units, policy: StandingsPolicy) -> int:
    """What the whole season is worth: units add up as their columns do."""
    return units([sums.deals], [[getattr(sums, name)] for name in amount_columns(policy)])[0]


def player_season(
    *,
    player: str,
    is_guest: bool,
    own: PlayerSums,
    units: Units,
    penalties: int,
    nights: Sequence[str],
    open_nights: frozenset[str],
    policy: StandingsPolicy,
) -> PlayerSeason:
    """One player's season from the player's own line, merged ones joined, and the units of rows.

    `nights` are all nights of the season, by day, then by id; `open_nights` those not locked.
    """
    sums, all_units = own.sums, _units_of_all(own.sums, units, policy)
    nights_played = len(set(own.nights))
    kept_deals, counted_units = sums.deals, all_units
    dropped: list[str] = []
    if policy.drops_nights:
        # The sum of a night not played is loose: it stays in `units` and is never dropped (S-21).
        night_deals = _by_night(own.nights, own.deals)
        played = [night for night in nights if night_deals.get(night)]
        nights_played = len(played)
    if count := _drop_count(nights_played, policy):
        night_units = _by_night(own.nights, units(own.deals, own.amounts))
        sums_played = [(night_units[night], night_deals[night]) for night in played]
        indexes = dropped_nights(sums_played, count, policy)
        dropped = [played[index] for index in indexes]
        dropped_units, dropped_deals = _total([sums_played[index] for index in indexes])
        kept_deals -= dropped_deals
        counted_units -= dropped_units
    return PlayerSeason(
        player=player,
        is_guest=is_guest,
        sums=sums,
        nights=nights_played,
        units=all_units,
        counted_units=counted_units,
        penalties=penalties,
        value=_value(counted_units + penalties, kept_deals, policy),
        kept_deals=kept_deals,
        dropped=tuple(dropped),
        is_provisional=not (
            open_nights.isdisjoint(own.nights) and open_nights.isdisjoint(own.loose)
        ),
    )


def _by_night(nights: Sequence[str], amounts: Sequence[int]) -> Mapping[str, int]:
    """The sums of the nights with a row of the player, all tables and adjustments (S-21)."""
    found = dict(zip(nights, amounts, strict=True))
    if len(found) < len(amounts):
        found = dict.fromkeys(found, 0)
        for night, amount in zip(nights, amounts, strict=True):
            found[night] += amount
    return found


def _drop_count(nights: int, policy: StandingsPolicy) -> int:
    """How many of the nights played go (S-22)."""
    if policy.best_of is not None:
        return max(0, nights - policy.best_of)
    share, of = policy.drop_share
    # At most one of the two is above 0 (S-10).
    count = policy.drop_worst + nights * share // of
    return max(0, min(count, nights - policy.keep_at_least))


def dropped_nights(nights: Sequence[Played], count: int, policy: StandingsPolicy) -> list[int]:
    """Buổi bỏ: the nights whose absence leaves the highest result, as indexes (S-23, S-24).

    The nights are given by day, then by id; `count` is at least 1 and below their number.
    """
    if not policy.is_average:
        return _lowest(nights, count, units=0, deals=1)
    all_units, all_deals = units, deals = _total(nights)
    while True:
        dropped = _lowest(nights, count, units=units, deals=deals)
        dropped_units, dropped_deals = _total([nights[index] for index in dropped])
        kept_units, kept_deals = all_units - dropped_units, all_deals - dropped_deals
        if kept_units * deals == units * kept_deals:
            return dropped
        units, deals = kept_units, kept_deals


def _lowest(nights: Sequence[Played], count: int, *, units: int, deals: int) -> list[int]:
    """The nights furthest below the average units ÷ deals; of equal ones, the first (S-24)."""
    above = [night_units * deals - night_deals * units for night_units, night_deals in nights]
    return sorted(sorted(range(len(nights)), key=above.__getitem__)[:count])


def _total(nights: Sequence[Played]) -> Played:
    return sum([units for units, _ in nights]), sum([deals for _, deals in nights])


def _value(units: int, kept_deals: int, policy: StandingsPolicy) -> Value | None:
    if not kept_deals:
        return None
    return Fraction(units, kept_deals) if policy.is_average else units
