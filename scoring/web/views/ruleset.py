"""The pages of rule sets."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.engine import Ruleset
from scoring.selectors.members import get_club
from scoring.selectors.rulesets import get_version
from scoring.services.rulesets import publish_ruleset, set_default_ruleset
from scoring.web.forms.ruleset import RulesetForm
from scoring.web.pages import action, actor_of, attempt, form_page, page
from scoring.web.ruleset_page import draft_rules, get_ruleset_list, get_version_page
from scoring.words.rulesets.samples import PRESETS


@page
def rulesets(request: HttpRequest, slug: str) -> HttpResponse:
    """Every rule set with its versions and where they are used."""
    found = get_ruleset_list(actor=actor_of(request), slug=slug)
    return render(request, "ruleset/list.html", {"page": found})


@page
def version(request: HttpRequest, slug: str, version_id: int) -> HttpResponse:
    """One version in plain words."""
    found = get_version_page(actor=actor_of(request), slug=slug, version_id=version_id)
    return render(request, "ruleset/show.html", {"page": found})


@form_page
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """A new rule set, or the next version of one; begins with what `tu` names."""
    actor = actor_of(request)
    club, draft = draft_rules(actor=actor, slug=slug, start=request.GET.get("tu", ""))
    form = RulesetForm(request.POST or None, initial=draft)
    made: list[int] = []
    if request.method == "POST" and form.attempt(
        lambda given: made.append(
            publish_ruleset(
                actor=actor,
                club_id=club.id,
                name=given["name"],
                rules=Ruleset.from_json(given["rules"]),
            ).pk
        )
    ):
        return redirect("ruleset-version", slug=slug, version_id=made[0])
    found = {"club": club, "form": form, "presets": PRESETS.items()}
    return render(request, "ruleset/publish.html", found, status=form.status)


@action
def set_default(request: HttpRequest, slug: str, version_id: int) -> HttpResponse:
    """What new tables open under from now on."""
    actor = actor_of(request)
    club = get_club(actor=actor, slug=slug)
    row, _versions = get_version(club_id=club.id, version_id=version_id)
    attempt(
        request,
        lambda: set_default_ruleset(actor=actor, club_id=club.id, version_id=row.id),
        done=_("Bàn mở từ nay theo luật %(name)s, bản %(n)s.") % {"name": row.name, "n": row.n},
    )
    return redirect("ruleset-version", slug=slug, version_id=version_id)
