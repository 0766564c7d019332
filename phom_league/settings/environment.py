"""What the environment says, read once and checked.

Knows addresses of databases, brokers and caches, and the data folder.
Knows nothing of the rest of the settings.
"""

import contextlib
import os
from pathlib import Path
from typing import Any

from environs import Env

env = Env()

BASE_DIR = Path(__file__).resolve().parent.parent.parent

SQLITE_OPTIONS = {
    # A writer takes its lock at BEGIN and waits for the one before it; a reader never waits.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;",
}


def data_dir() -> Path:
    """The folder for the database and the key, made for its owner alone if it is missing."""
    folder = Path(env.str("PHOM_DATA_DIR", default=str(BASE_DIR / ".data")))
    if not folder.is_absolute():
        folder = BASE_DIR / folder
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    return folder


def database(*, default: str | None = None) -> dict[str, Any]:
    """DATABASE_URL as Django wants it; without a default it must be set."""
    url = default if default and not env.str("DATABASE_URL", default="") else None
    config: dict[str, Any] = (
        env.dj_db_url("DATABASE_URL", default=url) if url else env.dj_db_url("DATABASE_URL")
    )
    options = config.get("OPTIONS", {})
    if config["ENGINE"] == "django.db.backends.sqlite3":
        # Kept open by each thread: closing the last one writes the whole log back, every request.
        return {**config, "CONN_MAX_AGE": None, "OPTIONS": SQLITE_OPTIONS | options}
    if config["ENGINE"] == "django.db.backends.postgresql":
        # Kept open by each thread: there are eight, a pool would hand out the same eight.
        kept: dict[str, Any] = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
        return {**config, **kept, "OPTIONS": {"prepare_threshold": 0} | options}
    raise ValueError(f"DATABASE_URL: SQLite or PostgreSQL, not {config['ENGINE']}")


def kept_secret(path: Path, *, drawn: str) -> str:
    """The secret in this file, or the one just drawn, kept in it for its owner alone."""
    if not path.exists():
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(drawn + "\n")
        # Of two processes that start at once the first link holds, and both read that one.
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
        draft.unlink()
    return path.read_text(encoding="ascii").strip()


def broker_options(url: str) -> dict[str, Any]:
    """Short waits: a broker that is away must not hold up the one who sends."""
    scheme = url.partition(":")[0]
    if scheme in {"memory", "filesystem"}:
        return {"polling_interval": 0.05}
    once_more = {"max_retries": 1, "interval_start": 0}
    if scheme in {"redis", "rediss"}:
        return once_more | {"socket_timeout": 1, "socket_connect_timeout": 1}
    return once_more | {"connect_timeout": 1}
