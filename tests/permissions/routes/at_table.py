"""The table's own pages, the board behind them, and joining by a code."""

from typing import Any

from tests.permissions.routes import Place, Route


def _table(place: Place) -> dict[str, Any]:
    return {"table_id": place.books.table.pk}


ROUTES = [
    Route("api:table-board", "GET", "member", kwargs=_table, device="member"),
]
