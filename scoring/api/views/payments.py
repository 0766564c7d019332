"""One payment: paid, confirmed, waived, taken back, split."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import settling_examples as examples
from scoring.api.base import ApiView, make_etag
from scoring.api.idempotency import do_once
from scoring.api.schema import IDEMPOTENCY_KEY, IF_NONE_MATCH, operation
from scoring.api.serializers import settlements as shown
from scoring.api.serializers.paged import listed
from scoring.api.settling import tell_payments
from scoring.selectors.members import ClubRow
from scoring.selectors.night_settlement import settling_version
from scoring.selectors.nights import NightRow, get_night
from scoring.selectors.payments import (
    find_payment,
    get_place_of_payment,
    list_payments_by_id,
)
from scoring.services import payments


class OnePayment(ApiView):
    """What the operations on one payment share."""

    tag = "payments"
    club: ClubRow
    night: NightRow

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Sign-in and limits, then the payment's club and night; strangers learn nothing."""
        super().initial(request, *args, **kwargs)
        payment_id = self.kwargs["payment_id"]
        self.club, day = get_place_of_payment(actor=self.actor, payment_id=payment_id)
        self.night = get_night(club=self.club, day=day)

    def tell(self, *payment_ids: UUID) -> Sequence[dict[str, Any]]:
        """These payments as the asker sees them."""
        rows = list_payments_by_id(payment_ids=payment_ids)
        return tell_payments(rows, night=self.night, actor=self.actor, role=self.club.role)

    def do(self, run: Callable[..., object], **given: Any) -> bool:
        """One service on the payment, once for each Idempotency-Key; was it done before?"""
        where = {"actor": self.actor, "payment_id": self.kwargs["payment_id"]}
        done = do_once(self.actor, club_id=self.club.id, run=lambda: run(**where, **given))
        return done.is_repeated

    def step(self, run: Callable[..., object]) -> Response:
        """One move of the payment, which takes no words; answered as it is then."""
        self.parse(shown.Nothing)
        self.do(run)
        return self.answer(shown.NightPayment, *self.tell(self.kwargs["payment_id"]))


class PaymentView(OnePayment):
    """GET /payments/{payment}"""

    @operation(
        "A payment",
        answer=shown.NightPayment,
        answered=examples.PAYMENT,
        parameters=(IF_NONE_MATCH,),
    )
    def get(self, request: Request, payment_id: UUID) -> Response:
        """As it stands, cancelled ones too."""
        version = settling_version(night=self.night, login_id=self.actor.login_id)
        etag = make_etag(request, version, self.club.role)
        if same := self.unchanged(etag):
            return same
        return self.answer(shown.NightPayment, *self.tell(payment_id), etag=etag)


class MarkPaidView(OnePayment):
    """POST /payments/{payment}/paid"""

    @operation(
        "Mark a payment paid",
        body=shown.Nothing,
        answer=shown.NightPayment,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked={},
        answered=examples.PAID,
    )
    def post(self, request: Request, payment_id: UUID) -> Response:
        """The payer has handed it over; twice is once."""
        return self.step(payments.mark_paid)


class TakeBackView(OnePayment):
    """POST /payments/{payment}/take-back"""

    @operation(
        "Take a paid mark back",
        body=shown.Nothing,
        answer=shown.NightPayment,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked={},
        answered=examples.PAYMENT,
    )
    def post(self, request: Request, payment_id: UUID) -> Response:
        """It was not handed over after all."""
        return self.step(payments.take_back)


class ConfirmView(OnePayment):
    """POST /payments/{payment}/confirm"""

    @operation(
        "Confirm a payment",
        body=shown.Nothing,
        answer=shown.NightPayment,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked={},
        answered=examples.CONFIRMED,
    )
    def post(self, request: Request, payment_id: UUID) -> Response:
        """The payee has it; final."""
        return self.step(payments.confirm)


class WaiveView(OnePayment):
    """POST /payments/{payment}/waive"""

    @operation(
        "Waive a payment",
        body=shown.Nothing,
        answer=shown.NightPayment,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked={},
        answered=examples.WAIVED,
    )
    def post(self, request: Request, payment_id: UUID) -> Response:
        """The payee lets it go; final."""
        return self.step(payments.waive)


class SplitView(OnePayment):
    """POST /payments/{payment}/split"""

    @operation(
        "Split a payment in two",
        body=shown.SplitPayment,
        answer=listed(shown.NightPayment),
        status=201,
        again=200,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked=examples.SPLIT,
        answered=examples.PARTS,
    )
    def post(self, request: Request, payment_id: UUID) -> Response:
        """Two payments of the same sum in its place; the same ids split once."""
        given = self.parse(shown.SplitPayment)
        parts = (given["first_id"], given["rest_id"])
        was_here = find_payment(payment_id=parts[0]) is not None
        again = self.do(payments.split_payment, points=given["points"], part_ids=parts)
        answer = self.answer_list(shown.NightPayment, self.tell(*parts))
        answer.status_code = 200 if was_here or again else 201
        return answer


class ContraryView(OnePayment):
    """POST /payments/{payment}/contrary"""

    @operation(
        "Undo a final payment by its contrary",
        body=shown.ContraryPayment,
        answer=shown.NightPayment,
        status=201,
        again=200,
        refused=(409,),
        parameters=(IDEMPOTENCY_KEY,),
        asked=examples.CONTRARY,
        answered=examples.CONTRARY_MADE,
    )
    def post(self, request: Request, payment_id: UUID) -> Response:
        """By a manager who says why; the same id does it once."""
        given = self.parse(shown.ContraryPayment)
        was_here = find_payment(payment_id=given["contrary_id"]) is not None
        again = self.do(payments.contrary_payment, **given)
        row = self.tell(given["contrary_id"])
        return self.answer(shown.NightPayment, *row, status=200 if was_here or again else 201)
