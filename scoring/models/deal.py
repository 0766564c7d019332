"""Deals: a chain of immutable revisions, each with its seats.

Rows of a revision are inserted in the order deal, seats, transfers, revision: the revision's own
trigger seals the whole (guards/, architecture.md section 4). That is why seats are declared before
revisions here, and why every foreign key is deferred to the commit.
"""

from django.db import models

from scoring.models.ledger import Account
from scoring.models.night import Table
from scoring.models.player import Player
from scoring.models.ruleset import RulesetVersion


class RevisionKind(models.TextChoices):
    """Why a revision was made.

    `follow`: an earlier deal changed the pot. `rescore`: the engine changed.
    """

    RECORD = "record"
    CORRECT = "correct"
    VOID = "void"
    RESTORE = "restore"
    FOLLOW = "follow"
    RESCORE = "rescore"


class Deal(models.Model):
    """A ván. Its row says where it stands at its table; what happened in it is its current
    revision.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="deals")
    number = models.PositiveIntegerField()
    played_at = models.DateTimeField()
    current = models.OneToOneField(
        "DealRevision", on_delete=models.PROTECT, related_name="current_of"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="deal_number_once_per_table")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"


class DealSeat(models.Model):
    """What one seat made of one revision.

    `player` is the person the sheet names, merged or not; readers follow the root.

    `eats` and `eaten` count last-round ones too; `last_eats` and `last_eaten` those alone.
    """

    revision = models.ForeignKey("DealRevision", on_delete=models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    ending = models.CharField(max_length=10)
    place = models.PositiveSmallIntegerField(null=True)
    net_bets = models.BigIntegerField()
    net_points = models.BigIntegerField()
    hand_points = models.PositiveSmallIntegerField(null=True)
    is_mom = models.BooleanField(default=False)
    is_forfeit = models.BooleanField(default=False)
    eats = models.PositiveSmallIntegerField(default=0)
    eaten = models.PositiveSmallIntegerField(default=0)
    last_eats = models.PositiveSmallIntegerField(default=0)
    last_eaten = models.PositiveSmallIntegerField(default=0)
    is_compensator = models.BooleanField(default=False)
    u_kind = models.CharField(max_length=10, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["revision", "seat"], name="deal_seat_once"),
            models.UniqueConstraint(fields=["revision", "account"], name="deal_seat_account_once"),
            models.CheckConstraint(condition=models.Q(seat__lte=3), name="deal_seat_at_most_four"),
        ]


class DealRevision(models.Model):
    """One state of a deal, sealed when it is inserted.

    `sheet` is the canonical `phom-sheet/1` with player UUIDs, without the pot and without typed
    words. `content_hash` is the SHA-256 of that sheet with stake and rule-set version as they were
    sent (or null). `adjustment_notes` lists, for each adjustment of the sheet, the id of its note
    or null. `pot_before_points` is null where the rule set has no pot. A void revision, and one of
    a misdeal, keeps the sheet and has no rows.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="revisions")
    n = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=RevisionKind.choices)
    sheet = models.TextField()
    content_hash = models.CharField(max_length=64)
    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    stake_points = models.PositiveIntegerField()
    engine_version = models.PositiveIntegerField()
    pot_before_points = models.BigIntegerField(null=True)
    cause = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="followed_by"
    )
    note = models.ForeignKey("Note", on_delete=models.PROTECT, null=True, related_name="+")
    adjustment_notes = models.JSONField(default=list)
    author_kind = models.CharField(max_length=10)
    author_login = models.ForeignKey("Login", on_delete=models.PROTECT, null=True, related_name="+")
    author_device = models.UUIDField(null=True)
    source = models.CharField(max_length=60)
    base_number = models.PositiveIntegerField(null=True)
    recorded_at = models.DateTimeField()
    seat_count = models.PositiveSmallIntegerField()
    transfer_count = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["deal", "n"], name="deal_revision_numbered_once")
        ]

    @property
    def is_void(self) -> bool:
        """Does this revision keep the deal out of the books: voided, or a misdeal?"""
        return self.seat_count == 0
