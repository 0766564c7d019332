"""Nights, their tables and the terms a table plays under."""

import uuid
from datetime import datetime

from django.db import models

from scoring.models.club import Club
from scoring.models.ruleset import RulesetVersion
from scoring.models.season import Season

MAX_STAKE_POINTS = 1_000_000


class NightState(models.TextChoices):
    """Where a night stands; its tables carry the same."""

    OPEN = "open"
    SETTLED = "settled"
    LOCKED = "locked"


class Night(models.Model):
    """A buổi: one per club and club day. Day and season are fixed when it is opened."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="nights")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="nights")
    day = models.DateField()
    state = models.CharField(max_length=10, choices=NightState.choices, default=NightState.OPEN)
    opened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "day"], name="night_once_per_club_day")
        ]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.day}"


class Table(models.Model):
    """A bàn: one group of people at one physical table during a night.

    Its row is the lock of everything that happens at the table. `state` is its night's. `version`
    rises with every change a phone should see. Stake, rule set, seats and bench are the terms now
    in force: the last `TableTerms`. `seats` and `bench` are lists of player UUIDs as text, seats in
    turn order.
    """

    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="tables")
    label = models.CharField(max_length=40)
    label_key = models.CharField(max_length=80)
    state = models.CharField(max_length=10, choices=NightState.choices, default=NightState.OPEN)
    last_number = models.PositiveIntegerField(default=0)
    version = models.BigIntegerField(default=1)
    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    stake_points = models.PositiveIntegerField()
    seats = models.JSONField(default=list)
    bench = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["night", "label_key"], name="table_label_unique_in_night"
            ),
            models.CheckConstraint(
                condition=models.Q(stake_points__gte=1)
                & models.Q(stake_points__lte=MAX_STAKE_POINTS),
                name="table_stake_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.night_id}/{self.label}"


class TableTerms(models.Model):
    """One change of a table's terms, with the whole terms as they stand after it.

    A fact: never changed.

    In force from deal `from_number` until the next change. `changed` names what differs from the
    terms before (open, stake, ruleset, seats, cancel); a cancelling row names the row it takes
    back.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="terms")
    n = models.PositiveIntegerField()
    from_number = models.PositiveIntegerField()
    changed = models.CharField(max_length=40)
    stake_points = models.PositiveIntegerField()
    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    seats = models.JSONField()
    bench = models.JSONField()
    cancels = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="cancelled_by"
    )
    author_kind = models.CharField(max_length=10)
    author_login = models.ForeignKey(
        "Login", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    author_device = models.UUIDField(null=True, blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "n"], name="table_terms_numbered_once"),
            models.CheckConstraint(
                condition=models.Q(stake_points__gte=1)
                & models.Q(stake_points__lte=MAX_STAKE_POINTS),
                name="table_terms_stake_in_range",
            ),
        ]


class JoinCode(models.Model):
    """What lets a phone without a login act at one table: six characters, kept hashed."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="join_codes")
    role = models.CharField(max_length=10, choices=[("scorer", "scorer"), ("viewer", "viewer")])
    code_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)


class Device(models.Model):
    """A phone that joined a table by a code; its token is kept hashed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="devices")
    join_code = models.ForeignKey(JoinCode, on_delete=models.PROTECT, related_name="devices")
    role = models.CharField(max_length=10)
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.ForeignKey(
        "Note", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    @staticmethod
    def is_live(*, revoked_at: datetime | None, expires_at: datetime, now: datetime) -> bool:
        """Does the code the device joined by still stand?"""
        return revoked_at is None and expires_at > now
