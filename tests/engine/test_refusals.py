"""A refusal is a code with values."""

from __future__ import annotations

from scoring.engine import Code, Refused


def test_a_refusal_is_sent_as_its_code_and_values() -> None:
    refusal = Refused(Code.TIE_NEEDS_ORDER, seats=("A", "B"))
    assert refusal.to_json() == {"refused": {"code": "tie_needs_order", "seats": ["A", "B"]}}
    assert refusal.code == "tie_needs_order"


def test_a_refusal_reads_as_one_line() -> None:
    assert str(Refused(Code.ORDER_INVALID, path="finish.1", seat="A")) == (
        "order_invalid path=finish.1 seat=A"
    )
    assert str(Refused(Code.SEAT_COUNT)) == "seat_count"
