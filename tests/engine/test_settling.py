"""What holds for every plan, and the plans that were worked out by hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine import Payment, Plan, fewest_payments, pair_by_pair
from tests.engine.settling_nights import named

NAMES = st.text("abcdefghijăâđêôơư ", min_size=1, max_size=4)
POINTS = st.one_of(st.integers(-4, 4), st.integers(-30, 30), st.integers(-1000, 1000))


@st.composite
def nights(draw: st.DrawFn) -> dict[str, int]:
    """Balances that sum to zero, by name."""
    names = draw(st.lists(NAMES, unique=True, min_size=1, max_size=14))
    points = [draw(POINTS) for _ in names[1:]]
    return dict(zip(names, [*points, -sum(points)], strict=True))


@st.composite
def nights_of_debts(draw: st.DrawFn) -> dict[tuple[str, str], int]:
    pairs = st.sampled_from([(one, other) for one in "ABCDE" for other in "ABCDE" if one != other])
    return draw(st.dictionaries(pairs, st.integers(0, 20), max_size=15))


def after(balances: dict[str, int], payments: list[Payment]) -> dict[str, int]:
    """What is still open once these have been paid."""
    left = Counter(balances)
    for payment in payments:
        left[payment.payer] += payment.points
        left[payment.payee] -= payment.points
    return dict(left)


@given(nights())
def test_the_payments_clear_every_balance(balances: dict[str, int]) -> None:
    plan = fewest_payments(balances)
    assert not any(after(balances, list(plan.payments)).values())


@given(nights())
def test_only_debtors_pay_and_only_creditors_receive(balances: dict[str, int]) -> None:
    plan = fewest_payments(balances)
    for payment in plan.payments:
        assert balances[payment.payer] < 0 < balances[payment.payee]
        assert payment.points > 0
    moved = sum(payment.points for payment in plan.payments)
    assert moved == sum(points for points in balances.values() if points > 0)


@given(nights())
def test_the_groups_are_apart_sum_to_zero_and_pay_among_themselves(
    balances: dict[str, int],
) -> None:
    plan = fewest_payments(balances)
    members = [name for group in plan.groups for name in group]
    assert sorted(members) == sorted(name for name, points in balances.items() if points)
    group_of = {name: group for group in plan.groups for name in group}
    for group in plan.groups:
        assert sum(balances[name] for name in group) == 0
        assert list(group) == sorted(group)
    for payment in plan.payments:
        assert group_of[payment.payer] is group_of[payment.payee]
    assert list(plan.groups) == sorted(plan.groups)
    assert list(plan.payments) == sorted(plan.payments)


@given(nights())
def test_there_are_as_many_payments_as_people_less_groups(balances: dict[str, int]) -> None:
    plan = fewest_payments(balances)
    people = sum(len(group) for group in plan.groups)
    assert len(plan.payments) == people - len(plan.groups) == plan.lower_bound
    assert plan.proven


@given(nights(), st.randoms(use_true_random=False))
def test_the_order_of_the_balances_does_not_matter(
    balances: dict[str, int], random: Random
) -> None:
    shuffled = random.sample(list(balances.items()), len(balances))
    assert fewest_payments(dict(shuffled)) == fewest_payments(balances)


@given(nights(), st.randoms(use_true_random=False))
def test_whatever_is_paid_of_a_plan_the_rest_needs_just_the_rest(
    balances: dict[str, int], random: Random
) -> None:
    plan = fewest_payments(balances)
    paid = random.sample(plan.payments, random.randint(0, len(plan.payments)))
    rest = fewest_payments(after(balances, paid))
    assert len(rest.payments) == len(plan.payments) - len(paid)


@given(nights(), st.integers(2, 500))
def test_a_higher_stake_changes_the_points_and_not_who_pays_whom(
    balances: dict[str, int], times: int
) -> None:
    plan = fewest_payments(balances)
    higher = fewest_payments({name: points * times for name, points in balances.items()})
    assert higher.groups == plan.groups
    assert higher.payments == tuple(
        Payment(payment.payer, payment.payee, payment.points * times) for payment in plan.payments
    )


def test_where_the_largest_pay_the_largest_there_is_a_payment_too_many() -> None:
    # −3 + 3 = 0 and −4 + 2 + 2 = 0: five people, two groups, three payments. The largest
    # first would have A pay E 3 of its 4, and then need three more.
    plan = fewest_payments({"A": -4, "B": -3, "C": 2, "D": 2, "E": 3})
    assert plan == Plan(
        payments=(Payment("A", "C", 2), Payment("A", "D", 2), Payment("B", "E", 3)),
        groups=(("A", "C", "D"), ("B", "E")),
        lower_bound=3,
    )
    assert plan.proven


def test_taking_a_triple_where_one_is_seen_would_lose_a_group() -> None:
    # −5 + 2 + 3, again −5 + 2 + 3, and −4 + 1 + 3: nine people, three groups, six payments.
    # Taking −4 + 2 + 2 leaves −5 −5 + 1 + 3 + 3 + 3, which is one group.
    plan = fewest_payments(named([-5, -5, -4, 1, 2, 2, 3, 3, 3]))
    assert len(plan.groups) == 3
    assert len(plan.payments) == 6


def test_among_people_with_the_same_balance_the_names_decide() -> None:
    plan = fewest_payments({"Đạt": -5, "An": -5, "Bình": 5, "Chi": 5, "Em": 0})
    assert plan.payments == (Payment("An", "Bình", 5), Payment("Đạt", "Chi", 5))
    assert plan.groups == (("An", "Bình"), ("Chi", "Đạt"))


@pytest.mark.parametrize(
    "balances",
    [
        {"A": -9, "B": 2, "C": 10, "D": -9, "E": 11, "F": -5},
        {"A": -7, "B": 10, "C": 3, "D": -12, "E": -5, "F": 11},
        {"A": 11, "B": -9, "C": -7, "D": 4, "E": -3, "F": 4},
    ],
)
def test_in_a_group_nobody_is_busier_than_need_be(balances: dict[str, int]) -> None:
    # Six people in one group, five payments: a chain, in which nobody has more than two. By
    # size in turn, by size against the other side's, or the largest first: each finds only some.
    plan = fewest_payments(balances)
    names = Counter(name for pay in plan.payments for name in (pay.payer, pay.payee))
    assert (len(plan.groups), len(plan.payments)) == (1, 5)
    assert max(names.values()) == 2


def test_a_night_where_all_are_quits_needs_nothing() -> None:
    for balances in ({}, {"An": 0}, {"An": 0, "Bình": 0}):
        plan = fewest_payments(balances)
        assert plan == Plan((), (), 0)
        assert plan.proven


@pytest.mark.parametrize("balances", [{"An": 1}, {"An": 3, "Bình": -2}, {"An": -1, "Bình": 0}])
def test_balances_that_do_not_sum_to_zero_have_no_plan(balances: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"balances sum to -?\d, not to zero"):
        fewest_payments(balances)


def test_pair_by_pair_sets_off_what_two_people_owe_each_other() -> None:
    # An owes Bình 7 − 2 = 5 and Bình owes Chi 4; Chi and Đạt are quits. An −5, Bình 5 − 4 = 1,
    # Chi 4: one group of three, so two payments are the fewest, and here there are two.
    debts = {
        ("An", "Bình"): 7,
        ("Bình", "An"): 2,
        ("Bình", "Chi"): 4,
        ("Chi", "Đạt"): 3,
        ("Đạt", "Chi"): 3,
    }
    assert pair_by_pair(debts) == Plan(
        payments=(Payment("An", "Bình", 5), Payment("Bình", "Chi", 4)),
        groups=(("An", "Bình", "Chi"),),
        lower_bound=2,
    )


def test_pair_by_pair_round_a_table_is_proven_too_long() -> None:
    # Each owes the next 5: all are quits, yet pair by pair there are three payments.
    plan = pair_by_pair({("A", "B"): 5, ("B", "C"): 5, ("C", "A"): 5})
    assert len(plan.payments) == 3
    assert plan.lower_bound == 0
    assert not plan.proven
    assert plan.groups == (("A", "B", "C"),)


@pytest.mark.parametrize("debts", [{("An", "Bình"): -1}, {("An", "An"): 3}])
def test_nobody_owes_less_than_nothing_or_themselves(debts: dict[tuple[str, str], int]) -> None:
    with pytest.raises(ValueError, match="cannot owe"):
        pair_by_pair(debts)


@given(nights_of_debts(), st.randoms(use_true_random=False))
def test_pair_by_pair_clears_what_passed_between_each_two(
    debts: dict[tuple[str, str], int], random: Random
) -> None:
    plan = pair_by_pair(debts)
    between = Counter({(payment.payer, payment.payee): payment.points for payment in plan.payments})
    assert len(between) == len(plan.payments)
    for one in "ABCDE":
        for other in "ABCDE":
            owed = debts.get((one, other), 0) - debts.get((other, one), 0)
            assert between[one, other] - between[other, one] == owed
    assert len(plan.payments) >= plan.lower_bound
    assert pair_by_pair(dict(random.sample(list(debts.items()), len(debts)))) == plan
