"""Every operation, asked with the example it shows, is answered in the form it shows.

Addresses, ids and names of people are those of the permission matrix, so that they exist; the
rest stands as the example has it. What it comes to is for the tests of each noun.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import jsonschema
import pytest
from django.db import transaction
from django.urls import get_resolver, reverse

from scoring.api.deal_examples import SHEET
from scoring.models import Login, Night
from scoring.services.joining import create_code, join_table
from scoring.services.nights import open_night
from scoring.services.season_life import close_season
from scoring.services.settlements import lock_night
from scoring.services.tokens import create_token
from tests.api.asking import Asking
from tests.api.schemas import Json, contents, example_of, operations, same_keys, whole_form
from tests.api.test_deal_examples import real
from tests.books import Books
from tests.permissions.routes import Place, Route, all_routes, prepare
from tests.services.seasons import refresh

pytestmark = pytest.mark.sqlite

# What an example names that has to exist, beside ids.
_WHO = ("user_name", "password", "code", "slug", "day")
_PASSWORD = "bốn con phượng vĩ"


def test_every_operation_answers_its_example_in_the_form_it_shows(
    books: Books, api: Asking
) -> None:
    place = Place(books, books.club.slug, books.night.day)
    prepare(place)
    shown, wrong = dict(operations()), {}
    routes = {_name(route): route for route in all_routes() if route.is_api}
    for name, operation in shown.items():
        sid = transaction.savepoint()
        try:
            _answers_as_shown(routes[name], place, api, operation)
        except (AssertionError, jsonschema.ValidationError) as error:
            wrong[name] = str(error)[:600]
        transaction.savepoint_rollback(sid)
    assert wrong == {}


def _answers_as_shown(route: Route, place: Place, api: Asking, operation: Json) -> None:
    shown = dict(contents(operation))
    answer = _ask(route, place, api, example_of(shown["asked"]) if "asked" in shown else None)
    status = str(answer.status_code)
    assert status.startswith("2"), answer.content.decode()
    assert status in operation["responses"]
    if status not in shown:
        assert not answer.content
        return
    form, example = whole_form(shown[status]), example_of(shown[status])
    if answer["Content-Type"].startswith("text/csv"):
        assert answer.content.decode().splitlines()[0] == example.splitlines()[0]
        return
    told = answer.json()
    jsonschema.Draft202012Validator(form).validate(told)
    same_keys(told, example)
    assert told.get("results", True), "there is nothing to compare"


def _ask(route: Route, place: Place, api: Asking, example: Any) -> Any:
    """The answer to the example, with what is here in the place of its ids and names."""
    ready = _READY.get((route.name, route.method), lambda place: {})(place)
    here = {**route.kwargs(place), **route.body(place), **ready}
    url = reverse(route.name, kwargs={key: here[key] for key in route.kwargs(place)}) + route.query
    asked: dict[str, Any] = {"headers": dict(route.headers(place))}
    if example is not None:
        replaced = {key for key in here if key.endswith("_id") or key in _WHO} | ready.keys()
        body = {key: here[key] if key in replaced else example[key] for key in example}
        asked |= {"data": body, "content_type": "application/json"}
    return getattr(api.client, route.method.lower())(url, **asked)


def _name(route: Route) -> str:
    """As the schema calls it: the method and the address, with names for what changes."""
    _prefix, resolver = get_resolver().namespace_dict["api"]
    found: Any = resolver.reverse_dict[route.name.removeprefix("api:")]
    ((pattern, names),) = found[0]
    said = pattern % {name: f"{{{name}}}" for name in names}
    return f"{route.method} /api/v1/{said}"


def _closed(place: Place) -> dict[str, Any]:
    season_id = place.found["empty_season_id"]
    close_season(actor=place.books.owner, club_id=place.books.club.pk, season_id=season_id)
    return {"season_id": season_id}


def _locked(place: Place) -> dict[str, Any]:
    """The settled night, locked."""
    club, day = place.books.club, place.found["settled_day"]
    night = Night.objects.get(club=club, day=day)
    lock_night(actor=place.books.owner, club_id=club.pk, night_id=night.pk)
    return {"day": day}


def _empty_night(place: Place) -> dict[str, Any]:
    """A night without a table."""
    books = place.books
    day = books.night.day + timedelta(days=20)
    open_night(actor=books.owner, club_id=books.club.pk, day=day)
    return {"day": day, "seats": books.seats()}


def _code(place: Place) -> dict[str, Any]:
    books = place.books
    return {"code": create_code(actor=books.owner, table_id=books.table.pk, role="scorer")[1]}


def _joined(place: Place) -> dict[str, Any]:
    join_table(**_code(place), label="máy của Chi")
    return {}


def _password(place: Place) -> dict[str, Any]:
    login = Login.objects.get(pk=place.books.owner.login_id or 0)
    login.set_password(_PASSWORD)
    login.save()
    return {"user_name": login.username, "password": _PASSWORD}


def _token(place: Place) -> dict[str, Any]:
    return {"prefix": create_token(login_id=place.books.owner.login_id or 0).prefix}


def _ranked(place: Place) -> dict[str, Any]:
    refresh(place.books)
    return {}


# What has to be there, or what is asked elsewhere than in the matrix, to have something to tell.
_READY: Mapping[tuple[str, str], Callable[[Place], Mapping[str, Any]]] = {
    ("api:season-snapshots", "GET"): _closed,
    ("api:season-reopen", "POST"): _closed,
    ("api:standings", "GET"): _ranked,
    ("api:settlement", "GET"): lambda place: {"day": place.found["settled_day"]},
    ("api:settlements", "GET"): lambda place: {"day": place.found["settled_day"]},
    ("api:night-unlock", "POST"): _locked,
    ("api:night-tables", "POST"): _empty_night,
    ("api:deal-duplicates", "GET"): lambda place: {"deal_id": place.found["api_double"]},
    ("api:record", "PUT"): lambda place: {"sheet": real(place.books, SHEET)},
    ("api:payment-split", "POST"): lambda place: {"points": 1},
    ("api:join", "POST"): _code,
    ("api:table-devices", "GET"): _joined,
    ("api:tokens", "POST"): _password,
    ("api:token", "DELETE"): _token,
}
