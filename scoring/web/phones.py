"""Phones that joined a table without an account: their cookie, and the pages it opens.

A sign-in with a role at the table goes before the phone. Knows no noun but the table.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods

from scoring.actors import Actor, Role
from scoring.selectors.board_table import BoardTable, SeenTable, see_table
from scoring.selectors.phones import Phone, find_phone
from scoring.services.joining import Joined

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

    return cast("Callable[Concatenate[HttpRequest, Given], HttpResponse]", unshared(answer))


View = Callable[[HttpRequest, BoardTable, Actor], HttpResponse]


def page_at_table(view: View) -> Callable[[HttpRequest, int], HttpResponse]:
    """A page of one table that only reads, for logins with a role there and phones that joined it.

    Strangers find nothing, nobody is asked to sign in, and a phone whose code no longer stands is
    told so, without any data (U-29).
    """

    @wraps(view)
    def answer(request: HttpRequest, table_id: int) -> HttpResponse:
        login_id = _claimed_login(request)
        seen = _see(request, table_id, login_id)
        if login_id is not None and seen is not None and seen.role_of_login is not None:
            is_session = seen.is_session(request.session.get(HASH_SESSION_KEY, ""))
            # Where the session does not hold, Django decides, as it does for all other pages.
            if is_session or request.user.is_authenticated:
                return view(request, seen.board(seen.role_of_login), Actor.of_login(login_id))
        phone = seen.phone if seen is not None else None
        if seen is not None and phone is not None:
            if not phone.is_live:
                # Said again however often it is asked; the way to another code drops the cookie.
                ended = {"is_revoked": phone.is_revoked}
                return render(request, "join/ended.html", ended, status=403)
            return view(request, seen.board(phone.role), Actor.of_device(phone.id))
        if request.user.is_authenticated:
            raise Http404
        return redirect_to_login(request.get_full_path())

    # Deals are long and much alike: packed, the page is a twentieth of itself.
    only = require_http_methods(list(READING))(gzip_page(unshared(answer)))
    only.methods = frozenset(READING)  # type: ignore[attr-defined] # for the test of all routes
    return only


def _see(request: HttpRequest, table_id: int, login_id: int | None) -> SeenTable | None:
    """The table as the login of the session and the phone of the cookie meet it; no statement for
    who is neither.
    """
    token = request.COOKIES.get(settings.PHONE_COOKIE_NAME, "")
    if login_id is None and not token:
        return None
    return see_table(table_id=table_id, login_id=login_id, token=token)


def _claimed_login(request: HttpRequest) -> int | None:
    """The login the session names; whether it holds is yet to be seen."""
    session = request.session
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    return int(session[SESSION_KEY])
