"""Phones that joined a table without an account: their cookie, and the pages it opens.

A sign-in with a role at the table goes before the phone. Knows no noun but the table.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from scoring.actors import Actor, Role
from scoring.errors import ServiceRefused
from scoring.selectors.board import BoardTable, get_board_table
from scoring.selectors.phones import Phone, find_phone
from scoring.services.joining import Joined
from scoring.web.pages import HIDDEN

Given = ParamSpec("Given")
READING = ("GET", "HEAD")

unshared = cache_control(private=True, no_cache=True)


def find_phone_of(request: HttpRequest) -> Phone | None:
    """The phone of this browser, whatever became of its code; one statement where it has one."""
    token = request.COOKIES.get(settings.PHONE_COOKIE_NAME, "")
    return find_phone(token=token) if token else None


def keep_phone(response: HttpResponse, joined: Joined) -> None:
    """Let the browser know itself as this phone as long as its code may stand."""
    seconds = max(0, int((joined.expires_at - timezone.now()).total_seconds()))
    response.set_cookie(
        settings.PHONE_COOKIE_NAME,
        joined.token,
        max_age=seconds,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )


def drop_phone(response: HttpResponseBase) -> None:
    """Let the browser forget which phone it was."""
    response.delete_cookie(settings.PHONE_COOKIE_NAME, samesite="Lax")


def drop_if_dead(request: HttpRequest, response: HttpResponseBase, phone: Phone | None) -> None:
    """A cookie that opens nothing any more is not asked about again."""
    if settings.PHONE_COOKIE_NAME in request.COOKIES and (phone is None or not phone.is_live):
        drop_phone(response)


def go_to_table(*, table_id: int, role: Role) -> HttpResponse:
    """The page of a table for this role: to score, or to watch."""
    route = "table" if role.covers(Role.SCORER) else "table-watch"
    return redirect(route, table_id=table_id)


def back_to_table(phone: Phone | None) -> HttpResponse | None:
    """Straight to its table, for a phone whose night is being played."""
    if phone is None or not phone.is_live or not phone.is_running:
        return None
    return go_to_table(table_id=phone.table_id, role=phone.role)


def phones_first(
    view: Callable[Concatenate[HttpRequest, Given], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Given], HttpResponse]:
    """A page where nobody signed in, on a phone of a running night, is led back to the table."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponse:
        if request.user.is_authenticated or settings.PHONE_COOKIE_NAME not in request.COOKIES:
            return view(request, *args, **kwargs)
        phone = find_phone_of(request)
        response = back_to_table(phone) or view(request, *args, **kwargs)
        drop_if_dead(request, response, phone)
        return response

    return unshared(answer)


View = Callable[[HttpRequest, BoardTable, Actor], HttpResponse]


def page_at_table(view: View) -> Callable[[HttpRequest, int], HttpResponse]:
    """A page of one table that only reads, for logins with a role there and phones that joined it.

    Strangers find nothing, nobody is asked to sign in, and a phone whose code no longer stands is
    told so, without any data (U-29).
    """

    @wraps(view)
    def answer(request: HttpRequest, table_id: int) -> HttpResponse:
        found = _find_for_login(request, table_id)
        if found is not None:
            return view(request, *found)
        phone = find_phone_of(request)
        if phone is not None and phone.table_id == table_id:
            if not phone.is_live:
                return _no_longer(request, phone)
            actor = Actor.of_device(phone.id)
            return view(request, get_board_table(actor=actor, table_id=table_id), actor)
        if request.user.is_authenticated:
            raise Http404
        return redirect_to_login(request.get_full_path())

    only = require_http_methods(list(READING))(unshared(answer))
    only.methods = frozenset(READING)  # type: ignore[attr-defined] # for the test of all routes
    return only


def _find_for_login(request: HttpRequest, table_id: int) -> tuple[BoardTable, Actor] | None:
    if request.user.pk is None:
        return None
    actor = Actor.of_login(request.user.pk)
    try:
        return get_board_table(actor=actor, table_id=table_id), actor
    except ServiceRefused as refused:
        if refused.code.status != HIDDEN:
            raise
        return None


def _no_longer(request: HttpRequest, phone: Phone) -> HttpResponse:
    response = render(request, "join/ended.html", {"is_revoked": phone.is_revoked}, status=403)
    drop_phone(response)
    return response
