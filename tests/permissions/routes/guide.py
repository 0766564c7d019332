"""The help page is for everybody."""

from tests.permissions.routes import EVERYBODY, Route

ROUTES = [Route("help", "GET", EVERYBODY)]
