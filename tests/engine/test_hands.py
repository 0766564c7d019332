"""Which kinds of ù the cards of a hand make."""

from __future__ import annotations

import pytest

from scoring.engine import u_kinds
from scoring.engine.hands import is_dry, is_partial_meld


def hand(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("7S 7C 7D 9H 10H JH AS 2S 3S KC", ("plain",)),
        ("7S 7C 7D 9H 10H JH AS 2S 3S", ("plain",)),
        ("7S 7C 7D 7H 9H 10H JH AS 2S 3S", ("ten", "plain")),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H", ("ten", "plain", "zero")),
        ("9H 10H JH QH KH 7S 7C 7D 7H 2C", ("zero",)),
        ("AS 4S 7S 10S 2C 5C 8C JC QD", ("dry",)),
        ("AS 4S 7S 10S 2C 5C 8C JC QD KD", ()),
        ("2S 3S KD", ()),
        ("", ()),
    ],
)
def test_the_kinds_of_u_are_found_from_the_cards(text: str, kinds: tuple[str, ...]) -> None:
    assert u_kinds(hand(text)) == kinds


def test_three_melds_are_an_u_though_a_king_is_left() -> None:
    assert u_kinds(hand("3S 3C 3D 4H 5H 6H 8S 9S 10S KC")) == ("plain",)


def test_an_eaten_card_takes_the_dry_u_away() -> None:
    assert u_kinds(hand("AS 2S 3S"), eaten=("2S",)) == ("zero",)
    assert u_kinds(hand("AS 4S 7S"), eaten=("4S",)) == ()


def test_eaten_cards_lie_in_different_melds_of_an_u() -> None:
    cards = hand("AH 2H 3H 4H 5H 6H 7H 8H 9H KC")
    assert u_kinds(cards, eaten=("2H", "5H", "8H")) == ("plain",)
    assert u_kinds(cards, eaten=("2H", "3H", "4H")) == ()


def test_a_partial_meld_is_a_pair_or_two_of_a_suit_at_most_two_apart() -> None:
    assert is_partial_meld("2S", "2C")
    assert is_partial_meld("2S", "3S")
    assert is_partial_meld("5S", "3S")
    assert not is_partial_meld("2S", "5S")
    assert not is_partial_meld("2S", "3C")
    assert not is_partial_meld("AS", "KS")


def test_a_hand_of_strangers_is_dry() -> None:
    assert is_dry(hand("AS KS 6C"))
    assert not is_dry(hand("AS KS 6C 8C"))
