"""The product in one of its two modes, to be killed in the middle and started again.

Embedded as `make run` starts it; services as docker-compose.yml does, over the PostgreSQL and Redis
of the lane. Knows processes, and no page.
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import yaml

from tests.checks import PRODUCTION
from tests.servers import free_port

ROOT = Path(__file__).resolve().parent.parent.parent.parent
WAIT_SECONDS = 120
POLL_SECONDS = 0.05
HOSTS = "127.0.0.1,phom.test"
USER_NAME, PASSWORD = "demo", "demo-club-for-tests"


@dataclass
class Server:
    """What is served, and how. `commands` are started in order, each in a session of its own; the
    first one answers on the port.
    """

    url: str
    folder: Path
    env: Mapping[str, str]
    commands: list[list[str]]
    user_name: str = ""
    password: str = ""
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self) -> None:
        """Come back as soon as it answers."""
        self.running = [self._spawn(command) for command in self.commands]
        give_up = time.monotonic() + WAIT_SECONDS
        while not self._answers():
            assert self.running[0].poll() is None, "the server ended by itself"
            assert time.monotonic() < give_up, "the server does not answer"
            time.sleep(POLL_SECONDS)

    def kill(self) -> None:
        """At once, and its children with it: nobody can tidy up."""
        for process in self.running:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.running = []

    def manage(self, *arguments: str) -> str:
        """Run `manage.py` on its books to the end; returns what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=WAIT_SECONDS,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def _spawn(self, command: list[str]) -> subprocess.Popen[bytes]:
        with (self.folder / "server.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/livez", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


def is_services() -> bool:
    """Does the lane have a database and a broker for us?"""
    return "CELERY_BROKER_URL" in os.environ


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server with the demo club, in the mode of the lane, gone at the end."""
    with (services if is_services() else embedded)(folder) as server:
        server.start()
        try:
            if not server.user_name:
                printed = (folder / "server.log").read_text()
                found = re.search(r"demo sign-in +(\S+) +password +(\S+)", printed)
                assert found, printed
                server.user_name, server.password = found.groups()
            yield server
        finally:
            server.kill()


@contextmanager
def embedded(folder: Path) -> Iterator[Server]:
    """One process on SQLite."""
    port = free_port()
    unset = {"DATABASE_URL", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE", "WEB_CONCURRENCY"}
    env = {name: value for name, value in os.environ.items() if name not in unset}
    env |= {"PHOM_DATA_DIR": str(folder / "data"), "HOST": "127.0.0.1", "PORT": str(port)}
    yield Server(f"http://127.0.0.1:{port}", folder, env, [["manage.py", "serve"]])


@contextmanager
def services(folder: Path) -> Iterator[Server]:
    """Two web processes and a worker, on a database of their own."""
    import psycopg

    port, name = free_port(), f"phom_{uuid4().hex}"
    url = f"http://127.0.0.1:{port}"
    given = urlsplit(os.environ["DATABASE_URL"])
    broker = urlsplit(os.environ["CELERY_BROKER_URL"])
    env = os.environ | PRODUCTION
    env |= {
        "DATABASE_URL": urlunsplit(given._replace(path=f"/{name}")),
        "CELERY_BROKER_URL": broker.geturl(),
        "CACHE_URL": urlunsplit(broker._replace(path="/1")),
        "PHOM_PUBLIC_URL": url,
        "PHOM_STATIC_DIR": str(folder / "static"),
        "ALLOWED_HOSTS": HOSTS,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "WEB_CONCURRENCY": "2",
    }
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    commands = [["-m", *compose["services"][one]["command"]] for one in ("web", "worker")]
    server = Server(url, folder, env, commands, USER_NAME, PASSWORD)
    with psycopg.connect(given.geturl(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        try:
            server.manage("migrate", "--no-input", "--verbosity=0")
            server.manage("collectstatic", "--no-input", "--verbosity=0")
            server.manage("seed_demo", f"--password={PASSWORD}")
            yield server
        finally:
            server.kill()
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
