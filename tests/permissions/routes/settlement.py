"""Settling a night and its payments: the page, its buttons, and the operations of programs."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from scoring.services import nights, payments, settlements
from tests.books import DAY
from tests.permissions.routes import Place, Route
from tests.permissions.world import _four_payments

_DAYS = 9  # behind the night of the world
_SETTLES = ("scorer", "night_settled", "night_locked", "season_closed")
_REOPENS = ("night_open", "manager + note", "night_locked", "season_closed")
# Locking what is locked is done already, whatever became of its season.
_LOCKS = ("night_open", "manager", "manager", "manager")
_UNLOCKS = ("night_open", "night_settled", "manager + note", "season_closed")
_PAYS = ("night_open", *("scorer",) * 3)
_TAKES = ("night_open", *("manager",) * 3)
_UNDOES = ("night_open", *("manager + note",) * 3)
_BOTH, _PAYEE = frozenset({"payer", "payee"}), frozenset({"payee"})


def PREPARE(place: Place) -> None:  # noqa: N802 - a constant of the module, by name
    """A settled night in which Bình owed An, with a payment in every state."""
    books = place.books
    club: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    night = nights.open_night(**club, day=DAY + timedelta(days=_DAYS))
    table = nights.open_table(**club, night_id=night.pk, label="Bàn 1", stake_points=10)
    books.record(books.sheet(seats=books.seats(2)), table_id=table.pk)
    settlements.settle_night(**club, night_id=night.pk, settlement_id=uuid4())
    proposed, paid, confirmed, waived = _four_payments(books, night.pk)
    for payment_id in (paid, confirmed):
        payments.mark_paid(actor=books.owner, payment_id=payment_id)
    payments.confirm(actor=books.owner, payment_id=confirmed)
    payments.waive(actor=books.owner, payment_id=waived)
    place.found |= {
        "settled_day": night.day,
        "proposed": proposed,
        "paid": paid,
        "confirmed": confirmed,
    }


def _night(place: Place) -> dict[str, Any]:
    return {"slug": place.slug, "day": place.day}


def _settled(place: Place) -> dict[str, Any]:
    return {"slug": place.slug, "day": place.found["settled_day"]}


def _settle(place: Place) -> dict[str, Any]:
    return {"settlement_id": str(uuid4()), "mode": "fewest"}


def _why(place: Place) -> dict[str, Any]:
    return {"note": "vì ghi nhầm"}


def _step(state: str, step: str, cells: Any, parties: Any = frozenset(), **more: Any) -> Route:
    def kwargs(place: Place) -> dict[str, Any]:
        return {**_settled(place), "payment_id": place.found[state], "step": step}

    return Route("settlement-payment", "POST", cells, kwargs=kwargs, parties=parties, **more)


def _act(act: str, cells: Any, where: Any = _settled, **more: Any) -> Route:
    def kwargs(place: Place) -> dict[str, Any]:
        return {**where(place), "act": act}

    return Route("settlement-act", "POST", cells, kwargs=kwargs, **more)


def _on(state: str) -> Any:
    return lambda place: {"payment_id": place.found[state]}


def _parts(place: Place) -> dict[str, Any]:
    return {"points": 1, "first_id": str(uuid4()), "rest_id": str(uuid4())}


def _contrary(place: Place) -> dict[str, Any]:
    return {"contrary_id": str(uuid4()), "note": "vì ghi nhầm"}


ROUTES = [
    Route("settlement", "GET", "member", kwargs=_night),
    Route("settlement-act", "GET", "member", kwargs=lambda place: {**_night(place), "act": "ket"}),
    _act("ket", _SETTLES, _night, body=_settle),
    _act("mo-lai", _REOPENS, body=_why),
    _act("khoa", _LOCKS),
    _act("mo-khoa", _UNLOCKS, body=_why),
    Route(
        "settlement-payment",
        "GET",
        "member",
        kwargs=lambda place: {
            **_settled(place),
            "payment_id": place.found["proposed"],
            "step": "tach",
        },
    ),
    _step("proposed", "da-tra", _PAYS, _BOTH),
    _step("paid", "lay-lai", _PAYS, _BOTH),
    _step("proposed", "tach", _PAYS, _BOTH, body=lambda place: {"points": 1}),
    _step("paid", "xac-nhan", _TAKES, _PAYEE),
    _step("proposed", "bo-qua", _TAKES, _PAYEE),
    _step("confirmed", "ghi-nguoc", _UNDOES, body=_why),
    Route("api:settlement", "GET", "member", kwargs=_night),
    Route("api:settlements", "GET", "member", kwargs=_night),
    Route("api:settlements", "POST", _SETTLES, kwargs=_night, body=_settle),
    Route("api:night-payments", "GET", "member", kwargs=_settled),
    Route("api:night-reopen", "POST", _REOPENS, kwargs=_settled, body=_why),
    Route("api:night-lock", "POST", _LOCKS, kwargs=_settled),
    Route("api:night-unlock", "POST", _UNLOCKS, kwargs=_settled, body=_why),
    Route("api:payment", "GET", "member", kwargs=_on("proposed")),
    Route("api:payment-paid", "POST", _PAYS, kwargs=_on("proposed"), parties=_BOTH),
    Route("api:payment-take-back", "POST", _PAYS, kwargs=_on("paid"), parties=_BOTH),
    Route("api:payment-split", "POST", _PAYS, kwargs=_on("proposed"), body=_parts, parties=_BOTH),
    Route("api:payment-confirm", "POST", _TAKES, kwargs=_on("paid"), parties=_PAYEE),
    Route("api:payment-waive", "POST", _TAKES, kwargs=_on("proposed"), parties=_PAYEE),
    Route("api:payment-contrary", "POST", _UNDOES, kwargs=_on("confirmed"), body=_contrary),
]
