"""The club's own pages."""

from typing import Any

from tests.permissions.routes import SIGNED_IN, Route

_CLUB: dict[str, Any] = {"kwargs": lambda place: {"slug": place.slug}}

ROUTES = [
    Route("home", "GET", SIGNED_IN),
    Route("club", "GET", "member", **_CLUB),
]
