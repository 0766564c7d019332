"""The 52 cards: their names, ranks, suits and points.

Knows the names a sheet uses ("10H": rank, then suit). Knows nothing of melds or hands.
Section 1 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Card = str
"""A card by its name: rank A 2 … 10 J Q K, then suit S C D H."""

SUITS: Final = ("S", "C", "D", "H")
RANK_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

RANKS: Final[dict[Card, int]] = {
    name + suit: rank for suit in SUITS for rank, name in enumerate(RANK_NAMES, start=1)
}
"""Rank of every card of the deck, A = 1 … K = 13, by suit and then rank."""

DECK_ORDER: Final[dict[Card, int]] = {card: index for index, card in enumerate(RANKS)}
"""Position of every card when the deck is sorted by suit (S C D H), then rank."""


def suit_of(card: Card) -> str:
    """The suit of a card: S, C, D or H."""
    return card[-1]


def points_of(cards: Iterable[Card]) -> int:
    """Card points of these cards together: A 1, 2 to 10 their number, J 11, Q 12, K 13."""
    return sum(RANKS[card] for card in cards)
