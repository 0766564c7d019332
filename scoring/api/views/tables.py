"""Tables, their terms, codes and phones."""

from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import night_examples as examples
from scoring.api.at_table import TableView
from scoring.api.base import ClubView, make_etag
from scoring.api.idempotency import do_once
from scoring.api.pages import answer_page
from scoring.api.schema import IDEMPOTENCY_KEY, IF_NONE_MATCH, operation
from scoring.api.serializers import tables as shown
from scoring.api.serializers.paged import Paged, listed, paged
from scoring.api.told import tell_table
from scoring.selectors.ends import names_of_people
from scoring.selectors.nights import get_night
from scoring.selectors.tables import get_table, list_table_states
from scoring.selectors.terms import find_terms, get_terms, terms_of_table, terms_rows
from scoring.services.locks import lock_table
from scoring.services.nights import open_table
from scoring.services.terms import cancel_terms, change_terms


class NightTablesView(ClubView):
    """GET, POST /clubs/{slug}/nights/{day}/tables"""

    tag = "tables"

    @operation("The tables of a night", answer=listed(shown.Table), answered=examples.TABLES)
    def get(self, request: Request, slug: str, day: date) -> Response:
        """In the order they were opened."""
        tables = list_table_states(club=self.club, night=get_night(club=self.club, day=day))
        seated = [seat for table in tables for seat in (*table.seats, *table.bench)]
        names = names_of_people(club_id=self.club.id, player_ids=seated)
        return self.answer_list(shown.Table, [tell_table(table, names) for table in tables])

    @operation(
        "Open a table",
        body=shown.OpenTable,
        answer=shown.Table,
        status=201,
        again=200,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked=examples.OPEN_TABLE,
        answered=examples.TABLE,
    )
    def post(self, request: Request, slug: str, day: date) -> Response:
        """With its first terms; rules left out are the club's own."""
        given = self.parse(shown.OpenTable)
        night, club = get_night(club=self.club, day=day), self.club
        done = do_once(
            self.actor,
            club_id=club.id,
            run=lambda: open_table(actor=self.actor, club_id=club.id, night_id=night.id, **given),
        )
        table_id = done.made.pk if done.made else int(done.object_id)
        table = get_table(actor=self.actor, table_id=table_id)
        names = names_of_people(club_id=club.id, player_ids=[*table.seats, *table.bench])
        status = 200 if done.is_repeated else 201
        return self.answer(shown.Table, tell_table(table, names), status=status)


class OneTableView(TableView):
    """GET /tables/{table}"""

    tag = "tables"

    @operation("A table", answer=shown.Table, answered=examples.TABLE, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, table_id: int) -> Response:
        """What its phones see; 304 while nothing told here has changed."""
        table = self.table
        state = (table.version, table.state, int(table.is_season_closed), table.role)
        etag = make_etag(request, *state, self.actor.device_id or "")
        return self.unchanged(etag) or self.answer(shown.Table, self.tell(table), etag=etag)


class TermsListView(TableView):
    """GET /tables/{table}/terms"""

    tag = "tables"

    @operation(
        "The terms of a table",
        answer=paged(shown.Terms),
        answered=examples.TERMS,
        parameters=(Paged,),
    )
    def get(self, request: Request, table_id: int) -> Response:
        """Every change, the last first; the first of all is the opening."""
        self.parse_query(Paged)
        return answer_page(
            self,
            request,
            rows=terms_of_table(table=self.table),
            ordering=("-n",),
            shown=shown.Terms,
            rows_of=terms_rows,
        )


class TermsView(TableView):
    """PUT /tables/{table}/terms/{terms}"""

    tag = "tables"

    @operation(
        "Change the terms, or take the last change back",
        body=shown.ChangeTerms,
        answer=shown.Terms,
        status=201,
        again=200,
        refused=(409,),
        asked=examples.CHANGE_TERMS,
        answered=examples.TERMS_ROW,
    )
    def put(self, request: Request, table_id: int, terms_id: UUID) -> Response:
        """From the next deal on; once for each id."""
        given: dict[str, Any] = self.parse(shown.ChangeTerms)
        change = cancel_terms if "cancels_id" in given else change_terms
        table = self.table
        with transaction.atomic():
            lock_table(table.id)  # a twin of this request is either done or yet to begin
            was_here = find_terms(table=table, terms_id=terms_id) is not None
            change(actor=self.actor, table_id=table_id, terms_id=terms_id, **given)
        row = get_terms(table=self.table, terms_id=terms_id)
        return self.answer(shown.Terms, row, status=200 if was_here else 201)
