"""Seasons: a stretch of club days whose nights are ranked together."""

from django.db import models

from scoring.models.club import Club


class SeasonState(models.TextChoices):
    """A closed season takes no deals."""

    OPEN = "open"
    CLOSED = "closed"


class Season(models.Model):
    """Days are inclusive club days; seasons of one club never overlap (held under the club's lock).

    `dirty_revision` rises with every change that can move the season's table.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=120)
    name_key = models.CharField(max_length=240)
    first_day = models.DateField()
    last_day = models.DateField()
    seed = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=SeasonState.choices, default=SeasonState.OPEN)
    dirty_revision = models.BigIntegerField(default=0)
    policy_version = models.ForeignKey(
        "PolicyVersion", on_delete=models.PROTECT, null=True, related_name="seasons"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name_key"], name="season_name_unique_in_club"),
            models.CheckConstraint(
                condition=models.Q(first_day__lte=models.F("last_day")), name="season_days_in_order"
            ),
        ]

    def __str__(self) -> str:
        return self.name
