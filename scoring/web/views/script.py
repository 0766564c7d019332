"""The scripts of pages that have many modules, each as one file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from scoring.web.modules import ENTRIES, script

FOREVER = "public, max-age=31536000, immutable"


@require_safe
def show(request: HttpRequest, name: str, digest: str) -> HttpResponse:
    """Its digest is in its address, so it never changes there; of an older release it is asked for
    again each time.
    """
    if name not in ENTRIES:
        raise Http404
    found = script(name)
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(
        found.compressed if is_packed else found.text, content_type="text/javascript; charset=utf-8"
    )
    if is_packed:
        response["Content-Encoding"] = "gzip"
    response["Cache-Control"] = FOREVER if digest == found.digest else "no-cache"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
