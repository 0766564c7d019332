"""Work done in the background: ids in, one service call, safe to run twice."""

from celery import shared_task

from scoring.services import heartbeats

HEARTBEAT = "worker"


@shared_task(name="scoring.tasks.heartbeat")
def heartbeat() -> None:
    """Beat and worker are both alive: one said so, the other heard it."""
    heartbeats.beat(name=HEARTBEAT)
