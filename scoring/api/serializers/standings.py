"""A season's table: rows with figures, working and movement."""

from typing import Any

from rest_framework import serializers

from scoring.api.base import Input, Output
from scoring.api.serializers.seasons import STATES

GROUPS = [(name, name) for name in ("ranked", "not_yet_ranked", "guest", "no_deals")]


class Wanted(Input):
    """Which rows; ranks are those of the whole table."""

    min_deals = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=100_000,
        help_text="Rows with so many deals or more.",
    )
    group = serializers.ChoiceField(GROUPS, required=False)
    player_id = serializers.UUIDField(required=False)


class SeasonFigures(Output):
    """Sums of the season (S-02 to S-04), night adjustments in `net_points`."""

    nights = serializers.IntegerField()
    deals = serializers.IntegerField()
    net_points = serializers.IntegerField()
    net_bets = serializers.IntegerField()
    firsts = serializers.IntegerField()
    seconds = serializers.IntegerField()
    thirds = serializers.IntegerField()
    lasts = serializers.IntegerField()
    moms = serializers.IntegerField()
    u_wins = serializers.IntegerField()
    u_by_kind = serializers.DictField(child=serializers.IntegerField())
    compensations = serializers.IntegerField()
    eats = serializers.IntegerField()
    eaten = serializers.IntegerField()
    last_eats = serializers.IntegerField()
    last_eaten = serializers.IntegerField()


class Row(Output):
    """A player's row."""

    player_id = serializers.UUIDField()
    name = serializers.CharField()
    call_name = serializers.CharField()
    group = serializers.ChoiceField(GROUPS)
    rank = serializers.IntegerField(allow_null=True)
    is_shared = serializers.BooleanField()
    figures = SeasonFigures()
    working = serializers.DictField(
        help_text="The row of `phom-standings-table/1`: value, drops, penalties, tie steps, next."
    )
    movement = serializers.DictField(
        allow_null=True, help_text="Since before the latest night (S-60 to S-66)."
    )


class SeasonNight(Output):
    """A night of the season: what the ids in the working mean."""

    id = serializers.CharField()
    day = serializers.DateField()
    state = serializers.CharField()
    deal_count = serializers.IntegerField()
    is_provisional = serializers.BooleanField()


class Standings(Output):
    """The table as last built: `dirty` says that something has changed since."""

    season_id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(STATES)
    built_revision = serializers.IntegerField()
    built_at = serializers.DateTimeField(allow_null=True)
    checksum = serializers.CharField(help_text="SHA-256 of the canonical rows (S-54).")
    dirty = serializers.BooleanField()
    workers_silent = serializers.BooleanField(help_text="Background work is down.")
    policy = serializers.SerializerMethodField(help_text="`phom-standings/1`, complete.")
    nights = SeasonNight(many=True)
    rows = Row(many=True)

    def get_policy(self, row: Any) -> dict[str, Any]:
        """What the table was ranked by."""
        return dict(row.policy.to_json())
