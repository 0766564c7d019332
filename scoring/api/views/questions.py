"""Disputes and possible duplicates."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import deal_examples as examples
from scoring.api.at_table import DealView, TableView
from scoring.api.base import ApiView, ClubView
from scoring.api.idempotency import do_once
from scoring.api.pages import answer_page
from scoring.api.schema import IDEMPOTENCY_KEY, operation
from scoring.api.serializers import questions as shown
from scoring.api.serializers.paged import Paged, listed, paged
from scoring.selectors.nights import get_night
from scoring.selectors.questions import (
    dispute_rows,
    disputes_of_club,
    disputes_of_deal,
    disputes_of_night,
    duplicate_rows,
    duplicates_of_night,
    duplicates_of_table,
    find_dispute_raised,
    get_dispute,
    list_duplicates_of_deal,
)
from scoring.services import questions

_DECISIONS: Mapping[str, Callable[..., object]] = {
    "keep_both": questions.keep_both,
    "drop_one": questions.drop_one,
    "drop_all": questions.drop_all_of,
}


class DealDisputesView(DealView):
    """GET, POST /deals/{deal}/disputes"""

    tag = "questions"

    @operation(
        "The disputes about a deal",
        answer=paged(shown.Dispute),
        answered=examples.DISPUTES,
        parameters=(Paged,),
    )
    def get(self, request: Request, deal_id: UUID) -> Response:
        """The last first, settled ones included."""
        self.parse_query(Paged)
        return _page_of_disputes(
            self, request, disputes_of_deal(deal=self.deal), club_id=self.table.club_id
        )

    @operation(
        "Dispute a deal",
        body=shown.Noted,
        answer=shown.Dispute,
        status=201,
        again=200,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked=examples.NOTE,
        answered=examples.DISPUTE,
    )
    def post(self, request: Request, deal_id: UUID) -> Response:
        """Somebody with a login in the club says that it is wrong."""
        given = self.parse(shown.Noted)
        done = do_once(
            self.actor,
            club_id=self.table.club_id,
            run=lambda: questions.raise_dispute(actor=self.actor, deal_id=deal_id, **given),
        )
        dispute_id = done.made.pk if done.made else self._raised_before()
        row = get_dispute(actor=self.actor, dispute_id=dispute_id)
        return self.answer(shown.Dispute, row, status=200 if done.is_repeated else 201)

    def _raised_before(self) -> int:
        """What this request raised when it came first."""
        assert self.actor.once is not None
        found = find_dispute_raised(club_id=self.table.club_id, key=self.actor.once.key)
        assert found is not None
        return found


class DisputeView(ApiView):
    """GET /disputes/{dispute}"""

    tag = "questions"

    @operation("A dispute", answer=shown.Dispute, answered=examples.DISPUTE)
    def get(self, request: Request, dispute_id: int) -> Response:
        """As it stands."""
        return self.answer(shown.Dispute, get_dispute(actor=self.actor, dispute_id=dispute_id))


class SettleDisputeView(ApiView):
    """POST /disputes/{dispute}/settle"""

    tag = "questions"

    @operation(
        "Settle a dispute",
        body=shown.Noted,
        answer=shown.Dispute,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked=examples.NOTE,
        answered={**examples.DISPUTE, "state": "settled", "settled_at": "2026-11-30T14:00:00Z"},
    )
    def post(self, request: Request, dispute_id: int) -> Response:
        """A manager has looked at it."""
        given = self.parse(shown.Noted)
        dispute = get_dispute(actor=self.actor, dispute_id=dispute_id)
        do_once(
            self.actor,
            club_id=dispute.club_id,
            run=lambda: questions.settle_dispute(actor=self.actor, dispute_id=dispute_id, **given),
        )
        return self.answer(shown.Dispute, get_dispute(actor=self.actor, dispute_id=dispute_id))


class NightDisputesView(ClubView):
    """GET /clubs/{slug}/nights/{day}/disputes"""

    tag = "questions"

    @operation(
        "The disputes of a night",
        answer=paged(shown.Dispute),
        answered=examples.DISPUTES,
        parameters=(shown.DisputesChosen,),
    )
    def get(self, request: Request, slug: str, day: date) -> Response:
        """The last first, those chosen by state."""
        state = self.parse_query(shown.DisputesChosen).get("state", "")
        night = get_night(club=self.club, day=day)
        found = disputes_of_night(night=night, state=state)
        return _page_of_disputes(self, request, found, club_id=self.club.id)


class ClubDisputesView(ClubView):
    """GET /clubs/{slug}/disputes"""

    tag = "questions"

    @operation(
        "The disputes of a club",
        answer=paged(shown.Dispute),
        answered=examples.DISPUTES,
        parameters=(shown.DisputesChosen,),
    )
    def get(self, request: Request, slug: str) -> Response:
        """The last first, those chosen by state."""
        state = self.parse_query(shown.DisputesChosen).get("state", "")
        found = disputes_of_club(club=self.club, state=state)
        return _page_of_disputes(self, request, found, club_id=self.club.id)


class NightDuplicatesView(ClubView):
    """GET /clubs/{slug}/nights/{day}/duplicates"""

    tag = "questions"

    @operation(
        "The possible duplicates of a night",
        answer=paged(shown.Pair),
        answered=examples.PAIRS_PAGE,
        parameters=(shown.PairsChosen,),
    )
    def get(self, request: Request, slug: str, day: date) -> Response:
        """The last first, those chosen by state."""
        state = self.parse_query(shown.PairsChosen).get("state", "")
        night = get_night(club=self.club, day=day)
        return _page_of_pairs(self, request, duplicates_of_night(night=night, state=state))


class TableDuplicatesView(TableView):
    """GET /tables/{table}/duplicates"""

    tag = "questions"

    @operation(
        "The possible duplicates of a table",
        answer=paged(shown.Pair),
        answered=examples.PAIRS_PAGE,
        parameters=(shown.PairsChosen,),
    )
    def get(self, request: Request, table_id: int) -> Response:
        """The last first, those chosen by state."""
        state = self.parse_query(shown.PairsChosen).get("state", "")
        return _page_of_pairs(self, request, duplicates_of_table(table=self.table, state=state))


class DealDuplicatesView(DealView):
    """GET, POST /deals/{deal}/duplicates"""

    tag = "questions"

    @operation("The pairs a deal stands in", answer=listed(shown.Pair), answered=examples.PAIRS)
    def get(self, request: Request, deal_id: UUID) -> Response:
        """On either side, decided ones included."""
        return self.answer_list(shown.Pair, list_duplicates_of_deal(deal=self.deal))

    @operation(
        "Decide a possible duplicate",
        body=shown.Decide,
        answer=listed(shown.Pair),
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked=examples.DECIDE,
        answered=examples.PAIRS,
    )
    def post(self, request: Request, deal_id: UUID) -> Response:
        """Keep both, drop one, or drop all of the phone behind this deal: what is dropped is void.
        Answered with the deal's pairs as they are then.
        """
        given = self.parse(shown.Decide)
        decide = _DECISIONS[given.pop("decision")]
        do_once(
            self.actor,
            club_id=self.table.club_id,
            run=lambda: decide(actor=self.actor, deal_id=deal_id, **given),
        )
        return self.answer_list(shown.Pair, list_duplicates_of_deal(deal=self.deal))


def _page_of_disputes(
    view: ApiView, request: Request, found: QuerySet[Any], *, club_id: int
) -> Response:
    return answer_page(
        view,
        request,
        rows=found,
        ordering=("-id",),
        shown=shown.Dispute,
        rows_of=lambda page: dispute_rows(page, club_id=club_id),
    )


def _page_of_pairs(view: ApiView, request: Request, found: QuerySet[Any]) -> Response:
    return answer_page(
        view,
        request,
        rows=found,
        ordering=("-id",),
        shown=shown.Pair,
        rows_of=duplicate_rows,
    )
