"""Two slow ways to count the most groups summing to zero. They know nothing of the engine.

Both take balances without zeros; the fewest payments are the people less the groups.
"""

from __future__ import annotations

from itertools import combinations


def most_groups_by_trying(balances: tuple[int, ...]) -> int:
    """Whoever is first squares with some of the others; try all, and the rest likewise."""
    if not balances:
        return 0
    first, *others = balances
    most = 0
    for count in range(len(others) + 1):
        for chosen in combinations(range(len(others)), count):
            if first + sum(others[place] for place in chosen) == 0:
                rest = tuple(points for place, points in enumerate(others) if place not in chosen)
                most = max(most, 1 + most_groups_by_trying(rest))
    return most


def most_groups_by_subsets(balances: list[int]) -> int:
    """Over all subsets: the most times the sum is zero on a way from nobody to everybody."""
    sums = [0]
    most = [0]
    for subset in range(1, 1 << len(balances)):
        lowest = (subset & -subset).bit_length() - 1
        sums.append(sums[subset & (subset - 1)] + balances[lowest])
        before = max(
            most[subset & ~(1 << place)] for place in range(len(balances)) if subset >> place & 1
        )
        most.append(before + (sums[subset] == 0))
    return most[-1]
