"""The raw limit of PostgreSQL: one statement that inserts the rows of a deal.

Into tables of the same columns, checks, unique keys and foreign keys as the product's, without
triggers; one round trip a deal (common table expressions).
"""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from django.db import connection

from scoring.models import Deal, DealRevision, DealSeat, Transfer
from tests.books import EVENING

RAW_TABLES = ("deal", "dealseat", "transfer", "dealrevision")


def make_raw_tables() -> None:
    """The same columns, checks, unique keys and foreign keys, and no trigger."""
    with connection.cursor() as cursor:
        for name in RAW_TABLES:
            cursor.execute(f"CREATE TABLE raw_{name} (LIKE scoring_{name} INCLUDING ALL)")
        for name in RAW_TABLES:
            for target, definition in _foreign_keys(name):
                own = f"scoring_{target}"
                raw = f"raw_{target}" if target in RAW_TABLES else own
                cursor.execute(f"ALTER TABLE raw_{name} ADD {definition.replace(own, raw)}")


def _foreign_keys(name: str) -> Sequence[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT replace(confrelid::regclass::text, 'scoring_', ''), pg_get_constraintdef(oid)"
            " FROM pg_constraint WHERE contype = 'f' AND conrelid = %s::regclass",
            [f"scoring_{name}"],
        )
        return list(cursor.fetchall())


def raw_writer(deal: Deal) -> Callable[[], object]:
    """One statement with common table expressions: deal, seats, transfers, revision."""
    revision = deal.current

    def statement(name: str, values: Sequence[dict[str, Any]]) -> tuple[str, list[Any]]:
        columns = list(values[0])
        row = ", ".join(["%s"] * len(columns))
        marks = ", ".join([f"({row})"] * len(values))
        sql = f"INSERT INTO raw_{name} ({', '.join(columns)}) VALUES {marks}"
        return sql, [value for row_values in values for value in row_values.values()]

    seats = [_values(DealSeat, seat) for seat in revision.seats.order_by("seat")]
    lines = [_values(Transfer, line) for line in revision.transfers.order_by("pk")]
    number = {"last": 0}

    def write() -> None:
        number["last"] += 1
        deal_id, revision_id = uuid4(), uuid4()
        parts = [
            statement(
                "deal",
                [
                    {
                        "id": deal_id,
                        "table_id": deal.table_id,
                        "number": number["last"],
                        "played_at": EVENING,
                        "current_id": revision_id,
                    }
                ],
            ),
            statement("dealseat", [{**row, "revision_id": revision_id} for row in seats]),
            statement("transfer", [{**row, "revision_id": revision_id} for row in lines]),
            statement(
                "dealrevision",
                [{**_values(DealRevision, revision), "id": revision_id, "deal_id": deal_id}],
            ),
        ]
        sql = f"WITH a AS ({parts[0][0]}), b AS ({parts[1][0]}), c AS ({parts[2][0]}) {parts[3][0]}"
        with connection.cursor() as cursor:
            cursor.execute(sql, [value for part in parts for value in part[1]])

    return write


def _values(model: Any, row: Any) -> dict[str, Any]:
    """A row's columns as the driver takes them, without a number the database gives."""
    return {
        field.column: field.get_db_prep_save(getattr(row, field.attname), connection)
        for field in model._meta.concrete_fields
        if not (field.primary_key and field.get_internal_type() == "BigAutoField")
    }
