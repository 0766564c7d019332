"""The audit log: pages and endpoint. Everybody of the club may ask; what they read differs."""

from tests.permissions.routes import Route

_CLUB = {"kwargs": lambda place: {"slug": place.slug}}

ROUTES = [
    Route("audit", "GET", "member", **_CLUB),
    Route("audit-export", "GET", "member", **_CLUB),
    Route("api:audit", "GET", "member", **_CLUB),
]
