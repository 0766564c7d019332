"""Melds (phỏm): what a set (ngang) and a run (dọc) are, and the best split of a hand.

Knows cards. Knows nothing of seats, deals or prices.
Section 1 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from scoring.engine.cards import DECK_ORDER, RANKS, Card, points_of, suit_of
from scoring.engine.refusals import Code, Refused

MIN_MELD_CARDS: Final = 3
MAX_SET_CARDS: Final = 4
MAX_SPLIT_CARDS: Final = 11

Meld = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """A hand split into disjoint melds and the cards left over, all in deck order."""

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]

    @property
    def points(self) -> int:
        """Hand points: the card points left over (R-01)."""
        return points_of(self.left)

    @property
    def is_mom(self) -> bool:
        """Móm: not a single meld."""
        return not self.melds


def is_set(cards: Sequence[Card]) -> bool:
    """Phỏm ngang: three or four different cards of one rank."""
    return (
        MIN_MELD_CARDS <= len(cards) <= MAX_SET_CARDS
        and len({RANKS[card] for card in cards}) == 1
        and len(set(cards)) == len(cards)
    )


def is_run(cards: Sequence[Card]) -> bool:
    """Phỏm dọc: three or more consecutive cards of one suit in any order, A low, no wrap."""
    ranks = sorted(RANKS[card] for card in cards)
    return (
        len(cards) >= MIN_MELD_CARDS
        and len({suit_of(card) for card in cards}) == 1
        and ranks == list(range(ranks[0], ranks[0] + len(cards)))
    )


def is_meld(cards: Sequence[Card]) -> bool:
    """Whether the cards are one set or one run."""
    return is_set(cards) or is_run(cards)


def best_melds(cards: Sequence[Card], eaten: Sequence[Card] = ()) -> Split:
    """The split of up to eleven cards that leaves the fewest points.

    Every card of `eaten` is in a meld, different ones in different melds. Between splits that
    leave the same points the one with more melds wins, then the one whose melds, written in
    deck order (suit S C D H, then rank), come first.

    Raises Refused: TOO_MANY_CARDS; CARD_REPEATED with `card`; MELD_INVALID with `card`, the
    first eaten card that no split can hold together with those before it. ValueError for
    something that is no card, or an eaten card that is not in the hand.
    """
    hand = _checked(cards, eaten)
    best = min(splits(hand, eaten), key=_preference, default=None)
    if best is None:
        raise Refused(Code.MELD_INVALID, card=_first_unmeldable(hand, eaten))
    return best


def splits(cards: Sequence[Card], eaten: Sequence[Card] = ()) -> Iterator[Split]:
    """Every way to split different cards into melds and cards left, the eaten ones in melds."""
    hand = tuple(sorted(cards, key=DECK_ORDER.__getitem__))
    by_first: dict[Card, list[Meld]] = {card: [] for card in hand}
    for meld in _possible_melds(hand):
        if sum(card in eaten for card in meld) <= 1:
            by_first[meld[0]].append(meld)
    yield from _splits(hand, by_first, frozenset(eaten))


def _splits(
    hand: tuple[Card, ...], by_first: dict[Card, list[Meld]], eaten: frozenset[Card]
) -> Iterator[Split]:
    # The first card is left over, or in a meld whose first card it is: each split comes once.
    if not hand:
        yield Split((), ())
        return
    first = hand[0]
    if first not in eaten:
        for rest in _splits(hand[1:], by_first, eaten):
            yield Split(rest.melds, (first, *rest.left))
    for meld in by_first[first]:
        if set(meld) <= set(hand):
            others = tuple(card for card in hand if card not in meld)
            for rest in _splits(others, by_first, eaten):
                yield Split((meld, *rest.melds), rest.left)


def _possible_melds(hand: tuple[Card, ...]) -> Iterator[Meld]:
    for rank in {RANKS[card] for card in hand}:
        same = [card for card in hand if RANKS[card] == rank]
        for size in range(MIN_MELD_CARDS, len(same) + 1):
            yield from combinations(same, size)
    for start in range(len(hand)):
        for end in range(start + MIN_MELD_CARDS, len(hand) + 1):
            if is_run(hand[start:end]):
                yield hand[start:end]


def _preference(split: Split) -> tuple[int, int, list[list[int]]]:
    order = [[DECK_ORDER[card] for card in meld] for meld in split.melds]
    return split.points, -len(split.melds), order


def _checked(cards: Sequence[Card], eaten: Sequence[Card]) -> tuple[Card, ...]:
    for index, card in enumerate(cards):
        if card not in RANKS:
            message = f"{card!r} is no card"
            raise ValueError(message)
        if card in cards[:index]:
            raise Refused(Code.CARD_REPEATED, card=card)
    if len(cards) > MAX_SPLIT_CARDS:
        raise Refused(Code.TOO_MANY_CARDS)
    if not set(eaten) <= set(cards):
        message = "an eaten card is not in the hand"
        raise ValueError(message)
    return tuple(cards)


def _first_unmeldable(hand: tuple[Card, ...], eaten: Sequence[Card]) -> Card:
    return next(
        card
        for count, card in enumerate(eaten, start=1)
        if next(splits(hand, eaten[:count]), None) is None
    )
