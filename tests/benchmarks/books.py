"""Recording and importing on one database; run in a process of its own by `__main__`.

DATABASE_URL says which.
"""

import json
import os
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_league.settings.embedded")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from scoring.models import Deal, DealRevision, DealSeat, Transfer  # noqa: E402
from scoring.services.audits import audit_books  # noqa: E402
from scoring.services.deals import record_deal  # noqa: E402
from scoring.services.imports import apply_import, plan_import  # noqa: E402
from scoring.services.nights import open_table  # noqa: E402
from tests.benchmarks.long_season import DEALS_A_TABLE, season_lines  # noqa: E402
from tests.benchmarks.raw_limit import make_raw_tables, raw_writer  # noqa: E402
from tests.benchmarks.table import Figure  # noqa: E402
from tests.books import EVENING, Books, make_books  # noqa: E402

IMPORTED_DEALS = int(os.environ.get("PHOM_BENCH_DEALS", "10000"))
TABLES = 240
ROUNDS = 4
SECONDS = 3
LEDGER_BAR = 0.12
COUNTED = ("INSERT", "UPDATE", "SELECT", "DELETE", "(SELECT", "--")


def main() -> None:
    """Print the figures as JSON, one a line."""
    call_command("migrate", verbosity=0)
    figures = [*measure_import()]
    if connection.vendor == "postgresql":
        figures += [*measure_statements(), *measure_recording()]
    for figure in figures:
        print(json.dumps(figure.to_json()))


def measure_import() -> Iterator[Figure]:
    """`import_deals` of 10,000 deals, both passes, into an empty database; then their audit."""
    lines = list(season_lines(IMPORTED_DEALS))
    start = time.perf_counter()
    report = apply_import(plan_import(lines))
    seconds = time.perf_counter() - start
    assert (report.recorded, len(report.bad_lines)) == (IMPORTED_DEALS, 0), report.bad_lines[:3]
    yield Figure(f"import_deals on {connection.vendor}", f"{IMPORTED_DEALS / seconds:.0f} deals/s")
    start = time.perf_counter()
    audit = audit_books()
    seconds = time.perf_counter() - start
    assert not audit.differences, audit.differences[:3]
    yield Figure(f"audit_books on {connection.vendor}", f"{IMPORTED_DEALS / seconds:.0f} deals/s")


def measure_statements() -> Iterator[Figure]:
    """Statements between BEGIN and COMMIT of one `record_deal`, without and with a pot."""
    for slug, rules, bar in (
        ("dem-cau-lenh", {}, 12),
        ("dem-cau-lenh-ga", {"pot_enabled": True, "pot_ante": 1}, 13),
    ):
        books = make_books(slug=slug, rules=rules)
        books.record()
        with CaptureQueriesContext(connection) as captured:
            books.record()
        statements = [query["sql"] for query in captured.captured_queries]
        begin = next(index for index, sql in enumerate(statements) if sql == "BEGIN")
        count = sum(sql.lstrip().startswith(COUNTED) for sql in statements[begin:])
        name = "with a pot" if "pot_enabled" in rules else "without a pot"
        yield Figure(
            f"statements of record_deal, {name}", str(count), f"at most {bar}", count <= bar
        )


def measure_recording() -> Iterator[Figure]:
    """Deals per second: the raw limit, the ledger rows with all guards, `record_deal`."""
    books = make_books(slug="do-toc-do")
    sheet = books.sheet(eats=[(1, False), (2, True), (3, False)])
    deal = Deal.objects.select_related("current").get(pk=books.record(sheet).deal_id)
    make_raw_tables()
    table_ids = iter(_open_tables(books, TABLES))
    ways: dict[str, Callable[[], object]] = {
        "raw": raw_writer(deal),
        "ledger": _ledger_writer(deal, table_ids),
        "whole": _whole_writer(books, sheet, table_ids),
    }
    rates = _interleaved_rates(ways)
    yield Figure("raw limit on postgresql: one statement a deal", f"{rates['raw']:.0f} deals/s")
    ledger = rates["ledger"] / rates["raw"]
    yield Figure(
        "ledger rows by the ORM, all guards ÷ raw limit",
        f"{ledger:.3f}",
        f"at least {LEDGER_BAR}",
        ledger >= LEDGER_BAR,
    )
    yield Figure("record_deal ÷ raw limit", f"{rates['whole'] / rates['raw']:.3f}")
    yield Figure("record_deal on postgresql, one process", f"{rates['whole']:.0f} deals/s")


def _interleaved_rates(ways: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The median over rounds of a few seconds each, the ways taking turns."""
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, write in ways.items():
            done, start = 0, time.perf_counter()
            while (elapsed := time.perf_counter() - start) < SECONDS:
                write()
                done += 1
            rates[name].append(done / elapsed)
    return {name: statistics.median(found) for name, found in rates.items()}


def _open_tables(books: Books, count: int) -> list[int]:
    """Enough tables that none grows longer than one of a long night."""
    seats = [player.pk for player in books.people[:4]]
    return [
        open_table(
            actor=books.owner,
            club_id=books.club.pk,
            night_id=books.night.pk,
            label=f"Đo {number}",
            stake_points=1,
            seats=seats,
        ).pk
        for number in range(count)
    ]


def _whole_writer(books: Books, sheet: Any, table_ids: Iterator[int]) -> Callable[[], object]:
    state = {"table": next(table_ids), "number": 0}

    def write() -> None:
        if state["number"] == DEALS_A_TABLE:
            state["table"], state["number"] = next(table_ids), 0
        state["number"] += 1
        record_deal(
            actor=books.owner,
            table_id=state["table"],
            deal_id=uuid4(),
            sheet=sheet,
            played_at=EVENING,
            base_number=state["number"] - 1,
        )

    return write


def _ledger_writer(deal: Deal, table_ids: Iterator[int]) -> Callable[[], object]:
    """Deal, seats, transfers and the sealing revision by the ORM, in one transaction."""
    revision = deal.current
    seats, lines = list(revision.seats.order_by("seat")), list(revision.transfers.order_by("pk"))
    state = {"table": next(table_ids), "number": 0}

    def write() -> None:
        if state["number"] == DEALS_A_TABLE:
            state["table"], state["number"] = next(table_ids), 0
        state["number"] += 1
        deal_id, revision_id = uuid4(), uuid4()
        with transaction.atomic():
            Deal.objects.create(
                id=deal_id,
                table_id=state["table"],
                number=state["number"],
                played_at=EVENING,
                current_id=revision_id,
            )
            DealSeat.objects.bulk_create(
                _copy(DealSeat, seat, revision_id=revision_id) for seat in seats
            )
            Transfer.objects.bulk_create(
                _copy(Transfer, line, revision_id=revision_id) for line in lines
            )
            _copy(DealRevision, revision, id=revision_id, deal_id=deal_id).save(force_insert=True)

    return write


def _copy(model: Any, row: Any, **changes: Any) -> Any:
    values = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
    if "id" not in changes:
        del values["id"]
    return model(**{**values, **changes})


if __name__ == "__main__":
    main()
