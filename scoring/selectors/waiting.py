"""The phones of a night that have told of deals which are not in the books yet.

What they told is no fact, and forgotten within a day.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from scoring.models import Presence

KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class WaitingPhone:
    """So many deals wait on the phone called `name`, as it told `at`."""

    count: int
    name: str
    at: datetime


def list_waiting_phones(*, night_id: int) -> Sequence[WaitingPhone]:
    """Of all tables of the night, the one that told last first; one statement."""
    told = Presence.objects.filter(
        table__night_id=night_id, waiting__gt=0, waiting_at__gt=timezone.now() - KEPT
    )
    return [
        WaitingPhone(row.waiting, row.name, row.waiting_at)
        for row in told.order_by("-waiting_at", "pk")
        if row.waiting_at
    ]
