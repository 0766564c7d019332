"""Pages that are sent again only when they have changed (architecture.md, section 6).

Knows what of a page depends on who looks and how: language, login, theme, the release, and the
token of its forms. Knows no noun of the product.
"""

from hashlib import sha256

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from scoring.templatetags.looks import THEME_COOKIE


def make_page_etag(request: HttpRequest, *parts: object) -> str:
    """The tag of a page in this state for this viewer; "" for a page that says something once.

    The token of the forms is part of it: who signs in again must not be given a page whose buttons
    are dead.
    """
    if len(get_messages(request)):
        return ""
    token = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    tail = (
        get_language(),
        request.session.get(SESSION_KEY),  # who signed in, without a statement
        request.COOKIES.get(THEME_COOKIE, ""),
        sha256(token.encode()).hexdigest()[:8],
        settings.RELEASE,
    )
    said = ":".join(str(part) for part in (*parts, *tail))
    return f'"{sha256(said.encode()).hexdigest()[:32]}"'


def find_unchanged(request: HttpRequest, etag: str) -> HttpResponse | None:
    """304 where the browser has this page already."""
    if not etag:
        return None
    if request.META.get("HTTP_IF_NONE_MATCH", "").removeprefix("W/") == etag:
        return HttpResponseNotModified()  # what every browser says, and soon answered
    response: HttpResponse | None = get_conditional_response(request, etag=etag)
    return response if response is not None and response.status_code == 304 else None


def tagged(response: HttpResponse, etag: str) -> HttpResponse:
    """The page with its tag; `page` says how it is kept, sign-in and language what it varies by."""
    if etag:
        response["ETag"] = etag
    return response
