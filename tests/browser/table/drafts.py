"""Drafts at random, and a script that taps them much faster than a thumb.

Knows the page's `data-act` names, as page.py does.
"""

import random
from typing import Any

from tests.browser.table.page import KEPT

Act = tuple[str, str, str]

# So many plain deals, each kept before the next.
PLAIN_DEALS = """
async (deals) => {
  const find = (act) => document.querySelector(`#table [data-act="${act}"]`);
  const save = document.querySelector(".save");
  for (let deal = 0; deal < deals; deal += 1) {
    document.querySelectorAll("#table .who").forEach((one, seat) => seat < 3 && one.click());
    save.click();
    while (save.getAttribute("aria-disabled") !== "true") await new Promise((go) => setTimeout(go));
  }
}
"""

# Clicks what can be clicked; saves, and says what was shown before and kept after.
PLAY = """
async ([acts, table]) => {
  const find = ([act, seat, value]) =>
    [...document.querySelectorAll(`#table [data-act="${act}"]`)].find((one) =>
      (!seat || one.dataset.seat === seat) && (!value || one.dataset.value === value));
  for (const act of acts) {
    const control = find(act);
    const isSeen = control?.checkVisibility();
    if (isSeen && control.getAttribute("aria-disabled") !== "true") control.click();
    for (let asked = 0; asked < 3; asked += 1) {
      document.querySelector(".slot [data-act=answer]:not([aria-pressed=true])")?.click();
    }
  }
  document.querySelector('[data-act="close"]')?.click();
  if (document.querySelector("#table").dataset.mode === "keypad") find(["key-done"]).click();
  const save = document.querySelector(".save");
  if (save.getAttribute("aria-disabled") === "true") {
    find(["open", "", "menu"]).click();
    find(["clear"]).click();
    return null;
  }
  const lines = [...document.querySelectorAll(".preview .line summary")].map((one) =>
    [...one.children].map((part) => part.textContent));
  const deltas = Object.fromEntries([...document.querySelectorAll(".who")].map((one) =>
    [one.dataset.seat, one.querySelector(".delta").textContent]));
  save.click();
  while (save.getAttribute("aria-disabled") !== "true") await new Promise((go) => setTimeout(go));
  const kept = await (%s)([table, "event"]);
  return { lines, deltas, deal: kept.at(-1).deal };
}
""".replace("%s", KEPT)


def lines_of(deal: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What a deal moves, on the phone and on the server alike."""
    keys = ("payer", "payee", "bets", "points", "reason", "rule", "for")
    return [tuple(line[key] for key in keys) for line in deal["transfers"]]


def features(sheet: dict[str, Any]) -> set[str]:
    """What a sheet has that not every one has: its ending, a kind of ù, odd points."""
    hands = list(sheet.get("hands", {}).values())
    points = [hand.get("points", 1) for hand in hands]
    found = {sheet["ending"], (sheet.get("u") or {}).get("kind", "")}
    counted = [hand for hand in hands if hand.get("mom") and "points" in hand]
    told = {
        "0 points": 0 in points,
        "three digits": max(points, default=0) > 99,
        "two móm by points": len(counted) > 1,
        "ù twice": (sheet.get("u") or {}).get("times", 1) > 1,
        "left": any(hand.get("forfeit") for hand in hands),
    }
    return found | {name for name, is_so in told.items() if is_so}


def rare_drafts(seats: list[str]) -> list[list[Act]]:
    """What chance may leave out of a hundred drafts."""
    one, other = seats[:2]
    points = [act for _ in seats for act in _typed("22")]
    return [
        [("u", one, ""), ("kind", "", "dry")],
        [("open", "", "more"), ("ending", "", "void")],
        [("open", "", "more"), ("ending", "", "drawn")],
        [("points", "", ""), *points, ("rank", other, ""), *_typed("105")],
        [("points", "", ""), *points, ("rank", other, ""), *_typed("0"), ("key-done", "", "")],
        [("u", other, ""), ("open", "", "more"), ("times", "", "2")],
    ]


def draft_of(seats: list[str], chance: random.Random, *, pot: bool = False) -> list[Act]:
    """Taps that most likely make a deal of these seats."""
    acts: list[Act] = [
        (chance.choice(("an", "an", "chot")), chance.choice(seats), "")
        for _ in range(chance.choice((0, 0, 1, 1, 2, 3)))
    ]
    ways = (_ranked, _ranked, _pointed, _pointed, _won, _won, _all_mom, _otherwise)
    acts += chance.choice(ways)(seats, chance)
    return acts + (_more(seats, chance, pot=pot) if chance.random() < 0.25 else [])


def _ranked(seats: list[str], chance: random.Random) -> list[Act]:
    mom: list[Act] = [("mom", seat, "") for seat in seats if chance.random() < 0.2]
    return mom + [("rank", seat, "") for seat in chance.sample(seats, len(seats) - 1)]


def _pointed(seats: list[str], chance: random.Random) -> list[Act]:
    """Points with many ties; now and then a seat without a meld, without points, or with many."""
    acts: list[Act] = [("points", "", "")]
    mom = chance.choice((0.1, 0.1, 0.6))
    for _ in seats:
        if chance.random() < mom:
            acts.append(("key-mom", "", ""))
        else:
            acts += _typed(str(chance.choice((10, 10, 12, 25, 31))))
    if chance.random() < 0.15:
        acts += [("rank", chance.choice(seats), ""), *_typed("0"), ("key-done", "", "")]
        acts += chance.choice(([], [("zero", "", "")], [("compensator", "", "")]))
    elif chance.random() < 0.2:
        acts += [("rank", chance.choice(seats), ""), *_typed("105")]
    # Where points place móm seats these are asked for them now.
    return acts + _typed("384041")


def _typed(digits: str) -> list[Act]:
    return [("digit", "", digit) for digit in digits]


def _won(seats: list[str], chance: random.Random) -> list[Act]:
    kind = chance.choice(("plain", "ten", "round", "zero", "dry"))
    acts: list[Act] = [("u", chance.choice(seats), ""), ("kind", "", kind)]
    if chance.random() < 0.2:
        acts += [("open", "", "more"), ("times", "", "2")]
    return acts + ([("compensator", "", "")] if chance.random() < 0.3 else [])


def _all_mom(seats: list[str], chance: random.Random) -> list[Act]:
    return [("mom", seat, "") for seat in chance.sample(seats, len(seats))]


def _otherwise(seats: list[str], chance: random.Random) -> list[Act]:
    """Drawn, void, or stopped by a fault."""
    kind = chance.choice(("false_u", "false_eat"))
    fault: Act = ("fault", chance.choice(seats), kind)
    left: Act = ("forfeit", chance.choice(seats), "")
    endings: tuple[Act, ...] = (("ending", "", "drawn"), ("ending", "", "void"), fault, fault, left)
    return [("open", "", "more"), chance.choice(endings)]


def _more(seats: list[str], chance: random.Random, *, pot: bool) -> list[Act]:
    """A multiplier, a line by hand, somebody who left."""
    payer, payee = chance.sample([*seats, "POT"] if pot else seats, 2)
    acts: list[Act] = [
        ("open", "", "more"),
        ("multiplier", "", str(chance.randint(1, 3))),
        ("hand-payer", payer, ""),
        ("hand-payee", payee, ""),
        ("bets", "", "1"),
        ("add-line", "", ""),
    ]
    return acts + ([("forfeit", chance.choice(seats), "")] if chance.random() < 0.3 else [])
