"""The tabs at the foot of a phone and along the top of a screen (ux.md, section 3).

Knows where each tab leads and which one a page belongs to. Asks no database: the club is the one of
the address.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy

from scoring.words.terms import Word


@dataclass(frozen=True, slots=True)
class Tab:
    """Where it leads and whether the page belongs to it."""

    label: Word
    icon: str
    url: str
    is_here: bool

    @property
    def icon_template(self) -> str:
        """The drawing, to be included."""
        return f"icons/{self.icon}.svg"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a tab leads, and the words by which the names of its pages begin."""

    label: Word
    icon: str
    route: str
    nouns: tuple[str, ...]
    needs_club: bool = True


_PLACES = (
    _Place(gettext_lazy("CLB"), "club", "club", ("club", "player", "member", "ruleset", "audit")),
    _Place(gettext_lazy("Buổi chơi"), "nights", "nights", ("night", "deal", "table", "settlement")),
    _Place(gettext_lazy("Xếp hạng"), "standings", "standings", ("standings", "season", "policy")),
    _Place(gettext_lazy("Tôi"), "me", "me", ("me", "account", "mfa"), needs_club=False),
)


def tabs(request: HttpRequest) -> Sequence[Tab]:
    """The tabs for this page; without a club in the address the first leads home and the two in
    the middle are left out.
    """
    match = request.resolver_match
    slug = match.kwargs.get("slug") if match else None
    noun = (match.url_name or "").partition("-")[0].partition("_")[0] if match else ""
    found = []
    for place in _PLACES:
        if place.needs_club and slug is None:
            if place.route != "club":
                continue
            url = reverse("home")
        else:
            url = reverse(place.route, kwargs={"slug": slug} if place.needs_club else None)
        is_here = noun in place.nouns or noun == place.route
        found.append(Tab(place.label, place.icon, url, is_here))
    return found
