"""Direct encounters (đối đầu): who met whom in how many deals, and what each one won in them.

Knows pairs. Knows nothing of values or ranks. Rule S-42 of docs/standings.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations

from scoring.engine.standings.policy import StandingsPolicy
from scoring.engine.standings.tallies import Meeting


class Meetings:
    """The meetings of a season, added up for each pair of survivors when first asked for."""

    def __init__(
        self, rows: Sequence[Meeting], roots: Mapping[str, str], policy: StandingsPolicy
    ) -> None:
        self._rows = rows
        self._roots = roots
        self._counts_points = policy.counts_points
        self._min_deals = policy.direct_min_deals

    def direct_figures(self, group: Sequence[str]) -> dict[str, int] | None:
        """Each one's own nets in the deals with each other one, or None if a pair did not meet."""
        deals, nets = self._deals_and_nets
        for one, other in combinations(group, 2):
            if deals.get((one, other), 0) < self._min_deals:
                return None
        return {one: sum([nets[one, other] for other in group if other != one]) for one in group}

    @cached_property
    def _deals_and_nets(self) -> tuple[dict[tuple[str, str], int], dict[tuple[str, str], int]]:
        """By ordered pair: their common deals, and the first one's net in them."""
        deals: dict[tuple[str, str], int] = {}
        nets: dict[tuple[str, str], int] = {}
        for row in self._rows:
            one, other = (self._roots[player] for player in row.players)
            of_one, of_other = row.net_points if self._counts_points else row.net_bets
            for pair, net in (((one, other), of_one), ((other, one), of_other)):
                deals[pair] = deals.get(pair, 0) + row.deals
                nets[pair] = nets.get(pair, 0) + net
        return deals, nets
