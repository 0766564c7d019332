"""What constraints of the tables refuse in the ledger, by plain SQL, whatever the guards say."""

from collections.abc import Callable

import pytest
from django.db import connection

from scoring import guards
from tests.books import Books
from tests.guards import raw
from tests.guards.rows import without_id
from tests.guards.spoilt import Rows, correct_rows

Spoil = Callable[[Rows], object]
CHECK = "(?i)(check constraint|CHECK constraint failed)"
UNIQUE = "(?i)(unique constraint|UNIQUE constraint failed)"


def _line(**changes: object) -> Spoil:
    return lambda rows: rows.lines[0].update(changes)


def _to_itself(rows: Rows) -> None:
    rows.lines[0]["payee_id"] = rows.lines[0]["payer_id"]


def _fifth(**changes: object) -> Spoil:
    """A fifth row: the club's fifth player, in `seat`."""

    def spoil(rows: Rows) -> None:
        known = {seat["account_id"] for seat in rows.seats}
        account = next(
            account
            for account in raw.rows("scoring_account", "kind = 'player'")
            if account["id"] not in known
        )
        seat = rows.seats[3] | {"player_id": account["player_id"], "account_id": account["id"]}
        rows.seats.append(seat | {"net_bets": 0, "net_points": 0} | changes)
        rows.revision["seat_count"] = 5

    return spoil


def _twice(rows: Rows) -> None:
    rows.seats[3] |= {name: rows.seats[2][name] for name in ("player_id", "account_id")}


def _pays_without_bets(rows: Rows) -> None:
    """Points out of nowhere: no net in bets would show them."""
    rows.lines.append(rows.lines[0] | {"points": 1000, "bets": None})
    rows.revision["transfer_count"] += 1


BROKEN: dict[str, tuple[str, Spoil]] = {
    "transfer of nothing": ("transfer_points_positive", _line(points=0, bets=1)),
    "transfer below zero": ("transfer_points_positive", _line(points=-2)),
    "transfer to oneself": ("transfer_not_to_oneself", _to_itself),
    "transfer of a deal without bets": ("transfer_bets_exactly_for_deals", _line(bets=None)),
    "another transfer without bets": ("transfer_bets_exactly_for_deals", _pays_without_bets),
    "transfer of no bets": ("transfer_bets_exactly_for_deals", _line(bets=0)),
    "transfer without a source": (
        "transfer_exactly_one_source",
        _line(revision_id=None, bets=None),
    ),
    "fifth seat": ("deal_seat_at_most_four", _fifth(seat=4)),
    "seat below zero": ("", _fifth(seat=-1)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_deal_that_breaks_a_check_is_refused(books: Books, name: str) -> None:
    constraint, spoil = BROKEN[name]
    rows = correct_rows()
    spoil(rows)
    with raw.refused(f"{CHECK}.*{constraint}"):
        rows.put()


@pytest.mark.parametrize("name", BROKEN)
def test_a_check_needs_no_guard(books: Books, name: str) -> None:
    constraint, spoil = BROKEN[name]
    rows = correct_rows()
    spoil(rows)
    raw.settle_deferred()
    with guards.lifted(connection), raw.refused(f"{CHECK}.*{constraint}"):
        rows.put()


@pytest.mark.parametrize("spoil", [_fifth(seat=3), _fifth(seat=0), _twice])
def test_two_in_one_seat_and_one_in_two_seats_are_refused(books: Books, spoil: Spoil) -> None:
    rows = correct_rows()
    spoil(rows)
    with raw.refused(f"{UNIQUE}|guard: seats of deals are never replaced"):
        rows.put()


def test_a_transfer_has_one_source_not_two(books: Books) -> None:
    adjustment = raw.row("scoring_adjustment", "scope = 'night'")
    line = correct_rows().lines[0]
    raw.settle_deferred()
    with guards.lifted(connection):
        raw.execute("DELETE FROM scoring_transfer WHERE adjustment_id = %s", [adjustment["id"]])
        with raw.refused(f"{CHECK}.*transfer_"):
            raw.insert("scoring_transfer", line | {"adjustment_id": adjustment["id"]})
        with raw.refused(f"{CHECK}.*transfer_"):
            raw.insert("scoring_transfer", line | {"adjustment_id": adjustment["id"], "bets": None})


def test_an_adjustment_has_one_transfer_not_two(books: Books) -> None:
    """Also before it is sealed."""
    line = without_id(raw.row("scoring_transfer", "adjustment_id IS NOT NULL"))
    line["adjustment_id"] = raw.raw_id()
    with raw.refused(f"{UNIQUE}|guard: transfers are never replaced"):
        raw.insert("scoring_transfer", line)
        raw.insert("scoring_transfer", line)


@pytest.mark.parametrize("name", ["transfer", "dealseat"])
def test_rows_without_their_revision_do_not_outlive_the_transaction(
    books: Books, name: str
) -> None:
    """The foreign key is deferred to the commit, and asked there."""
    rows = correct_rows()
    with raw.refused("(?i)foreign key"):
        raw.insert(f"scoring_{name}", (rows.lines if name == "transfer" else rows.seats)[0])
        raw.settle_deferred()


def test_a_deal_without_its_revision_does_not_outlive_the_transaction(books: Books) -> None:
    with raw.refused("(?i)foreign key"):
        raw.insert("scoring_deal", correct_rows().deal)
        raw.settle_deferred()
