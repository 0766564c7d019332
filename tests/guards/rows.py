"""Rows of the night, and rows that would be next: what attacks are made of."""

from typing import Any

from tests.guards import raw
from tests.guards.raw import Row


def deal(number: int) -> Row:
    """The row of this deal."""
    return raw.row("scoring_deal", "number = %s", [number])


def next_deal(**changes: Any) -> Row:
    """A row of deal 5, whose revision is yet to come."""
    return deal(4) | {"id": raw.raw_id(), "number": 5, "current_id": raw.raw_id()} | changes


def next_revision(row: Row) -> Row:
    """A void revision behind the current one of this deal: nothing but its own row is needed."""
    last = raw.row("scoring_dealrevision", "id = %s", [row["current_id"]])
    void = {"id": raw.raw_id(), "n": last["n"] + 1, "kind": "void"}
    return last | void | {"seat_count": 0, "transfer_count": 0}


def next_terms() -> Row:
    """The row behind the last of the table's terms."""
    last = max(terms_of_table(), key=lambda terms: terms["n"])
    return last | {"id": raw.raw_id(), "n": last["n"] + 1, "cancels_id": None}


def next_version() -> Row:
    """The row behind the last version of the rule set the table plays."""
    last = raw.row(
        "scoring_rulesetversion",
        "id = (SELECT ruleset_version_id FROM scoring_deal"
        " JOIN scoring_dealrevision ON scoring_dealrevision.id = current_id LIMIT 1)",
    )
    return without_id(last) | {"n": last["n"] + 1}


def next_policy() -> Row:
    """The row behind the last version of a policy."""
    last = _last("scoring_policyversion")
    return without_id(last) | {"n": last["n"] + 1}


def next_snapshot() -> Row:
    """The row behind the last snapshot of a season."""
    last = _last("scoring_seasonsnapshot")
    return without_id(last) | {"n": last["n"] + 1}


def next_settlement(**changes: Any) -> Row:
    """A live plan behind the last one of the night."""
    last = _last("scoring_settlement")
    return last | {"id": raw.raw_id(), "n": last["n"] + 1, "state": "live"} | changes


def next_payment(**changes: Any) -> Row:
    """One more payment of the night, as proposed."""
    model = raw.row("scoring_payment", "state = 'cancelled'")
    return model | {"id": raw.raw_id(), "state": "proposed"} | changes


def contrary_of(payment: Row) -> Row:
    """The line a final payment posts."""
    return {
        "payer_id": payment["payee_id"],
        "payee_id": payment["payer_id"],
        "points": payment["points"],
        "reason": "payment",
        "rule": "",
        "payment_id": payment["id"],
    }


def move_with_line(**changes: Any) -> tuple[Row, Row]:
    """One more closing of the pot, and its one line; the line goes in first."""
    move = raw.row("scoring_potmove", "kind = 'closing' AND transfer_count = 1")
    line = raw.row("scoring_transfer", "pot_move_id = %s", [move["id"]])
    fresh = raw.raw_id()
    return move | {"id": fresh}, without_id(line) | {"pot_move_id": fresh} | changes


def _last(table: str) -> Row:
    return max(raw.rows(table), key=lambda row: int(row["n"]))


def without_id(row: Row) -> Row:
    """The row, for the database to number."""
    return {name: value for name, value in row.items() if name != "id"}


def terms_of_table() -> list[Row]:
    """The terms of the table that has deals."""
    return raw.rows("scoring_tableterms", "table_id = %s", [deal(1)["table_id"]])
