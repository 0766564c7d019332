"""A person's evening as a small line: the running balance over the deals of the night.

Knows deals in playing order. Draws in whole numbers on a fixed field, so that pages stay small.
The line is for its shape: each fills its height, how much it came to is written beside it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.selectors.deals import DealRow

WIDTH, HEIGHT, MARGIN = 120, 32, 3


@dataclass(frozen=True, slots=True)
class Sparkline:
    """Points of an SVG polyline, the height of zero, and where the line ends."""

    points: str
    zero_y: int
    end_x: int
    end_y: int


def draw_sparklines(deals: Sequence[DealRow]) -> Mapping[UUID, Sparkline]:
    """One line per person who sat in a deal in force; `deals` in playing order."""
    walks = _walks(deals)
    return {player_id: _draw(walk, steps=len(deals)) for player_id, walk in walks.items()}


def _draw(walk: Sequence[tuple[int, int]], *, steps: int) -> Sparkline:
    sums = [points for _step, points in walk]
    low, span = min(sums), max(sums) - min(sums) or 2
    if min(sums) == max(sums):
        low -= 1  # a flat line lies in the middle
    places = [
        (
            MARGIN + round(step * (WIDTH - 2 * MARGIN) / steps),
            HEIGHT - MARGIN - round((points - low) * (HEIGHT - 2 * MARGIN) / span),
        )
        for step, points in walk
    ]
    return Sparkline(
        points=" ".join(f"{x},{y}" for x, y in places),
        zero_y=places[0][1],
        end_x=places[-1][0],
        end_y=places[-1][1],
    )


def _walks(deals: Sequence[DealRow]) -> Mapping[UUID, Sequence[tuple[int, int]]]:
    """For each person the deals that changed the balance, as (step, balance), from 0 to the last
    deal.
    """
    walks: dict[UUID, list[tuple[int, int]]] = {}
    for step, deal in enumerate(deals, start=1):
        for seat in deal.seats:
            walk = walks.setdefault(seat.person.player_id, [(0, 0)])
            walk.append((step, walk[-1][1] + seat.net_points))
    return walks
