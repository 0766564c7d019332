"""Rule sets: listing, reading, in words, publishing, the club's default."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import season_examples as examples
from scoring.api.base import ClubView
from scoring.api.idempotency import do_once
from scoring.api.schema import IDEMPOTENCY_KEY, operation
from scoring.api.serializers import ruleset as shown
from scoring.engine import Ruleset
from scoring.selectors.rulesets import VersionRow, get_version, list_rulesets
from scoring.services.rulesets import publish_ruleset, set_default_ruleset
from scoring.words.rulesets import differences, ruleset_in_words

LANGUAGE = OpenApiParameter(
    "Accept-Language",
    str,
    OpenApiParameter.HEADER,
    description="`vi` or `en`; Vietnamese where it names neither.",
)


@dataclass(frozen=True, slots=True)
class WordsRow:
    """A version in the language of the asker."""

    language: str
    sections: Any
    differences: Any


class RulesetsView(ClubView):
    """GET, POST /clubs/{slug}/rulesets"""

    tag = "rulesets"

    @operation(
        "The club's rule sets with their versions",
        answer=shown.RulesetList,
        answered=examples.RULESETS,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The default first, versions newest first."""
        return self.answer_list(shown.Ruleset, list_rulesets(club_id=self.club.id))

    @operation(
        "Publish a version",
        body=shown.Publish,
        answer=shown.VersionWithRules,
        status=201,
        again=200,
        refused=(409, 422),
        asked=examples.PUBLISH,
        answered=examples.PUBLISHED,
        parameters=[IDEMPOTENCY_KEY],
        description="The same content again is the same version, answered with 200.",
    )
    def post(self, request: Request, slug: str) -> Response:
        """The next version of the rule set of this name, made if it is new."""
        given = self.parse(shown.Publish)
        known = {row.id for each in list_rulesets(club_id=self.club.id) for row in each.versions}
        outcome = do_once(
            self.actor,
            club_id=self.club.id,
            run=lambda: (
                publish_ruleset(
                    actor=self.actor,
                    club_id=self.club.id,
                    name=given["name"],
                    rules=Ruleset.from_json(given["rules"]),
                ).pk
            ),
        )
        if outcome.made is None:
            return self._latest(int(outcome.object_id))
        row, _versions = get_version(club_id=self.club.id, version_id=outcome.made)
        status = 200 if row.id in known else 201
        return self.answer(shown.VersionWithRules, row, status=status)

    def _latest(self, ruleset_id: int) -> Response:
        """What the rule set says now, for a request that was here before."""
        found = (row for row in list_rulesets(club_id=self.club.id) if row.id == ruleset_id)
        return self.answer(shown.VersionWithRules, next(found).versions[0])


class VersionView(ClubView):
    """GET /clubs/{slug}/rulesets/{version_id}"""

    tag = "rulesets"

    @operation(
        "One version",
        answer=shown.VersionWithRules,
        answered=examples.WITH_RULES,
    )
    def get(self, request: Request, slug: str, version_id: int) -> Response:
        """What it says, and where it is used."""
        row, _versions = get_version(club_id=self.club.id, version_id=version_id)
        return self.answer(shown.VersionWithRules, row)


class WordsView(ClubView):
    """GET /clubs/{slug}/rulesets/{version_id}/words"""

    tag = "rulesets"

    @operation(
        "One version in plain words",
        answer=shown.Words,
        parameters=[LANGUAGE],
        answered=examples.WORDS,
    )
    def get(self, request: Request, slug: str, version_id: int) -> Response:
        """Sentences with their rule numbers, and what differs from the version before."""
        row, versions = get_version(club_id=self.club.id, version_id=version_id)
        return self.answer(shown.Words, _in_words(row, versions))


class DefaultView(ClubView):
    """PUT /clubs/{slug}/rulesets/default"""

    tag = "rulesets"

    @operation(
        "Choose the default",
        body=shown.Default,
        answer=shown.VersionWithRules,
        refused=(409,),
        asked=examples.DEFAULT,
        answered=examples.WITH_RULES,
    )
    def put(self, request: Request, slug: str) -> Response:
        """The rule set new tables open under from now on."""
        version_id = self.parse(shown.Default)["ruleset_version_id"]
        set_default_ruleset(actor=self.actor, club_id=self.club.id, version_id=version_id)
        row, _versions = get_version(club_id=self.club.id, version_id=version_id)
        return self.answer(shown.VersionWithRules, row)


def _in_words(row: VersionRow, versions: Any) -> WordsRow:
    before = next((each for each in versions if each.n == row.n - 1), None)
    rules = row.rules
    return WordsRow(
        language=get_language() or "vi",
        sections=ruleset_in_words(rules),
        differences=differences(before.rules, rules) if before else [],
    )
