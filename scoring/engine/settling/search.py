"""The most groups summing to zero, by exact search.

All bundles that sum to zero are made, the smallest first and no larger than needed; then a
search from the bound down covers the largest balance first and remembers what failed. Knows
balances without exact pairs, so that no group has less than three people.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from scoring.engine.settling.bounds import shares_bound
from scoring.engine.settling.bundles import Groups, Packing, ZeroSums
from scoring.engine.settling.effort import Effort, Exhausted

SMALLEST_GROUP: Final = 3


@dataclass(frozen=True)
class Found:
    """`groups` are as many as there can be, or empty; no split has more than `at_most`."""

    groups: Groups
    at_most: int


def search(balances: Collection[int], *, effort: Effort, at_most: int, above: int = 0) -> Found:
    """Split balances that sum to zero into the most groups that do, if that is over `above`.

    `at_most` is a bound known already. Groups are empty where there is no such split, and
    where the effort is exhausted; then `at_most` is what has been proven so far.
    """
    receiving = sum(points > 0 for points in balances)
    owing = len(balances) - receiving
    most = min(at_most, receiving, owing, len(balances) // SMALLEST_GROUP)
    least = max(above + 1, 2)
    try:
        splits = _Splits(balances, effort=effort, least=least) if most >= least else None
        while splits and most >= least:
            if groups := splits.into(most):
                return Found(groups, most)
            most -= 1
    except Exhausted:
        return Found([], most)
    return Found([list(balances)] if most > above else [], most)


class _Splits:
    """Splits of the same people into fewer and fewer groups, from the bound down to `least`."""

    def __init__(self, balances: Collection[int], *, effort: Effort, least: int) -> None:
        self.effort = effort
        self.people = len(balances)
        self.packing = Packing(balances)
        self.zero_sums = ZeroSums(
            self.packing, most_people=_largest_group(self.people, least), effort=effort
        )
        self.made_up_to = SMALLEST_GROUP - 1
        self.by_largest: list[list[int]] = [[] for _ in range(len(self.packing.rising) + 1)]
        self.smallest: dict[int, int] = {}
        self.failed: set[tuple[int, int]] = set()

    def into(self, groups: int) -> Groups:
        """A split into so many groups, or nothing."""
        largest_group = _largest_group(self.people, groups)
        for people in range(self.made_up_to + 1, largest_group + 1):
            self._make(people)
        self.made_up_to = largest_group
        beyond = dict.fromkeys(self.packing.counts, largest_group + 1)
        if shares_bound(self.packing.counts, beyond | self.smallest) < groups:
            return []
        cover = self._cover(self.packing.everybody, groups)
        return [self.packing.unpack(bundle) for bundle in cover]

    def _make(self, people: int) -> None:
        """Keep all bundles of so many people, and see who is in one of that size first."""
        seen = 0
        for bundle in self.zero_sums.of(people):
            self.by_largest[self.packing.largest(bundle)].append(bundle)
            seen |= bundle
        for points in self.packing.unpack(seen):
            self.smallest.setdefault(points, people)

    def _cover(self, rest: int, groups: int) -> list[int]:
        """So many bundles that make up the rest, or none.

        The largest balance is covered first. What failed stays failed: a bundle not made yet
        would leave too few people for the other groups.
        """
        if groups == 1:
            return [rest]
        if (rest, groups) in self.failed:
            return []
        people, keep_apart = self.packing.people, self.packing.keep_apart
        largest_group = _largest_group(rest & people, groups)
        apart = rest | keep_apart
        tried = 0
        for bundle in self.by_largest[self.packing.largest(rest)]:
            if bundle & people > largest_group:
                break
            tried += 1
            fits = (apart - bundle) & keep_apart == keep_apart
            if fits and (cover := self._cover(rest - bundle, groups - 1)):
                return [bundle, *cover]
        self.effort.spend(tried)
        self.failed.add((rest, groups))
        return []


def _largest_group(people: int, groups: int) -> int:
    """As large as a group can be when the others are as small as can be."""
    return people - SMALLEST_GROUP * (groups - 1)
