"""The fewest payments that clear a night.

Payments tie people into groups; a group of k people whose balances sum to zero needs k − 1 of
them. So the fewest payments are the people less the most groups: zeros and exact pairs go
first, which never costs a group, and what is left is searched (`search`) or, when it is too
much for that, approached (`approach`). Knows the order of these steps and who is who.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from scoring.engine.settling.approach import first_split, improve
from scoring.engine.settling.bounds import most_possible_groups
from scoring.engine.settling.bundles import Group, Groups
from scoring.engine.settling.effort import Effort
from scoring.engine.settling.paying import connected, largest_first, pay_among
from scoring.engine.settling.plan import Payment, Plan
from scoring.engine.settling.search import search

ALWAYS_PROVEN_PEOPLE: Final = 20
"""Up to so many people without an exact pair the search has no limit: always proven."""

ROUNDS: Final = ((10_000, 40_000), (60_000, 30_000))
"""What a larger night may cost: steps to search and steps to improve, round after round; a
step is some 0.5 µs. The better the split already, the less a search has to go through."""


def fewest_payments(balances: Mapping[str, int]) -> Plan:
    """The plan with the fewest payments; the same for the same balances in any order.

    `balances` are points by name, positive for who receives. Only those below zero pay and
    only those above receive, so the points moved are the fewest possible too. Proven up to
    twenty people whom no exact pair squares, beyond that where `proven` says so, and never
    more payments than by paying the largest creditor from the largest debtor again and again.

    Raises ValueError when the balances do not sum to zero: such a night has no plan.
    """
    if total := sum(balances.values()):
        raise ValueError(f"balances sum to {total}, not to zero")
    left = {name: points for name, points in balances.items() if points}
    groups, at_most = _groups(left)
    plan = _payments(_named(groups, left), left)
    plan = min(plan, largest_first(left), key=len)
    return Plan(tuple(sorted(plan)), connected(plan), len(left) - at_most)


def _groups(left: Mapping[str, int]) -> tuple[Groups, int]:
    """Groups of balances, and how many there can be at most."""
    pairs, rest = _pairs_out(left.values())
    if len(rest) <= ALWAYS_PROVEN_PEOPLE:
        found = search(rest, effort=Effort(), at_most=len(rest))
        return pairs + found.groups, len(pairs) + found.at_most
    at_most = most_possible_groups(rest)
    near = first_split(rest)
    for search_steps, improve_steps in ROUNDS:
        found = search(rest, effort=Effort(search_steps), at_most=at_most, above=len(near))
        near, at_most = found.groups or near, max(found.at_most, len(near))
        near = improve(near, effort=Effort(improve_steps), enough=at_most)
    return pairs + near, len(pairs) + at_most


def _pairs_out(balances: Iterable[int]) -> tuple[Groups, list[int]]:
    """Everybody who can square with one other person, and the balances of the rest.

    Cutting a pair {x, −x} out of any split loses no group: from one group, its rest remains
    a group; from two, the rests of both together do.
    """
    counts = Counter(balances)
    pairs: Groups = []
    for points in [points for points in counts if points > 0]:
        times = min(counts[points], counts[-points])
        pairs += [[points, -points]] * times
        counts[points] -= times
        counts[-points] -= times
    return pairs, sorted(counts.elements())


def _named(groups: Groups, left: Mapping[str, int]) -> list[list[str]]:
    """People for balances; among people with the same balance in the order of their names."""
    waiting: dict[int, list[str]] = {}
    for name in sorted(left, reverse=True):
        waiting.setdefault(left[name], []).append(name)
    in_order: list[Group] = sorted(sorted(group) for group in groups)
    return [[waiting[points].pop() for points in group] for group in in_order]


def _payments(groups: list[list[str]], left: Mapping[str, int]) -> list[Payment]:
    return [
        payment for group in groups for payment in pay_among({name: left[name] for name in group})
    ]
