"""Raw SQL against the books: rows as dictionaries, and what the database holds.

Knows how to read, insert and compare rows of whatever table. Knows no rule and asserts nothing but
in `nothing_changes`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from scoring import guards

Row = dict[str, Any]


def is_sqlite() -> bool:
    """Is this the SQLite lane?"""
    return connection.vendor == "sqlite"


def execute(sql: str, parameters: list[Any] | None = None) -> int:
    """Run one statement; returns how many rows it touched."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return int(cursor.rowcount)


def rows(table: str, where: str = "1 = 1", parameters: list[Any] | None = None) -> list[Row]:
    """Rows as the database gives them, in the order of their ids."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} WHERE {where} ORDER BY id", parameters)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def row(table: str, where: str = "1 = 1", parameters: list[Any] | None = None) -> Row:
    """The first of them; there has to be one."""
    return rows(table, where, parameters)[0]


def insert(table: str, values: Mapping[str, Any], *, verb: str = "INSERT INTO") -> None:
    """One row, by the statement `verb` begins."""
    names = ", ".join(f'"{name}"' for name in values)
    marks = ", ".join(["%s"] * len(values))
    execute(f"{verb} {table} ({names}) VALUES ({marks})", list(values.values()))


def raw_id(value: UUID | None = None) -> Any:
    """A UUID (a fresh one) as this database keeps it."""
    value = value or uuid4()
    return value.hex if is_sqlite() else value


def contents() -> dict[str, list[Row]]:
    """Everything that stands in guarded tables and beside them."""
    beside = ["scoring_table", "scoring_season", "scoring_tabletally"]
    return {table: rows(table) for table in [*guards.tables(connection.vendor), *beside]}


def count_all() -> dict[str, int]:
    """How many rows each table has."""
    counts = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT COUNT(*) FROM "{table}"')
            counts[table] = cursor.fetchone()[0]
    return counts


@contextmanager
def refused(match: str) -> Iterator[None]:
    """What happens inside is refused by the database in words that match, and changes nothing."""
    before = contents()
    with pytest.raises(IntegrityError, match=match), transaction.atomic():
        yield
    assert contents() == before


@contextmanager
def taken_back() -> Iterator[None]:
    """What happens inside goes through, and is rolled back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def settle_deferred() -> None:
    """PostgreSQL changes no trigger of a table that still has deferred checks to make."""
    connection.check_constraints()


def drop_guards(*names: str) -> None:
    """Drop these triggers and no other."""
    settle_deferred()
    tables = {guard.name: guard.table for guard in guards.expected(connection.vendor)}
    for name in names:
        on = "" if is_sqlite() else f" ON {tables[name]}"
        execute(f"DROP TRIGGER {name}{on}")
