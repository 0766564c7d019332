"""Is the background work alive?"""

from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from scoring.models import Heartbeat

WORKER = "worker"
SILENCE = timedelta(seconds=100)  # three heartbeats and a little


def are_workers_silent() -> bool:
    """Whether no heartbeat came for too long: beat or the workers are down; one statement."""
    return is_silent(last_heartbeat().first())


def last_heartbeat() -> QuerySet[Heartbeat, datetime]:
    """The time of the last heartbeat, to be asked for inside another statement."""
    return Heartbeat.objects.filter(name=WORKER).values_list("beat_at", flat=True)


def is_silent(beat_at: datetime | None) -> bool:
    """Whether a heartbeat of this time is too long ago; None is none ever."""
    return beat_at is None or beat_at <= timezone.now() - SILENCE
