"""Pages travel compressed, whatever stands in front of the server.

A season of 200 players is a quarter of a megabyte of HTML and a tenth of that compressed. Only
pages: compressing weakens an ETag, and programs need strong ones to say what they change.
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressPages(GZipMiddleware):
    """Django's, which also pads at random against reading secrets from lengths (BREACH)."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress HTML, and leave everything else alone."""
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)
