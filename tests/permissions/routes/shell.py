"""The worker, the manifest and the offline pages say nothing of anybody: for everybody."""

from tests.permissions.routes import EVERYBODY, Place, Route


def _page(place: Place) -> dict[str, str]:
    return {"code": "vi", "kind": "table"}


ROUTES = [
    Route("service-worker", "GET", EVERYBODY),
    Route("manifest", "GET", EVERYBODY),
    Route("offline", "GET", EVERYBODY, kwargs=_page),
]
