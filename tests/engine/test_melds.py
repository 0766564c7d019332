"""Melds and the best split of a hand, against a second definition that only counts."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine import Code, Refused, best_melds
from scoring.engine.cards import RANKS, suit_of
from scoring.engine.melds import Split, is_meld, is_run, is_set, splits

DECK = list(RANKS)


def hand(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def is_plainly_a_meld(cards: tuple[str, ...]) -> bool:
    """The definition again, by pairs: all of one rank, or one suit and as wide as they are many."""
    ranks = {RANKS[card] for card in cards}
    suits = {suit_of(card) for card in cards}
    if len(cards) < 3:
        return False
    as_set = len(ranks) == 1 and len(cards) <= 4
    as_run = len(suits) == 1 and max(ranks) - min(ranks) == len(cards) - 1
    return as_set or as_run


def fewest_points(cards: tuple[str, ...], eaten: tuple[str, ...] = ()) -> int | None:
    """Every choice of at most three disjoint melds out of all subsets, by counting points."""
    melds = [
        set(some)
        for size in range(3, len(cards) + 1)
        for some in combinations(cards, size)
        if is_plainly_a_meld(some) and len(set(some) & set(eaten)) <= 1
    ]
    totals = []
    for count in range(4):
        for chosen in combinations(melds, count):
            melded = set().union(*chosen)
            disjoint = len(melded) == sum(len(meld) for meld in chosen)
            if disjoint and set(eaten) <= melded:
                totals.append(sum(RANKS[card] for card in cards if card not in melded))
    return min(totals, default=None)


@pytest.mark.parametrize("text", ["2S 2C 2D", "2S 2C 2D 2H", "KH KD KC"])
def test_three_or_four_of_a_rank_are_a_set(text: str) -> None:
    assert is_set(hand(text))
    assert not is_run(hand(text))


@pytest.mark.parametrize("text", ["AS 2S 3S", "QH KH JH", "AD 2D 3D 4D 5D 6D 7D 8D 9D 10D"])
def test_consecutive_cards_of_a_suit_are_a_run(text: str) -> None:
    assert is_run(hand(text))
    assert not is_set(hand(text))


@pytest.mark.parametrize(
    "text", ["", "2S", "2S 3S", "2S 2C", "2S 3S 5S", "QS KS AS", "2S 3S 4C", "2S 2C 3D", "2S 2S 2C"]
)
def test_other_cards_are_no_meld(text: str) -> None:
    assert not is_meld(hand(text))


def test_the_split_that_leaves_the_fewest_points_is_found() -> None:
    # The set of sevens would leave 8H 9H 2C = 19; the run leaves 7S 7C 2C = 16.
    split = best_melds(hand("7S 7C 7H 8H 9H 2C"))
    assert split == Split((("7H", "8H", "9H"),), ("7S", "2C", "7C"))
    assert split.points == 16
    assert not split.is_mom


def test_a_hand_without_a_meld_is_mom() -> None:
    split = best_melds(hand("2S 3S KD"))
    assert split.is_mom
    assert (split.melds, split.points) == ((), 18)


def test_no_cards_are_no_points() -> None:
    assert best_melds(()) == Split((), ())


def test_between_equal_points_more_melds_win() -> None:
    split = best_melds(hand("AH 2H 3H 4H 5H 6H"))
    assert split.melds == (("AH", "2H", "3H"), ("4H", "5H", "6H"))


def test_between_equal_melds_the_earlier_in_the_deck_win() -> None:
    # Either seven leaves 7 points: with 7H in the set 7C is over, and so on.
    split = best_melds(hand("8H 7S 7C 7D 7H 9H"))
    assert split.points == 0
    assert split.melds == (("7S", "7C", "7D"), ("7H", "8H", "9H"))
    # AS 2S 3S with 4S 5S 6S 7S, or AS to 4S with 5S 6S 7S: both two melds and nothing left.
    seven = best_melds(hand("7S 6S 5S 4S 3S 2S AS"))
    assert seven.melds == (("AS", "2S", "3S"), ("4S", "5S", "6S", "7S"))


def test_an_eaten_card_stays_in_a_meld_though_it_costs_points() -> None:
    # Free: the run 7H 8H 9H leaves 7S 7C 2C. With 7S eaten the set must stand: 8H 9H 2C.
    split = best_melds(hand("7S 7C 7H 8H 9H 2C"), eaten=("7S",))
    assert split == Split((("7S", "7C", "7H"),), ("2C", "8H", "9H"))
    assert split.points == 19


def test_two_eaten_cards_lie_in_different_melds() -> None:
    split = best_melds(hand("AH 2H 3H 4H 5H 6H 7H"), eaten=("3H", "4H"))
    assert split.melds == (("AH", "2H", "3H"), ("4H", "5H", "6H", "7H"))


def test_an_eaten_card_that_fits_no_meld_is_refused_by_its_name() -> None:
    with pytest.raises(Refused) as caught:
        best_melds(hand("AH 2H 3H 9C"), eaten=("2H", "9C"))
    assert caught.value.code is Code.MELD_INVALID
    assert caught.value.values == {"card": "9C"}
    with pytest.raises(Refused) as caught:
        best_melds(hand("AH 2H 3H 4H 9C"), eaten=("2H", "3H"))
    assert caught.value.values == {"card": "3H"}


def test_a_hand_that_cannot_be_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        best_melds(hand("AH 2H AH"))
    assert (caught.value.code, caught.value.values) == (Code.CARD_REPEATED, {"card": "AH"})
    with pytest.raises(Refused) as caught:
        best_melds(DECK[:12])
    assert caught.value.code is Code.TOO_MANY_CARDS


def test_a_word_that_is_no_card_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no card"):
        best_melds(("AH", "1H"))
    with pytest.raises(ValueError, match="not in the hand"):
        best_melds(("AH",), eaten=("2H",))


def test_every_split_comes_once() -> None:
    found = list(splits(hand("AS 2S 3S 4S 4C 4D 4H")))
    assert len({(split.melds, split.left) for split in found}) == len(found)


def test_all_hands_of_five_low_cards_are_split_as_by_counting() -> None:
    cards = [card for card in DECK if RANKS[card] <= 4]
    for some in combinations(cards, 5):
        assert best_melds(some).points == fewest_points(some)


@st.composite
def crowded_hands(draw: st.DrawFn) -> tuple[str, ...]:
    """Hands of up to eleven cards with few ranks, so that melds compete for cards."""
    low = draw(st.integers(1, 10))
    width = draw(st.integers(3, 13))
    cards = [card for card in DECK if low <= RANKS[card] < low + width]
    size = min(11, len(cards))
    return tuple(draw(st.lists(st.sampled_from(cards), max_size=size, unique=True)))


@settings(max_examples=150)
@given(crowded_hands(), st.data())
def test_any_hand_is_split_as_by_counting(cards: tuple[str, ...], data: st.DataObject) -> None:
    eaten: tuple[str, ...] = ()
    if cards:
        eaten = tuple(data.draw(st.lists(st.sampled_from(cards), max_size=3, unique=True)))
    expected = fewest_points(cards, eaten)
    if expected is None:
        with pytest.raises(Refused):
            best_melds(cards, eaten)
        return
    split = best_melds(cards, eaten)
    assert split.points == expected
    assert sorted([*split.left, *(card for meld in split.melds for card in meld)]) == sorted(cards)
    assert all(is_plainly_a_meld(meld) for meld in split.melds)
    assert all(len(set(meld) & set(eaten)) <= 1 for meld in split.melds)
    assert set(eaten) <= {card for meld in split.melds for card in meld}
    assert best_melds(tuple(reversed(cards)), eaten) == split
