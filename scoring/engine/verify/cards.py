"""Step 8: the cards of the hands could lie on a table, and agree with what was typed.

Knows cards and melds. Knows no rule set: cards are checked for form in every ending but void.
Section 7 of docs/rules.md.
"""

from __future__ import annotations

from scoring.engine.cards import points_of
from scoring.engine.melds import is_meld
from scoring.engine.parts import Cards, Hand, Seat
from scoring.engine.reading import MAX_HAND_CARDS
from scoring.engine.refusals import Code, Refused
from scoring.engine.sheet import Sheet


def verify_cards(sheet: Sheet) -> None:
    """TOO_MANY_CARDS, CARD_REPEATED, MELD_INVALID or CARDS_CONTRADICT_POINTS, with `seat`."""
    shown = {seat: hand.cards for seat, hand in sheet.hands.items() if hand.cards is not None}
    if not shown:
        return
    for seat, cards in shown.items():
        if len(cards.all()) > MAX_HAND_CARDS:
            raise Refused(Code.TOO_MANY_CARDS, seat=seat)
    _verify_no_repeat(shown)
    for seat, cards in shown.items():
        for meld in cards.melds:
            if not is_meld(meld):
                first = {"card": meld[0]} if meld else {}
                raise Refused(Code.MELD_INVALID, seat=seat, **first)
    for seat, cards in shown.items():
        if _contradicts(sheet.hands[seat], cards):
            raise Refused(Code.CARDS_CONTRADICT_POINTS, seat=seat)


def _verify_no_repeat(shown: dict[Seat, Cards]) -> None:
    seen = set()
    for seat, cards in shown.items():
        for card in cards.all():
            if card in seen:
                raise Refused(Code.CARD_REPEATED, seat=seat, card=card)
            seen.add(card)


def _contradicts(hand: Hand, cards: Cards) -> bool:
    laid_off_without_meld = bool(cards.sent) and not cards.melds
    return (
        hand.points != points_of(cards.left)
        or hand.mom == bool(cards.melds)
        or laid_off_without_meld
    )
