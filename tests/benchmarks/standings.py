"""Ranking a long season: 330 players in 100 nights, and its movements."""

import random
import time
from collections.abc import Callable
from functools import partial

from scoring.engine.standings import (
    SeasonNight,
    SeasonPlayer,
    StandingsPolicy,
    Tallies,
    Tally,
    rank_season,
    season_movements,
)
from tests.benchmarks.table import Figure

PLAYERS = 330
NIGHTS = 100
ROUNDS = 9
BAR_MILLISECONDS = 100
POLICIES: dict[str, dict[str, object]] = {
    "default": {},
    "share dropped of averages, lot": {
        "metric": "points_per_deal",
        "drop_share": [1, 3],
        "tie_breaks": ["per_deal", "u_wins", "firsts", "compensations", "moms", "direct", "lot"],
    },
    "place points": {"metric": "place_points", "best_of": 60},
}


def measure() -> list[Figure]:
    """From tallies and policy as values; the fastest of some rounds, as on a quiet machine."""
    tallies = season_of(NIGHTS)
    figures = []
    for name, options in POLICIES.items():
        policy = StandingsPolicy.from_json(options)
        milliseconds = _fastest(partial(rank_season, tallies, policy))
        figures.append(
            Figure(
                f"rank_season of {len(tallies.tallies)} tallies, {name}",
                f"{milliseconds:.0f} ms",
                f"at most {BAR_MILLISECONDS}",
                milliseconds <= BAR_MILLISECONDS,
            )
        )
    policy, earlier = StandingsPolicy(), season_of(NIGHTS - 1)
    moving = _fastest(lambda: season_movements(earlier, earlier, tallies, policy, policy))
    figures.append(Figure("season_movements of the same", f"{moving:.0f} ms"))
    obj = tallies.to_json()
    reading = _fastest(lambda: Tallies.from_json(obj))
    figures.append(Figure("reading the same tallies from JSON values", f"{reading:.0f} ms"))
    return figures


def season_of(nights: int) -> Tallies:
    """Everybody plays every night at a table of four; shorter seasons are beginnings of longer."""
    players = [f"p{number:03}" for number in range(PLAYERS)]
    return Tallies(
        season="long",
        seed="seed-1",
        players=tuple(map(SeasonPlayer, players)),
        nights=tuple(
            SeasonNight(f"n{night:03}", f"2026-{night // 28 + 1:02}-{night % 28 + 1:02}")
            for night in range(nights)
        ),
        tallies=tuple(
            _tally(night, number, player)
            for night in range(nights)
            for number, player in enumerate(players)
        ),
    )


def _tally(night: int, number: int, player: str) -> Tally:
    chance = random.Random(night * PLAYERS + number)
    places = [chance.randint(0, 8) for _ in range(4)]
    net_bets = chance.randint(-40, 40)
    return Tally(
        night=f"n{night:03}",
        table=f"t{number // 4}",
        player=player,
        deals=sum(places) + chance.randint(1, 4),
        net_points=net_bets * 5,
        net_bets=net_bets,
        u_wins=chance.randint(0, 3),
        moms=chance.randint(0, 3),
        compensations=chance.randint(0, 1),
        p4_1=places[0],
        p4_2=places[1],
        p4_3=places[2],
        p4_4=places[3],
        eats=chance.randint(0, 9),
    )


def _fastest(run: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1000)
    return min(times)
