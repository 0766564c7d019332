"""Seasons, policies, penalties and exports: pages and endpoints."""

import json
from datetime import date
from typing import Any
from uuid import uuid4

from scoring.engine.standings import StandingsPolicy
from scoring.services.adjustments import penalise
from scoring.services.policies import publish_policy
from scoring.services.seasons import open_season
from tests.permissions.routes import Kwargs, Place, Route

DAYS = {"first_day": "2028-01-01", "last_day": "2028-06-30"}
NEXT = {"name": "Mùa bảng quyền", "first_day": "2041-01-01", "last_day": "2041-06-30"}
UNTIL_CLOSED = ("manager", "manager", "manager", "season_closed")
REOPENED = ("season_open", "season_open", "season_open", "owner + note")


def PREPARE(place: Place) -> None:  # noqa: N802 - the name the lists share
    """A season without nights, a policy and a penalty."""
    ids: dict[str, Any] = {"actor": place.books.owner, "club_id": place.books.club.pk}
    place.found["empty_season_id"] = open_season(
        **ids, name="Mùa trống", first_day=date(2028, 1, 1), last_day=date(2028, 3, 31)
    ).pk
    place.found["policy_version_id"] = publish_policy(
        **ids, name="Cách thử", policy=StandingsPolicy.from_json({"drop_worst": 1})
    ).pk
    place.found["penalty_id"] = penalise(
        **ids,
        season_id=place.books.season.pk,
        adjustment_id=uuid4(),
        player_id=place.books.people[0].pk,
        points=-5,
    ).pk


def _club(place: Place) -> Kwargs:
    return {"slug": place.slug}


def _season(place: Place) -> Kwargs:
    return {"slug": place.slug, "season_id": place.books.season.pk}


def _empty(place: Place) -> Kwargs:
    return {"slug": place.slug, "season_id": place.found["empty_season_id"]}


def _penalty(place: Place) -> Kwargs:
    return {**_season(place), "penalty_id": place.found["penalty_id"]}


def _policy(place: Place) -> Kwargs:
    return {"slug": place.slug, "version_id": place.found["policy_version_id"]}


def _night(place: Place) -> Kwargs:
    return {"slug": place.slug, "day": place.day}


def _penalised(place: Place) -> Kwargs:
    return {"player_id": str(place.books.people[1].pk), "points": -3, "note": "muộn"}


PAGES = [
    Route("standings", "GET", "member", kwargs=_club),
    Route("season-list", "GET", "member", kwargs=_club),
    Route("season-list", "POST", "manager", kwargs=_club, body=lambda place: NEXT, done=(302,)),
    Route("season", "GET", "member", kwargs=_season),
    Route("season-csv", "GET", "member", kwargs=_season),
    Route("season-manage", "GET", "manager", kwargs=_season),
    Route("season-days", "POST", "manager", kwargs=_empty, body=lambda place: DAYS, done=(302,)),
    Route(
        "season-policy",
        "POST",
        UNTIL_CLOSED,
        kwargs=_season,
        body=lambda place: {"version_id": place.found["policy_version_id"], "note": "thử"},
        done=(302,),
    ),
    Route("season-close", "POST", "manager", kwargs=_empty, done=(302,)),
    Route(
        "season-reopen",
        "POST",
        REOPENED,
        kwargs=_season,
        body=lambda place: {"note": "sót ván"},
        done=(302,),
    ),
    Route("season-penalties", "GET", "member", kwargs=_season),
    Route(
        "season-penalties",
        "POST",
        UNTIL_CLOSED,
        kwargs=_season,
        body=lambda place: {**_penalised(place), "adjustment_id": str(uuid4())},
        done=(302,),
    ),
    Route(
        "season-penalty-cancel",
        "POST",
        UNTIL_CLOSED,
        kwargs=_penalty,
        body=lambda place: {"adjustment_id": str(uuid4())},
        done=(302,),
    ),
    Route("policy-list", "GET", "member", kwargs=_club),
    Route(
        "policy-list",
        "POST",
        "manager",
        kwargs=_club,
        body=lambda place: {"name": "Cách mới", "policy": json.dumps({"best_of": 9})},
        done=(302,),
    ),
    Route("policy", "GET", "member", kwargs=_policy),
]
ENDPOINTS = [
    Route("api:seasons", "GET", "member", kwargs=_club),
    Route("api:seasons", "POST", "manager", kwargs=_club, body=lambda place: NEXT, done=(201,)),
    Route("api:season", "GET", "member", kwargs=_season),
    Route("api:season-days", "PUT", "manager", kwargs=_empty, body=lambda place: DAYS),
    Route(
        "api:season-policy",
        "PUT",
        UNTIL_CLOSED,
        kwargs=_season,
        body=lambda place: {
            "policy_version_id": place.found["policy_version_id"],
            "note": "thử",
        },
    ),
    Route("api:season-close", "POST", "manager", kwargs=_empty),
    Route(
        "api:season-reopen", "POST", REOPENED, kwargs=_season, body=lambda place: {"note": "sót"}
    ),
    Route("api:season-snapshots", "GET", "member", kwargs=_season),
    Route("api:standings", "GET", "member", kwargs=_season),
    Route("api:penalties", "GET", "member", kwargs=_season),
    Route("api:penalties", "POST", UNTIL_CLOSED, kwargs=_season, body=_penalised, done=(201,)),
    Route("api:penalty", "GET", "member", kwargs=_penalty),
    Route("api:penalty-cancel", "POST", UNTIL_CLOSED, kwargs=_penalty),
    Route("api:season-export", "GET", "member", kwargs=_season),
    Route("api:season-csv", "GET", "member", kwargs=_season),
    Route("api:night-export", "GET", "member", kwargs=_night),
    Route("api:night-csv", "GET", "member", kwargs=_night),
    Route("api:policies", "GET", "member", kwargs=_club),
    Route(
        "api:policies",
        "POST",
        "manager",
        kwargs=_club,
        body=lambda place: {"name": "Cách mới", "policy": {"best_of": 9}},
        done=(201,),
    ),
    Route("api:policy", "GET", "member", kwargs=_policy),
]
ROUTES = [*PAGES, *ENDPOINTS]
