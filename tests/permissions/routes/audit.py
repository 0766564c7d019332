"""The audit log: pages and endpoint. Everybody of the club may ask; what they read differs."""

from tests.permissions.routes import Kwargs, Place, Route


def _club(place: Place) -> Kwargs:
    return {"slug": place.slug}


ROUTES = [
    Route("audit", "GET", "member", kwargs=_club),
    Route("audit-export", "GET", "member", kwargs=_club),
    Route("api:audit", "GET", "member", kwargs=_club),
]
