"""Who is expected to lay down when, and who starts next (R-50, R-51)."""

from __future__ import annotations

import pytest

from scoring.engine import Ruleset, Sheet, expected_lay_down, next_starter, score

SEATS = ("A", "B", "C", "D")


@pytest.mark.parametrize(
    ("eats", "order"),
    [(0, "CDAB"), (1, "DABC"), (2, "ABCD"), (4, "CDAB"), (5, "DABC")],
)
def test_every_dodge_moves_the_first_to_the_end(eats: int, order: str) -> None:
    assert expected_lay_down(seats=SEATS, starter="C", ordinary_eats=eats) == tuple(order)


def next_after(sheet: dict[str, object], **rules: object) -> str | None:
    ruleset = Ruleset.from_json(rules)
    deal = Sheet.from_json({"seats": list(SEATS), "starter": "C", **sheet})
    return next_starter(deal, ruleset, score(deal, ruleset))


NORMAL: dict[str, object] = {
    "ending": "normal",
    "hands": {"A": {"points": 9}, "B": {"points": 5}, "C": {"points": 20}, "D": {"points": 31}},
}


def test_the_first_starts_next() -> None:
    assert next_after(NORMAL) == "B"


def test_of_several_winners_the_earlier_in_turn_order_starts_next() -> None:
    u = {"winner": "A", "kind": "dry", "also": ["D"]}
    assert next_after({"ending": "u", "u": u}, dry_u_several="all_collect") == "D"


def test_without_a_first_the_same_seat_starts_again() -> None:
    assert next_after({"ending": "drawn"}) == "C"
    assert next_after({"ending": "void"}) == "C"


def test_the_start_may_go_round() -> None:
    assert next_after(NORMAL, next_starter="rotate") == "D"
    assert next_after(NORMAL | {"starter": "D"}, next_starter="rotate") == "A"


def test_nobody_is_suggested_where_the_table_decides() -> None:
    assert next_after(NORMAL, next_starter="manual") is None
