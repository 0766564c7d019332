"""Reading the parts of a `phom-sheet/1` object: step 2 of the checks.

Knows types, keys and the defaults of keys left out. Knows no rule and no rule set: whoever is
named may still be a stranger, and any number is taken.
Section 5 and step 2 of section 7 of docs/rules.md. Values are asked for their exact type,
because JSON true is an int to Python and 5.0 equals 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NoReturn

from scoring.engine.cards import RANKS, Card, points_of
from scoring.engine.parts import NOBODY, POT, Adjustment, Cards, Eat, Fault, Hand, Seat, U
from scoring.engine.refusals import Code, Refused

HAND_KEYS: Final = frozenset(("points", "mom", "forfeit", "melds", "left", "sent"))
CARD_KEYS: Final = frozenset(("melds", "left", "sent"))
EAT_KEYS: Final = frozenset(("eater", "feeder", "last_round"))
U_KEYS: Final = frozenset(("winner", "kind", "last_round", "also", "compensator", "times"))
FAULT_KEYS: Final = frozenset(("player", "kind"))
ADJUSTMENT_KEYS: Final = frozenset(("payer", "payee", "bets", "note"))
MAX_HAND_CARDS: Final = 10
NO_HAND: Final = Hand()


def refuse(path: str, **values: str) -> NoReturn:
    """Raise Refused(SHEET_INVALID) that names the place."""
    raise Refused(Code.SHEET_INVALID, path=path, **values)


def refuse_unknown(obj: Mapping[str, object], known: frozenset[str], prefix: str) -> None:
    """Refuse a key nobody knows; the first by its letters."""
    if not known.issuperset(obj):
        refuse(prefix + min(obj.keys() - known))


def read_seats(value: object) -> tuple[Seat, ...]:
    """The seat ids: any number of strings that are neither empty nor a word of the sheet."""
    if type(value) is not list:
        refuse("seats")
    for index, seat in enumerate(value):
        if type(seat) is not str or not seat or seat in {POT, NOBODY}:
            refuse(f"seats.{index}")
    return tuple(value)


def read_ids(value: object, path: str) -> tuple[Seat, ...]:
    """A list of ids."""
    if type(value) is not list:
        refuse(path)
    for index, seat in enumerate(value):
        if type(seat) is not str:
            refuse(f"{path}.{index}")
    return tuple(value)


def read_hands(value: object, seats: tuple[Seat, ...]) -> dict[Seat, Hand]:
    """A hand for every seat, in seat order; behind them those of strangers, to be refused."""
    if type(value) is not dict:
        refuse("hands")
    hands = {seat: _read_hand(value[seat], seat) if seat in value else NO_HAND for seat in seats}
    if not hands.keys() >= value.keys():
        for stranger in sorted(value.keys() - hands.keys()):
            hands[stranger] = _read_hand(value[stranger], stranger)
    return hands


def _read_hand(value: object, seat: Seat) -> Hand:
    if type(value) is not dict:
        refuse(f"hands.{seat}")
    points = value.get("points")
    if type(points) is not int and "points" in value:
        refuse(f"hands.{seat}.points")
    mom = value.get("mom", False)
    if type(mom) is not bool:
        refuse(f"hands.{seat}.mom")
    forfeit = value.get("forfeit", False)
    if type(forfeit) is not bool:
        refuse(f"hands.{seat}.forfeit")
    cards = None if CARD_KEYS.isdisjoint(value) else _read_cards(value, f"hands.{seat}")
    refuse_unknown(value, HAND_KEYS, f"hands.{seat}.")
    if cards is not None:
        # A hand of too many cards is refused later, and for that, not for its points.
        if points is None and len(cards.left) <= MAX_HAND_CARDS:
            points = points_of(cards.left)
        if "mom" not in value:
            mom = not cards.melds
    return Hand(points, mom, forfeit, cards)


def _read_cards(value: Mapping[str, object], path: str) -> Cards:
    melds = value.get("melds", [])
    if type(melds) is not list:
        refuse(f"{path}.melds")
    return Cards(
        tuple(_read_pile(meld, f"{path}.melds.{index}") for index, meld in enumerate(melds)),
        _read_pile(value.get("left", []), f"{path}.left"),
        _read_pile(value.get("sent", []), f"{path}.sent"),
    )


def _read_pile(value: object, path: str) -> tuple[Card, ...]:
    for index, card in enumerate(read_ids(value, path)):
        if card not in RANKS:
            refuse(f"{path}.{index}", card=card)
    return tuple(value)  # type: ignore[arg-type]


def read_eats(value: object, seats: tuple[Seat, ...]) -> tuple[Eat, ...]:
    """The eats as made; a feeder left out is the previous seat (R-10)."""
    if type(value) is not list:
        refuse("eats")
    return tuple([_read_eat(item, index, seats) for index, item in enumerate(value)])


def _read_eat(value: object, index: int, seats: tuple[Seat, ...]) -> Eat:
    if type(value) is not dict:
        refuse(f"eats.{index}")
    eater = value.get("eater")
    if type(eater) is not str:
        refuse(f"eats.{index}.eater")
    feeder = value.get("feeder")
    if type(feeder) is not str:
        if "feeder" in value:
            refuse(f"eats.{index}.feeder")
        feeder = seats[seats.index(eater) - 1] if eater in seats else None
    last_round = value.get("last_round", False)
    if type(last_round) is not bool:
        refuse(f"eats.{index}.last_round")
    refuse_unknown(value, EAT_KEYS, f"eats.{index}.")
    return Eat(eater, feeder, last_round)


def read_u(value: object, eats: tuple[Eat, ...]) -> U:
    """The ù; winner and kind may be missing, which a later step refuses."""
    if type(value) is not dict:
        refuse("u")
    winner = value.get("winner")
    if type(winner) is not str and "winner" in value:
        refuse("u.winner")
    kind = value.get("kind")
    if type(kind) is not str and "kind" in value:
        refuse("u.kind")
    last_round = value.get("last_round")
    if last_round is None:
        last_round = kind == "round" or any(eat.last_round for eat in eats)
    elif type(last_round) is not bool:
        refuse("u.last_round")
    also = read_ids(value["also"], "u.also") if "also" in value else ()
    compensator = value.get("compensator")
    if compensator is not None and type(compensator) is not str:
        refuse("u.compensator")
    times = value.get("times", 1)
    if type(times) is not int:
        refuse("u.times")
    refuse_unknown(value, U_KEYS, "u.")
    return U(winner, kind, last_round, also, compensator, times)


def read_fault(value: object) -> Fault:
    """The fault; its kind may be missing, which a later step refuses."""
    if type(value) is not dict:
        refuse("fault")
    player = value.get("player")
    if type(player) is not str:
        refuse("fault.player")
    kind = value.get("kind")
    if type(kind) is not str and "kind" in value:
        refuse("fault.kind")
    refuse_unknown(value, FAULT_KEYS, "fault.")
    return Fault(player, kind)


def read_adjustments(value: object) -> tuple[Adjustment, ...]:
    """The free lines; nobody pays itself."""
    if type(value) is not list:
        refuse("adjustments")
    return tuple(_read_adjustment(item, f"adjustments.{i}") for i, item in enumerate(value))


def _read_adjustment(value: object, path: str) -> Adjustment:
    if type(value) is not dict:
        refuse(path)
    payer = value.get("payer")
    if type(payer) is not str:
        refuse(f"{path}.payer")
    payee = value.get("payee")
    if type(payee) is not str or payee == payer:
        refuse(f"{path}.payee")
    bets = value.get("bets")
    if type(bets) is not int:
        refuse(f"{path}.bets")
    note = value.get("note", "")
    if type(note) is not str:
        refuse(f"{path}.note")
    refuse_unknown(value, ADJUSTMENT_KEYS, f"{path}.")
    return Adjustment(payer, payee, bets, note)


def read_whole(value: object, path: str) -> int:
    """A whole number of any size."""
    if type(value) is not int:
        refuse(path)
    return value
