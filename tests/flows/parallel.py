"""Real parallelism for tests: threads with connections of their own, and looking at who waits.

Knows threads, connections and PostgreSQL's view of its sessions. Knows nothing of deals.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection, transaction

from scoring.engine import Refused
from scoring.errors import ServiceRefused
from scoring.services import locks

WAIT_SECONDS = 60
POLL_SECONDS = 0.01

Call = Callable[[], Any]


@dataclass
class Outcomes:
    """What calls came to: answers, and refusals of services and engine, in the order of the
    calls.
    """

    answers: list[Any] = field(default_factory=list)
    refusals: list[ServiceRefused | Refused] = field(default_factory=list)

    @property
    def codes(self) -> list[str]:
        """The codes of the refusals, sorted."""
        return sorted(str(refused.code) for refused in self.refusals)


class Running:
    """A call in a thread with a connection of its own."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._answer: Any = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def result(self) -> Any:
        """The answer, or the exception the call ended with; it must end."""
        self._thread.join(WAIT_SECONDS)
        assert not self._thread.is_alive(), "the call hangs"
        if self._error is not None:
            raise self._error
        return self._answer

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._answer = self._call()
        except BaseException as error:  # noqa: BLE001 - handed to whoever asks for the result
            self._error = error
        finally:
            connection.close()


def together(calls: Sequence[Call]) -> Outcomes:
    """All calls at once, each in its own thread; anything but an answer or a refusal is raised."""
    barrier = threading.Barrier(len(calls))

    def started(call: Call) -> Call:
        def run() -> Any:
            # Connected before the start, so that the calls really meet.
            connection.ensure_connection()
            barrier.wait(WAIT_SECONDS)
            return call()

        return run

    return collect([Running(started(call)) for call in calls])


def collect(running: Sequence[Running]) -> Outcomes:
    """Wait for all of them."""
    outcomes = Outcomes()
    errors: list[BaseException] = []
    for one in running:
        try:
            outcomes.answers.append(one.result())
        except (ServiceRefused, Refused) as refused:
            outcomes.refusals.append(refused)
        except BaseException as error:  # noqa: BLE001 - raised below, after every thread has ended
            errors.append(error)
    if errors:
        raise errors[0]
    return outcomes


class Gate:
    """Where a thread stops until it is let through."""

    def __init__(self) -> None:
        self.arrived = threading.Event()
        self.opened = threading.Event()

    def stop(self) -> None:
        """Called by the thread that is to stop."""
        self.arrived.set()
        assert self.opened.wait(WAIT_SECONDS), "nobody opened the gate"

    @contextmanager
    def held(self, running: Callable[[], Running]) -> Iterator[Running]:
        """The call, stopped at the gate while the block runs, let through at its end."""
        one = running()
        try:
            assert self.arrived.wait(WAIT_SECONDS), "the call never came to the gate"
            yield one
        finally:
            self.opened.set()


def stopped(gate: Gate, call: Call) -> Callable[[], Running]:
    """A transaction that does its work and stops before its commit, its locks in hand."""

    def run() -> Any:
        with transaction.atomic():
            answer = call()
            gate.stop()
            return answer

    return lambda: Running(run)


def without(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Take these locks away."""
    for name in names:
        monkeypatch.setattr(locks, name, lambda *args, **arguments: None)


def wait_until_blocked(count: int = 1) -> None:
    """Come back when `count` sessions of this database wait for somebody's lock (PostgreSQL)."""
    give_up = time.monotonic() + WAIT_SECONDS
    while _count_blocked() < count:
        assert time.monotonic() < give_up, "nobody waits for a lock"
        time.sleep(POLL_SECONDS)


def _count_blocked() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND wait_event_type = 'Lock' AND cardinality(pg_blocking_pids(pid)) > 0"
        )
        (count,) = cursor.fetchone()
    return int(count)
