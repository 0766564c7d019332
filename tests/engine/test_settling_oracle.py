"""The fewest payments against slower ways to find them that share nothing with the engine."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from scoring.engine import fewest_payments
from scoring.engine.settling.bounds import most_possible_groups
from tests.engine.settling_nights import FAMILIES, HARD, named, without_pairs

NIGHTS_OF_EACH = 720
"""Seven families: 5,040 nights."""


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


@pytest.mark.parametrize("family", FAMILIES)
def test_no_night_of_up_to_nine_people_can_do_with_fewer_payments(family: str) -> None:
    random = Random(f"nine people, {family}")
    for _ in range(NIGHTS_OF_EACH):
        balances = FAMILIES[family](random, random.randint(2, 9))
        left = tuple(points for points in balances if points)
        plan = fewest_payments(named(balances))
        assert len(plan.payments) == len(left) - most_groups_by_trying(left), balances
        assert plan.proven


@pytest.mark.parametrize("family", [*FAMILIES, *HARD])
def test_nor_can_a_night_of_up_to_twelve_people(family: str) -> None:
    random = Random(f"twelve people, {family}")
    for people in (10, 11, 12):
        for _ in range(4):
            balances = (FAMILIES | HARD)[family](random, people)
            left = [points for points in balances if points]
            plan = fewest_payments(named(balances))
            assert len(plan.payments) == len(left) - most_groups_by_subsets(left), balances
            assert plan.proven


@pytest.mark.parametrize("family", FAMILIES)
def test_the_bound_is_never_below_what_can_be_had(family: str) -> None:
    random = Random(f"bound, {family}")
    for _ in range(150):
        balances = FAMILIES[family](random, random.randint(3, 9))
        alone = without_pairs(balances)
        assert most_possible_groups(alone) >= most_groups_by_trying(tuple(alone))
