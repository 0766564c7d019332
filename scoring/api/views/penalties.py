"""Ranking points given and taken in a season."""

from uuid import UUID, uuid4

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import season_examples as examples
from scoring.api.base import ClubView
from scoring.api.idempotency import do_once
from scoring.api.schema import IDEMPOTENCY_KEY, operation
from scoring.api.serializers import seasons as shown
from scoring.api.serializers.paged import listed
from scoring.selectors.penalties import get_penalty, list_penalties
from scoring.selectors.seasons import get_season_in_club
from scoring.services import adjustments


class SeasonPenaltyView(ClubView):
    """What the operations on penalties share."""

    tag = "penalties"

    def answer_penalty(self, season_id: int, penalty_id: UUID, *, status: int = 200) -> Response:
        """The penalty as it is now."""
        row = get_penalty(club_id=self.club.id, season_id=season_id, adjustment_id=penalty_id)
        return self.answer(shown.Penalty, row, status=status)


class PenaltiesView(SeasonPenaltyView):
    """GET, POST /clubs/{slug}/seasons/{season_id}/penalties"""

    @operation(
        "Penalties and rewards of a season",
        answer=listed(shown.Penalty),
        answered=examples.PENALTIES,
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The latest first; those cancelled keep their row and count nothing (S-06)."""
        season = get_season_in_club(club_id=self.club.id, season_id=season_id)
        rows = list_penalties(club_id=self.club.id, season_id=season.id)
        return self.answer_list(shown.Penalty, rows)

    @operation(
        "Give or take ranking points",
        body=shown.NewPenalty,
        answer=shown.Penalty,
        status=201,
        again=200,
        refused=(409,),
        asked=examples.PENALISE,
        answered=examples.PENALTY,
        parameters=[IDEMPOTENCY_KEY],
        description="Moves the standings, never anybody's balance.",
    )
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Below 0 it takes."""
        given = self.parse(shown.NewPenalty)
        outcome = do_once(
            self.actor,
            club_id=self.club.id,
            run=lambda: (
                adjustments.penalise(
                    actor=self.actor,
                    club_id=self.club.id,
                    season_id=season_id,
                    adjustment_id=uuid4(),
                    **given,
                ).pk
            ),
        )
        if outcome.made is None:
            return self.answer_penalty(season_id, UUID(outcome.object_id))
        return self.answer_penalty(season_id, outcome.made, status=201)


class PenaltyView(SeasonPenaltyView):
    """GET /clubs/{slug}/seasons/{season_id}/penalties/{penalty_id}"""

    @operation("One penalty", answer=shown.Penalty, answered=examples.PENALTY)
    def get(self, request: Request, slug: str, season_id: int, penalty_id: UUID) -> Response:
        """As it is now."""
        return self.answer_penalty(season_id, penalty_id)


class CancelView(SeasonPenaltyView):
    """POST /clubs/{slug}/seasons/{season_id}/penalties/{penalty_id}/cancel"""

    @operation(
        "Take a penalty back",
        body=shown.Reasoned,
        answer=shown.Penalty,
        refused=(409,),
        asked=examples.CANCEL,
        answered=examples.PENALTY_CANCELLED,
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, slug: str, season_id: int, penalty_id: UUID) -> Response:
        """By its contrary; both stay."""
        given = self.parse(shown.Reasoned)
        get_penalty(club_id=self.club.id, season_id=season_id, adjustment_id=penalty_id)
        do_once(
            self.actor,
            club_id=self.club.id,
            run=lambda: adjustments.cancel_adjustment(
                actor=self.actor,
                club_id=self.club.id,
                adjustment_id=uuid4(),
                cancels_id=penalty_id,
                **given,
            ),
        )
        return self.answer_penalty(season_id, penalty_id)
