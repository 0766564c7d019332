"""The pages of nights: the list, one night, opening one, and lines by hand."""

from datetime import date
from uuid import UUID, uuid5

from django.contrib import messages as notices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.permissions import Action, verify_now
from scoring.selectors.adjustments import get_adjustment
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.nights import NightRow, get_night
from scoring.services.adjustments import adjust_night, cancel_adjustment
from scoring.services.evenings import open_evening
from scoring.web.closed import back_if_closed
from scoring.web.forms.table import AdjustmentForm, EveningForm
from scoring.web.night_page import get_night_page
from scoring.web.nights_page import get_nights_page, prepare_evening
from scoring.web.pages import action, actor_of, attempt, form_page, page
from scoring.web.places import read_roster, verify_night
from scoring.web.watch_page import site_of


@page
def nights(request: HttpRequest, slug: str) -> HttpResponse:
    """The nights of the club, latest first."""
    found = get_nights_page(actor=actor_of(request), slug=slug, query=request.GET.dict())
    return render(request, "night/list.html", {"page": found})


@page
def night(request: HttpRequest, slug: str, day: date) -> HttpResponse:
    """A night with every deal explained."""
    found = get_night_page(
        actor=actor_of(request),
        slug=slug,
        day=day,
        query=request.GET.dict(),
        site=site_of(request),
    )
    return render(request, "night/show.html", {"page": found})


@form_page
def open_night(request: HttpRequest, slug: str) -> HttpResponse:
    """A night with its first table: the form comes filled in as it was last time, and leads on to
    the page of the table.
    """
    actor = actor_of(request)
    club = get_club(actor=actor, slug=slug)
    verify_now(Action.OPEN_NIGHT, role=club.role, state="open")
    opening = prepare_evening(club=club, now=timezone.now())
    form = EveningForm(
        request.POST or None,
        names=opening.roster.names,
        versions=opening.versions,
        initial=opening.initial,
    )
    opened: list[int] = []
    if request.method == "POST" and form.attempt(
        lambda given: opened.append(
            open_evening(actor=actor, club_id=club.id, day=given["day"], setting=form.setting()).pk
        ),
        names=opening.roster.names,
    ):
        return redirect("table", table_id=opened[0])
    shown = {"club": club, "form": form, "opening": opening}
    return render(request, "night/open.html", shown, status=form.status)


@form_page
def adjust(request: HttpRequest, slug: str, day: date) -> HttpResponse:
    """A line by hand: points from one to another beside the deals."""
    actor = actor_of(request)
    club, found = _night(request, slug, day)
    if request.method != "POST":
        closed = back_if_closed(
            request,
            lambda: verify_night(club=club, night=found, action=Action.ADJUST_NIGHT),
            url=reverse("night", kwargs={"slug": slug, "day": day}),
        )
        if closed is not None:
            return closed
    names = read_roster(club).names
    form = AdjustmentForm(request.POST or None, names=names)
    if request.method == "POST" and form.attempt(
        lambda given: adjust_night(
            actor=actor,
            club_id=club.id,
            night_id=found.id,
            adjustment_id=given["adjustment_id"],
            payer=form.end("payer"),
            payee=form.end("payee"),
            points=given["points"],
            note=given["note"],
        ),
        names=names,
    ):
        notices.success(request, _("Đã ghi dòng ghi tay."))
        return redirect(_lines(slug, day))
    shown = {"club": club, "night": found, "form": form}
    return render(request, "night/adjust.html", shown, status=form.status)


@action
def cancel_line(request: HttpRequest, slug: str, day: date, adjustment_id: UUID) -> HttpResponse:
    """Take a line by hand back by its contrary; the same page sent twice takes it back once."""
    actor = actor_of(request)
    club, found = _night(request, slug, day)
    line = get_adjustment(club=club, night=found, adjustment_id=adjustment_id)
    attempt(
        request,
        lambda: cancel_adjustment(
            actor=actor,
            club_id=club.id,
            adjustment_id=uuid5(line.id, "cancel"),
            cancels_id=line.id,
            note=request.POST.get("note", "")[:500],
        ),
        done=_("Đã hủy dòng ghi tay."),
    )
    return redirect(_lines(slug, day))


def _night(request: HttpRequest, slug: str, day: date) -> tuple[ClubRow, NightRow]:
    club = get_club(actor=actor_of(request), slug=slug)
    return club, get_night(club=club, day=day)


def _lines(slug: str, day: date) -> str:
    return reverse("night", kwargs={"slug": slug, "day": day}) + "#ghi-tay"
