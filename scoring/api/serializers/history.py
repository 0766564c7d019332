"""The history of a deal."""

from rest_framework import serializers

from scoring.api.base import Output
from scoring.api.fields import Instant, SheetJson
from scoring.api.serializers.deals import KINDS
from scoring.api.serializers.people import Author


class SeatPoints(Output):
    """What one seat came to."""

    player_id = serializers.UUIDField(source="person.player_id")
    name = serializers.CharField(source="person.name")
    place = serializers.IntegerField(allow_null=True)
    net_points = serializers.IntegerField()


class DealState(Output):
    """A deal as one revision left it; a void one keeps its sheet and has no seats."""

    n = serializers.IntegerField()
    is_void = serializers.BooleanField()
    stake_points = serializers.IntegerField()
    ruleset_version_id = serializers.IntegerField()
    pot_before_points = serializers.IntegerField(allow_null=True)
    sheet = SheetJson()
    seats = SeatPoints(many=True)


class Revision(Output):
    """One revision: who made it, when and why, and the deal before and after it."""

    id = serializers.UUIDField()
    n = serializers.IntegerField()
    kind = serializers.ChoiceField(KINDS)
    recorded_at = Instant()
    author = Author()
    note = serializers.CharField(allow_blank=True)
    cause_number = serializers.IntegerField(
        allow_null=True, help_text="The deal whose revision changed the pot before this one."
    )
    before = DealState(allow_null=True)
    after = DealState()
