"""Every address below /api/v1/: a module a noun, no slash at the end."""

from django.urls import URLPattern, URLResolver, path
from drf_spectacular.views import SpectacularJSONAPIView

from scoring.api.urls import (
    audit,
    board,
    clubs,
    deals,
    me,
    nights,
    players,
    ruleset,
    seasons,
    settlements,
)
from scoring.api.views.schema import BrowseView

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", BrowseView.as_view(), name="browse"),
    path("schema", SpectacularJSONAPIView.as_view(), name="schema"),
    *me.urlpatterns,
    *clubs.urlpatterns,
    *players.urlpatterns,
    *ruleset.urlpatterns,
    *seasons.urlpatterns,
    *audit.urlpatterns,
    *deals.urlpatterns,
    *board.urlpatterns,
    *nights.urlpatterns,
    *settlements.urlpatterns,
]
