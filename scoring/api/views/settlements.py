"""Settling a night, opening it again, locking it."""

from collections.abc import Callable
from datetime import date
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import settling_examples as examples
from scoring.api.base import ClubView, make_etag
from scoring.api.idempotency import do_once
from scoring.api.schema import IDEMPOTENCY_KEY, IF_NONE_MATCH, operation
from scoring.api.serializers import settlements as shown
from scoring.api.serializers.paged import listed
from scoring.api.settling import tell_payments, tell_settling
from scoring.selectors.night_settlement import (
    find_settlement,
    get_night_settlement,
    list_settlements,
    settling_version,
)
from scoring.selectors.nights import NightRow, get_night
from scoring.selectors.payments import list_night_payments
from scoring.selectors.previews import USUAL_MODE, find_mode
from scoring.services import settlements


class SettlingView(ClubView):
    """What the operations on a night's settling share."""

    tag = "settlements"

    def night_of(self, day: date) -> NightRow:
        """The night of the address, or `not_found`."""
        return get_night(club=self.club, day=day)

    def etag_of(self, night: NightRow, *more: object) -> str:
        """The tag of the night's settling for the asker."""
        version = settling_version(night=night, login_id=self.actor.login_id)
        return make_etag(self.request, version, self.club.role, *more)

    def answer_settling(self, day: date, *, mode: str = "", status: int = 200) -> Response:
        """The settling as it is now, or 304."""
        night = self.night_of(day)
        etag = self.etag_of(night, mode)
        if self.request.method == "GET" and (same := self.unchanged(etag)):
            return same
        found = get_night_settlement(night=night, mode=find_mode(mode) or USUAL_MODE)
        row = tell_settling(found, actor=self.actor, role=self.club.role)
        return self.answer(shown.NightSettling, row, status=status, etag=etag)

    def act(self, day: date, run: Callable[..., object], **given: Any) -> Response:
        """One service on the night, once for each Idempotency-Key; answered as it is then."""
        night = self.night_of(day)
        where = {"actor": self.actor, "club_id": self.club.id, "night_id": night.id}
        do_once(self.actor, club_id=self.club.id, run=lambda: run(**where, **given))
        return self.answer_settling(day)


class NightSettlementView(SettlingView):
    """GET /clubs/{slug}/nights/{day}/settlement"""

    @operation(
        "The settling of a night as it is now",
        answer=shown.NightSettling,
        answered=examples.SETTLING,
        parameters=(shown.WayToSettle, IF_NONE_MATCH),
    )
    def get(self, request: Request, slug: str, day: date) -> Response:
        """The plan that counts; while the night is open, the one that settling now would make."""
        mode = self.parse_query(shown.WayToSettle).get("mode", "")
        return self.answer_settling(day, mode=mode)


class SettlementsView(SettlingView):
    """GET, POST /clubs/{slug}/nights/{day}/settlements"""

    @operation(
        "Every settling of a night",
        answer=listed(shown.SettlingBefore),
        answered=examples.HISTORY,
        parameters=(IF_NONE_MATCH,),
        operation_id="clubs_nights_settlements_list",
    )
    def get(self, request: Request, slug: str, day: date) -> Response:
        """The latest first."""
        night = self.night_of(day)
        etag = self.etag_of(night)
        if same := self.unchanged(etag):
            return same
        return self.answer_list(
            shown.SettlingBefore, list_settlements(night_id=night.id), etag=etag
        )

    @operation(
        "Settle a night",
        body=shown.Settle,
        answer=shown.NightSettling,
        status=201,
        again=200,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked=examples.SETTLE,
        answered=examples.SETTLING,
    )
    def post(self, request: Request, slug: str, day: date) -> Response:
        """Close the pots and freeze who pays whom; once for each id."""
        given = self.parse(shown.Settle)
        night = self.night_of(day)
        was_here = find_settlement(settlement_id=given["settlement_id"], night_id=night.id)
        mode = find_mode(given.get("mode", "")) or USUAL_MODE
        answer = self.act(day, settlements.settle_night, **{**given, "mode": mode})
        answer.status_code = 200 if was_here else 201
        return answer


class ReopenView(SettlingView):
    """POST /clubs/{slug}/nights/{day}/reopen"""

    @operation(
        "Open a settled night again",
        body=shown.SettlingNote,
        answer=shown.NightSettling,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked=examples.NOTE,
        answered=examples.REOPENED,
    )
    def post(self, request: Request, slug: str, day: date) -> Response:
        """Proposed payments are cancelled, what was paid stays and counts."""
        return self.act(day, settlements.reopen_night, **self.parse(shown.SettlingNote))


class LockView(SettlingView):
    """POST /clubs/{slug}/nights/{day}/lock"""

    @operation(
        "Lock a settled night",
        body=shown.Nothing,
        answer=shown.NightSettling,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked={},
        answered=examples.LOCKED,
    )
    def post(self, request: Request, slug: str, day: date) -> Response:
        """Nothing at the tables changes from now on; twice is once."""
        return self.act(day, settlements.lock_night, **self.parse(shown.Nothing))


class UnlockView(SettlingView):
    """POST /clubs/{slug}/nights/{day}/unlock"""

    @operation(
        "Unlock a night",
        body=shown.SettlingNote,
        answer=shown.NightSettling,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked=examples.NOTE,
        answered=examples.SETTLING,
    )
    def post(self, request: Request, slug: str, day: date) -> Response:
        """Back to settled, by a manager who says why."""
        return self.act(day, settlements.unlock_night, **self.parse(shown.SettlingNote))


class NightPaymentsView(SettlingView):
    """GET /clubs/{slug}/nights/{day}/payments"""

    tag = "payments"

    @operation(
        "The payments of a night",
        answer=listed(shown.NightPayment),
        answered=examples.PAYMENTS,
        parameters=(IF_NONE_MATCH,),
    )
    def get(self, request: Request, slug: str, day: date) -> Response:
        """All but the cancelled, in an order that never changes with their state."""
        night = self.night_of(day)
        etag = self.etag_of(night)
        if same := self.unchanged(etag):
            return same
        rows = tell_payments(
            list_night_payments(night_id=night.id),
            night=night,
            actor=self.actor,
            role=self.club.role,
        )
        return self.answer_list(shown.NightPayment, rows, etag=etag)
