"""Nights, and what stands beside their deals."""

from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import night_examples as examples
from scoring.api.base import ClubView
from scoring.api.pages import answer_page
from scoring.api.schema import operation
from scoring.api.serializers import nights as shown
from scoring.api.serializers.paged import Paged, paged
from scoring.api.told import tell_adjustment, tell_ledger_line
from scoring.days import club_day
from scoring.errors import ErrorCode, ServiceRefused
from scoring.selectors.adjustments import (
    adjustment_rows,
    adjustments_of_night,
    find_adjustment,
    get_adjustment,
)
from scoring.selectors.ledger_lines import ledger_lines, lines_of_night
from scoring.selectors.nights import get_night, night_rows, nights_of_club
from scoring.services.adjustments import FUND, adjust_night, cancel_adjustment
from scoring.services.locks import lock_tables_of_night
from scoring.services.nights import find_or_open_night


class NightsView(ClubView):
    """GET, POST /clubs/{slug}/nights"""

    tag = "nights"

    @operation(
        "The nights of a club",
        answer=paged(shown.Night),
        answered=examples.NIGHTS,
        parameters=(shown.NightsChosen,),
        operation_id="clubs_nights_list",
    )
    def get(self, request: Request, slug: str) -> Response:
        """The latest first, those chosen by season, state and days."""
        chosen = self.parse_query(shown.NightsChosen)
        for name in ("cursor", "page_size"):
            chosen.pop(name, None)
        return answer_page(
            self,
            request,
            rows=nights_of_club(club=self.club, **chosen),
            ordering=("-day",),
            shown=shown.Night,
            rows_of=night_rows,
        )

    @operation(
        "Open a night",
        body=shown.OpenNight,
        answer=shown.Night,
        status=201,
        again=200,
        refused=(409,),
        asked=examples.OPEN_NIGHT,
        answered=examples.NIGHT,
    )
    def post(self, request: Request, slug: str) -> Response:
        """One for each club day: opened again, it is answered as it is. Left out, the day is the
        club's own today.
        """
        club = self.club
        day = self.parse(shown.OpenNight).get("day") or club_day(
            timezone.now(), time_zone=club.time_zone, day_cutoff_hours=club.day_cutoff_hours
        )
        _, is_new = find_or_open_night(actor=self.actor, club_id=club.id, day=day)
        night = get_night(club=club, day=day)
        return self.answer(shown.Night, night, status=201 if is_new else 200)


class NightView(ClubView):
    """GET /clubs/{slug}/nights/{day}"""

    tag = "nights"

    @operation("A night", answer=shown.Night, answered=examples.NIGHT)
    def get(self, request: Request, slug: str, day: date) -> Response:
        """As it stands."""
        return self.answer(shown.Night, get_night(club=self.club, day=day))


class NightTransfersView(ClubView):
    """GET /clubs/{slug}/nights/{day}/transfers"""

    tag = "nights"

    @operation(
        "The ledger of a night",
        answer=paged(shown.NightLine),
        answered=examples.LEDGER,
        parameters=(Paged,),
    )
    def get(self, request: Request, slug: str, day: date) -> Response:
        """Every transfer in force, the last first: of deals, adjustments, pots and payments."""
        self.parse_query(Paged)
        night = get_night(club=self.club, day=day)
        return answer_page(
            self,
            request,
            rows=lines_of_night(night=night),
            ordering=("-id",),
            shown=shown.NightLine,
            rows_of=lambda page: [tell_ledger_line(line) for line in ledger_lines(page)],
        )


class AdjustmentsView(ClubView):
    """GET /clubs/{slug}/nights/{day}/adjustments"""

    tag = "nights"

    @operation(
        "The adjustments of a night",
        answer=paged(shown.Adjustment),
        answered=examples.ADJUSTMENTS,
        parameters=(Paged,),
        operation_id="clubs_nights_adjustments_list",
    )
    def get(self, request: Request, slug: str, day: date) -> Response:
        """The last first, those taken back included."""
        self.parse_query(Paged)
        club, night = self.club, get_night(club=self.club, day=day)
        return answer_page(
            self,
            request,
            rows=adjustments_of_night(night=night),
            ordering=("-recorded_at", "-id"),
            shown=shown.Adjustment,
            rows_of=lambda page: [tell_adjustment(row) for row in adjustment_rows(page, club=club)],
        )


class AdjustmentView(ClubView):
    """GET, PUT /clubs/{slug}/nights/{day}/adjustments/{adjustment}"""

    tag = "nights"

    @operation("An adjustment", answer=shown.Adjustment, answered=examples.ADJUSTMENT)
    def get(self, request: Request, slug: str, day: date, adjustment_id: UUID) -> Response:
        """Of this night."""
        night = get_night(club=self.club, day=day)
        row = get_adjustment(club=self.club, night=night, adjustment_id=adjustment_id)
        return self.answer(shown.Adjustment, tell_adjustment(row))

    @operation(
        "Adjust a night, or take an adjustment back",
        body=shown.Adjust,
        answer=shown.Adjustment,
        status=201,
        again=200,
        refused=(409,),
        asked=examples.ADJUST,
        answered=examples.ADJUSTMENT,
    )
    def put(self, request: Request, slug: str, day: date, adjustment_id: UUID) -> Response:
        """Points beside the deals, from a player or the fund to another; once for each id."""
        given = self.parse(shown.Adjust)
        club, night = self.club, get_night(club=self.club, day=day)
        here: dict[str, Any] = {"club": club, "night": night}
        made: dict[str, Any] = {
            "actor": self.actor,
            "club_id": club.id,
            "adjustment_id": adjustment_id,
        }
        with transaction.atomic():
            lock_tables_of_night(night.id)  # a twin of this request is done or yet to begin
            was_here = find_adjustment(**here, adjustment_id=adjustment_id) is not None
            if "cancels_id" in given:
                get_adjustment(**here, adjustment_id=given["cancels_id"])
                cancel_adjustment(**made, **given)
            else:
                ends = (_account(given.pop(name), name) for name in ("payer_id", "payee_id"))
                payer, payee = ends
                adjust_night(**made, night_id=night.id, payer=payer, payee=payee, **given)
        row = get_adjustment(**here, adjustment_id=adjustment_id)
        status = 200 if was_here else 201
        return self.answer(shown.Adjustment, tell_adjustment(row), status=status)


def _account(who: str, field: str) -> UUID | str:
    """A player by UUID, or the fund."""
    if who == FUND:
        return FUND
    try:
        return UUID(who)
    except ValueError:
        raise ServiceRefused(ErrorCode.PLAYER_UNKNOWN, field=field, seat=who) from None
