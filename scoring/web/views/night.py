"""The pages of nights."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.web.night_page import get_night_page
from scoring.web.pages import actor_of, page


@page
def nights(request: HttpRequest, slug: str) -> HttpResponse:
    """The nights of the club; by now the latest one."""
    return redirect("club", slug=slug)


@page
def night(request: HttpRequest, slug: str, day: date) -> HttpResponse:
    """A night with every deal explained."""
    found = get_night_page(actor=actor_of(request), slug=slug, day=day)
    return render(request, "night/show.html", {"page": found})
