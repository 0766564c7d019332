"""Tie-breaks (tiêu chí phụ): players of equal value, told apart step by step.

Knows the steps, their figures and which way they run. Knows nothing of ranks: it gives classes
of equal players, the foremost first. Rules S-41 to S-43 of docs/standings.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final

from scoring.engine.standings.meetings import Meetings
from scoring.engine.standings.table import Figure, Outcome, TieStep
from scoring.engine.standings.values import PlayerSeason

LOWER_IS_AHEAD: Final = frozenset(("compensations", "moms", "lot"))

FIGURES: Final[Mapping[str, Callable[[PlayerSeason], int | Fraction]]] = MappingProxyType(
    {
        "per_deal": lambda season: Fraction(season.units + season.penalties, season.sums.deals),
        "u_wins": lambda season: season.sums.u_wins,
        "firsts": lambda season: season.sums.firsts,
        "compensations": lambda season: season.sums.compensations,
        "moms": lambda season: season.sums.moms,
    }
)
"""The figures of the whole season, dropped nights included (S-41)."""


@dataclass(frozen=True, slots=True)
class EqualClass:
    """Players who share a rank, by id, and the step that put them behind the class above.

    The step is None for the first class of a group.
    """

    players: tuple[str, ...]
    decided_by: str | None


def tie_figure(step: str, season: PlayerSeason, seed: str) -> int | Fraction | str:
    """A player's figure in any step but `direct`; the seed is read by `lot` alone."""
    if step == "lot":
        return sha256(f"{seed}:{season.player}".encode()).hexdigest()
    return FIGURES[step](season)


@dataclass(frozen=True, slots=True)
class TieBreaker:
    """The tie-breaks of one policy in one season; `applied` keeps the working, by player."""

    steps: Sequence[str]
    seasons: Mapping[str, PlayerSeason]
    meetings: Meetings
    seed: str
    applied: dict[str, list[TieStep]] = field(default_factory=dict)

    def tell_apart(self, group: Sequence[str]) -> list[EqualClass]:
        """The classes of a group of equal value, given by id, the foremost first."""
        classes = []
        # What is still to be looked at, the foremost on top.
        pending: list[tuple[Sequence[str], int, str | None]] = [(group, 0, None)]
        while pending:
            players, at, decided_by = pending.pop()
            if len(players) == 1 or at == len(self.steps):
                classes.append(EqualClass(tuple(players), decided_by))
                continue
            step = self.steps[at]
            parts = self._apply(step, players)
            # A direct encounter that told some apart is asked again within the parts (S-42).
            following = at if step == "direct" and len(parts) > 1 else at + 1
            behind = [(part, following, step) for part in parts[1:]]
            pending += [*reversed(behind), (parts[0], following, decided_by)]
        return classes

    def _apply(self, step: str, players: Sequence[str]) -> list[list[str]]:
        """The parts into which the step splits the group; one part if it does not."""
        figures = self._figures(step, players)
        if figures is None:
            self._note(step, players, dict.fromkeys(players), "not_met")
            return [list(players)]
        parts: dict[Any, list[str]] = {}
        for player in players:
            parts.setdefault(figures[player], []).append(player)
        self._note(step, players, figures, "split" if len(parts) > 1 else "equal")
        return [parts[figure] for figure in sorted(parts, reverse=step not in LOWER_IS_AHEAD)]

    def _figures(self, step: str, players: Sequence[str]) -> Mapping[str, Figure] | None:
        if step == "direct":
            return self.meetings.direct_figures(players)
        return {player: tie_figure(step, self.seasons[player], self.seed) for player in players}

    def _note(
        self,
        step: str,
        players: Sequence[str],
        figures: Mapping[str, Figure],
        outcome: Outcome,
    ) -> None:
        for player in players:
            others = tuple([other for other in players if other != player])
            self.applied.setdefault(player, []).append(
                TieStep(step, others, figures[player], outcome)
            )
