"""The pages of tables: opening one, its terms, its codes."""

from datetime import date
from uuid import UUID, uuid5

from django.contrib import messages as notices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.permissions import Action, verify_now
from scoring.selectors.members import get_club
from scoring.selectors.nights import get_night, list_tables
from scoring.services.evenings import open_evening
from scoring.services.joining import create_code, revoke_code
from scoring.services.terms import cancel_terms, change_terms
from scoring.web.closed import back_if_closed
from scoring.web.forms.table import TableForm, TermsForm
from scoring.web.nights_page import initial_terms, list_versions, prepare_table
from scoring.web.pages import action, actor_of, attempt, form_page
from scoring.web.places import TablePlace, find_table, read_roster, verify_night
from scoring.web.table_page import get_history, list_codes, show_code
from scoring.web.watch_page import site_of


@form_page
def open_table(request: HttpRequest, slug: str, day: date) -> HttpResponse:
    """One more table of a night, as the next one stood last time."""
    actor = actor_of(request)
    club = get_club(actor=actor, slug=slug)
    night = get_night(club=club, day=day)
    verify_now(Action.OPEN_NIGHT, role=club.role, state="open")
    labels = [table.label for table in list_tables(night=night)]
    if request.method != "POST":
        closed = back_if_closed(
            request,
            lambda: verify_night(club=club, night=night, action=Action.OPEN_NIGHT),
            url=reverse("night", kwargs={"slug": slug, "day": day}),
        )
        if closed is not None:
            return closed
    opening = prepare_table(club=club, day=day, labels=labels)
    form = TableForm(
        request.POST or None,
        names=opening.roster.names,
        versions=opening.versions,
        initial=opening.initial,
    )
    if request.method == "POST" and form.attempt(
        lambda _given: open_evening(actor=actor, club_id=club.id, day=day, setting=form.setting()),
        names=opening.roster.names,
    ):
        notices.success(request, _("Đã mở bàn."))
        return redirect("night", slug=slug, day=day)
    shown = {"club": club, "night": night, "form": form, "opening": opening}
    return render(request, "table/open.html", shown, status=form.status)


@form_page
def terms(request: HttpRequest, slug: str, day: date, n: int) -> HttpResponse:
    """Stake, rule set, seats and bench from the next deal on."""
    actor = actor_of(request)
    place = find_table(actor=actor, slug=slug, day=day, position=n)
    if request.method != "POST":
        closed = back_if_closed(
            request, lambda: place.verify(Action.CHANGE_TERMS), url=place.night_url
        )
        if closed is not None:
            return closed
    table = place.table
    roster = read_roster(place.club)
    form = TermsForm(
        request.POST or None,
        names=roster.names,
        versions=list_versions(place.club),
        initial=initial_terms(
            stake_points=table.stake_points,
            ruleset_version_id=table.ruleset_version_id,
            seats=table.seats,
            bench=table.bench,
        ),
    )
    if request.method == "POST" and form.attempt(
        lambda _given: _change(form, place, actor=actor), names=roster.names
    ):
        notices.success(
            request, _("Đã đổi, dùng từ ván %(number)s.") % {"number": table.last_number + 1}
        )
        return redirect(place.night_url)
    history = get_history(place, roster)
    shown = {"place": place, "form": form, "history": history}
    return render(request, "table/terms.html", shown, status=form.status)


@action
def cancel(request: HttpRequest, slug: str, day: date, n: int) -> HttpResponse:
    """Take back the last change of terms, before a deal was played under it."""
    actor = actor_of(request)
    place = find_table(actor=actor, slug=slug, day=day, position=n)
    cancels_id = _uuid(request.POST.get("cancels_id", ""))
    attempt(
        request,
        lambda: cancel_terms(
            actor=actor,
            table_id=place.table.id,
            # Made from the change it takes back, so that a double tap takes it back once.
            terms_id=uuid5(cancels_id, "cancel"),
            cancels_id=cancels_id,
        ),
        done=_("Đã hoàn tác lần đổi sau cùng."),
    )
    return redirect(place.night_url)


@form_page
def codes(request: HttpRequest, slug: str, day: date, n: int) -> HttpResponse:
    """Codes by which phones without a login join the table; a new one is shown once."""
    actor = actor_of(request)
    place = find_table(actor=actor, slug=slug, day=day, position=n)
    place.verify(Action.MANAGE_CODES)
    made = None
    if request.method == "POST":
        role = "scorer" if request.POST.get("role") == "scorer" else "viewer"
        _id, code = create_code(actor=actor, table_id=place.table.id, role=role)
        made = show_code(code=code, url=_join_url(request, code), is_scorer=role == "scorer")
    shown = {"place": place, "codes": list_codes(place), "made": made}
    return render(request, "table/codes.html", shown)


@action
def revoke(request: HttpRequest, slug: str, day: date, n: int, code_id: int) -> HttpResponse:
    """A code, and every phone that joined by it, has no rights from now on."""
    actor = actor_of(request)
    place = find_table(actor=actor, slug=slug, day=day, position=n)
    if code_id not in {code.id for code in list_codes(place)}:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="code_id")
    attempt(request, lambda: revoke_code(actor=actor, code_id=code_id), done=_("Đã thu hồi mã."))
    return redirect(place.url("table-codes"))


def _change(form: TermsForm, place: TablePlace, *, actor: Actor) -> None:
    """Only what is different is asked for, so that nobody else's change is undone by the way."""
    table, given = place.table, form.cleaned_data
    seats, bench = form.seats, form.bench
    is_same_people = ([str(seat) for seat in seats], [str(one) for one in bench]) == (
        list(table.seats),
        list(table.bench),
    )
    version_id, stake_points = given["ruleset_version_id"], given["stake_points"]
    change_terms(
        actor=actor,
        table_id=table.id,
        terms_id=given["terms_id"],
        stake_points=None if stake_points == table.stake_points else stake_points,
        ruleset_version_id=None if version_id == table.ruleset_version_id else version_id,
        seats=None if is_same_people else seats,
        bench=None if is_same_people else bench,
    )


def _join_url(request: HttpRequest, code: str) -> str:
    """Where a phone that scans the square goes: by the public address, where one is set."""
    return site_of(request) + reverse("join", kwargs={"code": code})


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="cancels_id") from None
