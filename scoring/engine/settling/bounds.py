"""How many groups there can be at most, without looking for them.

Knows balances without exact pairs. If the smallest group that somebody can be in has s people,
that person counts for at most 1/s of a group; so the sum of these shares bounds the groups.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import accumulate, combinations_with_replacement


def most_possible_groups(balances: Collection[int]) -> int:
    """At most so many groups summing to zero; `balances` hold no zero and no x with a −x."""
    counts = Counter(balances)
    receiving = sum(points > 0 for points in balances)
    shares = shares_bound(counts, _smallest_groups(counts))
    return min(receiving, len(balances) - receiving, shares)


def shares_bound(counts: Mapping[int, int], smallest: Mapping[int, int]) -> int:
    """The whole groups in the sum of everybody's share.

    `counts` are people and `smallest` the size of the smallest group, both by balance.
    """
    people: Counter[int] = Counter()
    for points, count in counts.items():
        people[smallest[points]] += count
    return int(sum(Fraction(count, size) for size, count in people.items()))


def _smallest_groups(counts: Mapping[int, int]) -> dict[int, int]:
    above = {points for points in counts if points > 0}
    below = {points for points in counts if points < 0}
    pairs_above = {one + other for one, other in combinations_with_replacement(above, 2)}
    pairs_below = {one + other for one, other in combinations_with_replacement(below, 2)}
    smallest = {}
    for own, others, own_pairs, other_pairs in (
        (above, below, pairs_above, pairs_below),
        (below, above, pairs_below, pairs_above),
    ):
        reach = _reach(counts, others)
        for points in own:
            by_reach = 1 + bisect_left(reach, abs(points))
            by_sums = _smallest_by_sums(points, own, others, own_pairs, other_pairs)
            smallest[points] = max(by_reach, by_sums)
    return smallest


def _reach(counts: Mapping[int, int], others: Collection[int]) -> list[int]:
    """How far none, one, two... of the largest on the other side reach together."""
    falling = sorted(
        (abs(points) for points in others for _ in range(counts[points])), reverse=True
    )
    return list(accumulate(falling, initial=0))


def _smallest_by_sums(
    points: int,
    own: set[int],
    others: set[int],
    own_pairs: set[int],
    other_pairs: set[int],
) -> int:
    """3, 4, or 5 for anything more. A balance may be taken twice: that only weakens the bound."""
    if -points in other_pairs or any(-points - one in others for one in own):
        return 3
    with_own = any(-points - one in other_pairs for one in own)
    with_other = any(-points - one in other_pairs or -points - one in own_pairs for one in others)
    return 4 if with_own or with_other else 5
