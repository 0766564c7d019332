"""The pages of what owners set: the club itself, its default rule set, and closing it."""

from django.contrib import messages as notices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.services import closing, clubs, rulesets
from scoring.web.forms.club_settings import CloseForm, RulesetForm, SettingsForm
from scoring.web.pages import actor_of, form_page
from scoring.web.settings_page import get_settings_page


@form_page
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """What a club is called, how it counts its days and what its tables do after a deal."""
    actor = actor_of(request)
    found = get_settings_page(actor=actor, slug=slug)
    form = SettingsForm(request.POST or None, initial=found.now)
    if request.method == "POST" and form.attempt(
        lambda typed: clubs.change_club(actor=actor, club_id=found.club.id, **typed)
    ):
        notices.success(request, _("Đã lưu."))
        return redirect("club-settings", slug=slug)
    return render(
        request, "club_settings/show.html", {"page": found, "form": form}, status=form.status
    )


@form_page
def default_ruleset(request: HttpRequest, slug: str) -> HttpResponse:
    """The rule set new tables open under."""
    actor = actor_of(request)
    found = get_settings_page(actor=actor, slug=slug)
    form = RulesetForm(
        request.POST or None,
        versions=found.versions,
        initial={"version_id": found.default_version_id},
    )
    if request.method == "POST" and form.attempt(
        lambda typed: rulesets.set_default_ruleset(actor=actor, club_id=found.club.id, **typed)
    ):
        notices.success(request, _("Đã lưu."))
        return redirect("club-settings", slug=slug)
    told = {"page": found, "form": form}
    return render(request, "club_settings/ruleset.html", told, status=form.status)


@form_page
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the club for good, with its slug typed once more."""
    actor = actor_of(request)
    found = get_settings_page(actor=actor, slug=slug)
    form = CloseForm(request.POST or None)
    if request.method == "POST" and form.attempt(
        lambda typed: closing.close_club(actor=actor, club_id=found.club.id, slug=typed["slug"])
    ):
        notices.success(request, _("Đã đóng CLB."))
        return redirect("home")
    told = {"page": found, "form": form}
    return render(request, "club_settings/close.html", told, status=form.status)
