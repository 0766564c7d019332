"""Seasons, their policies, snapshots and penalties."""

from typing import Any

from rest_framework import serializers

from scoring.api.base import Input, Output
from scoring.api.fields import Id, Text, Whole

STATES = [("open", "open"), ("closed", "closed")]
LONGEST_NOTE = 500


class Season(Output):
    """A season of club days, both inclusive."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    state = serializers.ChoiceField(STATES)
    seed = serializers.CharField(help_text="Of the lots (S-43); it never changes.")
    policy_version_id = serializers.IntegerField(
        allow_null=True, help_text="Null: ranked by the defaults."
    )
    policy_name = serializers.CharField(allow_null=True)
    policy_n = serializers.IntegerField(allow_null=True)
    night_count = serializers.IntegerField(help_text="Nights that lie in it.")
    played_count = serializers.IntegerField(help_text="Nights with a deal.")
    snapshot_count = serializers.IntegerField(help_text="How often it was closed.")


class Days(Input):
    """Both days belong to the season."""

    first_day = serializers.DateField()
    last_day = serializers.DateField()


class NewSeason(Days):
    """What a season begins with."""

    name = Text(max_length=200, allow_blank=True)


class Reasoned(Input):
    """Why, where somebody wants to say so."""

    note = Text(max_length=LONGEST_NOTE, required=False, allow_blank=True, default="")


class SeasonPolicy(Reasoned):
    """The version the whole season is ranked by; a reason once it has deals (S-11)."""

    policy_version_id = Whole()


class Warned(Output):
    """What somebody who changed a policy should look at."""

    code = serializers.CharField()
    detail = serializers.CharField()


class SeasonWithWarnings(Season):
    """The season as it is ranked from now on."""

    warnings = Warned(many=True)


class Snapshot(Output):
    """The table a season was closed with, for the n-th time (S-71)."""

    n = serializers.IntegerField()
    closed_at = serializers.DateTimeField()
    closed_by = serializers.CharField()
    checksum = serializers.CharField()
    engine_version = serializers.IntegerField()
    note = serializers.CharField()


class Penalty(Output):
    """Ranking points taken (below 0) or given, in the unit of the metric."""

    id = serializers.UUIDField()
    player_id = serializers.UUIDField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    note = serializers.CharField()
    recorded_at = serializers.DateTimeField()
    recorded_by = serializers.CharField()
    is_cancelled = serializers.BooleanField()
    cancelled_at = serializers.DateTimeField(allow_null=True)
    cancelled_by = serializers.CharField()
    cancel_note = serializers.CharField()


class NewPenalty(Reasoned):
    """For one player; not 0."""

    player_id = Id()
    points = Whole()


class PolicyVersion(Output):
    """A published version; it never changes (S-11)."""

    id = serializers.IntegerField(help_text="The `policy_version_id` of seasons.")
    policy_id = serializers.IntegerField()
    name = serializers.CharField()
    n = serializers.IntegerField()
    published_at = serializers.DateTimeField()
    sha256 = serializers.CharField(help_text="Of the canonical `phom-standings/1`.")
    season_count = serializers.IntegerField(help_text="Seasons ranked by it.")
    policy = serializers.SerializerMethodField(help_text="`phom-standings/1`, complete.")

    def get_policy(self, row: Any) -> dict[str, Any]:
        """Every option, defaults filled in."""
        return dict(row.policy.to_json())


class NewPolicy(Input):
    """A name and what differs from the defaults."""

    name = Text(max_length=200, allow_blank=True)
    policy = serializers.DictField(help_text="`phom-standings/1`; missing keys take the default.")
