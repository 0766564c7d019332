"""Each table first, and through one host: what holds for every plan, and plans worked out by hand.

That payments clear, and who is in a group, holds for the fewest payments in the same words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine import Payment, Plan, fewest_payments, tables_first, through_host, top_creditor
from tests.engine.settling_nights import at_closed_tables, named
from tests.engine.test_settling import after, nights

TABLES = st.dictionaries(st.sampled_from(range(14)), st.sampled_from("IJK"), max_size=14)
CLOSED_NIGHTS_OF_EACH = 60
MOST_OF_OPTIMUM = 1.07
"""Section E of the settlement paper: payments of closed tables by themselves, in the mean."""


@st.composite
def nights_at_tables(draw: st.DrawFn) -> tuple[dict[str, int], dict[str, str]]:
    """Balances, and the tables some of the people belong to."""
    balances = draw(nights())
    chosen = draw(TABLES)
    names = sorted(balances)
    return balances, {names[n]: table for n, table in chosen.items() if n < len(names)}


def of_table(balances: Mapping[str, int], tables: Mapping[str, str], table: str) -> int:
    return sum(points for name, points in balances.items() if tables.get(name) == table)


def across(plan: Plan, tables: Mapping[str, object]) -> list[Payment]:
    """Payments of two who do not belong to one table."""
    return [
        payment
        for payment in plan.payments
        if payment.payer not in tables or tables[payment.payer] != tables.get(payment.payee)
    ]


# Each table first


@given(nights_at_tables())
def test_tables_first_clears_and_only_debtors_pay(
    night: tuple[dict[str, int], dict[str, str]],
) -> None:
    balances, tables = night
    plan = tables_first(balances, tables)
    assert not any(after(balances, list(plan.payments)).values())
    for payment in plan.payments:
        assert balances[payment.payer] < 0 < balances[payment.payee]
    assert len(plan.payments) == len({(one.payer, one.payee) for one in plan.payments})
    assert list(plan.payments) == sorted(plan.payments)


@given(nights_at_tables())
def test_no_more_passes_between_tables_than_has_to(
    night: tuple[dict[str, int], dict[str, str]],
) -> None:
    balances, tables = night
    passing = across(tables_first(balances, tables), tables)
    for table in "IJK":
        out = sum(one.points for one in passing if tables.get(one.payer) == table)
        into = sum(one.points for one in passing if tables.get(one.payee) == table)
        assert min(out, into) == 0
        assert into - out == of_table(balances, tables, table)


@given(nights_at_tables())
def test_tables_first_needs_fewer_payments_than_there_are_people(
    night: tuple[dict[str, int], dict[str, str]],
) -> None:
    balances, tables = night
    plan = tables_first(balances, tables)
    people = sum(points != 0 for points in balances.values())
    assert plan.lower_bound == fewest_payments(balances).lower_bound
    assert plan.lower_bound <= len(plan.payments) <= max(people - 1, 0)


@given(nights_at_tables(), st.randoms(use_true_random=False))
def test_tables_first_is_the_same_in_any_order(
    night: tuple[dict[str, int], dict[str, str]], random: Random
) -> None:
    balances, tables = night
    plan = tables_first(balances, tables)
    others = dict(random.sample(list(balances.items()), len(balances)))
    renamed = {"I": 3, "J": 1, "K": 2}
    again = {name: renamed[tables[name]] for name in random.sample(sorted(tables), len(tables))}
    assert tables_first(others, again) == plan


@given(nights())
def test_without_tables_or_at_one_table_it_is_the_fewest_payments(
    balances: dict[str, int],
) -> None:
    fewest = fewest_payments(balances)
    assert tables_first(balances, {}) == fewest
    assert tables_first(balances, dict.fromkeys(balances, "I")) == fewest


@pytest.mark.parametrize("people", [4, 8, 12, 16, 20, 24])
def test_closed_tables_pay_nothing_to_each_other_and_hardly_more_in_all(people: int) -> None:
    random = Random(f"closed tables of {people}")
    needed = paid = 0
    for _ in range(CLOSED_NIGHTS_OF_EACH):
        points, tables = at_closed_tables(random, people)
        balances = named(points)
        plan = tables_first(balances, tables)
        assert across(plan, tables) == []
        by_table = [
            fewest_payments({name: balances[name] for name in tables if tables[name] == table})
            for table in set(tables.values())
        ]
        assert len(plan.payments) == sum(len(one.payments) for one in by_table)
        needed += plan.lower_bound
        paid += len(plan.payments)
    assert paid <= MOST_OF_OPTIMUM * needed


def test_two_tables_settle_by_themselves_though_across_would_be_shorter() -> None:
    # Bàn 1: An +5, Bình −2, Chi −3. Bàn 2: Dũng −5, Em +2, Giang +3. Across: three payments
    # (5 to 5, 2 to 2, 3 to 3); by table two and two.
    balances = {"An": 5, "Bình": -2, "Chi": -3, "Dũng": -5, "Em": 2, "Giang": 3}
    tables = dict.fromkeys(("An", "Bình", "Chi"), 1) | dict.fromkeys(("Dũng", "Em", "Giang"), 2)
    plan = tables_first(balances, tables)
    assert plan == Plan(
        payments=(
            Payment("Bình", "An", 2),
            Payment("Chi", "An", 3),
            Payment("Dũng", "Em", 2),
            Payment("Dũng", "Giang", 3),
        ),
        groups=(("An", "Bình", "Chi"), ("Dũng", "Em", "Giang")),
        lower_bound=3,
    )
    assert not plan.proven


def test_what_a_table_cannot_square_goes_to_the_other_once() -> None:
    # Bàn 1 is 4 ahead and bàn 2 behind: Dũng, who changed tables, brought it over.
    balances = {"An": 6, "Bình": -2, "Chi": 1, "Dũng": -5}
    plan = tables_first(balances, {"An": 1, "Bình": 1, "Chi": 2, "Dũng": 2})
    assert plan.payments == (
        Payment("Bình", "An", 2),
        Payment("Dũng", "An", 4),
        Payment("Dũng", "Chi", 1),
    )


def test_who_belongs_to_no_table_settles_with_what_the_tables_leave() -> None:
    # The pot of the table, 4, was carried on: its four are behind by that.
    balances = {"An": 2, "Bình": -1, "Chi": -2, "Dũng": -3, "POT": 4}
    plan = tables_first(balances, dict.fromkeys(("An", "Bình", "Chi", "Dũng"), 1))
    assert plan.payments == (
        Payment("Bình", "POT", 1),
        Payment("Chi", "An", 2),
        Payment("Dũng", "POT", 3),
    )


# Through one host


@given(nights(), st.data())
def test_every_guest_has_exactly_one_payment_and_it_is_with_the_host(
    balances: dict[str, int], data: st.DataObject
) -> None:
    host = data.draw(st.none() | st.sampled_from([*sorted(balances), "ai khác"]))
    plan = through_host(balances, host)
    assert not any(after(balances, list(plan.payments)).values())
    guests = Counter(name for one in plan.payments for name in (one.payer, one.payee))
    at = host or (top_creditor(balances) if balances else "")
    guests.pop(at, None)
    assert guests == Counter(name for name, points in balances.items() if points and name != at)
    assert all(at in {one.payer, one.payee} for one in plan.payments)
    assert plan.lower_bound == fewest_payments(balances).lower_bound <= len(plan.payments)
    assert len(plan.groups) == bool(plan.payments)


@given(nights(), st.randoms(use_true_random=False))
def test_through_one_host_is_the_same_in_any_order(
    balances: dict[str, int], random: Random
) -> None:
    shuffled = random.sample(list(balances.items()), len(balances))
    assert through_host(dict(shuffled)) == through_host(balances)


def test_the_host_is_the_top_creditor_and_of_several_the_first_by_name() -> None:
    for balances in permutations([("An", -3), ("Chi", 4), ("Bình", 4), ("Dũng", -5)]):
        assert through_host(dict(balances)) == Plan(
            payments=(
                Payment("An", "Bình", 3),
                Payment("Bình", "Chi", 4),
                Payment("Dũng", "Bình", 5),
            ),
            groups=(("An", "Bình", "Chi", "Dũng"),),
            lower_bound=3,
        )


def test_a_named_host_may_be_a_debtor_or_quits() -> None:
    balances = {"An": 3, "Bình": -3, "Chi": 0}
    assert through_host(balances, "Bình").payments == (Payment("Bình", "An", 3),)
    assert through_host(balances, "Chi").payments == (
        Payment("Bình", "Chi", 3),
        Payment("Chi", "An", 3),
    )


def test_where_nobody_receives_the_host_owes_least() -> None:
    assert top_creditor({"An": -3, "Bình": -1}) == "Bình"


def test_all_quits_needs_no_host() -> None:
    for balances in ({}, {"An": 0}):
        assert through_host(balances) == tables_first(balances, {}) == Plan((), (), 0)


@pytest.mark.parametrize("host", [None, "An"])
def test_what_does_not_sum_to_zero_has_no_plan(host: str | None) -> None:
    with pytest.raises(ValueError, match="not to zero"):
        through_host({"An": 3}, host)
    with pytest.raises(ValueError, match="not to zero"):
        tables_first({"An": 3}, {"An": 1})
