"""Scripts are files: for everybody."""

from tests.permissions.routes import EVERYBODY, Place, Route


def _file(place: Place) -> dict[str, str]:
    return {"name": "table", "digest": "0a"}


ROUTES = [Route("script", "GET", EVERYBODY, kwargs=_file)]
