"""Every page and endpoint, asked by everybody in every state of the night.

What each route wants is written by hand in `routes/`. A route or method that stands in no list
fails; so does one that lets somebody in, or shuts somebody out, against its list. Whoever is
refused has changed nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.views.i18n import set_language

from scoring.models import Login, Night, Season, Table
from scoring.services import joining, nights
from tests.books import Books, make_books
from tests.permissions.routes import EVERYBODY, SIGNED_IN, Place, Route, all_routes, prepare
from tests.permissions.test_matrix import RANKS, STATES
from tests.permissions.world import World
from tests.services.checks import everything
from tests.shared import made_once

pytestmark = pytest.mark.sqlite

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ANONYMOUS = "nobody signed in"
PEOPLE = ("owner", "manager", "scorer", "member", "stranger", "another club's owner", ANONYMOUS)
PARTIES = ("payer", "payee")
# Phones by their roles at the table of the world; those without one are elsewhere or dead.
SCORER, VIEWER = "scorer's phone", "viewer's phone"
ELSEWHERE, FOREIGN, REVOKED = "phone elsewhere", "another club's phone", "revoked phone"
PHONES = {SCORER: "scorer", VIEWER: "member", ELSEWHERE: "", FOREIGN: "", REVOKED: ""}
# What a body calls people and things by, beside names that end in `_id`.
_IDS = ("payer", "payee", "seat_", "player_", "dropped", "seats")


@dataclass(frozen=True)
class Asked:
    """Our club and another, and a header of everybody who asks."""

    world: World
    ours: Place
    theirs: Place
    cookies: Mapping[str, str]
    clients: Mapping[str, Client]
    rows: dict[str, Any] = field(default_factory=dict)

    def client(self, who: str) -> Client:
        """The browser or program of this person, as if new."""
        client = self.clients[who]
        client.cookies.clear()
        if who in self.cookies:
            client.cookies["sessionid"] = self.cookies[who]
        return client


@pytest.fixture(scope="module")
def _made(django_db_setup, django_db_blocker):
    def make() -> Asked:
        from tests.permissions.world import make_world

        world = make_world()
        Login.objects.update(password=make_password("mat-khau"))  # as everybody has who signed up
        theirs = _place(make_books(slug="clb-xa"))
        ours = _place(world.books)
        people = {*PEOPLE, *PARTIES} - {ANONYMOUS}
        cookies = {who: _cookie(world.actors[who].login_id) for who in people}
        # Kept, because a client builds the whole chain of middleware; bugs show as 500.
        clients = {who: Client(raise_request_exception=False) for who in (*PEOPLE, *PARTIES)}
        for who, token in _phones(world.books, theirs.books).items():
            header = {"Authorization": f"Device {token}"}
            clients[who] = Client(raise_request_exception=False, headers=header)
        return Asked(world, ours, theirs, cookies, clients)

    with made_once(django_db_blocker, make) as found:
        yield found


@pytest.fixture
def asked(_made, db) -> Asked:
    found: Asked = _made
    return found


def _place(books: Books) -> Place:
    place = Place(books, books.club.slug, books.night.day)
    prepare(place)
    return place


def _cookie(login_id: int | None) -> str:
    client = Client()
    client.force_login(Login.objects.get(pk=login_id or 0))
    return client.cookies["sessionid"].value


def _phones(books: Books, others: Books) -> dict[str, str]:
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    elsewhere = nights.open_table(
        **ids, night_id=books.night.pk, label="Bàn khác", stake_points=1
    ).pk
    here = books.table.pk
    tables = {SCORER: here, VIEWER: here, ELSEWHERE: elsewhere, REVOKED: here}
    tokens = {}
    for who, table_id in tables.items():
        role = "viewer" if who == VIEWER else "scorer"
        code_id, code = joining.create_code(actor=books.owner, table_id=table_id, role=role)
        tokens[who] = joining.join_table(code=code).token
        if who == REVOKED:
            joining.revoke_code(actor=books.owner, code_id=code_id)
    _, code = joining.create_code(actor=others.owner, table_id=others.table.pk, role="scorer")
    return {**tokens, FOREIGN: joining.join_table(code=code).token}


def ask(
    route: Route,
    place: Place,
    client: Client,
    *,
    kwargs: Mapping[str, Any] | None = None,
    body: Mapping[str, Any] | None = None,
) -> Any:
    """The answer to this route, with its own address and body or with those given."""
    cache.clear()  # nobody has asked too often; who is signed in stands in the database too
    url = reverse(route.name, kwargs=dict(kwargs or route.kwargs(place))) + route.query
    given: dict[str, Any] = {"headers": dict(route.headers(place))}
    if route.method != "GET":
        given["data"] = dict(body or route.body(place))
        if route.is_api:
            given["content_type"] = "application/json"
    return getattr(client, route.method.lower())(url, **given)


def expected(route: Route, who: str, column: int) -> set[int]:
    """The statuses this person may be answered with in this state."""
    cell, done = route.cell(column), set(route.done)
    if cell == EVERYBODY:
        return done
    if who == ANONYMOUS or (who in PHONES and not route.is_api):
        return {401} if route.is_api else {302}
    if who in PHONES:
        return _expected_of_phone(route, who, cell)
    if cell == SIGNED_IN:
        return done
    if who not in (*RANKS, *PARTIES):
        return {404}
    role = who if who in RANKS else "member"
    wanted = cell.split()[0]
    if wanted not in RANKS:  # the state forbids it, whoever asks; a role too low may be told first
        return {409, 403} if route.is_api else {409, 403, 302}
    if who in route.parties or RANKS[role] >= RANKS[wanted]:
        return done
    return {403}


def _expected_of_phone(route: Route, who: str, cell: str) -> set[int]:
    if not route.device or who == REVOKED:
        return {401}  # no token opens this, or not this one any more
    if not PHONES[who]:
        return {404}
    wanted = cell.split(maxsplit=1)[0]
    if wanted not in RANKS:
        return {409, 403}
    least = max(RANKS[wanted], RANKS.get(route.device, RANKS["owner"]))
    return set(route.done) if RANKS[PHONES[who]] >= least else {403}


class Untouched:
    """Were all rows left as they were? They are read again only where SQLite says that some were
    written, be it to take the change back. `known` keeps the rows of each state of the night: every
    test begins with the same.
    """

    def __init__(self, known: dict[str, Any], state: str) -> None:
        if state not in known:
            known[state] = everything()
        self._rows, self._changes = known[state], _changes()

    def begin(self) -> None:
        """Whatever was changed up to now has been taken back."""
        self._changes = _changes()

    def __bool__(self) -> bool:
        return self._changes == _changes() or everything() == self._rows


def _changes() -> int:
    connection.ensure_connection()
    assert connection.connection is not None
    return int(connection.connection.total_changes)


ROUTES = all_routes()
NAMES = [f"{route.method} {route.name}" for route in ROUTES]


@pytest.mark.parametrize("route", ROUTES, ids=NAMES)
def test_everybody_is_answered_as_the_list_says(asked: Asked, route: Route) -> None:
    wrong = {}
    club = asked.ours.books.club
    is_of_no_club = route.cell(0) in {EVERYBODY, SIGNED_IN}
    for column, (name, night_state, season_state) in enumerate(STATES[: 1 if is_of_no_club else 4]):
        Night.objects.filter(club=club).update(state=night_state)
        Table.objects.filter(night__club=club).update(state=night_state)
        Season.objects.filter(pk=asked.ours.books.season.pk).update(state=season_state)
        untouched = Untouched(asked.rows, name)
        for who in (*PEOPLE, *PARTIES, *PHONES):
            sid = transaction.savepoint()
            untouched.begin()
            status = ask(route, asked.ours, asked.client(who)).status_code
            is_clean = status < 400 or bool(untouched)
            transaction.savepoint_rollback(sid)
            due = expected(route, who, column)
            if status not in due or not is_clean:
                wrong[name, who] = (status, sorted(due), is_clean)
    assert wrong == {}


CLOSED_TO_STRANGERS = [route for route in ROUTES if route.cell(0) not in {EVERYBODY, SIGNED_IN}]


@pytest.mark.parametrize(
    "route", CLOSED_TO_STRANGERS, ids=lambda route: f"{route.method} {route.name}"
)
def test_ids_of_another_club_are_nothing_here(asked: Asked, route: Route) -> None:
    """Our owner in our club, with each id of the address and of the body replaced by theirs."""
    ours, theirs = route.kwargs(asked.ours), route.kwargs(asked.theirs)
    untouched = Untouched(asked.rows, "as made")
    for name in ours:
        # Days and numbers mean another thing there; what is new is nobody's.
        if (name == "slug" or name.endswith("_id")) and ours[name] != theirs[name]:
            mixed = {**ours, name: theirs[name]}
            answer = ask(route, asked.ours, asked.client("owner"), kwargs=mixed)
            assert answer.status_code == 404, (name, answer.content[:300])
            assert untouched, name
    for name, body in _mixed_bodies(route, asked):
        answer = ask(route, asked.ours, asked.client("owner"), body=body)
        # Pages tell it in a form, beside a preview or after going back.
        refusals = {404, 409, 422} if route.is_api else {200, 302, 400, 404, 409}
        assert answer.status_code in refusals, (name, answer.status_code, answer.content[:300])
        assert untouched, name


def _mixed_bodies(route: Route, asked: Asked) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Our body with one thing of theirs in it."""
    ours, again = route.body(asked.ours), route.body(asked.ours)
    theirs = route.body(asked.theirs)
    for name in ours:
        if ours[name] != again[name] or ours[name] == theirs[name]:
            continue  # made up for each request, or the same everywhere
        if name.endswith("_id") or name.startswith(_IDS):
            yield name, {**ours, name: theirs[name]}


def test_every_address_and_method_is_in_a_list() -> None:
    listed = {(route.name, route.method) for route in ROUTES}
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
    allowed = _let_through(view)
    return [method for method in METHODS if method in allowed]


def _let_through(view: Any) -> list[str]:
    """What `require_http_methods` lets through, under whatever else is wrapped around the view."""
    if view is set_language:
        return ["POST"]  # says so itself
    while view is not None:
        kept = dict(zip(view.__code__.co_freevars, view.__closure__ or (), strict=True))
        if "request_method_list" in kept:
            return list(kept["request_method_list"].cell_contents)
        view = getattr(view, "__wrapped__", None)
    raise AssertionError("which methods?")
