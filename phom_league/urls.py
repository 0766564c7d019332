"""Every address of the product."""

from django.urls import URLPattern, URLResolver, include, path

from phom_league import health
from scoring import admin

handler400 = "phom_league.errors.bad_request"
handler404 = "phom_league.errors.not_found"
handler500 = "phom_league.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    path("api/v1/", include("scoring.api.urls")),
    path("admin/", admin.site.urls),
    path("", include("scoring.web.urls")),
]
