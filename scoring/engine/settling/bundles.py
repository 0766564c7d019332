"""Bundles: groups of people as whole numbers, and those of them that sum to zero.

People with the same balance are interchangeable, so a group is a count for each distinct
balance. Packed into one number, one group is taken from another by one subtraction. Knows
balances, not names; does not choose among bundles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from scoring.engine.settling.effort import Effort

Group = list[int]
"""The balances of people who square with each other."""

Groups = list[Group]

Sums = dict[int, list[int]]
"""Bundles by the points they sum to."""


class Packing:
    """How bundles are packed: the number of people lowest, then the distinct balances, the
    largest highest. A field's top bit is never part of a count; it keeps fields apart."""

    def __init__(self, balances: Collection[int]) -> None:
        self.counts = Counter(balances)
        self.rising = sorted(self.counts, key=lambda points: (abs(points), points))
        self.field = len(balances).bit_length() + 1
        self.people = (1 << self.field - 1) - 1
        places = range(len(self.rising) + 1)
        self.keep_apart = sum(1 << self.field * (place + 1) - 1 for place in places)
        self.one = {
            points: 1 | 1 << self.field * place for place, points in enumerate(self.rising, start=1)
        }
        self.everybody = sum(self.one[points] * count for points, count in self.counts.items())

    def largest(self, bundle: int) -> int:
        """The place of the bundle's largest balance, from 1."""
        return (bundle.bit_length() - 1) // self.field

    def unpack(self, bundle: int) -> Group:
        """The balances in a bundle."""
        return [
            points
            for place, points in enumerate(self.rising, start=1)
            for _ in range(bundle >> self.field * place & self.people)
        ]


class ZeroSums:
    """The bundles of up to `most_people` that sum to zero, made by meeting in the middle."""

    def __init__(self, packing: Packing, *, most_people: int, effort: Effort) -> None:
        self.packing = packing
        self.effort = effort
        one, other = _halves(packing.counts)
        self.one_half = self._by_people(self._made(one, most_people), most_people, sign=1)
        self.other_half = self._by_people(self._made(other, most_people), most_people, sign=-1)

    def of(self, people: int) -> Iterator[int]:
        """The bundles of exactly so many people."""
        for here in range(people + 1):
            one, other = self.one_half[here], self.other_half[people - here]
            fewer = min(one, other, key=len)
            self.effort.spend(len(fewer))
            for total in fewer:
                if total in one and total in other:
                    self.effort.spend(len(one[total]) * len(other[total]))
                    yield from (mine + yours for mine in one[total] for yours in other[total])

    def _made(self, half: Iterable[int], most_people: int) -> list[tuple[int, int]]:
        """Every bundle of a half, with what it sums to."""
        people = self.packing.people
        made = [(0, 0)]
        for points in half:
            one = self.packing.one[points]
            layers = [made]
            for _ in range(self.packing.counts[points]):
                layer = [
                    (total + points, bundle + one)
                    for total, bundle in layers[-1]
                    if bundle & people < most_people
                ]
                self.effort.spend(len(layer))
                layers.append(layer)
            made = [bundle for layer in layers for bundle in layer]
        return made

    def _by_people(self, made: list[tuple[int, int]], most_people: int, *, sign: int) -> list[Sums]:
        sums: list[Sums] = [{} for _ in range(most_people + 1)]
        for total, bundle in made:
            sums[bundle & self.packing.people].setdefault(sign * total, []).append(bundle)
        return sums


def _halves(counts: Counter[int]) -> tuple[list[int], list[int]]:
    """Two halves of the distinct balances that give about as many bundles each."""
    one, other = 1, 1
    halves: tuple[list[int], list[int]] = ([], [])
    for points, count in counts.most_common():
        if one <= other:
            one *= count + 1
            halves[0].append(points)
        else:
            other *= count + 1
            halves[1].append(points)
    return halves
