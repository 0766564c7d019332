"""Two connections of PostgreSQL at one revision: who comes second sees what the first did.

A seal that is not committed yet is invisible to others; the advisory locks make them wait for it.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from tests.guards import raw
from tests.guards.night import make_night
from tests.guards.raw import Row
from tests.guards.rows import without_id
from tests.guards.spoilt import Rows, correct_rows

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

PATIENCE_SECONDS = 20


@pytest.fixture
def rows() -> Rows:
    """A correct deal that is not in the books yet."""
    make_night()
    return correct_rows()


@pytest.fixture
def other() -> Iterator[ThreadPoolExecutor]:
    """Another thread, which has a connection of its own."""
    with ThreadPoolExecutor(1) as pool:
        yield pool
        pool.submit(_close).result(PATIENCE_SECONDS)


def _close() -> None:
    """The connection of the thread that runs this; `connection` alone would name it too late."""
    connection.close()


def _put_unsealed(rows: Rows) -> None:
    raw.insert("scoring_deal", rows.deal)
    for seat in rows.seats:
        raw.insert("scoring_dealseat", seat)
    for line in rows.lines:
        raw.insert("scoring_transfer", line)


def _backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _wait_until_blocked(pid: int, busy: Future[None]) -> None:
    """Until that backend waits for an advisory lock, as PostgreSQL itself says."""
    tries = threading.Event()
    for _ in range(PATIENCE_SECONDS * 100):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT COUNT(*) FROM pg_locks"
                " WHERE pid = %s AND locktype = 'advisory' AND NOT granted",
                [pid],
            )
            if cursor.fetchone()[0]:
                return
        assert not busy.done(), "it went through, or failed, without waiting"
        tries.wait(0.01)
    pytest.fail("the other connection never waited")


def _line(rows: Rows) -> tuple[str, Row]:
    return "scoring_transfer", without_id(rows.lines[0])


def _seat(rows: Rows) -> tuple[str, Row]:
    """The fifth row; the unique constraints have nothing against it."""
    taken = {seat["account_id"] for seat in rows.seats}
    account = next(
        account
        for account in raw.rows("scoring_account", "kind = 'player'")
        if account["id"] not in taken
    )
    own: dict[str, Any] = {"account_id": account["id"], "player_id": account["player_id"]}
    rows.seats.pop()
    return "scoring_dealseat", rows.seats[0] | own | {"seat": 3}


def _penalty_line(rows: Rows) -> tuple[str, Row]:
    line = raw.row("scoring_transfer", "adjustment_id IS NOT NULL")
    return "scoring_transfer", without_id(line) | {"adjustment_id": rows.revision["id"]}


def _seal_void(rows: Rows) -> None:
    """A second revision of deal 4, void; its id is the one the others meet at."""
    last = raw.row(
        "scoring_dealrevision", "id = (SELECT current_id FROM scoring_deal WHERE number = 4)"
    )
    void = {"id": rows.revision["id"], "n": 2, "kind": "void", "seat_count": 0}
    raw.insert("scoring_dealrevision", last | void | {"transfer_count": 0})


def _seal_penalty(rows: Rows) -> None:
    penalty = raw.row("scoring_adjustment", "scope = 'season'")
    raw.insert("scoring_adjustment", penalty | {"id": rows.revision["id"]})


RACES: list[tuple[Callable[[Rows], None], Callable[[Rows], tuple[str, Row]]]] = [
    (_seal_void, _line),
    (_seal_void, _seat),
    (_seal_penalty, _penalty_line),
]


@pytest.mark.parametrize(("seal", "late"), RACES)
def test_a_row_that_races_a_seal_waits_and_is_refused(
    rows: Rows,
    other: ThreadPoolExecutor,
    seal: Callable[[Rows], None],
    late: Callable[[Rows], tuple[str, Row]],
) -> None:
    table, row = late(rows)
    pid = other.submit(_backend).result(PATIENCE_SECONDS)
    with transaction.atomic():
        seal(rows)
        adding = other.submit(raw.insert, table, row)
        _wait_until_blocked(pid, adding)
    with pytest.raises(IntegrityError, match=r"guard: .* sealed"):
        adding.result(PATIENCE_SECONDS)
    assert not [one for one in raw.rows(table) if one.items() >= row.items()]


@pytest.mark.parametrize(("seal", "early"), RACES)
def test_a_seal_that_races_a_row_waits_for_it(
    rows: Rows,
    other: ThreadPoolExecutor,
    seal: Callable[[Rows], None],
    early: Callable[[Rows], tuple[str, Row]],
) -> None:
    """The row is in and not committed, which it could not be without its source: it goes back, and
    the seal, which counted nothing, was right to wait.
    """
    table, row = early(rows)
    pid = other.submit(_backend).result(PATIENCE_SECONDS)
    before = raw.contents()
    with transaction.atomic():
        raw.insert(table, row)
        sealing = other.submit(seal, rows)
        _wait_until_blocked(pid, sealing)
        transaction.set_rollback(True)
    sealing.result(PATIENCE_SECONDS)
    after = raw.contents()
    assert after["scoring_transfer"] == before["scoring_transfer"]
    assert after["scoring_dealseat"] == before["scoring_dealseat"]


def test_rows_of_one_revision_do_not_wait_for_each_other(
    rows: Rows, other: ThreadPoolExecutor
) -> None:
    """Only the seal is exclusive: many seats and lines may come at once."""
    with transaction.atomic():
        raw.insert("scoring_transfer", rows.lines[0])
        with pytest.raises(IntegrityError, match="foreign key"):  # at its own commit, not before
            other.submit(raw.insert, "scoring_transfer", rows.lines[1]).result(PATIENCE_SECONDS)
        transaction.set_rollback(True)


def test_a_deal_goes_in_beside_another_table(rows: Rows, other: ThreadPoolExecutor) -> None:
    """The locks are of one revision: a deal written meanwhile waits for nobody."""
    with transaction.atomic():
        _put_unsealed(rows)
        raw.insert("scoring_dealrevision", rows.revision)
        other.submit(_seal_penalty, correct_rows()).result(PATIENCE_SECONDS)
    assert len(raw.rows("scoring_deal")) == 5
