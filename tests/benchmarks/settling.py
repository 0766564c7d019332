"""Settling: how many payments against the fewest and against the rules of others, how fast.

Times are of the processor, not of the clock: nothing here waits for anything.
"""

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from random import Random

from scoring.engine import Plan, fewest_payments
from tests.benchmarks.table import Figure
from tests.engine.settling_nights import FAMILIES, HARD, NIGHTS, Maker, named
from tests.engine.settling_oracles import most_groups_by_subsets

SMALL_SIZES = range(4, 21)
NIGHTS_OF_EACH = 18
"""Seven families, 17 sizes: 2,142 nights."""

CHECKED_PEOPLE = 12
"""Up to so many people all subsets are gone over as well."""

LARGE_SIZES = (32, 100, 300, 1000)
LARGE_NIGHTS_OF_EACH = 5

Rule = Callable[[list[int]], int]
"""Balances in, the number of payments out."""


@dataclass(frozen=True)
class Settled:
    """A night, its plan and the time it took."""

    balances: list[int]
    plan: Plan
    milliseconds: float


def measure() -> list[Figure]:
    """Small nights against the fewest payments, hard ones for time, large ones for both."""
    small = list(_settle(FAMILIES, SMALL_SIZES, NIGHTS_OF_EACH))
    hard = list(_settle(HARD, (16, 18, 20), 40))
    figures = _fewest(small) + _times(small, hard)
    for people in LARGE_SIZES:
        figures += _large(people, list(_settle(NIGHTS, (people,), LARGE_NIGHTS_OF_EACH)))
    return figures


def smallest_first(balances: list[int]) -> int:
    """ihatemoney's rule: the smallest debtor pays the smallest creditor."""
    return _payments(balances, largest=False)


def largest_first(balances: list[int]) -> int:
    """Cospend's rule: the largest debtor pays the largest creditor."""
    return _payments(balances, largest=True)


def _payments(balances: list[int], *, largest: bool) -> int:
    sign = -1 if largest else 1
    owed = [-points * sign for points in balances if points < 0]
    due = [points * sign for points in balances if points > 0]
    heapify(owed)
    heapify(due)
    payments = 0
    while owed:
        left = abs(owed[0]) - abs(due[0])
        heappop(owed)
        heappop(due)
        payments += 1
        if left:
            heappush(owed if left > 0 else due, abs(left) * sign)
    return payments


def _settle(makers: dict[str, Maker], sizes: Iterable[int], count: int) -> Iterator[Settled]:
    for family, maker in makers.items():
        for people in sizes:
            random = Random(f"bench, {family}, {people}")
            for _ in range(count):
                balances = maker(random, people)
                night = named(balances)
                start = time.process_time()
                plan = fewest_payments(night)
                yield Settled(balances, plan, (time.process_time() - start) * 1e3)


def _fewest(small: list[Settled]) -> list[Figure]:
    proven = sum(night.plan.proven for night in small)
    ours = sum(len(night.plan.payments) for night in small)
    fewest = sum(night.plan.lower_bound for night in small)
    checked = [night for night in small if len(night.balances) <= CHECKED_PEOPLE]
    differ = sum(len(night.plan.payments) != _fewest_by_subsets(night) for night in checked)
    larger = [night for night in small if len(night.balances) >= 8]
    return [
        Figure(
            f"settling {len(small)} nights of 4 to 20: payments ÷ fewest",
            f"{ours / fewest:.3f}",
            "1.000",
            ours == fewest,
        ),
        Figure("… proven", f"{proven}", f"all {len(small)}", proven == len(small)),
        Figure(
            f"… {len(checked)} of up to {CHECKED_PEOPLE} against all subsets: differences",
            f"{differ}",
            "0",
            differ == 0,
        ),
        Figure("… of 8 to 20: Cospend's rule ÷ fewest", f"{_ratio(largest_first, larger):.3f}"),
        Figure("… of 8 to 20: ihatemoney's rule ÷ fewest", f"{_ratio(smallest_first, larger):.3f}"),
    ]


def _fewest_by_subsets(night: Settled) -> int:
    left = [points for points in night.balances if points]
    return len(left) - (most_groups_by_subsets(left) if left else 0)


def _ratio(rule: Rule, nights: list[Settled]) -> float:
    payments = sum(rule(night.balances) for night in nights)
    return payments / sum(len(night.plan.payments) for night in nights)


def _times(small: list[Settled], hard: list[Settled]) -> list[Figure]:
    of_twenty = [night for night in small if len(night.balances) == 20]
    figures = []
    for what, nights in (("random", of_twenty), ("hard", hard)):
        spent = sorted(night.milliseconds for night in nights)
        p95 = spent[int(0.95 * (len(spent) - 1))]
        figures += [
            Figure(
                f"fewest_payments, {len(spent)} {what} nights of up to 20: p50 / p95",
                f"{statistics.median(spent):.1f} / {p95:.1f} ms",
                "p95 at most 10 ms",
                p95 <= 10,
            ),
            Figure("… worst", f"{spent[-1]:.1f} ms", "at most 250 ms", spent[-1] <= 250),
        ]
    return figures


def _large(people: int, nights: list[Settled]) -> list[Figure]:
    to_bound = [len(night.plan.payments) / night.plan.lower_bound for night in nights]
    mean = statistics.mean(to_bound)
    proven = sum(night.plan.proven for night in nights)
    spent = [night.milliseconds for night in nights]
    median = statistics.median(spent)
    return [
        Figure(
            f"settling {len(nights)} nights of {people}: payments ÷ bound, mean (worst)",
            f"{mean:.3f} ({max(to_bound):.3f})",
            "mean at most 1.03" if people >= 100 else "",
            people < 100 or mean <= 1.03,
        ),
        Figure("… proven", f"{proven}"),
        Figure(
            "… time, median (worst)",
            f"{median:.0f} ({max(spent):.0f}) ms",
            "median at most 150 ms",
            median <= 150,
        ),
        _against("Cospend's rule", largest_first, people, nights, 0.80),
        _against("ihatemoney's rule", smallest_first, people, nights, 0.62),
        _never_worse(nights),
    ]


def _against(
    name: str, rule: Rule, people: int, nights: list[Settled], most_ratio: float
) -> Figure:
    ours = statistics.mean(len(night.plan.payments) for night in nights)
    theirs = statistics.mean(rule(night.balances) for night in nights)
    ratio = ours / theirs
    return Figure(
        f"… payments ÷ those of {name}",
        f"{ratio:.2f} ({ours:.1f} ÷ {theirs:.1f})",
        f"at most {most_ratio:.2f}" if people >= 300 else "",
        people < 300 or ratio <= most_ratio,
    )


def _never_worse(nights: list[Settled]) -> Figure:
    worse = sum(len(night.plan.payments) > largest_first(night.balances) for night in nights)
    return Figure("… nights worse than the largest first", f"{worse}", "0", worse == 0)
