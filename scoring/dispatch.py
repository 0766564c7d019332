"""Sends a task after the commit, and never fails the request that asked for it.

Knows task names. A message may be lost: every task finds by itself what is due. Where the broker
is this process's memory and no worker listens in it, as in a command, nothing is sent: it would
be heard by nobody and kept for ever.
"""

from celery import current_app
from django.db import transaction

_listening: list[bool] = []


def worker_listens_here() -> None:
    """Called by the embedded mode: a message in this process's memory is heard from now on."""
    _listening.append(True)


def dispatch(name: str, *args: int) -> None:
    """Send the task of this name with these ids once the transaction has committed."""

    def send() -> None:  # a named function: Django logs its __qualname__
        if _is_heard():
            current_app.send_task(name, args)

    transaction.on_commit(send, robust=True)


def _is_heard() -> bool:
    return bool(_listening) or not str(current_app.conf.broker_url).startswith("memory:")
