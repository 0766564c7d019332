"""Who did what, when; the words people typed; and the life signs of background work."""

from django.db import models

from scoring.models.club import Club, Login
from scoring.models.night import Night


class Note(models.Model):
    """Words somebody typed. Facts point to it; it may be blanked, and nothing else."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="notes")
    text = models.CharField(max_length=500, blank=True)


class AuditEvent(models.Model):
    """One thing done, written in the same transaction.

    A fact: never changed; holds no typed words and no names.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="audit_events")
    night = models.ForeignKey(
        Night, on_delete=models.PROTECT, null=True, related_name="audit_events"
    )
    action = models.CharField(max_length=40)
    object_kind = models.CharField(max_length=20)
    object_id = models.CharField(max_length=40)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    note = models.ForeignKey(Note, on_delete=models.PROTECT, null=True, related_name="+")
    actor_kind = models.CharField(max_length=10)
    actor_login = models.ForeignKey(Login, on_delete=models.PROTECT, null=True, related_name="+")
    actor_device = models.UUIDField(null=True)
    request_id = models.CharField(max_length=64, blank=True, default="")
    idempotency_key = models.CharField(max_length=64, null=True)  # noqa: DJ001 - absent is not the empty key
    idempotency_hash = models.CharField(max_length=64, blank=True, default="")
    season_revision = models.BigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "idempotency_key"],
                condition=models.Q(idempotency_key__isnull=False),
                name="audit_idempotency_key_once_per_club",
            )
        ]
        indexes = [models.Index(fields=["night", "id"], name="audit_by_night")]


class AuditRun(models.Model):
    """One run of `audit_books`."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    deals_checked = models.PositiveIntegerField()
    differences = models.PositiveIntegerField()


class Heartbeat(models.Model):
    """When a part of the background work last gave a sign of life."""

    name = models.CharField(max_length=40, unique=True)
    beat_at = models.DateTimeField()
