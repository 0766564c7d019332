"""The guards: triggers that keep facts append-only and sealed, alike on SQLite and PostgreSQL.

One SQL file a table in `sqlite/` and `postgresql/`. This package installs them, lifts them for a
migration of a guarded table, and says which of them are missing or were tampered with. What each
guard holds stands in its file (architecture.md, section 4).
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

_FOLDER = Path(__file__).parent
_SQLITE_TRIGGER = re.compile(r"^CREATE TRIGGER (\w+) .*?^END;$", re.MULTILINE | re.DOTALL)
_POSTGRESQL_TRIGGER = re.compile(r"^CREATE TRIGGER (\w+) .*;$", re.MULTILINE)
_POSTGRESQL_FUNCTION = re.compile(
    r"^CREATE FUNCTION (\w+)\(\).*?\$\$(.*?)\$\$;$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Guard:
    """One trigger or trigger function as its file states it.

    `kind` is `trigger` or `function`; `table` is empty for functions; `definition` is what the
    database must report.
    """

    kind: str
    name: str
    table: str
    definition: str


def install(connection: BaseDatabaseWrapper) -> None:
    """Create every guard whose table is there; those that stand already are made anew."""
    lift(connection)
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for path in _files(connection.vendor):
            if path.stem.startswith("_") or f"scoring_{path.stem}" in tables:
                for statement in _statements(connection.vendor, path):
                    cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Drop every guard that is installed, whether a file still names it or not."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT name FROM sqlite_master"
                " WHERE type = 'trigger' AND name LIKE 'guard\\_%' ESCAPE '\\'"
            )
            for (name,) in cursor.fetchall():
                cursor.execute(f'DROP TRIGGER "{name}"')
            return
        cursor.execute(
            "SELECT tgname, tgrelid::regclass::text FROM pg_trigger"
            " WHERE NOT tgisinternal AND tgname LIKE 'guard\\_%'"
        )
        for name, table in cursor.fetchall():
            cursor.execute(f'DROP TRIGGER "{name}" ON {table}')
        cursor.execute(
            "SELECT proname FROM pg_proc WHERE proname LIKE 'scoring\\_guard\\_%'"
            " AND pronamespace = current_schema()::regnamespace"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f'DROP FUNCTION "{name}"()')


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Without guards inside, with all of them after.

    For migrations, operators' commands and the flush of tests.
    """
    lift(connection)
    try:
        yield
    finally:
        if not connection.needs_rollback:
            install(connection)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of guards that are not installed exactly as their files say, sorted; empty when all is
    well.
    """
    installed = _installed(connection)
    return sorted(guard.name for guard in expected(connection.vendor) if guard not in installed)


def tables(vendor: str) -> list[str]:
    """The guarded tables."""
    return [f"scoring_{path.stem}" for path in _files(vendor) if not path.stem.startswith("_")]


@cache
def expected(vendor: str) -> tuple[Guard, ...]:
    """Every guard the files of this database state."""
    found: list[Guard] = []
    for path in _files(vendor):
        text = path.read_text(encoding="utf-8")
        pattern = _SQLITE_TRIGGER if vendor == "sqlite" else _POSTGRESQL_TRIGGER
        table = f"scoring_{path.stem}"
        found += [
            Guard("trigger", match[1], table, match[0].rstrip(";"))
            for match in pattern.finditer(text)
        ]
        if vendor == "postgresql":
            found += [
                Guard("function", match[1], "", match[2])
                for match in _POSTGRESQL_FUNCTION.finditer(text)
            ]
    return tuple(found)


def _installed(connection: BaseDatabaseWrapper) -> set[Guard]:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
            return {Guard("trigger", name, table, sql) for name, table, sql in cursor.fetchall()}
        # A disabled trigger is no guard. The schema is left out of the definition, as in the files.
        cursor.execute(
            "SELECT tgname, relname,"
            " replace(pg_get_triggerdef(pg_trigger.oid), ' ON ' || nspname || '.', ' ON ')"
            " FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
            " JOIN pg_namespace ON pg_namespace.oid = relnamespace"
            " WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
            " AND relnamespace = current_schema()::regnamespace"
        )
        found = {
            Guard("trigger", name, table, definition)
            for name, table, definition in cursor.fetchall()
        }
        cursor.execute(
            "SELECT proname, prosrc FROM pg_proc"
            " WHERE pronamespace = current_schema()::regnamespace"
        )
        return found | {Guard("function", name, "", source) for name, source in cursor.fetchall()}


def _files(vendor: str) -> list[Path]:
    return sorted(
        (_FOLDER / vendor).glob("*.sql"),
        key=lambda path: (not path.stem.startswith("_"), path.stem),
    )


def _statements(vendor: str, path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    if vendor == "sqlite":
        return [match[0].rstrip(";") for match in _SQLITE_TRIGGER.finditer(text)]
    # PostgreSQL takes a whole file at once; a percent sign is no placeholder without parameters.
    return [text]
