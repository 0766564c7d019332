"""Season standings: derived, thrown away and rebuilt to the same bytes."""

from django.db import models

from scoring.models.club import Club
from scoring.models.season import Season


class Policy(models.Model):
    """A named standings policy of a club; what it says stands in its versions."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="policies")
    name = models.CharField(max_length=120)
    name_key = models.CharField(max_length=240)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name_key"], name="policy_name_unique_in_club")
        ]

    def __str__(self) -> str:
        return self.name


class PolicyVersion(models.Model):
    """Canonical `phom-standings/1` with defaults filled in. A fact: never changed (S-11)."""

    policy = models.ForeignKey(Policy, on_delete=models.PROTECT, related_name="versions")
    n = models.PositiveIntegerField()
    canonical = models.TextField()
    sha256 = models.CharField(max_length=64)
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["policy", "n"], name="policy_version_numbered_once")
        ]


class StandingState(models.Model):
    """Its row is the lock of the refresh. `built_revision` is the season's revision last ranked."""

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="standing_state")
    built_revision = models.BigIntegerField(default=-1)
    built_at = models.DateTimeField(null=True)
    checksum = models.CharField(max_length=64, blank=True, default="")
    policy_version = models.ForeignKey(
        PolicyVersion, on_delete=models.PROTECT, null=True, related_name="+"
    )
    movements_revision = models.BigIntegerField(default=-1)
    movements = models.JSONField(null=True)


class StandingRow(models.Model):
    """One player's row of the table last built: `row` is the engine's, whole."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standing_rows")
    position = models.PositiveIntegerField()
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="+")
    rank = models.PositiveIntegerField(null=True)
    row = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "position"], name="standing_row_once"),
            models.UniqueConstraint(fields=["season", "player"], name="standing_player_once"),
        ]


class SeasonSnapshot(models.Model):
    """The table a season was closed with, and all it was ranked from (S-71). A fact."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="snapshots")
    n = models.PositiveIntegerField()
    tallies = models.TextField()
    policy = models.TextField()
    rows = models.TextField()
    checksum = models.CharField(max_length=64)
    engine_version = models.PositiveIntegerField()
    season_revision = models.BigIntegerField()
    author_kind = models.CharField(max_length=10)
    author_login = models.ForeignKey("Login", on_delete=models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField()
    note = models.ForeignKey("Note", on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "n"], name="season_snapshot_numbered_once")
        ]
