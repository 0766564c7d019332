"""The fewest payments against slower ways to find them that share nothing with the engine."""

from __future__ import annotations

from random import Random

import pytest

from scoring.engine import fewest_payments
from scoring.engine.settling.bounds import most_possible_groups
from tests.engine.settling_nights import FAMILIES, HARD, named, without_pairs
from tests.engine.settling_oracles import most_groups_by_subsets, most_groups_by_trying

NIGHTS_OF_EACH = 720
"""Seven families: 5,040 nights."""


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
