"""Scoring a sheet that belongs to no club."""

from collections.abc import Mapping
from types import MappingProxyType

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import deal_examples as examples
from scoring.api.base import ApiView
from scoring.api.schema import operation
from scoring.api.serializers import score as shown
from scoring.api.told import tell_score
from scoring.engine import PRESETS, Ruleset, Sheet, score


class ScoreView(ApiView):
    """POST /score: the rules of Phỏm for whoever asks; nothing is kept."""

    tag = "score"
    names: Mapping[str, str] = MappingProxyType({})
    permission_classes = (AllowAny,)

    @operation(
        "Score a sheet",
        body=shown.ScoreSheet,
        answer=shown.ShownScore,
        refused=(422,),
        asked=examples.SCORE,
        answered=examples.SCORED,
    )
    def post(self, request: Request) -> Response:
        """Who pays whom how much and why, in the language of Accept-Language."""
        given = self.parse(shown.ScoreSheet)
        self.names = given.get("names", {})
        rules = Ruleset.from_json(given.get("rules", PRESETS[given.get("preset", "seed")]))
        sheet = Sheet.from_json(given["sheet"])
        told = tell_score(
            sheet,
            rules,
            score(sheet, rules),
            stake_points=given.get("stake_points", 1),
            names=self.names,
        )
        return self.answer(shown.ShownScore, told)

    def names_for(self, values: Mapping[str, object]) -> Mapping[str, str]:
        """Whoever was named in the request."""
        return self.names
