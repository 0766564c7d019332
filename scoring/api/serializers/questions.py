"""Open questions about deals: disputes and possible duplicates."""

from rest_framework import serializers

from scoring.api.base import Input, Output
from scoring.api.fields import Id, Instant, Text
from scoring.api.serializers.paged import Paged

DISPUTE_STATES = ["open", "settled"]
PAIR_STATES = ["open", "both_kept", "dropped"]


class DisputesChosen(Paged):
    """Which disputes."""

    state = serializers.ChoiceField(DISPUTE_STATES, required=False)


class PairsChosen(Paged):
    """Which pairs."""

    state = serializers.ChoiceField(PAIR_STATES, required=False)


class Noted(Input):
    """Nothing but words, if any."""

    note = Text(required=False, allow_blank=True, max_length=500)


class DealAt(Output):
    """A deal by where it stands; `n` is its revision in force."""

    id = serializers.UUIDField()
    day = serializers.DateField()
    table_id = serializers.IntegerField()
    table_label = serializers.CharField()
    number = serializers.IntegerField()
    n = serializers.IntegerField()
    is_void = serializers.BooleanField()


class Dispute(Output):
    """Somebody says a deal is wrong."""

    id = serializers.IntegerField()
    deal = DealAt()
    raised_by = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(DISPUTE_STATES)
    raised_at = Instant()
    settled_at = Instant(allow_null=True)


class Decide(Input):
    """`keep_both`: two deals. `drop_one`: the same ván, `dropped_id` goes. `drop_all`: every deal
    of the phone behind this one that stands in an open pair goes.
    """

    decision = serializers.ChoiceField(["keep_both", "drop_one", "drop_all"])
    dropped_id = Id(required=False)
    note = Text(required=False, allow_blank=True, max_length=500)
    forms = (
        {
            "properties": {"decision": {"enum": ["keep_both", "drop_all"]}},
            "not": {"required": ["dropped_id"]},
        },
        {"properties": {"decision": {"const": "drop_one"}}, "required": ["dropped_id"]},
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """One of two is dropped by its id, and by nothing else."""
        if ("dropped_id" in attrs) != (attrs["decision"] == "drop_one"):
            raise serializers.ValidationError({"dropped_id": "goes with drop_one"})
        return attrs


class Pair(Output):
    """`deal` may be another phone's record of `other`, which was there first; `why` says whether
    they meant the same number or have the same content.
    """

    id = serializers.IntegerField()
    deal = DealAt()
    other = DealAt()
    why = serializers.ChoiceField(["number", "content"])
    state = serializers.ChoiceField(PAIR_STATES)
    created_at = Instant()
    resolved_at = Instant(allow_null=True)
