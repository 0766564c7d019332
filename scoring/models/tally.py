"""A player's sums at one table: derived, recomputed by one statement, never patched."""

from django.db import models

from scoring.models.night import Table
from scoring.models.player import Player


class TableTally(models.Model):
    """Sums over the deals in force at a table (standings.md, S-02 to S-04).

    `p{seats}_{place}` are the nine place counters.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="tallies")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    deals = models.PositiveIntegerField(default=0)
    net_bets = models.BigIntegerField(default=0)
    net_points = models.BigIntegerField(default=0)
    p2_1 = models.PositiveIntegerField(default=0)
    p2_2 = models.PositiveIntegerField(default=0)
    p3_1 = models.PositiveIntegerField(default=0)
    p3_2 = models.PositiveIntegerField(default=0)
    p3_3 = models.PositiveIntegerField(default=0)
    p4_1 = models.PositiveIntegerField(default=0)
    p4_2 = models.PositiveIntegerField(default=0)
    p4_3 = models.PositiveIntegerField(default=0)
    p4_4 = models.PositiveIntegerField(default=0)
    u_plain = models.PositiveIntegerField(default=0)
    u_ten = models.PositiveIntegerField(default=0)
    u_round = models.PositiveIntegerField(default=0)
    u_zero = models.PositiveIntegerField(default=0)
    u_dry = models.PositiveIntegerField(default=0)
    moms = models.PositiveIntegerField(default=0)
    compensations = models.PositiveIntegerField(default=0)
    eats = models.PositiveIntegerField(default=0)
    eaten = models.PositiveIntegerField(default=0)
    last_eats = models.PositiveIntegerField(default=0)
    last_eaten = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "player"], name="tally_once_per_table_and_player"
            )
        ]
