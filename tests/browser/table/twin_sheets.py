"""Sheets and rule sets for the twin test: likely ones, and such with something broken in them.

Random but seeded: the same seed gives the same cases. Most likely sheets can be scored, so that
the rules of money are met as often as the refusals.
"""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from scoring.engine.cards import RANKS
from scoring.engine.parts import FAULT_KINDS, U_KINDS
from scoring.engine.ruleset import CHOICES, PRESETS, Ruleset

Json = dict[str, Any]

# What people, bugs and attackers put where something else belongs.
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 4, 5.0, 10, 101, 131, 1001, 10**20, -(10**20)),
    *("", "A", "B", "Z", "POT", "nobody", "plain", "normal", "u", "void", "__proto__"),
    *([], ["A"], ["B", "A"], ["A", "A"], [1], {}, {"A": 1}, {"constructor": {}}),
)
# Letters whose order differs between code points and JavaScript's own.
STRANGE_KEYS = ("extra", "__proto__", "constructor", "～", "🂡", "POT", "Z")
NAMES = ("A", "B", "C", "D", "An", "Bình", "1", "2", "constructor", "__proto__", "🂡")
FLAGS = [name for name, value in Ruleset().to_json().items() if isinstance(value, bool)]
AMOUNTS = ("mom_pay", "last_eat_pay", "false_u_pay", "false_eat_pay")


def cases(seed: int, count: int) -> Iterator[Json]:
    """`{"rules", "sheet"}`, every third with something broken in its sheet, some in its rules."""
    random = Random(seed)
    for _ in range(count):
        rules, sheet = rule_set(random), deal(random)
        kind = random.randrange(12)
        if kind < 4:
            for _ in range(random.randint(1, 2)):
                _break(sheet, random)
        if kind in {3, 4}:
            _break(rules, random)
        yield {"rules": rules, "sheet": sheet}


def rule_set(random: Random) -> Json:
    """A preset, or every option at random."""
    if random.random() < 0.2:
        return copy.deepcopy(dict(PRESETS[random.choice(list(PRESETS))]))
    rules: Json = {name: random.choice(words) for name, words in CHOICES.items()}
    rules |= {name: random.random() < 0.7 for name in FLAGS}
    rules |= {name: random.randint(0, 9) for name in AMOUNTS}
    rules["eat_pay"] = [random.randint(0, 5) for _ in range(3)]
    rules["place_pay"] = {str(n): [random.randint(0, 5) for _ in range(n - 1)] for n in (2, 3, 4)}
    rules["u_pay"] = {kind: random.randint(0, 12) for kind in U_KINDS}
    if rules["pot_enabled"]:
        rules["pot_ante"] = random.randint(0, 3)
    else:
        rules["eat_payee"] = "eater"
    for name in random.sample(sorted(rules), random.randint(0, 8)):
        if name not in {"pot_enabled", "eat_payee"}:
            del rules[name]
    return rules


def deal(random: Random) -> Json:
    """A sheet as somebody at a table might write it down."""
    names = list(NAMES[:4]) if random.random() < 0.8 else random.sample(NAMES, 4)
    seats = names[: random.choice((2, 3, 4, 4))]
    ending = random.choice(("normal", "normal", "normal", "u", "u", "fault", "drawn", "void"))
    sheet: Json = {"seats": seats, "ending": ending}
    if random.random() < 0.5:
        sheet["starter"] = random.choice(seats)
    _add_orders(sheet, random)
    sheet["eats"] = [_eat(seats, random) for _ in range(random.choice((0, 0, 1, 1, 2, 3, 4)))]
    if ending == "normal" or random.random() < 0.2:
        sheet["hands"] = {seat: _hand(random) for seat in seats if random.random() < 0.97}
    if ending == "normal" and random.random() < 0.3:
        _add_finish(sheet, random)
    if ending == "u":
        sheet["u"] = _u(sheet, random)
    if ending == "fault":
        sheet["fault"] = {"player": random.choice(seats), "kind": random.choice(FAULT_KINDS)}
    if random.random() < 0.15 and ending != "void":
        payer, payee = random.sample([*seats, "POT"], 2)
        line = {"payer": payer, "payee": payee, "bets": random.randint(1, 9)}
        sheet["adjustments"] = [line | ({"note": "nước"} if random.random() < 0.5 else {})]
    if random.random() < 0.2:
        sheet["multiplier"] = random.randint(1, 3)
    if random.random() < 0.2:
        sheet["pot"] = random.randint(0, 9)
    return sheet


