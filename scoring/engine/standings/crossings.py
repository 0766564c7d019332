"""Crossings (vượt): who came ahead of whom in one stage, by what cause, in which nights.

Knows two rankings at a time. Rules S-62 to S-65 of docs/standings.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from scoring.engine.standings.ranking import Ranking
from scoring.engine.standings.tallies import Sums, Tally, add_up
from scoring.engine.standings.ties import LOWER_IS_AHEAD, tie_figure

StageName = Literal["policy", "corrections", "nights"]
Figures = tuple[Any, ...]
"""The value, then the figure of each tie-break but `direct` (S-63)."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """`player` came ahead (`places` −1) or is no longer ahead (+1) in a stage (S-62)."""

    player: str
    stage: StageName
    places: Literal[-1, 1]
    cause: str
    nights: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """As it stands in `crossings`."""
        return {
            "player": self.player,
            "stage": self.stage,
            "places": self.places,
            "cause": self.cause,
            "nights": list(self.nights),
        }


class Stage:
    """What happened between two tables. Those of `corrections` and `nights` share a policy."""

    def __init__(self, name: StageName, start: Ranking, end: Ranking) -> None:
        self.name = name
        self._start = _End(start)
        self._end = _End(end)
        self._steps = [step for step in end.table.policy.tie_breaks if step != "direct"]
        self._changed_nights: dict[str, frozenset[tuple[str, str]]] = {}

    @property
    def start_ranks(self) -> Mapping[str, int]:
        """The ranks at the start, by player id."""
        return self._start.ranks

    @property
    def end_ranks(self) -> Mapping[str, int]:
        """The ranks at the end, by player id."""
        return self._end.ranks

    def changes_whether_ranked(self, player: str) -> bool:
        """Whether the player is ranked at exactly one end."""
        return (player in self.start_ranks) != (player in self.end_ranks)

    def crossings_of(self, player: str) -> Iterator[Crossing]:
        """Everybody who is strictly ahead of the player at exactly one end, by id (S-62).

        The player is ranked at both ends.
        """
        ahead = self._end.ahead_of(player)
        for other in sorted(self._start.ahead_of(player) ^ ahead):
            came_ahead = other in ahead
            cause = self._cause(player, other, came_ahead=came_ahead)
            yield Crossing(
                player=other,
                stage=self.name,
                places=-1 if came_ahead else 1,
                cause=cause,
                nights=self._nights(player, other, cause),
            )

    def _cause(self, player: str, other: str, *, came_ahead: bool) -> str:
        """Whose change of figures it was (S-63)."""
        if self.name == "policy":
            return "policy"
        own_changed = self._start.figures(player) != self._end.figures(player)
        others_changed = self._start.figures(other) != self._end.figures(other)
        if own_changed and others_changed:
            own_changed, others_changed = self._what_would_do(player, other, came_ahead=came_ahead)
            if own_changed == others_changed:
                return f"both_{self.name}"
        if own_changed == others_changed:
            return "tie"
        return f"own_{self.name}" if own_changed else f"others_{self.name}"

    def _what_would_do(self, player: str, other: str, *, came_ahead: bool) -> tuple[bool, bool]:
        """Would the player's change alone have done it, and the other's alone (S-64)?"""
        own_alone = self._is_ahead(self._start.figures(other), self._end.figures(player))
        others_alone = self._is_ahead(self._end.figures(other), self._start.figures(player))
        return own_alone == came_ahead, others_alone == came_ahead

    def _is_ahead(self, one: Figures | None, other: Figures | None) -> bool:
        """Ranked before not ranked, then by value, then by the tie-breaks in their order."""
        if one is None or other is None:
            return one is not None and other is None
        for step, of_one, of_other in zip(("value", *self._steps), one, other, strict=True):
            if of_one != of_other:
                return bool(of_one < of_other) == (step in LOWER_IS_AHEAD)
        return False

    def _nights(self, player: str, other: str, cause: str) -> tuple[str, ...]:
        """The nights in which the sums of whoever changed differ, by day, then id (S-65)."""
        whose = {"own": [player], "others": [other], "both": [player, other]}
        changed = [self._nights_of(one) for one in whose.get(cause.partition("_")[0], [])]
        return tuple([night for _, night in sorted(frozenset().union(*changed))])

    def _nights_of(self, player: str) -> frozenset[tuple[str, str]]:
        """Day and id of the nights in which the player's sums differ between the ends."""
        if player not in self._changed_nights:
            start, end = self._start.night_sums(player), self._end.night_sums(player)
            self._changed_nights[player] = frozenset(
                (self._day(night), night)
                for night in start.keys() | end.keys()
                if start.get(night, Sums()) != end.get(night, Sums())
            )
        return self._changed_nights[player]

    def _day(self, night: str) -> str:
        nights = self._end.ranking.nights
        return (nights if night in nights else self._start.ranking.nights)[night].day


class _End:
    """One of a stage's two tables, with what is asked of it again and again."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        self._figures: dict[str, Figures | None] = {}

    @cached_property
    def ranks(self) -> dict[str, int]:
        """By player id, the foremost first."""
        rows = self.ranking.table.rows
        return {row.player: row.rank for row in rows if row.rank is not None}

    @cached_property
    def _order(self) -> list[str]:
        return list(self.ranks)

    def ahead_of(self, player: str) -> set[str]:
        """The players strictly ahead: a rank is 1 + their number (S-40)."""
        return set(self._order[: self.ranks[player] - 1])

    def figures(self, player: str) -> Figures | None:
        """The figures of a ranked player; None for everybody else (S-63)."""
        if player not in self.ranks:
            return None
        if player not in self._figures:
            season = self.ranking.seasons[player]
            seed = self.ranking.tallies.seed or ""
            steps = [step for step in self.ranking.table.policy.tie_breaks if step != "direct"]
            figures = [tie_figure(step, season, seed) for step in steps]
            self._figures[player] = (season.value, *figures)
        return self._figures[player]

    def night_sums(self, player: str) -> dict[str, Sums]:
        """The player's sums by night, over all tables and adjustments; none after a merge."""
        rows: dict[str, list[Tally]] = {}
        for row in self.ranking.rows.get(player, ()):
            rows.setdefault(row.night, []).append(row)
        return {night: add_up(own) for night, own in rows.items()}
