"""What the guards of settling refuse: plans thawed, payments moved back, pots opened by hand.

The rows of the night are reopened, so an attack on a live plan puts one there first.
"""

from collections.abc import Callable, Iterator
from typing import Any

from tests.books import Books
from tests.guards import raw
from tests.guards.attacks import Attack
from tests.guards.raw import Row
from tests.guards.rows import (
    contrary_of,
    move_with_line,
    next_payment,
    next_policy,
    next_settlement,
    next_snapshot,
)

FROZEN = {
    "night": "night_id = (SELECT MAX(id) FROM scoring_night)",
    "club": "club_id = (SELECT MAX(id) FROM scoring_club)",
    "number": "n = n + 1",
    "mode": "mode = 'by hand'",
    "host": "host_id = (SELECT MIN(id) FROM scoring_account)",
    "balances": "balances = '{}'",
    "hash": "sha256 = ''",
    "groups": "groups = '[]'",
    "proof": "proven = NOT proven",
    "lower bound": "lower_bound = lower_bound + 1",
    "author": "author_kind = 'nobody'",
    "author's login": "author_login_id = NULL",
    "time": "made_at = '2026-09-01 00:00:00+00'",
}
KEPT = {
    "plan": "settlement_id = '{other_plan}'",
    "position": "position = position + 1",
    "payer": "payer_id = {pot}",
    "payee": "payee_id = {pot}",
    "points": "points = points + 1",
    "part": "split_of_id = '{other}'",
    "contrary": "contrary_of_id = '{other}'",
    "note": "note_id = (SELECT MIN(id) FROM scoring_note)",
}
STEPS = [
    ("proposed", "confirmed"),
    ("proposed", "proposed"),
    ("paid", "paid"),
    *(
        (final, state)
        for final in ("confirmed", "waived", "cancelled")
        for state in ("proposed", final)
    ),
]


def attacks_on_settling() -> list[Attack]:
    """All of them."""
    return [*_plans(), *_payments(), *_lines(), *_moves_of_pots(), *_gaps()]


def _plans() -> Iterator[Attack]:
    frozen = ("guard: a plan is frozen", ["guard_settlement_frozen"])
    for name, change in FROZEN.items():
        yield Attack(
            f"live plan gets another {name}",
            _on_live_plan(f"{change}, state = 'replaced'"),
            *frozen,
        )
    yield Attack("live plan touched", _on_live_plan("state = 'live'"), *frozen)
    yield Attack(
        "plan made live again",
        lambda books: raw.execute("UPDATE scoring_settlement SET state = 'live' WHERE n = 1"),
        *frozen,
    )
    yield Attack(
        "plan that ended ends otherwise",
        lambda books: raw.execute("UPDATE scoring_settlement SET state = 'replaced'"),
        *frozen,
    )


def _payments() -> Iterator[Attack]:
    steps = ("guard: a payment only moves on", ["guard_payment_steps"])
    for name, change in KEPT.items():
        yield Attack(f"payment gets another {name}", _on_payment(change), *steps)
    for before, after in STEPS:
        yield Attack(f"payment from {before} to {after}", _moves(before, after), *steps)
    born = ("guard: a payment begins as proposed", ["guard_payment_born"])
    for state in ("paid", "confirmed", "waived", "cancelled"):
        yield Attack(f"payment born {state}", _born(state=state), *born)
    yield Attack("contrary born paid", _born(state="paid", contrary=True), *born)


def _lines() -> Iterator[Attack]:
    words = ("guard: a payment posts its contrary, once it is final", ["guard_transfer_of_payment"])
    for name, state, spoil in (
        ("line of a proposed payment", "proposed", lambda line: line),
        ("line of a paid payment", "paid", lambda line: line),
        ("line of a cancelled payment", "cancelled", lambda line: line),
        ("line the way of the payment", "waived", _turned),
        (
            "line of more than the payment",
            "waived",
            lambda line: line | {"points": line["points"] + 1},
        ),
        ("line to somebody else", "waived", lambda line: line | {"payee_id": _pot()}),
        ("line from somebody else", "waived", lambda line: line | {"payer_id": _pot()}),
    ):
        yield Attack(name, _posts(state, spoil), *words)


