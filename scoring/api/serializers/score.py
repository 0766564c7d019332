"""Scoring a sheet that belongs to no club."""

from typing import Any

from rest_framework import serializers

from scoring.api.base import Input, Output
from scoring.api.fields import RulesJson, SheetJson, Text, Whole
from scoring.engine import PRESETS


class ScoreSheet(Input):
    """A sheet with a rule set or a preset (left out: `seed`). `names` are people by seat id, for
    the sentences.
    """

    sheet = SheetJson()
    rules = RulesJson(required=False)
    preset = serializers.ChoiceField(sorted(PRESETS), required=False)
    stake_points = Whole(required=False, min_value=1, max_value=1_000_000)
    names = serializers.DictField(child=Text(max_length=80), required=False)
    forms = ({"not": {"required": ["rules", "preset"]}},)

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """One rule set."""
        if "rules" in attrs and "preset" in attrs:
            raise serializers.ValidationError({"preset": "goes without rules"})
        return attrs


class ScoreLine(serializers.Serializer[object]):
    """A line of `phom-score/1` with its points and its words; `for` is whom a compensator pays
    for.
    """

    payer = serializers.CharField()
    payee = serializers.CharField()
    bets = serializers.IntegerField()
    points = serializers.IntegerField()
    reason = serializers.CharField()
    rule = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment] # a field of the answer
    why = serializers.CharField()
    arithmetic = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        """`for` is a word of Python's."""
        return super().get_fields() | {
            "for": serializers.CharField(source="for_seat", allow_null=True)
        }


class ShownScore(Output):
    """`phom-score/1`, each transfer with its words."""

    format = serializers.CharField()
    places = serializers.DictField(child=serializers.IntegerField(allow_null=True))
    transfers = ScoreLine(many=True)
    net = serializers.DictField(child=serializers.IntegerField())
    compensator = serializers.CharField(allow_null=True)
