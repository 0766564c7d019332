"""Deals: what a phone sends, and what it is told."""

from rest_framework import serializers

from scoring.api.base import Input, Output
from scoring.api.fields import Id, Instant, SheetJson, Text, Whole
from scoring.api.serializers.paged import Paged
from scoring.api.serializers.people import End
from scoring.engine.parts import ENDINGS, U_KINDS

KINDS = ["record", "correct", "void", "restore", "follow", "rescore"]
MAX_NUMBER = 2**31 - 1
# An id of the database: what is larger is nobody's.
MAX_ID = 2**63 - 1


class RecordDeal(Input):
    """A ván. What is left out of the terms is what is in force; `base_number` is the last deal
    number the phone knew, and `seen_number` the last one it had from the server, where deals of its
    own were waiting to be sent.
    """

    sheet = SheetJson()
    played_at = Instant()
    stake_points = Whole(required=False, min_value=0, max_value=MAX_NUMBER)
    ruleset_version_id = Whole(required=False, min_value=0, max_value=MAX_ID)
    base_number = Whole(required=False, min_value=0, max_value=MAX_NUMBER)
    seen_number = Whole(required=False, min_value=0, max_value=MAX_NUMBER)
    note = Text(required=False, allow_blank=True, max_length=500)


class ReviseDeal(Input):
    """A correction (with its sheet), a void or a restore."""

    kind = serializers.ChoiceField(["correct", "void", "restore"])
    sheet = SheetJson(required=False)
    stake_points = Whole(required=False, min_value=0, max_value=MAX_NUMBER)
    ruleset_version_id = Whole(required=False, min_value=0, max_value=MAX_ID)
    note = Text(required=False, allow_blank=True, max_length=500)


class DealsChosen(Paged):
    """Which deals of a list; `void` are those out of the books."""

    player_id = Id(required=False)
    ending = serializers.ChoiceField(sorted(ENDINGS), required=False)


class FollowedDeal(Output):
    """An ù whose pot changed because an earlier deal did."""

    deal_id = serializers.UUIDField()
    number = serializers.IntegerField()
    pot_before_points = serializers.IntegerField()
    pot_after_points = serializers.IntegerField()


class DealWritten(Output):
    """Where a deal stands after it was recorded or revised, whoever did it last."""

    id = serializers.UUIDField(source="deal_id")
    number = serializers.IntegerField()
    revision_id = serializers.UUIDField()
    n = serializers.IntegerField()
    kind = serializers.ChoiceField(KINDS)
    net_points = serializers.DictField(
        child=serializers.IntegerField(), help_text="By player UUID; empty for a void deal."
    )
    followed = FollowedDeal(many=True)
    doubles = serializers.UUIDField(
        allow_null=True, help_text="The deal this may be another phone's record of."
    )


class DealSeat(Output):
    """One seat of a deal in force."""

    player_id = serializers.UUIDField(source="person.player_id")
    name = serializers.CharField(source="person.name")
    place = serializers.IntegerField(allow_null=True)
    net_points = serializers.IntegerField()
    hand_points = serializers.IntegerField(allow_null=True)
    is_mom = serializers.BooleanField()
    is_forfeit = serializers.BooleanField()
    eats = serializers.IntegerField()
    last_eats = serializers.IntegerField()
    is_compensator = serializers.BooleanField()
    u_kind = serializers.ChoiceField(["", *U_KINDS], allow_blank=True)


class Line(Output):
    """A transfer in words: what kind of line, why it is there, and its arithmetic."""

    id = serializers.IntegerField()
    payer = End()
    payee = End()
    loser = End(allow_null=True, help_text="Whom a compensator pays for.")
    points = serializers.IntegerField()
    bets = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    rule = serializers.CharField(allow_blank=True, help_text="Of docs/rules.md.")
    label = serializers.CharField()  # type: ignore[assignment] # a field of the answer
    why = serializers.CharField()
    arithmetic = serializers.CharField(allow_blank=True)


class DealInList(Output):
    """A deal as it stands. A void one keeps its number and has no seats."""

    id = serializers.UUIDField()
    table_id = serializers.IntegerField()
    table_label = serializers.CharField()
    number = serializers.IntegerField()
    played_at = Instant()
    recorded_at = Instant()
    revision_id = serializers.UUIDField()
    n = serializers.IntegerField()
    kind = serializers.ChoiceField(KINDS)
    is_void = serializers.BooleanField()
    is_questioned = serializers.BooleanField()
    ending = serializers.ChoiceField(sorted(ENDINGS))
    u_kind = serializers.ChoiceField(["", *U_KINDS], allow_blank=True)
    stake_points = serializers.IntegerField()
    ruleset_version_id = serializers.IntegerField()
    multiplier = serializers.IntegerField()
    pot_before_points = serializers.IntegerField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    seats = DealSeat(many=True)


class Deal(DealInList):
    """A deal with its sheet, as it was scored, and its transfers."""

    sheet = SheetJson()
    transfers = Line(many=True)