def _moves_of_pots() -> Iterator[Attack]:
    seal = "guard: a pot move has the transfers it states, each with the pot at one end"

    def put(books: Books, *, line: dict[str, Any], **changes: Any) -> None:
        move, posted = move_with_line(**line)
        raw.insert("scoring_transfer", posted)
        raw.insert("scoring_potmove", move | changes)

    def alone(books: Books) -> None:
        move, _ = move_with_line()
        raw.insert("scoring_potmove", move | {"transfer_count": 0})

    def past_the_pot(books: Books) -> None:
        player, other = raw.rows("scoring_account", "kind = 'player'")[:2]
        put(books, line={"payer_id": player["id"], "payee_id": other["id"]})

    def late(books: Books) -> None:
        _, line = move_with_line()
        known = raw.row("scoring_potmove")
        raw.insert("scoring_transfer", line | {"pot_move_id": known["id"]})

    for name, run in (
        ("pot move that states more lines", lambda books: put(books, line={}, transfer_count=2)),
        ("pot move that states no line", lambda books: put(books, line={}, transfer_count=0)),
        ("pot move without lines", alone),
        ("pot move past the pot", past_the_pot),
    ):
        yield Attack(name, run, seal, ["guard_potmove_seal"])
    yield Attack(
        "transfer under a sealed pot move",
        late,
        "guard: the source of this transfer is sealed",
        ["guard_transfer_before_seal"],
    )


def _gaps() -> Iterator[Attack]:
    for table, words, row in (
        ("settlement", "settlements of a night", next_settlement),
        ("policyversion", "policy versions", next_policy),
        ("seasonsnapshot", "snapshots of seasons", next_snapshot),
    ):
        yield Attack(
            f"gap in the rows of {table}",
            _inserts_with_gap(f"scoring_{table}", row),
            f"guard: {words} follow each other without gaps",
            [f"guard_{table}_dense"],
        )


def _inserts_with_gap(table: str, row: Callable[[], Row]) -> Callable[[Books], object]:
    return lambda books: raw.insert(table, row() | {"n": 9})


def _on_live_plan(change: str) -> Callable[[Books], object]:
    def run(books: Books) -> None:
        raw.insert("scoring_settlement", next_settlement())
        raw.execute(f"UPDATE scoring_settlement SET {change} WHERE state = 'live'")

    return run


def _on_payment(change: str) -> Callable[[Books], object]:
    """A lawful step that takes something else along."""

    def run(books: Books) -> None:
        payment = _put(next_payment())
        other_plan = next_settlement()
        raw.insert("scoring_settlement", other_plan)
        said = change.format(
            other_plan=other_plan["id"],
            other=raw.row("scoring_payment", "state = 'paid'")["id"],
            pot=_pot(),
        )
        raw.execute(
            f"UPDATE scoring_payment SET {said}, state = 'paid' WHERE id = %s", [payment["id"]]
        )

    return run


def _moves(before: str, after: str) -> Callable[[Books], object]:
    def run(books: Books) -> None:
        payment = _in_state(before)
        raw.execute("UPDATE scoring_payment SET state = %s WHERE id = %s", [after, payment["id"]])

    return run


def _born(*, state: str, contrary: bool = False) -> Callable[[Books], object]:
    def run(books: Books) -> None:
        of = raw.row("scoring_payment", "state = 'paid'")["id"] if contrary else None
        raw.insert("scoring_payment", next_payment(state=state, contrary_of_id=of))

    return run


def _posts(state: str, spoil: Callable[[Row], Row]) -> Callable[[Books], object]:
    return lambda books: raw.insert("scoring_transfer", spoil(contrary_of(_in_state(state))))


def _turned(line: Row) -> Row:
    return line | {"payer_id": line["payee_id"], "payee_id": line["payer_id"]}


def _in_state(state: str) -> Row:
    """A fresh payment that went the lawful way to this state."""
    way = {
        "proposed": [],
        "paid": ["paid"],
        "confirmed": ["paid", "confirmed"],
        "waived": ["waived"],
        "cancelled": ["cancelled"],
    }
    payment = _put(next_payment())
    for step in way[state]:
        raw.execute("UPDATE scoring_payment SET state = %s WHERE id = %s", [step, payment["id"]])
    return payment


def _put(payment: Row) -> Row:
    raw.insert("scoring_payment", payment)
    return payment


def _pot() -> int:
    return int(raw.row("scoring_account", "kind = 'pot'")["id"])
