"""Deals: recording, revising, reading."""

from datetime import date
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import deal_examples as examples
from scoring.api.at_table import DealView, TableView, show_deal
from scoring.api.base import ClubView
from scoring.api.pages import answer_page
from scoring.api.schema import IF_MATCH, operation
from scoring.api.serializers import deals as shown
from scoring.api.serializers.history import Revision
from scoring.api.serializers.paged import Paged, listed, paged
from scoring.api.told import tell_deal, tell_lines
from scoring.engine import Sheet
from scoring.errors import ErrorCode, ServiceRefused
from scoring.selectors.deals import Chosen, deal_rows, deals_of_night, deals_of_table
from scoring.selectors.nights import get_night
from scoring.selectors.revisions import revision_rows, revisions_of_deal
from scoring.services.deals import DealAnswer, record_deal, revise_deal


class RecordView(TableView):
    """PUT /tables/{table}/deals/{deal}: the hot path. What the service asks is not asked here."""

    tag = "deals"

    @operation(
        "Record a deal",
        body=shown.RecordDeal,
        answer=shown.DealWritten,
        status=201,
        again=200,
        refused=(409, 422),
        asked=examples.RECORD,
        answered=examples.WRITTEN,
    )
    def put(self, request: Request, table_id: int, deal_id: UUID) -> Response:
        """Once for each id: the same request again is answered with the deal as it is now."""
        given = self.parse(shown.RecordDeal)
        sheet = Sheet.from_json(given.pop("sheet"))
        answer = record_deal(
            actor=self.actor, table_id=table_id, deal_id=deal_id, sheet=sheet, **given
        )
        return _written(answer)

    def what_holds(self, refused: ServiceRefused) -> object:
        """The deal that has this id, if the asker may see it; else the table as it is now."""
        if refused.code is not ErrorCode.DEAL_ID_REUSED:
            return super().what_holds(refused)
        try:
            return show_deal(self, self.kwargs["deal_id"])
        except ServiceRefused:
            return None


class ReviseView(DealView):
    """PUT /deals/{deal}/revisions/{revision}"""

    tag = "deals"

    @operation(
        "Correct, void or restore a deal",
        body=shown.ReviseDeal,
        answer=shown.DealWritten,
        status=201,
        again=200,
        refused=(409, 412, 422, 428),
        parameters=(IF_MATCH,),
        asked=examples.REVISE,
        answered=examples.REVISED,
    )
    def put(self, request: Request, deal_id: UUID, revision_id: UUID) -> Response:
        """On top of the revision that If-Match names; once for each id."""
        based_on = self.based_on()
        given = self.parse(shown.ReviseDeal)
        sheet = Sheet.from_json(given.pop("sheet")) if "sheet" in given else None
        answer = revise_deal(
            actor=self.actor,
            deal_id=deal_id,
            revision_id=revision_id,
            based_on=based_on,
            sheet=sheet,
            **given,
        )
        return _written(answer)


class OneDealView(DealView):
    """GET /deals/{deal}"""

    tag = "deals"

    @operation("A deal with its sheet and transfers", answer=shown.Deal, answered=examples.WHOLE)
    def get(self, request: Request, deal_id: UUID) -> Response:
        """As it stands. The tag of the answer is what If-Match takes."""
        response = self.answer(shown.Deal, tell_deal(self.deal))
        response["ETag"] = _tag(self.deal.n)
        return response


class RevisionsView(DealView):
    """GET /deals/{deal}/revisions"""

    tag = "deals"

    @operation(
        "The history of a deal",
        answer=paged(Revision),
        answered=examples.REVISIONS,
        parameters=(Paged,),
    )
    def get(self, request: Request, deal_id: UUID) -> Response:
        """The last revision first, each with the deal before and after it."""
        self.parse_query(Paged)
        deal, table = self.deal, self.table
        return answer_page(
            self,
            request,
            rows=revisions_of_deal(deal=deal),
            ordering=("-n",),
            shown=Revision,
            rows_of=lambda page: revision_rows(page, deal=deal, table=table),
        )


class TransfersView(DealView):
    """GET /deals/{deal}/transfers"""

    tag = "deals"

    @operation("The transfers of a deal", answer=listed(shown.Line), answered=examples.TRANSFERS)
    def get(self, request: Request, deal_id: UUID) -> Response:
        """In the rule book's order, each with its reason, rule and sentence."""
        return self.answer_list(shown.Line, tell_lines(self.deal))


class TableDealsView(TableView):
    """GET /tables/{table}/deals"""

    tag = "deals"

    @operation(
        "The deals of a table",
        answer=paged(shown.DealInList),
        answered=examples.DEALS,
        parameters=(shown.DealsChosen,),
    )
    def get(self, request: Request, table_id: int) -> Response:
        """The highest number first, those chosen by player and ending."""
        chosen = _chosen(self.parse_query(shown.DealsChosen))
        return answer_page(
            self,
            request,
            rows=deals_of_table(table=self.table, chosen=chosen),
            ordering=("-number",),
            shown=shown.DealInList,
            rows_of=deal_rows,
        )


class NightDealsView(ClubView):
    """GET /clubs/{slug}/nights/{day}/deals"""

    tag = "deals"

    @operation(
        "The deals of a night",
        answer=paged(shown.DealInList),
        answered=examples.DEALS,
        parameters=(shown.DealsChosen,),
    )
    def get(self, request: Request, slug: str, day: date) -> Response:
        """The latest played first, those chosen by player and ending."""
        chosen = _chosen(self.parse_query(shown.DealsChosen))
        night = get_night(club=self.club, day=day)
        return answer_page(
            self,
            request,
            rows=deals_of_night(night=night, chosen=chosen),
            ordering=("-played_at", "-table_id", "-number"),
            shown=shown.DealInList,
            rows_of=deal_rows,
        )


def _chosen(given: dict[str, object]) -> Chosen:
    return Chosen(
        player_id=given.get("player_id"),  # type: ignore[arg-type] # checked by the serializer
        ending=str(given.get("ending", "")),
    )


def _written(answer: DealAnswer) -> Response:
    """201 for what was done now, 200 for what was done before."""
    response = Response(shown.DealWritten(answer).data, status=201 if answer.is_new else 200)
    response["ETag"] = _tag(answer.n)
    return response


def _tag(n: int) -> str:
    return f'"{n}"'
