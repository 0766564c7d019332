"""Every page and endpoint, asked by everybody in every state of the night.

What each route wants is written by hand in `routes/`. A route or method that stands in no list
fails; so does one that lets somebody in, or shuts somebody out, against its list.
"""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scoring.models import Login, Night, Season, Table
from tests.books import make_books
from tests.permissions.routes import EVERYBODY, SIGNED_IN, Place, Route, all_routes, prepare
from tests.permissions.test_matrix import RANKS, STATES
from tests.permissions.world import World
from tests.services.checks import everything
from tests.shared import made_once

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
# Django's own, served in another way.
OURS = "scoring.", "phom_league.", "allauth.", "drf_spectacular."
ANONYMOUS = "nobody signed in"
PEOPLE = ("owner", "manager", "scorer", "member", "stranger", "another club's owner", ANONYMOUS)
FEW = ("manager", "scorer", "member")  # whose rights depend on the state
PARTIES = ("payer", "payee")


@pytest.fixture(scope="module")
def _made(django_db_setup, django_db_blocker):
    def make():
        from tests.permissions.world import make_world

        world = make_world()
        Login.objects.update(password=make_password("mat-khau"))  # as everybody has who signed up
        place = Place(world.books, world.books.club.slug, world.books.night.day)
        prepare(place)
        return world, place

    with made_once(django_db_blocker, make) as found:
        yield found


@pytest.fixture
def world(_made, db) -> World:
    found: World = _made[0]
    return found


@pytest.fixture
def place(_made, db) -> Place:
    found: Place = _made[1]
    return found


def ask(route: Route, place: Place, client: Client, **changed: Any) -> Any:
    """The answer to this route, with its kwargs or those given instead."""
    url = reverse(route.name, kwargs={**route.kwargs(place), **changed}) + route.query
    given: dict[str, Any] = {"headers": dict(route.headers(place))}
    if route.method != "GET":
        given["data"] = dict(route.body(place))
        if route.is_api:
            given["content_type"] = "application/json"
    return getattr(client, route.method.lower())(url, **given)


def client_of(world: World, who: str) -> Client:
    """A browser of this person; bugs show as 500."""
    client = Client(raise_request_exception=False)
    if who != ANONYMOUS:
        client.force_login(Login.objects.get(pk=world.actors[who].login_id or 0))
    return client


def expected(route: Route, who: str, column: int) -> set[int]:
    """The statuses this person may be answered with in this state."""
    cell = route.cell(column)
    done = set(route.done)
    if cell == EVERYBODY:
        return done
    if who == ANONYMOUS:
        return {401} if route.is_api else {302}
    if cell == SIGNED_IN:
        return done
    if who not in (*RANKS, *PARTIES):
        return {404}
    role = who if who in RANKS else "member"
    wanted = cell.split()[0]
    if wanted not in RANKS:  # the state forbids it, whoever asks; a role too low may be told first
        return {409, 403, 302}
    if who in route.parties or RANKS[role] >= RANKS[wanted]:
        return done
    return {403}


@pytest.mark.parametrize("route", all_routes(), ids=lambda route: f"{route.method} {route.name}")
def test_everybody_is_answered_as_the_list_says(world: World, place: Place, route: Route) -> None:
    wrong = {}
    for column, (_name, night_state, season_state) in enumerate(STATES):
        Night.objects.filter(club=place.books.club).update(state=night_state)
        Table.objects.filter(night__club=place.books.club).update(state=night_state)
        Season.objects.filter(pk=place.books.season.pk).update(state=season_state)
        same = isinstance(route.cells, str)
        for who in PEOPLE if column == 0 else () if same else (*FEW, *sorted(route.parties)):
            client = client_of(world, who)
            sid = transaction.savepoint()
            status = ask(route, place, client).status_code
            transaction.savepoint_rollback(sid)
            due = expected(route, who, column)
            if status not in due:
                wrong[night_state, season_state, who] = (status, sorted(due))
    assert wrong == {}


@pytest.mark.parametrize(
    "route",
    [route for route in all_routes() if route.cell(0) not in {EVERYBODY, SIGNED_IN}],
    ids=lambda route: f"{route.method} {route.name}",
)
def test_ids_of_another_club_are_nothing_here(world: World, place: Place, route: Route) -> None:
    """Our owner in our club, with each id of the address replaced by the other club's."""
    other = _other_place(world)
    theirs, ours = route.kwargs(other), route.kwargs(place)
    client = client_of(world, "owner")
    before = everything()
    for name in ours:
        if theirs[name] == ours[name]:
            continue  # a day or a number means another thing in another club
        answer = ask(route, place, client, **{name: theirs[name]})
        assert answer.status_code == HTTPStatus.NOT_FOUND, (name, answer.content[:300])
    assert everything() == before


def _other_place(world: World) -> Place:
    books = make_books(slug="clb-xa")
    place = Place(books, books.club.slug, books.night.day)
    prepare(place)
    return place


def test_every_address_and_method_is_in_a_list() -> None:
    listed = {(route.name, route.method) for route in all_routes()}
    served = set(_served(get_resolver().url_patterns, ""))
    assert served - listed == set()
    assert {name for name, _method in listed} <= {name for name, _method in served}


def _served(patterns: list[Any], namespace: str) -> Iterator[tuple[str, str]]:
    for found in patterns:
        if isinstance(found, URLResolver):
            inner = f"{found.app_name}:" if found.app_name else namespace
            if found.app_name != "admin":
                yield from _served(found.url_patterns, inner)
        elif isinstance(found, URLPattern):
            assert found.name, f"an address without a name: {found.pattern}"
            for method in _methods(found):
                yield f"{namespace}{found.name}", method


def _methods(pattern: URLPattern) -> list[str]:
    """The methods a view answers to: a class by its methods, a function by what it lets through."""
    view: Any = pattern.callback
    if hasattr(view, "cls"):
        return [method for method in METHODS if hasattr(view.cls, method.lower())]
    if hasattr(view, "view_class"):  # a form of Django's also takes PUT, as if it were POST
        return [method for method in ("GET", "POST") if hasattr(view.view_class, method.lower())]
    if pattern.name in _BOTH_NAMED:
        return list(_BOTH_NAMED[str(pattern.name)])
    allowed = getattr(view, "methods", None)
    assert allowed is not None, f"{pattern.name}: which methods?"
    return [method for method in METHODS if method in allowed]


# Functions of Django and allauth, which do not say what they take.
_BOTH_NAMED: Mapping[str, tuple[str, ...]] = {
    "livez": ("GET",),
    "readyz": ("GET",),
    "set_language": ("POST",),
    "theme": ("POST",),
}
