"""Nights to settle: balances from random deals, at random, and made to be hard.

Every maker takes a seeded random.Random and a number of people and gives balances that sum to
zero. Knows nothing of how they are settled.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Maker = Callable[[Random, int], list[int]]


def named(balances: list[int]) -> dict[str, int]:
    """Names for balances, in their order: p000, p001..."""
    return {f"p{place:03}": points for place, points in enumerate(balances)}


def without_pairs(balances: list[int]) -> list[int]:
    """Who is left when everybody who can square with one other person has."""
    left: list[int] = []
    for points in balances:
        if -points in left:
            left.remove(-points)
        elif points:
            left.append(points)
    return left


def closed_tables(random: Random, people: int, *, deals: int = 25) -> list[int]:
    """Each table plays by itself all night."""
    return at_closed_tables(random, people, deals=deals)[0]


def at_closed_tables(
    random: Random, people: int, *, deals: int = 25
) -> tuple[list[int], dict[str, int]]:
    """The same, and at which table everybody sat, by name."""
    balances = [0] * people
    tables = _tables(random, people)
    for table in tables:
        for _ in range(deals):
            _deal(random, table, balances)
    names = list(named(balances))
    return balances, {names[seat]: n for n, table in enumerate(tables) for seat in table}


def short_night(random: Random, people: int) -> list[int]:
    """Eight deals at each table: many people are as far up or down as others."""
    return closed_tables(random, people, deals=8)


def reseated(random: Random, people: int) -> list[int]:
    """Five times new tables, five deals at each."""
    balances = [0] * people
    for _ in range(5):
        for table in _tables(random, people):
            for _ in range(5):
                _deal(random, table, balances)
    return balances


def equal_balances(random: Random, people: int) -> list[int]:
    """Only a few different balances."""
    few = [points for points in random.sample(range(-12, 13), 4) if points] or [1]
    return _squared([random.choice(few) for _ in range(people - 1)])


def uniform(limit: int) -> Maker:
    """Balances at random from −limit to limit, the last one squares them."""

    def make(random: Random, people: int) -> list[int]:
        return _squared([random.randint(-limit, limit) for _ in range(people - 1)])

    return make


NIGHTS: dict[str, Maker] = {
    "closed tables": closed_tables,
    "reseated": reseated,
    "short night": short_night,
}
FAMILIES: dict[str, Maker] = NIGHTS | {
    "equal balances": equal_balances,
    "uniform ±10": uniform(10),
    "uniform ±100": uniform(100),
    "uniform ±1000": uniform(1000),
}


def odd_pays_even(random: Random, people: int) -> list[int]:
    """Debtors owe odd points and creditors are due even ones: every group has an even count of
    debtors, and most of what fits by size does not fit."""
    half = people // 2 - people // 2 % 2
    owed = [2 * random.randint(1, 100) + 1 for _ in range(half)]
    due = _parts(random, sum(owed) // 2, people - half)
    return [-points for points in owed] + [2 * points for points in due]


def planted_fives(random: Random, people: int) -> list[int]:
    """Groups of five that square, and hardly anything smaller."""
    balances: list[int] = []
    while len(balances) < people:
        few = 5 if people - len(balances) >= 7 else people - len(balances)
        balances += _squared(
            [random.choice((-1, 1)) * random.randint(100, 999) for _ in range(few - 1)]
        )
    return balances


def two_hosts(random: Random, people: int) -> list[int]:
    """Two people are due everything: whether their guests split is the subset sum problem."""
    owed = [random.randint(500, 1000) for _ in range(people - 2)]
    first = sum(owed) // 2 + random.randint(-200, 200)
    return [first, sum(owed) - first] + [-points for points in owed]


def one_triple(random: Random, people: int) -> list[int]:
    """One triple squares; all the others are too odd."""
    one, other = 2 * random.randint(1, 50), 2 * random.randint(1, 50)
    odd = [(-1) ** place * (2 * random.randint(200, 2000) + 1) for place in range(people - 4)]
    return [one, other, -one - other, *_squared(odd)]


def distinct_balances(random: Random, people: int) -> list[int]:
    """Small balances, no two the same size: as many small sums as there can be."""
    sizes = random.sample(range(1, people + 4), people - 1)
    return _squared([random.choice((-1, 1)) * size for size in sizes])


HARD: dict[str, Maker] = {
    "odd pays even": odd_pays_even,
    "planted fives": planted_fives,
    "two hosts": two_hosts,
    "one triple": one_triple,
    "distinct balances": distinct_balances,
}


def _squared(balances: list[int]) -> list[int]:
    return [*balances, -sum(balances)]


def _parts(random: Random, total: int, count: int) -> list[int]:
    cuts = sorted(random.sample(range(1, total), count - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]


def _tables(random: Random, people: int) -> list[list[int]]:
    """Up to four at a table."""
    seats = list(range(people))
    random.shuffle(seats)
    tables = -(-people // 4)
    return [seats[table::tables] for table in range(tables)]


def _deal(random: Random, table: list[int], balances: list[int]) -> None:
    """An ù for five bets from each, or places for one, two, three and móm for four; some eats."""
    winner, *losers = random.sample(table, len(table))
    is_u = random.random() < 0.2
    for place, loser in enumerate(losers, start=1):
        bets = 5 if is_u else 4 if random.random() < 0.15 else place
        _move(balances, loser, winner, bets)
    for seat, player in enumerate(table):
        if len(table) > 1 and random.random() < 0.35:
            _move(balances, table[seat - 1], player, random.choice((1, 1, 2, 4)))


def _move(balances: list[int], payer: int, payee: int, bets: int) -> None:
    balances[payer] -= bets
    balances[payee] += bets
