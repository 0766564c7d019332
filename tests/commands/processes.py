"""Databases of their own, and commands as a person runs them: `manage.py` in another process.

Knows how to make an empty database beside the one of this run, on the same kind of server, and how
to run, watch and kill a command on it. Asserts only that what has to work has worked.
"""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

from django.db import connection, connections

ROOT = Path(__file__).resolve().parent.parent.parent
WAIT_SECONDS = 60
POLL_SECONDS = 0.01


@dataclass(frozen=True)
class Database:
    """A database no other test knows."""

    url: str
    folder: Path

    def manage(self, *arguments: object) -> str:
        """Run `manage.py` on it to its end; returns what it printed, errors included."""
        done = subprocess.run(
            self._command(arguments),
            cwd=ROOT,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=WAIT_SECONDS,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def start(self, *arguments: object) -> subprocess.Popen[str]:
        """Start `manage.py` on it, to be watched."""
        return subprocess.Popen(
            self._command(arguments),
            cwd=ROOT,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """What a statement of another connection sees now."""
        if self.url.startswith("sqlite"):
            with closing(sqlite3.connect(self.url.removeprefix("sqlite:///"))) as connection:
                return connection.execute(statement).fetchall()
        import psycopg

        with psycopg.connect(self.url) as connection:
            return connection.execute(statement.encode()).fetchall()

    def count_deals(self) -> int:
        """How many deals were committed."""
        [(count,)] = self.rows("SELECT COUNT(*) FROM scoring_deal")
        return int(count)

    def _command(self, arguments: tuple[object, ...]) -> list[str]:
        return [sys.executable, "manage.py", *map(str, arguments)]

    def _environment(self) -> dict[str, str]:
        unset = {"DJANGO_SETTINGS_MODULE", "CELERY_BROKER_URL"}
        env = {name: value for name, value in os.environ.items() if name not in unset}
        return env | {"DATABASE_URL": self.url, "PHOM_DATA_DIR": str(self.folder / "data")}


@contextmanager
def own_database(folder: Path, *, empty: bool = False) -> Iterator[Database]:
    """A migrated database without a row: a file in `folder`, or one beside this run's; on
    PostgreSQL, when asked for, an empty one without a table.

    It is a copy of this run's database, which is quicker than to migrate anew; so call it where
    that one is empty, outside of every transaction.
    """
    settings = connection.settings_dict
    connections.close_all()
    if connection.vendor == "sqlite":
        file = folder / "own.sqlite3"
        with (
            closing(sqlite3.connect(settings["NAME"])) as ours,
            closing(sqlite3.connect(file)) as own,
        ):
            ours.backup(own)
        yield Database(f"sqlite:///{file}", folder)
        return
    import psycopg

    name = f"own_{uuid4().hex}"
    given = urlsplit(os.environ["DATABASE_URL"])
    template = "template0" if empty else settings["NAME"]
    with psycopg.connect(given.geturl(), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        try:
            yield Database(urlunsplit(given._replace(path=f"/{name}")), folder)
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def wait_for_deals(database: Database, process: subprocess.Popen[str], *, at_least: int) -> None:
    """Come back as soon as so many deals are committed; the process must still be running."""
    give_up = time.monotonic() + WAIT_SECONDS
    while database.count_deals() < at_least:
        assert process.poll() is None, "the command ended before it could be killed"
        assert time.monotonic() < give_up, "the command does not get on"
        time.sleep(POLL_SECONDS)
