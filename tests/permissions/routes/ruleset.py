"""Rule sets: pages and endpoints."""

import json

from scoring.engine import Ruleset
from scoring.services.rulesets import publish_ruleset
from tests.permissions.routes import Kwargs, Place, Route

RULES = {"mom_pay": 7}


def PREPARE(place: Place) -> None:  # noqa: N802 - the name the lists share
    """A version that is not the default."""
    place.found["version_id"] = publish_ruleset(
        actor=place.books.owner,
        club_id=place.books.club.pk,
        name="Luật thử",
        rules=Ruleset.from_json({"mom_pay": 5}),
    ).pk


def _club(place: Place) -> Kwargs:
    return {"slug": place.slug}


def _version(place: Place) -> Kwargs:
    return {"slug": place.slug, "version_id": place.found["version_id"]}


ROUTES = [
    Route("ruleset-list", "GET", "member", kwargs=_club),
    Route("ruleset-version", "GET", "member", kwargs=_version),
    Route("ruleset-publish", "GET", "manager", kwargs=_club),
    Route(
        "ruleset-publish",
        "POST",
        "manager",
        body=lambda place: {"name": "Luật thử", "rules": json.dumps(RULES)},
        done=(302,),
        kwargs=_club,
    ),
    Route("ruleset-default", "POST", "manager", done=(302,), kwargs=_version),
    Route("api:rulesets", "GET", "member", kwargs=_club),
    Route(
        "api:rulesets",
        "POST",
        "manager",
        body=lambda place: {"name": "Luật thử", "rules": RULES},
        done=(201,),
        kwargs=_club,
    ),
    Route("api:ruleset-version", "GET", "member", kwargs=_version),
    Route("api:ruleset-words", "GET", "member", kwargs=_version),
    Route(
        "api:ruleset-default",
        "PUT",
        "manager",
        body=lambda place: {"ruleset_version_id": place.found["version_id"]},
        kwargs=_club,
    ),
]
