"""The choice of the theme."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.templatetags.looks import THEME_COOKIE, THEMES
from scoring.web.pages import back_of

THEME_COOKIE_SECONDS = 60 * 60 * 24 * 365


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the choice of light, dark or the system's own, and go back to where it was made."""
    chosen = request.POST.get("theme", "")
    response = redirect(back_of(request, "home"))
    if chosen in THEMES:
        response.set_cookie(
            THEME_COOKIE,
            chosen,
            max_age=THEME_COOKIE_SECONDS,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    return response
