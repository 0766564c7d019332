"""Every address below /api/v1/: a module a noun, no slash at the end."""

from django.urls import URLPattern, URLResolver, path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView

from scoring.api.urls import me

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="browse"),
    path("schema", SpectacularJSONAPIView.as_view(), name="schema"),
    *me.urlpatterns,
]
