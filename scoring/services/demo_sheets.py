"""Sheets of evenings nobody played: drawn from a seed, the same ones every time.

Knows `phom-sheet/1` and how often what happens at a table. Every sheet is possible under the rule
sets of the demo club; the services that record them would refuse it otherwise.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

ENDINGS = ("normal",) * 15 + ("u",) * 4 + ("fault", "drawn", "void")
U_KINDS = ("plain",) * 6 + ("ten", "round", "zero")


class Evening:
    """Draws one sheet after the other; who won starts the next."""

    def __init__(self, seed: str) -> None:
        """`seed` names the table."""
        self._drawn = Random(seed)  # noqa: S311 - the same evening every time, no secret
        self._starter: str | None = None

    def minutes(self) -> int:
        """How long the next deal takes."""
        return self._drawn.randint(3, 6)

    def draw(self, seats: Sequence[str]) -> dict[str, Any]:
        """The next sheet at these seats, in turn order."""
        ending = self._drawn.choice(ENDINGS)
        sheet: dict[str, Any] = {"seats": list(seats), "ending": ending}
        sheet["starter"] = self._starter or seats[0]
        if ending == "void":
            return sheet
        if ending == "fault":
            sheet["fault"] = {"player": self._drawn.choice(seats), "kind": "false_u"}
            return sheet
        eaters = self._eaters(seats)
        sheet["eats"] = [{"eater": eater} for eater in eaters]
        if ending == "normal":
            sheet["hands"] = self._hands(seats, eaters)
            self._starter = min(seats, key=lambda seat: sheet["hands"][seat]["points"])
        elif ending == "u":
            self._starter = self._drawn.choice(seats)
            sheet["u"] = {"winner": self._starter, "kind": self._drawn.choice(U_KINDS)}
        return sheet

    def _eaters(self, seats: Sequence[str]) -> list[str]:
        """Nobody eats more than two cards."""
        eaters: list[str] = []
        for _ in range(self._drawn.choice((0, 0, 1, 1, 2, 3))):
            eater = self._drawn.choice(seats)
            if eaters.count(eater) < 2:
                eaters.append(eater)
        return eaters

    def _hands(self, seats: Sequence[str], eaters: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Different points for everybody; the highest, who ate nothing, may be móm."""
        points = sorted(self._drawn.sample(range(3, 48), len(seats)))
        order = self._drawn.sample(list(seats), len(seats))
        hands: dict[str, dict[str, Any]] = {}
        for seat, count in zip(order, points, strict=True):
            hands[seat] = {"points": count}
        last = order[-1]
        if last not in eaters and self._drawn.random() < 0.3:
            hands[last] = {"points": points[-1] + 25, "mom": True}
        return hands
