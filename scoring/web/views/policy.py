"""The standings policies of a club."""

from django.contrib import messages as notices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.permissions import Action, verify
from scoring.selectors.members import get_club
from scoring.services import policies
from scoring.web.forms.policy import PolicyForm
from scoring.web.pages import actor_of, form_page, page
from scoring.web.season.policies_page import get_policies_page, get_policy_page, suggest_policy


@form_page
def policy_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Every published version; managers publish the next here."""
    actor = actor_of(request)
    club = get_club(actor=actor, slug=slug)
    form = PolicyForm(request.POST or None, initial=suggest_policy(club))
    if request.method == "POST":
        verify(Action.MANAGE_SEASONS, role=club.role)
        made: list[int] = []
        if form.attempt(
            lambda given: made.append(
                policies.publish_policy(actor=actor, club_id=club.id, **given).pk
            )
        ):
            notices.success(request, _("Đã công bố."))
            return redirect("policy", slug=slug, version_id=made[0])
    found = get_policies_page(club)
    return render(request, "policy/list.html", {"page": found, "form": form}, status=form.answered)


@page
def policy(request: HttpRequest, slug: str, version_id: int) -> HttpResponse:
    """One version in plain words."""
    club = get_club(actor=actor_of(request), slug=slug)
    return render(request, "policy/show.html", {"page": get_policy_page(club, version_id)})