def _add_orders(sheet: Json, random: Random) -> None:
    for key in ("laid_down", "last_discards"):
        seats = sheet["seats"]
        if random.random() < 0.6:
            known = len(seats) if random.random() < 0.7 else random.randint(0, len(seats))
            sheet[key] = random.sample(seats, known)


def _eat(seats: list[str], random: Random) -> Json:
    # One eater more often than the others, so that three eats come up.
    eater = seats[0] if random.random() < 0.5 else random.choice(seats)
    eat: Json = {"eater": eater}
    if random.random() < 0.3:
        eat["feeder"] = seats[seats.index(eater) - 1]
    if random.random() < 0.3:
        eat["last_round"] = True
    return eat


def _hand(random: Random) -> Json:
    if random.random() < 0.1:
        return _shown(random)
    hand: Json = {}
    if random.random() < 0.9:
        hand["points"] = random.choice((0, 1, 2, 3, 3, 3, 4, 5, 8, 12, 20, 31, 77))
    if random.random() < 0.25:
        hand["mom"] = True
    if random.random() < 0.05:
        hand["forfeit"] = True
    return hand


def _shown(random: Random) -> Json:
    """Cards: mostly real melds, of a suit or a rank at random, and some left."""
    deck = sorted(RANKS)
    melds = []
    for _ in range(random.randint(0, 3)):
        card = random.choice(deck)
        same = [one for one in deck if RANKS[one] == RANKS[card]]
        following = [
            one for one in deck if one[-1] == card[-1] and 0 <= RANKS[one] - RANKS[card] < 3
        ]
        melds.append(random.choice((same[:3], following, following, random.sample(deck, 3))))
    return {"melds": melds, "left": random.sample(deck, random.randint(0, 3)), "sent": []}


def _add_finish(sheet: Json, random: Random) -> None:
    hands, seats = sheet["hands"], sheet["seats"]
    out = [seat for seat in seats if not hands.get(seat, {}).get("mom")]
    random.shuffle(out)
    if random.random() < 0.6:
        for seat in out:
            hands.get(seat, {}).pop("points", None)
    behind = [seat for seat in seats if seat not in out]
    sheet["finish"] = out + (behind if random.random() < 0.3 else behind[: random.randint(0, 1)])


def _u(sheet: Json, random: Random) -> Json:
    seats = sheet["seats"]
    eaters = [eat["eater"] for eat in sheet["eats"]]
    thrice = [seat for seat in seats if eaters.count(seat) == 3]
    u: Json = {
        "winner": (thrice or [random.choice(seats)])[0],
        "kind": random.choice(U_KINDS),
    }
    if u["kind"] == "dry":
        dry = [seat for seat in seats if seat not in eaters]
        u["winner"] = (dry or seats)[0]
        u["also"] = [seat for seat in dry[1:] if random.random() < 0.4]
    if random.random() < 0.3:
        u["last_round"] = random.choice((True, False, None))
    if random.random() < 0.2:
        u["compensator"] = random.choice((*seats, "nobody", None))
    if random.random() < 0.2:
        u["times"] = random.randint(1, 3)
    return u


def _break(tree: Any, random: Random) -> None:
    """Put junk, a strange key or a second copy somewhere into it, or take something away."""
    places = list(_places(tree))
    if not places:
        return
    holder, key = random.choice(places)
    what = random.randrange(5)
    if what == 0:
        del holder[key]
    elif what == 1 and isinstance(holder, dict):
        holder[random.choice(STRANGE_KEYS)] = copy.deepcopy(random.choice(JUNK))
    elif what == 2 and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    else:
        holder[key] = copy.deepcopy(random.choice(JUNK))


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every (holder, key) inside."""
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in list(inside):
        yield tree, key
        if isinstance(value, dict | list):
            yield from _places(value)
