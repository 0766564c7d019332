"""Seasons: opening, days, policy, closing and opening again."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from scoring import messages
from scoring.api import season_examples as examples
from scoring.api.base import ClubView
from scoring.api.idempotency import do_once
from scoring.api.schema import IDEMPOTENCY_KEY, operation
from scoring.api.serializers import seasons as shown
from scoring.api.serializers.paged import listed
from scoring.selectors.season_table import list_snapshots
from scoring.selectors.seasons import get_season_in_club, list_seasons
from scoring.services import policies, season_life, seasons


@dataclass(frozen=True, slots=True)
class WarnedRow:
    """A warning as it is sent."""

    code: str
    detail: str


class SeasonClubView(ClubView):
    """What the operations on one season share."""

    tag = "seasons"

    def answer_season(self, season_id: int, *, status: int = 200) -> Response:
        """The season as it is now."""
        row = get_season_in_club(club_id=self.club.id, season_id=season_id)
        return self.answer(shown.Season, row, status=status)

    def act(self, season_id: int, service: Callable[..., object], given: Any) -> Response:
        """One service on the season, once for each Idempotency-Key; the season as it is then."""
        do_once(
            self.actor,
            club_id=self.club.id,
            run=lambda: service(
                actor=self.actor, club_id=self.club.id, season_id=season_id, **given
            ),
        )
        return self.answer_season(season_id)


class SeasonsView(SeasonClubView):
    """GET, POST /clubs/{slug}/seasons"""

    @operation("The club's seasons", answer=listed(shown.Season), answered=examples.SEASONS)
    def get(self, request: Request, slug: str) -> Response:
        """The latest first."""
        return self.answer_list(shown.Season, list_seasons(club_id=self.club.id))

    @operation(
        "Open a season",
        body=shown.NewSeason,
        answer=shown.Season,
        status=201,
        again=200,
        refused=(409,),
        asked=examples.OPEN_SEASON,
        answered=examples.SEASON_OPENED,
        parameters=[IDEMPOTENCY_KEY],
        description="Its seed for lots is drawn here. Seasons of a club do not overlap.",
    )
    def post(self, request: Request, slug: str) -> Response:
        """A season over these club days."""
        given = self.parse(shown.NewSeason)
        outcome = do_once(
            self.actor,
            club_id=self.club.id,
            run=lambda: seasons.open_season(actor=self.actor, club_id=self.club.id, **given).pk,
        )
        if outcome.made is None:
            return self.answer_season(int(outcome.object_id))
        return self.answer_season(outcome.made, status=201)


class SeasonView(SeasonClubView):
    """GET /clubs/{slug}/seasons/{season_id}"""

    @operation("One season", answer=shown.Season, answered=examples.SEASON)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """As it is now."""
        return self.answer_season(season_id)


class DaysView(SeasonClubView):
    """PUT /clubs/{slug}/seasons/{season_id}/days"""

    @operation(
        "Change the days of a season",
        body=shown.Days,
        answer=shown.Season,
        refused=(409,),
        asked=examples.DAYS,
        answered=examples.DAYS_CHANGED,
        description="Only while no night lies in it.",
    )
    def put(self, request: Request, slug: str, season_id: int) -> Response:
        """Other days."""
        return self.act(season_id, seasons.change_season_days, self.parse(shown.Days))


class SeasonPolicyView(SeasonClubView):
    """PUT /clubs/{slug}/seasons/{season_id}/policy"""

    @operation(
        "Choose what a season is ranked by",
        body=shown.SeasonPolicy,
        answer=shown.SeasonWithWarnings,
        refused=(409,),
        asked=examples.CHOOSE_POLICY,
        answered=examples.POLICY_CHOSEN,
        description="The whole season is ranked anew. After its first deal a note is required.",
    )
    def put(self, request: Request, slug: str, season_id: int) -> Response:
        """The version, and what to look at after another metric."""
        given = self.parse(shown.SeasonPolicy)
        done = policies.set_season_policy(
            actor=self.actor,
            club_id=self.club.id,
            season_id=season_id,
            version_id=given["policy_version_id"],
            note=given["note"],
        )
        row = asdict(get_season_in_club(club_id=self.club.id, season_id=season_id))
        warned = [WarnedRow(str(one.code), messages.warning(one)) for one in done.warnings]
        return self.answer(shown.SeasonWithWarnings, {**row, "warnings": warned})


class CloseView(SeasonClubView):
    """POST /clubs/{slug}/seasons/{season_id}/close"""

    @operation(
        "Close a season",
        body=shown.Reasoned,
        answer=shown.Season,
        refused=(409,),
        asked=examples.CLOSE,
        answered=examples.CLOSED,
        parameters=[IDEMPOTENCY_KEY],
        description="Refused while a night is open or a dispute stands. Its table is kept (S-71).",
    )
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """The end of the season."""
        return self.act(season_id, season_life.close_season, self.parse(shown.Reasoned))


class ReopenView(SeasonClubView):
    """POST /clubs/{slug}/seasons/{season_id}/reopen"""

    @operation(
        "Open a closed season again",
        body=shown.Reasoned,
        answer=shown.Season,
        refused=(409,),
        asked=examples.REOPEN,
        answered=examples.REOPENED,
        parameters=[IDEMPOTENCY_KEY],
        description="By the owner, with a note. Every snapshot stays (S-72).",
    )
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """It takes deals again."""
        return self.act(season_id, season_life.reopen_season, self.parse(shown.Reasoned))


class SnapshotsView(SeasonClubView):
    """GET /clubs/{slug}/seasons/{season_id}/snapshots"""

    @operation(
        "The tables a season was closed with",
        answer=listed(shown.Snapshot),
        answered=examples.SNAPSHOTS,
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The latest first."""
        season = get_season_in_club(club_id=self.club.id, season_id=season_id)
        return self.answer_list(shown.Snapshot, list_snapshots(season_id=season.id))
