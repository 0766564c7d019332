"""The services mode without containers: the commands of docker-compose.yml over real servers."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
import yaml
from celery import current_app
from django.db import connection, transaction

from scoring.dispatch import dispatch
from scoring.models import Heartbeat
from tests.checks import PRODUCTION

pytestmark = [pytest.mark.redis, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).resolve().parent.parent.parent
WAIT_SECONDS = 60


@pytest.fixture
def worker() -> Iterator[subprocess.Popen[bytes]]:
    """The worker of docker-compose.yml, on this lane's broker and this test's database."""
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    command = compose["services"]["worker"]["command"]
    address = urlsplit(os.environ["DATABASE_URL"])
    database = urlunsplit(address._replace(path=f"/{connection.settings_dict['NAME']}"))
    env = os.environ | PRODUCTION
    env |= {"DATABASE_URL": database, "CELERY_BROKER_URL": os.environ["CELERY_BROKER_URL"]}
    process = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, env=env)
    yield process
    if process.poll() is None:
        process.kill()
        process.wait()


def test_a_dispatched_task_is_done_by_the_worker_which_then_ends_in_order(worker) -> None:
    seen: list[str] = []
    with current_app.connection_for_read() as broker:
        receiver = current_app.events.Receiver(broker)

        def send(event: dict[str, Any]) -> None:
            if "sent" not in seen:
                seen.append("sent")
                with transaction.atomic():
                    dispatch("scoring.tasks.heartbeat")

        def stop(event: dict[str, Any]) -> None:
            seen.append("done")
            receiver.should_stop = True

        receiver.handlers = {
            "worker-online": send,
            "worker-heartbeat": send,
            "task-succeeded": stop,
        }
        receiver.capture(limit=None, timeout=WAIT_SECONDS, wakeup=False)
    assert seen == ["sent", "done"]
    assert Heartbeat.objects.filter(name="worker").exists()
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(WAIT_SECONDS) == 0
