"""Codes of a table, and the phones that join by them."""

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, ScopedRateThrottle

from scoring.api import night_examples as examples
from scoring.api.at_table import TableView
from scoring.api.base import ApiView
from scoring.api.idempotency import do_once
from scoring.api.pages import answer_page
from scoring.api.schema import IDEMPOTENCY_KEY, operation
from scoring.api.serializers import tables as shown
from scoring.api.serializers.paged import Paged, paged
from scoring.selectors.codes import code_rows, codes_of_table, device_rows, devices_of_table
from scoring.services.joining import create_code, join_table, revoke_code


class CodesView(TableView):
    """GET, POST /tables/{table}/codes"""

    tag = "joining"

    @operation(
        "The join codes of a table",
        answer=paged(shown.Code),
        answered=examples.CODES,
        parameters=(Paged,),
    )
    def get(self, request: Request, table_id: int) -> Response:
        """Without the codes themselves, which nobody can read again; the last first."""
        self.parse_query(Paged)
        return answer_page(
            self,
            request,
            rows=codes_of_table(table=self.manageable()),
            ordering=("-id",),
            shown=shown.Code,
            rows_of=code_rows,
        )

    @operation(
        "Make a join code",
        body=shown.MakeCode,
        answer=shown.CodeMade,
        status=201,
        again=200,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked=examples.MAKE_CODE,
        answered=examples.CODE_MADE,
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Told this once: a repeated request is told the id alone."""
        given = self.parse(shown.MakeCode)
        done = do_once(
            self.actor,
            club_id=self.table.club_id,
            run=lambda: create_code(actor=self.actor, table_id=table_id, **given),
        )
        if done.made is None:
            return Response({"id": int(done.object_id), "code": None})
        code_id, code = done.made
        return Response({"id": code_id, "code": code}, status=201)


class RevokeCodeView(ApiView):
    """POST /codes/{code}/revoke"""

    tag = "joining"

    @operation("Revoke a join code", status=204)
    def post(self, request: Request, code_id: int) -> Response:
        """The code, and every phone that joined by it, has no rights from now on. Twice is once."""
        revoke_code(actor=self.actor, code_id=code_id)
        return Response(status=204)


class DevicesView(TableView):
    """GET /tables/{table}/devices"""

    tag = "joining"

    @operation(
        "The phones that joined a table",
        answer=paged(shown.Device),
        answered=examples.DEVICES,
        parameters=(Paged,),
    )
    def get(self, request: Request, table_id: int) -> Response:
        """The last first."""
        self.parse_query(Paged)
        return answer_page(
            self,
            request,
            rows=devices_of_table(table=self.manageable()),
            ordering=("-created_at", "-id"),
            shown=shown.Device,
            rows_of=device_rows,
        )


class JoinView(ApiView):
    """POST /join: without a sign-in, for a phone that has a code."""

    tag = "joining"
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def get_throttles(self) -> list[BaseThrottle]:
        """Guessing codes is slow."""
        self.throttle_scope = "join"
        return [ScopedRateThrottle()]

    @operation(
        "Join a table by its code",
        body=shown.Join,
        answer=shown.Joined,
        status=201,
        asked=examples.JOIN,
        answered=examples.JOINED,
    )
    def post(self, request: Request) -> Response:
        """A token for this phone, shown this once; it is good at this table alone."""
        return self.answer(shown.Joined, join_table(**self.parse(shown.Join)), status=201)
