"""The services mode without containers: the commands of docker-compose.yml over real servers."""

import json
import re
import signal
import urllib.request
from typing import Any

import pytest
from celery import current_app
from django.db import transaction
from django.utils import timezone

from scoring.dispatch import dispatch
from scoring.models import Heartbeat
from tests.tasks.services import WAIT_SECONDS, service

pytestmark = [pytest.mark.redis, pytest.mark.django_db(transaction=True)]


def test_a_dispatched_task_is_done_by_the_worker_which_then_ends_in_order() -> None:
    seen: list[str] = []
    with service("worker") as worker, current_app.connection_for_read() as broker:
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
        worker.communicate(timeout=WAIT_SECONDS)
        assert worker.returncode == 0


def test_the_web_processes_answer_and_reach_database_and_broker() -> None:
    Heartbeat.objects.create(name="worker", beat_at=timezone.now())
    with service("web", "--log-level", "info") as web:
        assert web.stderr
        address = next(
            found[0] for line in web.stderr if (found := re.search(r"http://[\d.]+:\d+", line))
        )
        request = urllib.request.Request(f"{address}/readyz", headers={"Host": "phom.example"})
        with urllib.request.urlopen(request, timeout=WAIT_SECONDS) as answer:
            assert json.load(answer) == {"database": "ok", "broker": "ok", "background": "ok"}
        web.send_signal(signal.SIGTERM)
        web.communicate(timeout=WAIT_SECONDS)
        assert web.returncode == 0


def test_beat_sends_the_schedule_of_the_settings() -> None:
    with service("beat", "--loglevel", "info") as beat:
        assert beat.stderr
        first = next(line for line in beat.stderr if "beat: Starting" in line)
        assert first
        beat.send_signal(signal.SIGTERM)
        beat.communicate(timeout=WAIT_SECONDS)
        assert beat.returncode == 0
