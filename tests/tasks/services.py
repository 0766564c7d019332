"""Services of docker-compose.yml as processes, over the lane's servers and the test's database."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import yaml
from django.db import connection

from tests.checks import PRODUCTION
from tests.servers import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
WAIT_SECONDS = 60


def environment(*, broker_url: str | None = None) -> dict[str, str]:
    """What a service is started with; another broker's address may be given."""
    address = urlsplit(os.environ["DATABASE_URL"])
    database = urlunsplit(address._replace(path=f"/{connection.settings_dict['NAME']}"))
    env = os.environ | PRODUCTION
    env |= {"DATABASE_URL": database}
    env |= {"CELERY_BROKER_URL": broker_url or os.environ["CELERY_BROKER_URL"]}
    return env | {"HOST": "127.0.0.1", "PORT": str(free_port()), "WEB_CONCURRENCY": "2"}


@contextmanager
def service(name: str, *more: str) -> Iterator[subprocess.Popen[str]]:
    """A service, its children too, gone at the end."""
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    command = [*compose["services"][name]["command"], *more]
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        kill(process)
        process.communicate()


def kill(process: subprocess.Popen[str]) -> None:
    """At once, and its children with it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
