"""Rule sets: pages and endpoints."""

import json

from scoring.engine import Ruleset
from scoring.services.rulesets import publish_ruleset
from tests.permissions.routes import Place, Route

RULES = {"mom_pay": 7}


def PREPARE(place: Place) -> None:  # noqa: N802 - the name the lists share
    """A version that is not the default."""
    place.found["version_id"] = publish_ruleset(
        actor=place.books.owner,
        club_id=place.books.club.pk,
        name="Luật thử",
        rules=Ruleset.from_json({"mom_pay": 5}),
    ).pk


_CLUB = {"kwargs": lambda place: {"slug": place.slug}}
_VERSION = {"kwargs": lambda place: {"slug": place.slug, "version_id": place.found["version_id"]}}

ROUTES = [
    Route("ruleset-list", "GET", "member", **_CLUB),
    Route("ruleset-version", "GET", "member", **_VERSION),
    Route("ruleset-publish", "GET", "manager", **_CLUB),
    Route(
        "ruleset-publish",
        "POST",
        "manager",
        body=lambda place: {"name": "Luật thử", "rules": json.dumps(RULES)},
        done=(302,),
        **_CLUB,
    ),
    Route("ruleset-default", "POST", "manager", done=(302,), **_VERSION),
    Route("api:rulesets", "GET", "member", **_CLUB),
    Route(
        "api:rulesets",
        "POST",
        "manager",
        body=lambda place: {"name": "Luật thử", "rules": RULES},
        done=(201,),
        **_CLUB,
    ),
    Route("api:ruleset-version", "GET", "member", **_VERSION),
    Route("api:ruleset-words", "GET", "member", **_VERSION),
    Route(
        "api:ruleset-default",
        "PUT",
        "manager",
        body=lambda place: {"ruleset_version_id": place.found["version_id"]},
        **_CLUB,
    ),
]
