"""/livez and /readyz."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from phom_league import health
from scoring.models import Heartbeat


def test_a_process_that_answers_is_alive_without_asking_anybody(client) -> None:
    answer = client.get("/livez")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.fixture
def broker_answers(monkeypatch) -> None:
    monkeypatch.setitem(health.CHECKS, "broker", lambda: None)


@pytest.mark.django_db
def test_ready_when_everything_answers_and_the_heart_beats(client, broker_answers) -> None:
    Heartbeat.objects.create(name="worker", beat_at=timezone.now())
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "broker": "ok", "background": "ok"}


@pytest.mark.django_db
def test_not_ready_when_the_background_work_has_been_silent(client, broker_answers) -> None:
    Heartbeat.objects.create(name="worker", beat_at=timezone.now() - timedelta(minutes=2))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["background"] == "down"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["database", "broker"])
def test_not_ready_when_one_of_them_is_away(client, monkeypatch, broker_answers, name) -> None:
    def refuse() -> None:
        raise OperationalError("away")

    Heartbeat.objects.create(name="worker", beat_at=timezone.now())
    monkeypatch.setitem(health.CHECKS, name, refuse)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert [part for part, state in answer.json().items() if state == "down"] == [name]
