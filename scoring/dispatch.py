"""Sends a task after the commit, and never fails the request that asked for it.

Knows task names. A message may be lost: every task finds by itself what is due.
"""

from celery import current_app
from django.db import transaction


def dispatch(name: str, *args: int) -> None:
    """Send the task of this name with these ids once the transaction has committed."""

    def send() -> None:  # a named function: Django logs its __qualname__
        current_app.send_task(name, args)

    transaction.on_commit(send, robust=True)
