"""The ledger: accounts and transfers.

A transfer is one row, payer to payee, with a positive amount; so every subset of the ledger sums to
zero.
"""

import uuid

from django.db import models

from scoring.models.club import Club
from scoring.models.night import Night, Table
from scoring.models.player import Player
from scoring.models.season import Season


class AccountKind(models.TextChoices):
    """Whose account it is."""

    PLAYER = "player"
    POT = "pot"
    CARRIED_POT = "carried_pot"
    FUND = "fund"


class Account(models.Model):
    """A player's, a table's pot, a club's carried pot or its fund."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="accounts")
    kind = models.CharField(max_length=12, choices=AccountKind.choices)
    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="account"
    )
    table = models.OneToOneField(
        Table, on_delete=models.PROTECT, null=True, blank=True, related_name="pot_account"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "kind"],
                condition=models.Q(kind__in=["carried_pot", "fund"]),
                name="account_one_fund_and_carried_pot_per_club",
            ),
            models.CheckConstraint(
                condition=(
                    models.Q(kind="player")
                    & models.Q(player__isnull=False)
                    & models.Q(table__isnull=True)
                )
                | (
                    models.Q(kind="pot")
                    & models.Q(player__isnull=True)
                    & models.Q(table__isnull=False)
                )
                | (
                    models.Q(kind__in=["carried_pot", "fund"])
                    & models.Q(player__isnull=True)
                    & models.Q(table__isnull=True)
                ),
                name="account_owner_fits_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}:{self.pk}"


def _exactly_one(*names: str) -> models.Q:
    """One of these is there and the others are not."""
    condition = models.Q()
    for present in names:
        condition |= models.Q(**{f"{name}__isnull": name != present for name in names})
    return condition


class Transfer(models.Model):
    """One line of the ledger. Exactly one source: a revision, an adjustment, a payment, a pot move.

    `bets` only for lines of deals: points = bets × stake. `loser_account` is the loser a
    compensator pays for ("for" of `phom-score/1`).
    """

    payer = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="paid")
    payee = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="received")
    points = models.BigIntegerField()
    bets = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=20)
    rule = models.CharField(max_length=8)
    loser_account = models.ForeignKey(
        Account, on_delete=models.PROTECT, null=True, related_name="+"
    )
    revision = models.ForeignKey(
        "DealRevision", on_delete=models.PROTECT, null=True, related_name="transfers"
    )
    adjustment = models.OneToOneField(
        "Adjustment", on_delete=models.PROTECT, null=True, related_name="transfer"
    )
    payment = models.OneToOneField(
        "Payment", on_delete=models.PROTECT, null=True, related_name="transfer"
    )
    pot_move = models.ForeignKey(
        "PotMove", on_delete=models.PROTECT, null=True, related_name="transfers"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(points__gt=0), name="transfer_points_positive"
            ),
            models.CheckConstraint(
                condition=~models.Q(payer=models.F("payee")), name="transfer_not_to_oneself"
            ),
            models.CheckConstraint(
                condition=models.Q(bets__isnull=True, revision__isnull=True)
                # A check that comes to NULL passes, so it says that there are bets.
                | models.Q(bets__isnull=False, bets__gt=0, revision__isnull=False),
                name="transfer_bets_exactly_for_deals",
            ),
            models.CheckConstraint(
                condition=_exactly_one("revision", "adjustment", "payment", "pot_move"),
                name="transfer_exactly_one_source",
            ),
        ]


class AdjustmentScope(models.TextChoices):
    """`night` moves points and posts a transfer; `season` is a penalty in ranking points and posts
    none.
    """

    NIGHT = "night"
    SEASON = "season"


class Adjustment(models.Model):
    """A line a manager writes beside the deals. A fact: a contrary one takes it back."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="adjustments")
    scope = models.CharField(max_length=8, choices=AdjustmentScope.choices)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="adjustments")
    night = models.ForeignKey(
        Night, on_delete=models.PROTECT, null=True, related_name="adjustments"
    )
    payer = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, related_name="+")
    payee = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, related_name="+")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="penalties"
    )
    points = models.BigIntegerField()
    cancels = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="cancelled_by"
    )
    note = models.ForeignKey("Note", on_delete=models.PROTECT, null=True, related_name="+")
    author_kind = models.CharField(max_length=10)
    author_login = models.ForeignKey("Login", on_delete=models.PROTECT, null=True, related_name="+")
    author_device = models.UUIDField(null=True)
    recorded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    scope="night",
                    night__isnull=False,
                    payer__isnull=False,
                    payee__isnull=False,
                    player__isnull=True,
                    points__gt=0,
                )
                | models.Q(
                    scope="season",
                    night__isnull=True,
                    payer__isnull=True,
                    payee__isnull=True,
                    player__isnull=False,
                ),
                name="adjustment_fits_scope",
            ),
            models.CheckConstraint(
                condition=~models.Q(points=0), name="adjustment_moves_something"
            ),
            models.CheckConstraint(
                condition=models.Q(payer__isnull=True) | ~models.Q(payer=models.F("payee")),
                name="adjustment_not_to_oneself",
            ),
        ]
