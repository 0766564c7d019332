"""The parts of a sheet: hands, eats, ù, fault, adjustments; values that only hold facts.

Knows the words a sheet uses and how each part is written in `phom-sheet/1`. Knows no rules.
Section 5 of docs/rules.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.engine.cards import Card

Seat = str
"""A player's id at this deal: a name, or the UUID it was resolved to."""

POT: Final = "POT"
NOBODY: Final = "nobody"
ENDINGS: Final = ("normal", "u", "fault", "drawn", "void")
U_KINDS: Final = ("plain", "ten", "round", "zero", "dry")
FAULT_KINDS: Final = ("false_u", "false_eat")


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a hand at the end: melds laid down, cards left, cards laid off."""

    melds: tuple[tuple[Card, ...], ...] = ()
    left: tuple[Card, ...] = ()
    sent: tuple[Card, ...] = ()

    def all(self) -> tuple[Card, ...]:
        """Every card of the hand: melds, left, sent."""
        return (*(card for meld in self.melds for card in meld), *self.left, *self.sent)


@dataclass(frozen=True, slots=True)
class Hand:
    """What is known of a seat's hand; points and móm are filled in where the cards say them."""

    points: int | None = None
    mom: bool = False
    forfeit: bool = False
    cards: Cards | None = None

    @property
    def counts_as_mom(self) -> bool:
        """Móm, or given up: the same in a normal deal (R-44)."""
        return self.mom or self.forfeit

    def to_json(self) -> dict[str, object]:
        """The hand as it stands in a sheet; all three kinds of cards, or none."""
        obj = _present(points=self.points, mom=self.mom, forfeit=self.forfeit)
        if self.cards is not None:
            obj["melds"] = [list(meld) for meld in self.cards.melds]
            obj["left"] = list(self.cards.left)
            obj["sent"] = list(self.cards.sent)
        return obj


@dataclass(frozen=True, slots=True)
class Eat:
    """One discard taken; `feeder` is None only beside an eater who does not sit here."""

    eater: Seat
    feeder: Seat | None
    last_round: bool = False

    def to_json(self) -> dict[str, object]:
        """The eat as it stands in a sheet, the feeder filled in."""
        return _present(eater=self.eater, feeder=self.feeder, last_round=self.last_round)


@dataclass(frozen=True, slots=True)
class U:
    """An ù as it was recorded; `last_round` is worked out where it was left out (R-37)."""

    winner: Seat | None
    kind: str | None
    last_round: bool = False
    also: tuple[Seat, ...] = ()
    compensator: Seat | None = None
    times: int = 1

    def to_json(self) -> dict[str, object]:
        """The ù as it stands in a sheet."""
        return _present(winner=self.winner, kind=self.kind) | {
            "last_round": self.last_round,
            "also": list(self.also),
            "compensator": self.compensator,
            "times": self.times,
        }


@dataclass(frozen=True, slots=True)
class Fault:
    """The fault that stopped the deal (R-41)."""

    player: Seat
    kind: str | None

    def to_json(self) -> dict[str, object]:
        """The fault as it stands in a sheet."""
        return _present(player=self.player, kind=self.kind)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A free line payer → payee in bets, with a note people typed (R-42)."""

    payer: Seat
    payee: Seat
    bets: int
    note: str = ""

    def to_json(self) -> dict[str, object]:
        """The adjustment as it stands in a sheet."""
        return {"payer": self.payer, "payee": self.payee, "bets": self.bets, "note": self.note}


def _present(**values: object) -> dict[str, object]:
    return {key: value for key, value in values.items() if value is not None}
