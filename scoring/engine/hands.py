"""What a hand amounts to: which kinds of ù its cards make.

Knows cards and melds, and what a sheet says of a hand. Knows nothing of turns or prices.
R-20 and section 5 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from scoring.engine.cards import RANKS, Card, suit_of
from scoring.engine.melds import splits
from scoring.engine.parts import Cards

U_MELDS: Final = 3
U_CARDS: Final = 10
PARTIAL_MELD_SPAN: Final = 2


def u_kinds(cards: Sequence[Card], eaten: Sequence[Card] = ()) -> tuple[str, ...]:
    """The kinds of ù a hand of different cards makes now, in the order ten, plain, zero, dry.

    `ten`: ten cards, all in melds. `plain`: three melds and at most one card over. `zero`: at
    most one card over (to be discarded) beside fewer melds. `dry`: no partial meld, nothing
    eaten. A round ù depends on what was laid down before and is never found from the cards.
    Eaten cards lie in melds, different ones in different melds.
    """
    kinds = []
    out = [split for split in splits(cards, eaten) if len(split.left) <= 1]
    if len(cards) == U_CARDS and any(not split.left for split in out):
        kinds.append("ten")
    if any(len(split.melds) == U_MELDS for split in out):
        kinds.append("plain")
    if any(0 < len(split.melds) < U_MELDS for split in out):
        kinds.append("zero")
    if cards and not eaten and is_dry(cards):
        kinds.append("dry")
    return tuple(kinds)


def is_dry(cards: Sequence[Card]) -> bool:
    """Ù khan: no two cards of one rank, nor of one suit at most two ranks apart."""
    return not any(is_partial_meld(one, other) for one, other in combinations(cards, 2))


def is_partial_meld(one: Card, other: Card) -> bool:
    """Cạ: two cards one short of a meld; A is low, so K and A are twelve apart."""
    apart = abs(RANKS[one] - RANKS[other])
    return apart == 0 or (suit_of(one) == suit_of(other) and apart <= PARTIAL_MELD_SPAN)


def fits_u(cards: Cards, kind: str) -> bool:
    """Whether the cards a winner showed fit the kind of ù."""
    if kind == "plain":
        return len(cards.melds) == U_MELDS and len(cards.left) <= 1
    if kind == "ten":
        melded = sum(len(meld) for meld in cards.melds)
        return melded == U_CARDS and not cards.left and not cards.sent
    if kind == "dry":
        return not cards.melds and is_dry(cards.left)
    return not cards.left
