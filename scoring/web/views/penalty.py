"""The penalties and rewards of a season."""

from typing import Any
from uuid import UUID

from django.contrib import messages as notices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.permissions import Action, verify
from scoring.selectors.members import get_club
from scoring.selectors.penalties import get_penalty
from scoring.selectors.roster import list_players
from scoring.selectors.seasons import get_season_in_club
from scoring.services import adjustments
from scoring.web.forms.season import CancelPenaltyForm, PenaltyForm
from scoring.web.pages import action, actor_of, form_page
from scoring.web.season.penalties_page import get_penalties_page


@form_page
def penalties(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """All of a season; managers give one here."""
    actor = actor_of(request)
    club = get_club(actor=actor, slug=slug)
    season = get_season_in_club(club_id=club.id, season_id=season_id)
    form = PenaltyForm(request.POST or None, players=list_players(club_id=club.id))
    if request.method == "POST":
        verify(Action.PENALISE, role=club.role)
        ids: dict[str, Any] = {"actor": actor, "club_id": club.id, "season_id": season_id}
        if form.attempt(
            lambda given: adjustments.penalise(
                **ids, **{**given, "player_id": UUID(given["player_id"])}
            )
        ):
            notices.success(request, _("Đã ghi."))
            return redirect("season-penalties", slug=slug, season_id=season_id)
    found = get_penalties_page(club, season)
    return render(
        request, "season/penalties.html", {"page": found, "form": form}, status=form.status
    )


@action
def cancel(request: HttpRequest, slug: str, season_id: int, penalty_id: UUID) -> HttpResponse:
    """Take one back."""
    actor = actor_of(request)
    club = get_club(actor=actor, slug=slug)
    season = get_season_in_club(club_id=club.id, season_id=season_id)
    verify(Action.PENALISE, role=club.role)
    get_penalty(club_id=club.id, season_id=season_id, adjustment_id=penalty_id)
    form = CancelPenaltyForm(request.POST)
    if form.attempt(
        lambda given: adjustments.cancel_adjustment(
            actor=actor, club_id=club.id, cancels_id=penalty_id, **given
        )
    ):
        notices.success(request, _("Đã hủy."))
        return redirect("season-penalties", slug=slug, season_id=season_id)
    found = get_penalties_page(club, season, cancelling={penalty_id: form})
    fresh = PenaltyForm(players=list_players(club_id=club.id))
    return render(
        request, "season/penalties.html", {"page": found, "form": fresh}, status=form.status
    )
