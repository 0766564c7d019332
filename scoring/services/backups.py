"""Backing up the books.

SQLite is copied page by page by its own backup, PostgreSQL by `pg_dump`; both see one moment and
hold nobody up. The copy is made beside FILE, checked, and only then given its name.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from django.db import connection

from scoring.errors import ErrorCode, ServiceRefused


def backup(file: Path) -> int:
    """Write a backup to `file`, readable by its owner alone; returns its size in bytes.

    Errors: `file_exists`, `tool_missing` (PostgreSQL without pg_dump), `backup_failed` with why.
    """
    if file.exists():
        raise ServiceRefused(ErrorCode.FILE_EXISTS, field="file", file=str(file))
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600)
    except OSError as error:
        raise ServiceRefused(
            ErrorCode.BACKUP_FAILED, field="file", file=str(file), reason=str(error)
        ) from error
    try:
        if connection.vendor == "sqlite":
            _copy_sqlite(draft)
        else:
            _dump_postgresql(draft)
        # A link fails where somebody has made the file meanwhile; a rename would overwrite it.
        file.hardlink_to(draft)
    except FileExistsError:
        raise ServiceRefused(ErrorCode.FILE_EXISTS, field="file", file=str(file)) from None
    finally:
        draft.unlink()
    return file.stat().st_size


def _copy_sqlite(draft: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(draft)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise ServiceRefused(ErrorCode.BACKUP_FAILED, reason=verdict)


def _dump_postgresql(draft: Path) -> None:
    pg_dump = shutil.which("pg_dump")
    if pg_dump is None:
        raise ServiceRefused(ErrorCode.TOOL_MISSING, tool="pg_dump")
    where, password = _address()
    done = subprocess.run(
        [pg_dump, "--format=custom", f"--file={draft}", f"--dbname={where}"],
        # Never among the arguments, which everybody on the machine can read.
        env=os.environ | ({"PGPASSWORD": password} if password else {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise ServiceRefused(ErrorCode.BACKUP_FAILED, reason=done.stderr.strip())


def _address() -> tuple[str, str]:
    """Where the database is as libpq reads it, sockets and certificates included; and the
    password.
    """
    from psycopg import pq
    from psycopg.conninfo import make_conninfo

    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    given = connection.get_connection_params()
    address = {name: value for name, value in given.items() if name in known and value}
    password = str(address.pop("password", ""))
    return make_conninfo(**address), password
