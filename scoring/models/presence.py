"""Who is writing at a table now. Not a fact: rows are changed and thrown away."""

from django.db import models

from scoring.models.night import Table


class Presence(models.Model):
    """A phone that writes at a table, or did lately: `phone` as it calls itself, `name` of who
    holds it. `took_over_at` is when it took the writing over from the others, if it did; `waiting`
    are its deals that the books did not have at `waiting_at`.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="writers")
    phone = models.UUIDField()
    name = models.CharField(max_length=40, blank=True)
    touched_at = models.DateTimeField()
    took_over_at = models.DateTimeField(null=True)
    waiting = models.PositiveSmallIntegerField(default=0)
    waiting_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "phone"], name="presence_once_per_phone")
        ]
