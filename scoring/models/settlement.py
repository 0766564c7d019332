"""Settling a night: the frozen plan, its payments, and the moves of the pot."""

import uuid

from django.db import models

from scoring.models.club import Club
from scoring.models.ledger import Account
from scoring.models.night import Night, Table


class SettlementMode(models.TextChoices):
    """How the plan pairs people: fewest payments, each table first, what passed between each two,
    or everybody with one host.
    """

    FEWEST = "fewest"
    TABLES_FIRST = "tables_first"
    PAIR_BY_PAIR = "pair_by_pair"
    ONE_HOST = "one_host"


class SettlementState(models.TextChoices):
    """Live until a new plan replaces it or the night is opened again."""

    LIVE = "live"
    REPLACED = "replaced"
    REOPENED = "reopened"


class PotMove(models.Model):
    """Points that enter or leave a table's pot outside its deals. A fact: never changed.

    `opening` brings the club's carried pot in; `closing` empties the pot when the night is settled,
    or posts the difference after a correction; `reopening` takes the closings back. Inserted after
    its transfers, which it seals.
    """

    KINDS = [(kind, kind) for kind in ("opening", "closing", "reopening")]

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="pot_moves")
    kind = models.CharField(max_length=10, choices=KINDS)
    settlement = models.ForeignKey(
        "Settlement", on_delete=models.PROTECT, null=True, related_name="pot_moves"
    )
    transfer_count = models.PositiveSmallIntegerField()
    recorded_at = models.DateTimeField()


class Settlement(models.Model):
    """A plan that clears the balances it was made from.

    `balances` are signed points by account id as text, what was paid already taken off; `sha256` is
    the hash of their canonical JSON. `groups` are lists of account ids that sum to zero. `host` is
    the account everybody settles with in the mode `one_host`.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="settlements")
    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="settlements")
    n = models.PositiveIntegerField()
    mode = models.CharField(max_length=12, choices=SettlementMode.choices)
    host = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, related_name="+")
    state = models.CharField(
        max_length=10, choices=SettlementState.choices, default=SettlementState.LIVE
    )
    balances = models.JSONField()
    sha256 = models.CharField(max_length=64)
    groups = models.JSONField()
    proven = models.BooleanField()
    lower_bound = models.PositiveIntegerField()
    author_kind = models.CharField(max_length=10)
    author_login = models.ForeignKey("Login", on_delete=models.PROTECT, null=True, related_name="+")
    author_device = models.UUIDField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["night", "n"], name="settlement_numbered_once"),
            models.UniqueConstraint(
                fields=["night"],
                condition=models.Q(state="live"),
                name="settlement_one_live_per_night",
            ),
        ]


class PaymentState(models.TextChoices):
    """proposed → paid → confirmed; proposed or paid → waived; proposed → cancelled."""

    PROPOSED = "proposed"
    PAID = "paid"
    CONFIRMED = "confirmed"
    WAIVED = "waived"
    CANCELLED = "cancelled"


class Payment(models.Model):
    """Who hands what to whom. Confirmed and waived are final and post one transfer.

    The transfer runs the other way, from the payee's to the payer's account: the debt shrinks.
    `split_of` names the payment this is a part of, `contrary_of` the one it takes back.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="payments")
    position = models.PositiveIntegerField()
    payer = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    payee = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    points = models.BigIntegerField()
    state = models.CharField(
        max_length=10, choices=PaymentState.choices, default=PaymentState.PROPOSED
    )
    split_of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="parts")
    contrary_of = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="taken_back_by"
    )
    note = models.ForeignKey("Note", on_delete=models.PROTECT, null=True, related_name="+")
    state_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(points__gt=0), name="payment_points_positive"
            ),
            models.CheckConstraint(
                condition=~models.Q(payer=models.F("payee")), name="payment_not_to_oneself"
            ),
        ]
