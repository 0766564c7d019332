"""What makes the site one that stays on a phone: its worker, manifest and offline pages."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.web.shell import OFFLINE_KINDS, get_shell, render_offline

_PAPER = "#F6F4EF"
_ICONS = (("192", "any"), ("512", "any"), ("512", "maskable"))


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: at the root, so that it serves every page, and never an old one."""
    shell = get_shell()
    etag = f'"{shell.digest}"'
    response = HttpResponse(shell.worker, content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = "/"
    response["ETag"] = etag
    unchanged: HttpResponse | None = get_conditional_response(request, etag=etag, response=response)
    return unchanged or response


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """How the site looks as an app on a phone's first screen."""
    told = {
        "id": "/",
        "name": "Phom League",
        "short_name": "Phỏm",
        "description": _("Sổ ván Phỏm của câu lạc bộ"),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": _PAPER,
        "background_color": _PAPER,
        "icons": [_svg(), *(_png(size, purpose) for size, purpose in _ICONS)],
    }
    return JsonResponse(told, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """What a phone shows of a page it does not have; the same for everybody."""
    if kind not in OFFLINE_KINDS or code not in dict(settings.LANGUAGES):
        raise Http404
    return HttpResponse(render_offline(code, kind))


def _svg() -> dict[str, str]:
    return {"src": static("scoring/icons/icon.svg"), "sizes": "any", "type": "image/svg+xml"}


def _png(size: str, purpose: str) -> dict[str, str]:
    name = "maskable" if purpose == "maskable" else "icon"
    return {
        "src": static(f"scoring/icons/{name}-{size}.png"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
