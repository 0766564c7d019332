"""The pages of people: the roster, a player, two players, and what changes in them."""

from typing import Any
from uuid import UUID

from django.contrib import messages as notices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.permissions import Action, can
from scoring.selectors.members import get_club
from scoring.selectors.merging import MergePreview, get_merge_preview
from scoring.selectors.profiles import PersonRow
from scoring.services import merges, players
from scoring.web.against_page import get_against_page
from scoring.web.forms.base import ServiceForm
from scoring.web.forms.player import AddForm, ClaimForm, MergeForm, NameForm
from scoring.web.pages import action, actor_of, attempt, back_of, form_page, page
from scoring.web.player_page import get_player_page
from scoring.web.roster_page import (
    PersonPage,
    get_club_to_add,
    get_person_page,
    get_roster_page,
    list_claimers,
    list_others,
)


@page
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody, or those found by `?q=`."""
    query = request.GET.get("q", "").strip()
    found = get_roster_page(actor=actor_of(request), slug=slug, query=query)
    return render(request, "player/list.html", {"page": found})


@page
def player(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """One person, over all nights or those of the season `?mua=`; the merged lead to their root."""
    season = request.GET.get("mua", "")
    found = get_player_page(
        actor=actor_of(request),
        slug=slug,
        player_id=player_id,
        season_id=int(season) if season.isascii() and season.isdigit() else None,
    )
    if isinstance(found, PersonRow):
        url = reverse("player", kwargs={"slug": slug, "player_id": found.root_id})
        query = request.GET.urlencode()
        return redirect(f"{url}?{query}" if query else url)
    return render(request, "player/show.html", {"page": found})


@page
def against(request: HttpRequest, slug: str, player_id: UUID, other_id: UUID) -> HttpResponse:
    """Two people; the merged lead to their roots, and one against themselves to that one."""
    found = get_against_page(
        actor=actor_of(request), slug=slug, player_id=player_id, other_id=other_id
    )
    roots = (found.one.root_id, found.other.root_id)
    if roots[0] == roots[1]:
        return redirect("player", slug=slug, player_id=roots[0])
    if roots != (player_id, other_id):
        return redirect("player-against", slug=slug, player_id=roots[0], other_id=roots[1])
    return render(request, "player/against.html", {"page": found})


@form_page
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """A new person; scorers add guests."""
    actor = actor_of(request)
    club = get_club_to_add(actor=actor, slug=slug)
    can_manage = can(Action.MANAGE_PLAYERS, role=club.role)
    form = AddForm(request.POST or None, can_manage=can_manage)
    if request.method == "POST" and form.attempt(
        lambda typed: players.add_player(
            actor=actor,
            club_id=club.id,
            name=typed["name"],
            is_guest=typed.get("kind", "guest") == "guest",
        )
    ):
        notices.success(request, _("Đã thêm %(name)s.") % form.cleaned_data)
        return redirect("player-list", slug=slug)
    told = {"club": club, "form": form, "can_manage": can_manage}
    return render(request, "player/add.html", told, status=form.status)


@form_page
def rename(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """Another name for the same person."""
    actor = actor_of(request)
    found = get_person_page(actor=actor, slug=slug, player_id=player_id)
    form = NameForm(request.POST or None, initial={"name": found.person.name})
    if request.method == "POST" and form.attempt(
        lambda typed: players.rename_player(
            actor=actor, club_id=found.club.id, player_id=player_id, name=typed["name"]
        )
    ):
        notices.success(request, _("Đã đổi tên."))
        return redirect("player", slug=slug, player_id=player_id)
    return _form(request, "player/rename.html", found, form)


@form_page
def claim(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """A guest turns out to be the person behind a login of the club."""
    actor = actor_of(request)
    found = get_person_page(actor=actor, slug=slug, player_id=player_id)
    members = list_claimers(found)
    form = ClaimForm(request.POST or None, members=members)
    made: list[UUID] = []
    if request.method == "POST" and form.attempt(
        lambda typed: made.append(
            players.claim_guest(
                actor=actor,
                club_id=found.club.id,
                player_id=player_id,
                login_id=typed["login_id"],
            ).pk
        )
    ):
        notices.success(request, _("Đã gắn tài khoản."))
        return redirect("player", slug=slug, player_id=made[0])
    return _form(request, "player/claim.html", found, form)


@form_page
def merge(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """Two entries are one person: `?into_id=` shows what it would make, POST does it."""
    actor = actor_of(request)
    found = get_person_page(actor=actor, slug=slug, player_id=player_id)
    people = list_others(found)
    form = MergeForm(request.POST or request.GET or None, people=people)
    ids: dict[str, Any] = {"club_id": found.club.id, "player_id": player_id}
    preview: list[MergePreview] = []
    if request.method == "POST":
        if form.attempt(
            lambda typed: merges.merge_players(actor=actor, **ids, into_id=typed["into_id"])
        ):
            notices.success(request, _("Đã gộp thành một người."))
            return redirect("player", slug=slug, player_id=form.cleaned_data["into_id"])
    elif form.is_bound:
        form.attempt(lambda typed: preview.append(get_merge_preview(**ids, **typed)))
    told = {"preview": preview[0] if preview else None, "people": people}
    return _form(request, "player/merge.html", found, form, **told)


@action
def unmerge(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """Take a merge back; on the page it was asked from."""
    actor = actor_of(request)
    club = get_club(actor=actor, slug=slug)
    back = back_of(request, reverse("player", kwargs={"slug": slug, "player_id": player_id}))
    attempt(
        request,
        lambda: merges.unmerge_player(actor=actor, club_id=club.id, player_id=player_id),
        done=_("Đã tách thành hai người."),
    )
    return redirect(back)


def _form(
    request: HttpRequest, template: str, found: PersonPage, form: ServiceForm, **told: object
) -> HttpResponse:
    shown = {"page": found, "club": found.club, "form": form, **told}
    return render(request, template, shown, status=form.status)
