"""The table's own pages, the board behind them, and joining by a code."""

from typing import Any

from scoring.services import joining
from tests.permissions.routes import EVERYBODY, Place, Route

_PHONE = "0a7c1d5e-0000-4000-8000-0000000000f1"


def PREPARE(place: Place) -> None:  # noqa: N802 - the name the list of routes looks for
    """A code that stands."""
    books = place.books
    _, place.found["join_code"] = joining.create_code(
        actor=books.owner, table_id=books.table.pk, role="viewer"
    )


def _table(place: Place) -> dict[str, Any]:
    return {"table_id": place.books.table.pk}


def _code(place: Place) -> dict[str, Any]:
    return {"code": place.found["join_code"]}


ROUTES = [
    Route("api:table-board", "GET", "member", kwargs=_table, device="member"),
    Route(
        "api:table-presence",
        "PUT",
        "scorer",
        kwargs=_table,
        body=lambda place: {"phone": _PHONE, "name": "Chi"},
        device="scorer",
    ),
    # Who may only look is led to where one looks on.
    Route("table", "GET", "member", kwargs=_table),
    Route("table-watch", "GET", "member", kwargs=_table),
    Route("join-code", "GET", EVERYBODY),
    Route("join-code", "POST", EVERYBODY, body=_code),
    Route("join", "GET", EVERYBODY, kwargs=_code),
    Route("join", "POST", EVERYBODY, kwargs=_code, body=lambda place: {"who": "xem"}),
]
