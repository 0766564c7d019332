"""The page on which the API is read and tried, from our own host and without inline code."""

from drf_spectacular.views import SpectacularSwaggerSplitView


class BrowseView(SpectacularSwaggerSplitView):
    """GET /: every operation with its example; "Authorize" takes a token."""

    template_name = "api/browse.html"
    url_name = "api:schema"
