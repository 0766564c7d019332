"""Standings policies: listing, reading, publishing."""

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import season_examples as examples
from scoring.api.base import ClubView
from scoring.api.idempotency import do_once
from scoring.api.schema import IDEMPOTENCY_KEY, operation
from scoring.api.serializers import seasons as shown
from scoring.api.serializers.paged import listed
from scoring.engine.standings import StandingsPolicy
from scoring.selectors.policies import get_policy_version_row, list_policy_versions
from scoring.services.policies import publish_policy


class PoliciesView(ClubView):
    """GET, POST /clubs/{slug}/policies"""

    tag = "policies"

    @operation(
        "Every published version of the club's policies",
        answer=listed(shown.PolicyVersion),
        answered=examples.POLICIES,
    )
    def get(self, request: Request, slug: str) -> Response:
        """By name, the latest version of each first."""
        return self.answer_list(shown.PolicyVersion, list_policy_versions(club_id=self.club.id))

    @operation(
        "Publish a version",
        body=shown.NewPolicy,
        answer=shown.PolicyVersion,
        status=201,
        again=200,
        refused=(409, 422),
        asked=examples.PUBLISH_POLICY,
        answered=examples.POLICY_PUBLISHED,
        parameters=[IDEMPOTENCY_KEY],
        description="The same content again is the same version, answered with 200.",
    )
    def post(self, request: Request, slug: str) -> Response:
        """The next version of the policy of this name, made if it is new."""
        given = self.parse(shown.NewPolicy)
        known = {row.id for row in list_policy_versions(club_id=self.club.id)}
        outcome = do_once(
            self.actor,
            club_id=self.club.id,
            run=lambda: (
                publish_policy(
                    actor=self.actor,
                    club_id=self.club.id,
                    name=given["name"],
                    policy=StandingsPolicy.from_json(given["policy"]),
                ).pk
            ),
        )
        if outcome.made is None:
            return self._latest(int(outcome.object_id))
        row = get_policy_version_row(club_id=self.club.id, version_id=outcome.made)
        return self.answer(shown.PolicyVersion, row, status=200 if row.id in known else 201)

    def _latest(self, policy_id: int) -> Response:
        """What the policy says now, for a request that was here before."""
        versions = list_policy_versions(club_id=self.club.id)
        return self.answer(
            shown.PolicyVersion, next(row for row in versions if row.policy_id == policy_id)
        )


class PolicyView(ClubView):
    """GET /clubs/{slug}/policies/{version_id}"""

    tag = "policies"

    @operation("One version", answer=shown.PolicyVersion, answered=examples.POLICY)
    def get(self, request: Request, slug: str, version_id: int) -> Response:
        """What it says, and how many seasons it ranks."""
        row = get_policy_version_row(club_id=self.club.id, version_id=version_id)
        return self.answer(shown.PolicyVersion, row)
