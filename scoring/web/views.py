"""The pages of clubs and nights, and the choice of the theme."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from scoring.actors import Actor
from scoring.errors import ServiceRefused
from scoring.selectors.members import list_clubs
from scoring.templatetags.looks import THEME_COOKIE, THEMES
from scoring.web.night_page import find_latest_day, get_night_page

Given = ParamSpec("Given")
View = Callable[Concatenate[HttpRequest, Given], HttpResponse]
THEME_COOKIE_SECONDS = 60 * 60 * 24 * 365


def page(view: View[Given]) -> View[Given]:
    """A page behind the sign-in: read only, not shared by caches, refusals told as 404 and 403."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ServiceRefused as refused:
            if refused.code.status == 404:
                raise Http404 from refused
            if refused.code.status == 403:
                raise PermissionDenied from refused
            raise

    unshared = cache_control(private=True, no_cache=True)
    return cast("View[Given]", require_safe(unshared(login_required(answer))))


@page
def home(request: HttpRequest) -> HttpResponse:
    """The signed-in person's club; the choice where there are several, and what to do where there
    is none.
    """
    clubs = list_clubs(actor=_actor(request))
    if len(clubs) == 1:
        return redirect("club", slug=clubs[0].slug)
    return render(request, "club/list.html", {"clubs": clubs})


@page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's latest night."""
    row, day = find_latest_day(actor=_actor(request), slug=slug)
    if day is None:
        return render(request, "night/none.html", {"club": row})
    return redirect("night", slug=slug, day=day)


@page
def night(request: HttpRequest, slug: str, day: date) -> HttpResponse:
    """A night with every deal explained."""
    found = get_night_page(actor=_actor(request), slug=slug, day=day)
    return render(request, "night/show.html", {"page": found})


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the choice of light, dark or the system's own, and go back to where it was made."""
    chosen, back = request.POST.get("theme", ""), request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    response = redirect(back if is_ours else "home")
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


def _actor(request: HttpRequest) -> Actor:
    assert request.user.pk is not None, "pages stand behind the sign-in"
    return Actor.of_login(request.user.pk)
