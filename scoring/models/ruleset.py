"""Rule sets and their published versions."""

from django.db import models

from scoring.models.club import Club


class Ruleset(models.Model):
    """A named rule set of a club; what it says stands in its versions."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rulesets")
    name = models.CharField(max_length=120)
    name_key = models.CharField(max_length=240)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name_key"], name="ruleset_name_unique_in_club")
        ]

    def __str__(self) -> str:
        return self.name


class RulesetVersion(models.Model):
    """What a rule set said from some day on: canonical `phom-rules/1` with defaults filled in. A
    fact: never changed.
    """

    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="versions")
    n = models.PositiveIntegerField()
    canonical = models.TextField()
    sha256 = models.CharField(max_length=64)
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "n"], name="ruleset_version_numbered_once")
        ]

    def __str__(self) -> str:
        return f"{self.ruleset_id}v{self.n}"
