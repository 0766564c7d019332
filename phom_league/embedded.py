"""Embedded mode: the Celery worker and beat as threads of the one web process.

Knows how they start and stop, and that nobody else may serve the same data folder.
Messages live in this process's memory; what is lost with it, the sweeps find again.
"""

import fcntl
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from celery import Celery
from celery.beat import Scheduler, Service
from celery.worker import WorkController

from scoring import dispatch

STOP_SECONDS = 1.0


class AlreadyServedError(Exception):
    """Another process serves this data folder."""


def hold(folder: Path) -> IO[str]:
    """Hold the data folder for as long as the answer is open; AlreadyServedError if it is held."""
    lock = (folder / "serving.lock").open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise AlreadyServedError(str(folder)) from error
    return lock


@dataclass(frozen=True)
class Background:
    """The two threads, running."""

    app: Celery
    worker: threading.Thread
    beat: threading.Thread
    beat_service: Service

    def stop(self) -> None:
        """Ask both to end and wait a moment; they are daemons and cannot hold up the process."""
        self.beat_service.stop()
        self.app.control.shutdown()  # a message wakes the worker at once
        self.worker.join(STOP_SECONDS)


def start(app: Celery) -> Background:
    """Start worker and beat, and let the heart beat at once."""
    worker = app.WorkController(
        pool_cls="solo",
        concurrency=1,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        quiet=True,
    )
    service = Service(app, max_interval=1, scheduler_cls=Scheduler)
    threads = (
        threading.Thread(target=_work, args=[worker], name="worker", daemon=True),
        threading.Thread(target=service.start, args=[True], name="beat", daemon=True),
    )
    for thread in threads:
        thread.start()
    dispatch.worker_listens_here()
    for entry in app.conf.beat_schedule.values():
        app.send_task(entry["task"])
    return Background(app, *threads, beat_service=service)


def _work(worker: WorkController) -> None:
    worker.start()
