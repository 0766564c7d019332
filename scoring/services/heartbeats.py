"""Signs of life of the background work."""

from django.utils import timezone

from scoring.models import Heartbeat


def beat(*, name: str) -> None:
    """`name` is alive now."""
    Heartbeat.objects.update_or_create(name=name, defaults={"beat_at": timezone.now()})
