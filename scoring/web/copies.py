"""What a page says of itself to the worker of a phone: whose it is, and whether it may be kept.

Knows the names of pages. Whatever is not listed is never kept: sign-in, settlements, members,
codes, the log, settings, forms. docs/decisions/0025.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from scoring.templatetags.looks import THEME_COOKIE
from scoring.web.shell import get_shell

# "first": shown before the network is asked; "last": when the network does not answer.
KEPT: Mapping[str, str] = {
    "table": "first",
    **dict.fromkeys(
        (
            *("table-watch", "home", "club", "nights", "night", "deal"),
            *("season", "season-list", "policy-list", "policy"),
            *("player-list", "player", "player-against", "ruleset-list", "ruleset-version", "help"),
        ),
        "last",
    ),
}
_APART = ("/api/", "/admin/")


class MarkPages:
    """Middleware, behind the ones that know the language and who signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Say it in two headers of our own."""
        response = self.get_response(request)
        if _is_page(request, response):
            response["X-Phom-Viewer"] = _viewer(request)
            how = _how_kept(request, response)
            if how:
                response["X-Phom-Copy"] = how
        return response


def _is_page(request: HttpRequest, response: HttpResponse) -> bool:
    """A page, or that it is as the browser has it. Of a server that failed nothing is learned."""
    if request.path_info.startswith(_APART) or response.status_code >= 500:
        return False
    is_html = response.get("Content-Type", "").startswith("text/html")
    return response.status_code == 304 or is_html


def _viewer(request: HttpRequest) -> str:
    """Release, language and a digest of who looks and how; another sign-in is another viewer."""
    cookies = (settings.SESSION_COOKIE_NAME, settings.PHONE_COOKIE_NAME, THEME_COOKIE)
    # The sign-in as the session has it: the login itself need not be read.
    login = request.session.get(SESSION_KEY, "")
    told = [login, *(request.COOKIES.get(name, "") for name in cookies)]
    digest = sha256("\n".join(told).encode()).hexdigest()[:12]
    return f"{get_shell().digest}-{get_language()}-{digest}"


def _how_kept(request: HttpRequest, response: HttpResponse) -> str:
    """The word of this page, "" for never: nor for one that says something once."""
    match = request.resolver_match
    if match is None or request.method != "GET" or response.status_code not in {200, 304}:
        return ""
    return "" if len(get_messages(request)) else KEPT.get(match.view_name, "")
