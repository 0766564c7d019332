"""The pages of nights."""

from tests.permissions.routes import Route

ROUTES = [
    Route("nights", "GET", "member", kwargs=lambda place: {"slug": place.slug}),
    Route("night", "GET", "member", kwargs=lambda place: {"slug": place.slug, "day": place.day}),
]
