"""Many groups summing to zero, for nights too large to search.

Triples first, then what searches of a few people find among the rest, then searches again in
windows of whole groups: the people of three groups may make four. Knows balances without exact
pairs; repeatable, for its choices follow a fixed walk and its limit counts steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from scoring.engine.settling.bundles import Group, Groups
from scoring.engine.settling.effort import Effort
from scoring.engine.settling.search import search

WINDOWS: Final = 300
WINDOW_PEOPLE: Final = 20
LOOSE_PEOPLE: Final = 14
LOOSE_ROUNDS: Final = 3


def first_split(balances: Sequence[int]) -> Groups:
    """A quick split of balances that sum to zero into groups that do."""
    triples, loose = _triples(balances)
    groups, loose = _from_loose(loose)
    return triples + groups + ([loose] if loose else [])


def improve(groups: Groups, *, effort: Effort, enough: int) -> Groups:
    """As many groups or more of the same people; it stops at `enough` groups."""
    triples = [group for group in groups if len(group) == 3]
    larger = [group for group in groups if len(group) > 3]
    walk = _walk()
    for _ in range(WINDOWS):
        if len(triples) + len(larger) >= enough or effort.is_exhausted:
            break
        window = _window(larger, triples, walk)
        people = [points for group in window for points in group]
        found = search(people, effort=effort, at_most=len(people), above=max(len(window) - 1, 0))
        for group in found.groups or window:
            (triples if len(group) == 3 else larger).append(group)
    return triples + larger


def _triples(balances: Sequence[int]) -> tuple[Groups, Group]:
    """Triples, and who is left. The largest first, with the largest: these fit the fewest."""
    left = Counter(balances)
    falling = sorted(left, key=lambda points: (-abs(points), points))
    triples: Groups = []
    for place, points in enumerate(falling):
        for other in falling[place + 1 :]:
            if not left[points] or 2 * abs(other) < abs(points):
                break
            third = -points - other
            if third in left and third * other > 0:
                times = _times(left, points, other, third)
                triples += [[points, other, third]] * times
                left.subtract([points, other, third] * times)
    return triples, sorted(left.elements())


def _times(left: Counter[int], points: int, other: int, third: int) -> int:
    """How often this triple can be had; `other` is the larger of the two that square `points`."""
    if other == third:
        return min(left[points], left[other] // 2)
    return min(left[points], left[other], left[third])


def _from_loose(loose: Group) -> tuple[Groups, Group]:
    """Groups found among a few people at a time, and who is left.

    A few people do not sum to zero: somebody made up squares them, and whoever is grouped
    with that one stays loose.
    """
    groups: Groups = []
    for _ in range(LOOSE_ROUNDS):
        loose.sort(key=lambda points: (-abs(points), points))
        parts = -(-len(loose) // LOOSE_PEOPLE)
        still_loose: Group = []
        for part in range(parts):
            few = loose[part::parts]
            made_up = -sum(few)
            people = [*few, made_up] if made_up else few
            found = search(people, effort=Effort(), at_most=len(few))
            for group in found.groups or [people]:
                if made_up and made_up in group:
                    group.remove(made_up)
                    still_loose += group
                    made_up = 0
                else:
                    groups.append(group)
        loose = still_loose
    return groups, loose


def _window(larger: Groups, triples: Groups, walk: Iterator[int]) -> Groups:
    """Take out two to four of the larger groups and as many triples as fit."""
    window: Groups = []
    room = WINDOW_PEOPLE
    for pool, most in ((larger, 2 + next(walk) % 3), (triples, WINDOW_PEOPLE)):
        for _ in range(min(most, len(pool))):
            place = next(walk) % len(pool)
            if len(pool[place]) <= room:
                room -= len(pool[place])
                window.append(pool.pop(place))
    return window


def _walk() -> Iterator[int]:
    """Numbers in no apparent order, the same every time (Lehmer's generator)."""
    number = 1
    while True:
        number = number * 48_271 % 0x7FFF_FFFF
        yield number
