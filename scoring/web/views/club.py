"""The way into a club."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.selectors.members import list_clubs
from scoring.web.home_page import get_home_page
from scoring.web.pages import actor_of, page
from scoring.web.phones import phones_first


@phones_first
@page
def home(request: HttpRequest) -> HttpResponse:
    """The signed-in person's club; the choice where there are several, and what to do where there
    is none. Nobody's phone at a running table goes back there.
    """
    clubs = list_clubs(actor=actor_of(request))
    if len(clubs) == 1:
        return redirect("club", slug=clubs[0].slug)
    return render(request, "club/list.html", {"clubs": clubs})


@page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """What goes on in the club, where its season stands, and what to do next."""
    found = get_home_page(actor=actor_of(request), slug=slug)
    return render(request, "club/home.html", {"page": found})
