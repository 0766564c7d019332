"""The way into a club."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.selectors.members import list_clubs
from scoring.web.night_page import find_latest_day
from scoring.web.pages import actor_of, page


@page
def home(request: HttpRequest) -> HttpResponse:
    """The signed-in person's club; the choice where there are several, and what to do where there
    is none.
    """
    clubs = list_clubs(actor=actor_of(request))
    if len(clubs) == 1:
        return redirect("club", slug=clubs[0].slug)
    return render(request, "club/list.html", {"clubs": clubs})


@page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's latest night."""
    row, day = find_latest_day(actor=actor_of(request), slug=slug)
    if day is None:
        return render(request, "night/none.html", {"club": row})
    return redirect("night", slug=slug, day=day)


@page
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The current season; by now the latest night."""
    return redirect("club", slug=slug)
