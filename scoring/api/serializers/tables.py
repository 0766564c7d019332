"""Tables, their terms, and the phones that join them."""

from rest_framework import serializers

from scoring.actors import Role
from scoring.api.base import Input, Output
from scoring.api.fields import Id, Instant, Text, Whole
from scoring.api.serializers.deals import MAX_ID, MAX_NUMBER
from scoring.api.serializers.people import Person

STATES = ["open", "settled", "locked"]
CODE_ROLES = ["scorer", "viewer"]


def _people() -> serializers.ListField:
    return serializers.ListField(child=Id(), max_length=100, required=False)


class OpenTable(Input):
    """A table of a night; rules left out are the club's own, `terms_id` is a client's UUID."""

    label = Text(max_length=100)  # type: ignore[assignment] # a field of the body
    stake_points = Whole(min_value=0, max_value=MAX_NUMBER)
    seats = _people()
    bench = _people()
    ruleset_version_id = Whole(required=False, min_value=0, max_value=MAX_ID)
    terms_id = Id(required=False)


class Table(Output):
    """A table as its phones see it. `version` rises with everything told here."""

    id = serializers.IntegerField()
    club = serializers.CharField(source="club_slug")
    day = serializers.DateField()
    label = serializers.CharField()  # type: ignore[assignment] # a field of the answer
    state = serializers.ChoiceField(STATES)
    is_season_closed = serializers.BooleanField()
    version = serializers.IntegerField()
    last_number = serializers.IntegerField()
    stake_points = serializers.IntegerField()
    ruleset_version_id = serializers.IntegerField()
    seats = Person(many=True)
    bench = Person(many=True)
    role = serializers.ChoiceField([str(role) for role in Role], help_text="Of the one who asks.")


class SeenTerms(Input):
    """What the phone saw of what it changes."""

    stake_points = Whole(required=False, min_value=0, max_value=MAX_NUMBER)
    ruleset_version_id = Whole(required=False, min_value=0, max_value=MAX_ID)
    seats = _people()
    bench = _people()


class ChangeTerms(Input):
    """Other terms from the next deal on: what is left out stays. Where `based_on` is given, only
    while that holds. Or, alone, `cancels_id`: the last change is taken back.
    """

    stake_points = Whole(required=False, min_value=0, max_value=MAX_NUMBER)
    ruleset_version_id = Whole(required=False, min_value=0, max_value=MAX_ID)
    seats = _people()
    bench = _people()
    based_on = SeenTerms(required=False)
    cancels_id = Id(required=False)
    forms = (
        {"not": {"required": ["cancels_id"]}},
        {"required": ["cancels_id"], "maxProperties": 1},
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Taking back goes with nothing else."""
        if "cancels_id" in attrs and len(attrs) > 1:
            raise serializers.ValidationError({"cancels_id": "goes with nothing else"})
        return attrs


class Terms(Output):
    """One change of a table's terms, with the whole terms as they stand after it; `changed` names
    what differs from those before.
    """

    id = serializers.UUIDField()
    n = serializers.IntegerField()
    from_number = serializers.IntegerField()
    changed = serializers.CharField()
    stake_points = serializers.IntegerField()
    ruleset_version_id = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.UUIDField())
    bench = serializers.ListField(child=serializers.UUIDField())
    recorded_at = Instant()
    cancels_id = serializers.UUIDField(allow_null=True)
    is_cancelled = serializers.BooleanField()


class MakeCode(Input):
    """A code lets phones without a login act at the table: as scorers, or to see it."""

    role = serializers.ChoiceField(CODE_ROLES)


class Code(Output):
    """A join code. The code itself is told once, to whoever made it."""

    id = serializers.IntegerField()
    role = serializers.ChoiceField(CODE_ROLES)
    created_at = Instant()
    expires_at = Instant()
    revoked_at = Instant(allow_null=True)
    device_count = serializers.IntegerField()
    is_live = serializers.BooleanField()


class CodeMade(Output):
    """The code, shown this once: null where the same request had made it before."""

    id = serializers.IntegerField()
    code = serializers.CharField(allow_null=True)


class Device(Output):
    """A phone that joined by a code, and may act as long as that code stands."""

    id = serializers.UUIDField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment] # a field of the answer
    role = serializers.ChoiceField(["scorer", "member"])
    code_id = serializers.IntegerField()
    joined_at = Instant()
    is_live = serializers.BooleanField()


class Join(Input):
    """What somebody types on a phone: the six characters, and what to call the phone."""

    code = Text(max_length=40)
    label = Text(required=False, allow_blank=True, max_length=100)  # type: ignore[assignment] # a field


class Joined(Output):
    """What the phone keeps. The token is shown this once: `Authorization: Device <token>`."""

    device_id = serializers.UUIDField()
    table_id = serializers.IntegerField()
    token = serializers.CharField()
