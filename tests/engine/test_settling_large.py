"""Large nights and hard ones: how much work they take, and what is promised without proof."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scoring.engine import Plan, fewest_payments
from scoring.engine.settling.approach import first_split, improve
from scoring.engine.settling.effort import Effort, Exhausted
from scoring.engine.settling.paying import largest_first
from scoring.engine.settling.search import search
from tests.engine.settling_nights import FAMILIES, HARD, NIGHTS, named, uniform, without_pairs

STEPS_OF_TWENTY = 20_000
"""What any night of twenty may take."""


def payments_largest_first(balances: dict[str, int]) -> int:
    """The rule to beat, written down once more and naively."""
    left = dict(balances)
    payments = 0
    while any(left.values()):
        payer = min(left, key=lambda name: left[name])
        payee = max(left, key=lambda name: left[name])
        paid = min(-left[payer], left[payee])
        left[payer] += paid
        left[payee] -= paid
        payments += 1
    return payments


def verify_clears(plan: Plan, balances: dict[str, int]) -> None:
    left = Counter(balances)
    for payment in plan.payments:
        assert balances[payment.payer] < 0 < balances[payment.payee]
        left[payment.payer] += payment.points
        left[payment.payee] -= payment.points
    assert not any(left.values())
    people = sum(len(group) for group in plan.groups)
    assert len(plan.payments) == people - len(plan.groups)
    assert plan.lower_bound <= len(plan.payments)


@pytest.mark.parametrize("people", [16, 17, 18, 19, 20])
@pytest.mark.parametrize("family", [*HARD, *FAMILIES])
def test_a_night_of_twenty_is_proven_in_few_steps(family: str, people: int) -> None:
    random = Random(f"steps, {family}, {people}")
    for _ in range(12):
        balances = (FAMILIES | HARD)[family](random, people)
        alone = without_pairs(balances)
        found = search(alone, effort=Effort(STEPS_OF_TWENTY), at_most=people)
        assert found.groups or not alone
        assert fewest_payments(named(balances)).proven


@pytest.mark.parametrize("people", [21, 24, 32, 50, 100])
@pytest.mark.parametrize("family", FAMILIES)
def test_a_large_night_is_never_worse_than_the_largest_first(family: str, people: int) -> None:
    balances = named(FAMILIES[family](Random(f"large, {family}, {people}"), people))
    plan = fewest_payments(balances)
    verify_clears(plan, balances)
    assert len(plan.payments) <= payments_largest_first(balances)


@pytest.mark.parametrize("people", [100, 300])
@pytest.mark.parametrize("family", NIGHTS)
def test_a_night_of_a_hundred_is_close_to_its_bound(family: str, people: int) -> None:
    balances = named(NIGHTS[family](Random(f"close, {family}, {people}"), people))
    plan = fewest_payments(balances)
    assert len(plan.payments) <= 1.03 * plan.lower_bound


@pytest.mark.parametrize("people", [24, 60])
def test_a_large_night_has_the_same_plan_in_any_order(people: int) -> None:
    random = Random(f"order, {people}")
    balances = named(uniform(60)(random, people))
    plan = fewest_payments(balances)
    for _ in range(2):
        shuffled = random.sample(list(balances.items()), people)
        assert fewest_payments(dict(shuffled)) == plan


@pytest.mark.parametrize(("groups", "size"), [(14, 3), (40, 3), (12, 4), (9, 5), (8, 9)])
def test_groups_that_were_put_in_are_never_denied_by_the_bound(groups: int, size: int) -> None:
    random = Random(f"planted, {groups} groups of {size}")
    for limit in (8, 50, 400):
        balances: list[int] = []
        for _ in range(groups):
            balances += uniform(limit)(random, size)
        people = sum(points != 0 for points in balances)
        plan = fewest_payments(named(balances))
        verify_clears(plan, named(balances))
        assert plan.lower_bound <= people - groups + (len(balances) - people)


def test_a_bound_is_reached_and_proven_beyond_twenty_people() -> None:
    # Ten times −5 + 2 + 3 and no pair: thirty people make at most ten groups, and there are ten.
    plan = fewest_payments(named([-5, 2, 3] * 10))
    assert (len(plan.groups), len(plan.payments), plan.proven) == (10, 20, True)


def test_numbers_of_no_kind_are_settled_all_the_same() -> None:
    balances = named(uniform(10**12)(Random("no kind"), 60))
    plan = fewest_payments(balances)
    verify_clears(plan, balances)
    assert len(plan.payments) == 59
    assert not plan.proven


def test_a_search_that_may_do_no_more_says_what_it_knows() -> None:
    balances = uniform(1000)(Random("no more"), 20)
    found = search(balances, effort=Effort(100), at_most=5)
    assert found.groups == []
    assert found.at_most == 5
    with pytest.raises(Exhausted):
        Effort(10).spend(11)


def test_a_search_for_more_than_there_is_finds_nothing() -> None:
    balances = [-5, -5, -4, 1, 2, 2, 3, 3, 3]
    assert search(balances, effort=Effort(), at_most=9, above=3).groups == []
    assert search(balances, effort=Effort(), at_most=9, above=2).at_most == 3
    assert search([-9, 2, 7], effort=Effort(), at_most=1, above=1).groups == []


@pytest.mark.parametrize("family", FAMILIES)
def test_improving_keeps_everybody_and_loses_no_group(family: str) -> None:
    random = Random(f"improve, {family}")
    alone = sorted(without_pairs(FAMILIES[family](random, 40)))
    first = first_split(alone)
    better = improve(first, effort=Effort(20_000), enough=len(alone))
    assert len(better) >= len(first)
    for groups in (first, better):
        assert sorted(points for group in groups for points in group) == alone
        assert not any(sum(group) for group in groups)


def test_the_largest_first_goes_by_points_then_by_name() -> None:
    # B and C owe 5 each, A is due 6 and D 4: B pays A 5, C pays D 4, C pays A the 1 left.
    payments = largest_first({"A": 6, "B": -5, "C": -5, "D": 4})
    assert [(payment.payer, payment.payee, payment.points) for payment in payments] == [
        ("B", "A", 5),
        ("C", "D", 4),
        ("C", "A", 1),
    ]
