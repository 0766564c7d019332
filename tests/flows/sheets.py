"""Sheets for the state machine: every ending and kind of ù, mostly possible, some refused.

Knows `phom-sheet/1`. Seats are drawn from the people given.
"""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

ENDINGS = (*(["normal"] * 4), *(["u"] * 4), "fault", "drawn", "void")
KINDS = ("plain", "ten", "round", "zero", "dry")


@st.composite
def sheets(draw: st.DrawFn, people: Sequence[str]) -> dict[str, Any]:
    """A sheet of two to four of these people."""
    seats = draw(st.permutations(people))[: draw(st.integers(2, 4))]
    ending = draw(st.sampled_from(ENDINGS))
    sheet: dict[str, Any] = {"seats": seats, "ending": ending}
    if draw(st.booleans()):
        sheet["starter"] = draw(st.sampled_from(seats))
    sheet["multiplier"] = draw(st.sampled_from((1, 1, 1, 2, 3)))
    if ending == "void":
        return sheet
    winner = draw(st.sampled_from(seats)) if ending == "u" else None
    sheet["eats"] = draw(_eats(seats, winner=winner))
    eaters = [eat["eater"] for eat in sheet["eats"]]
    if ending == "normal":
        sheet["hands"] = draw(_hands(seats, eaters))
    elif ending == "fault":
        kind = draw(st.sampled_from(("false_u", "false_eat")))
        sheet["fault"] = {"player": draw(st.sampled_from(seats)), "kind": kind}
    elif winner is not None:
        sheet["u"] = draw(_u(seats, eaters, winner))
        if sheet["u"]["kind"] == "dry":
            sheet["eats"] = [
                eat for eat in sheet["eats"] if not eat["last_round"] and eat["eater"] != winner
            ]
    sheet["adjustments"] = draw(_adjustments(seats))
    return sheet


@st.composite
def _eats(draw: st.DrawFn, seats: Sequence[str], *, winner: str | None) -> list[dict[str, Any]]:
    """At most two eats a seat; the winner of an ù may have three."""
    made = draw(st.lists(st.tuples(st.sampled_from(seats), st.booleans()), max_size=4))
    eats: list[dict[str, Any]] = []
    for eater, last_round in made:
        count = sum(eat["eater"] == eater for eat in eats)
        if count < (3 if eater == winner else 2):
            eats.append({"eater": eater, "last_round": last_round})
    return eats


@st.composite
def _hands(draw: st.DrawFn, seats: Sequence[str], eaters: Sequence[str]) -> dict[str, Any]:
    """Different points for everybody; some are móm, seldom all of them, and a few forfeit."""
    points = draw(
        st.lists(st.integers(1, 130), min_size=len(seats), max_size=len(seats), unique=True)
    )
    hands: dict[str, Any] = {}
    for seat, count in zip(seats, points, strict=True):
        hands[seat] = {"points": count}
        what = draw(st.sampled_from(("stands", "stands", "stands", "mom", "forfeit")))
        if what == "forfeit":
            hands[seat] = {"forfeit": True}
        elif what == "mom" and seat not in eaters:
            hands[seat]["mom"] = True
    return hands


@st.composite
def _u(draw: st.DrawFn, seats: Sequence[str], eaters: Sequence[str], winner: str) -> dict[str, Any]:
    losers = [seat for seat in seats if seat != winner]
    u: dict[str, Any] = {"winner": winner, "kind": draw(st.sampled_from(KINDS))}
    if draw(st.booleans()):
        u["compensator"] = draw(st.sampled_from([*losers, "nobody", None]))
    u["times"] = draw(st.sampled_from((1, 1, 2)))
    dry = [seat for seat in losers if seat not in eaters]
    if u["kind"] == "dry" and dry and draw(st.booleans()):
        u["also"] = [draw(st.sampled_from(dry))]
    return u


@st.composite
def _adjustments(draw: st.DrawFn, seats: Sequence[str]) -> list[dict[str, Any]]:
    """At most two lines; the pot is on either side of some."""
    lines: list[dict[str, Any]] = []
    for _ in range(draw(st.sampled_from((0, 0, 1, 2)))):
        payer, payee = draw(st.permutations([*seats, "POT"]))[:2]
        lines.append({"payer": payer, "payee": payee, "bets": draw(st.integers(1, 4))})
    return lines
