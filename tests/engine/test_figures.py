"""What one deal adds to the figures of each seat."""

from __future__ import annotations

from typing import Any

from scoring.engine import Ruleset, Sheet, score
from scoring.engine.figures import SeatFigures, seat_figures


def figures(sheet: dict[str, Any], **rules: Any) -> dict[str, SeatFigures]:
    deal = Sheet.from_json(sheet)
    answer = score(deal, Ruleset.from_json(rules))
    return {seat.seat: seat for seat in seat_figures(deal, answer)}


def test_a_normal_deal_counts_places_eats_points_and_mom() -> None:
    seats = figures(
        {
            "seats": ["A", "B", "C"],
            "ending": "normal",
            "hands": {"A": {"points": 9}, "B": {"mom": True, "points": 40}, "C": {"points": 5}},
            "eats": [{"eater": "A"}, {"eater": "A", "last_round": True}],
        }
    )
    # A eats 1 + 4 from C and pays it 1 for the second place; B pays C 4.
    assert seats["A"] == SeatFigures(
        seat="A",
        ending="normal",
        place=2,
        net_bets=4,
        hand_points=9,
        is_mom=False,
        is_forfeit=False,
        eats=2,
        eaten=0,
        last_eats=1,
        last_eaten=0,
        is_compensator=False,
        u_kind="",
    )
    assert (seats["B"].is_mom, seats["B"].place, seats["B"].net_bets) == (True, 3, -4)
    assert (seats["C"].eaten, seats["C"].last_eaten, seats["C"].place) == (2, 1, 1)


def test_a_forfeit_is_mom_in_a_normal_deal_alone() -> None:
    hands = {"A": {"forfeit": True}, "B": {"points": 5}}
    normal = figures({"seats": ["A", "B"], "ending": "normal", "hands": hands})
    drawn = figures({"seats": ["A", "B"], "ending": "drawn", "hands": hands})
    assert (normal["A"].is_mom, normal["A"].is_forfeit) == (True, True)
    assert (drawn["A"].is_mom, drawn["A"].is_forfeit) == (False, True)


def test_an_u_counts_its_kind_for_the_winner_and_the_compensator() -> None:
    u = {"winner": "A", "kind": "ten", "compensator": "C"}
    seats = figures({"seats": ["A", "B", "C"], "ending": "u", "u": u})
    assert [seat.u_kind for seat in seats.values()] == ["ten", "", ""]
    assert [seat.is_compensator for seat in seats.values()] == [False, False, True]


def test_of_several_dry_seats_only_those_who_won_count() -> None:
    u = {"winner": "C", "kind": "dry", "also": ["A"]}
    sheet = {"seats": ["A", "B", "C"], "ending": "u", "u": u}
    assert [seat.u_kind for seat in figures(sheet).values()] == ["dry", "", ""]
    both = figures(sheet, dry_u_several="split")
    assert [seat.u_kind for seat in both.values()] == ["dry", "", "dry"]


def test_a_void_deal_adds_nothing() -> None:
    assert figures({"seats": ["A", "B"], "ending": "void", "eats": [{"eater": "B"}]}) == {}
