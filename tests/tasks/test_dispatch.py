"""Dispatch: after the commit, and never at the request's cost."""

import logging

import pytest
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from scoring.dispatch import dispatch


@pytest.fixture(autouse=True)
def worker_listens(monkeypatch) -> None:
    monkeypatch.setattr("scoring.dispatch._listening", [True])


@pytest.fixture
def sent(monkeypatch) -> list[tuple[str, tuple[int, ...]]]:
    messages: list[tuple[str, tuple[int, ...]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args: messages.append((name, args)))
    return messages


@pytest.mark.django_db(transaction=True)
def test_a_task_is_sent_when_the_transaction_has_committed(sent) -> None:
    with transaction.atomic():
        dispatch("scoring.tasks.heartbeat", 7)
        assert sent == []
    assert sent == [("scoring.tasks.heartbeat", (7,))]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_sent_for_what_was_rolled_back(sent) -> None:
    with transaction.atomic():
        dispatch("scoring.tasks.heartbeat")
        transaction.set_rollback(True)
    assert sent == []


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_is_logged_and_the_caller_goes_on(monkeypatch, caplog) -> None:
    def refuse(name: str, args: tuple[int, ...]) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(current_app, "send_task", refuse)
    with caplog.at_level(logging.ERROR), transaction.atomic():
        dispatch("scoring.tasks.heartbeat")
    assert "dispatch.<locals>.send" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_command_sends_nothing_into_its_own_memory(monkeypatch, sent) -> None:
    monkeypatch.setattr("scoring.dispatch._listening", [])
    with transaction.atomic():
        dispatch("scoring.tasks.heartbeat")
    assert sent == []
