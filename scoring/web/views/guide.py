"""The help page: for everybody, signed in or not."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.engine import Ruleset
from scoring.words.glossary import PARTS
from scoring.words.rights import rights_by_role
from scoring.words.rulesets import ruleset_in_words


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """How to record, the rules in plain words, what a role may do, and the glossary."""
    found = {
        "sections": ruleset_in_words(Ruleset()),
        "rights": rights_by_role(),
        "parts": PARTS,
    }
    return render(request, "help/show.html", found)
