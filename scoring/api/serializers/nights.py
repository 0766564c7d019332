"""Nights, and what stands beside their deals."""

from rest_framework import serializers

from scoring.api.base import Input, Output
from scoring.api.fields import Id, Instant, Text, Whole
from scoring.api.serializers.deals import MAX_ID, Line
from scoring.api.serializers.paged import Paged
from scoring.api.serializers.people import Author, End
from scoring.api.serializers.tables import STATES


class NightsChosen(Paged):
    """Which nights; both days belong to the range."""

    season_id = serializers.IntegerField(required=False, min_value=0, max_value=MAX_ID)
    state = serializers.ChoiceField(STATES, required=False)
    first_day = serializers.DateField(required=False)
    last_day = serializers.DateField(required=False)


class OpenNight(Input):
    """The club day; left out, the one it is now."""

    day = serializers.DateField(required=False)


class Night(Output):
    """A night; `deal_count` leaves void deals out."""

    day = serializers.DateField()
    state = serializers.ChoiceField(STATES)
    season_id = serializers.IntegerField()
    season_name = serializers.CharField()
    deal_count = serializers.IntegerField()
    table_count = serializers.IntegerField()


class LineSource(Output):
    """What a line of the ledger came from; number and table go with deals."""

    kind = serializers.ChoiceField(["deal", "adjustment", "payment", "pot_move"])
    id = serializers.UUIDField()
    deal_number = serializers.IntegerField(allow_null=True)
    table_id = serializers.IntegerField(allow_null=True)


class NightLine(Line):
    """A transfer of a night, with what it came from."""

    source = LineSource()  # type: ignore[assignment] # a field of the answer


_LINE = {"payer_id", "payee_id", "points"}


class Adjust(Input):
    """`payer_id` gives `payee_id` points; either may be `FUND`. Or, with a note at most,
    `cancels_id`: an adjustment is taken back.
    """

    payer_id = Text(required=False, max_length=36)
    payee_id = Text(required=False, max_length=36)
    points = Whole(required=False, min_value=-MAX_ID, max_value=MAX_ID)
    cancels_id = Id(required=False)
    note = Text(required=False, allow_blank=True, max_length=500)
    forms = (
        {"required": sorted(_LINE), "not": {"required": ["cancels_id"]}},
        {"required": ["cancels_id"], "properties": dict.fromkeys(sorted(_LINE), False)},
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Either a whole adjustment, or what it takes back."""
        if "cancels_id" in attrs:
            extra = _LINE & attrs.keys()
            if extra:
                raise serializers.ValidationError({"cancels_id": "goes with a note alone"})
            return attrs
        missing = sorted(_LINE - attrs.keys())
        if missing:
            raise serializers.ValidationError(dict.fromkeys(missing, "required"))
        return attrs


class Adjustment(Output):
    """A line a manager wrote beside the deals."""

    id = serializers.UUIDField()
    payer = End()
    payee = End()
    points = serializers.IntegerField()
    note = serializers.CharField(allow_blank=True)
    author = Author()
    recorded_at = Instant()
    cancels_id = serializers.UUIDField(allow_null=True)
    cancelled_by_id = serializers.UUIDField(allow_null=True)
