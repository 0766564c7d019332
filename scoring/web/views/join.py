"""Joining a table without an account: the code typed, or brought by a link."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring import messages
from scoring.actors import Actor, Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.selectors.phones import Invitation, find_invitation, tidy_code
from scoring.selectors.tables import get_table
from scoring.services.joining import join_table
from scoring.web.guesses import Guesses
from scoring.web.join_page import get_join_page, read_choice
from scoring.web.pages import HIDDEN
from scoring.web.phones import (
    back_to_table,
    drop_if_dead,
    find_phone_of,
    go_to_table,
    keep_phone,
    unshared,
)

Given = ParamSpec("Given")
ANOTHER = "khac"  # in the query: whoever is at a table already wants another one
LONGEST_CODE = 40


def _open(
    view: Callable[Concatenate[HttpRequest, Given], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Given], HttpResponse]:
    """A form that nobody has to sign in for."""
    only = require_http_methods(["GET", "HEAD", "POST"])(unshared(view))
    only.methods = frozenset({"GET", "HEAD", "POST"})  # type: ignore[attr-defined] # for the test of all routes
    return only


@_open
def code(request: HttpRequest) -> HttpResponse:
    """Where the six characters are typed; a phone of a running night is led back to its table."""
    if request.method == "POST":
        return _follow(request, request.POST.get("code", ""))
    phone = find_phone_of(request)
    back = None if ANOTHER in request.GET else back_to_table(phone)
    response = back or _ask(request)
    drop_if_dead(request, response, phone)
    return response


@_open
def join(request: HttpRequest, code: str) -> HttpResponse:
    """The table of a code, and who asks; looking joins nobody."""
    invitation, refused = _look_up(request, code)
    if invitation is None:
        return refused
    page = get_join_page(code=tidy_code(code), invitation=invitation)
    if request.method == "POST":
        choice = read_choice(
            page, who=request.POST.get("who", ""), name=request.POST.get("name", "")
        )
        try:
            joined = join_table(code=code, label=choice.label, is_watching=choice.is_watching)
        except ServiceRefused:
            return _refuse(request, code)  # revoked since it was looked up
        response = go_to_table(table_id=joined.table_id, role=joined.role)
        keep_phone(response, joined)
        return response
    return _known_already(request, invitation) or render(request, "join/table.html", {"page": page})


def _follow(request: HttpRequest, typed: str) -> HttpResponse:
    """From the form to the address of the code, which a link would have led to."""
    invitation, refused = _look_up(request, typed)
    if invitation is None:
        return refused
    return redirect("join", code=tidy_code(typed))


def _look_up(request: HttpRequest, code: str) -> tuple[Invitation | None, HttpResponse]:
    """Where a code leads; else what is answered to a wrong one, or to one too many."""
    guesses = Guesses(request)
    if guesses.is_spent:
        return None, _wait(request, code, guesses)
    invitation = find_invitation(code=code[:LONGEST_CODE])
    if invitation is None:
        guesses.count()
        return None, _refuse(request, code)
    return invitation, HttpResponse()


def _known_already(request: HttpRequest, invitation: Invitation) -> HttpResponse | None:
    """Straight to the table, for who may do there by now all that the code would let them."""
    if ANOTHER in request.GET:
        return None
    given = Role.SCORER if invitation.is_scorer else Role.MEMBER
    role = _role_of_login(request, invitation.table_id)
    if role is None:
        phone = find_phone_of(request)
        if phone is not None and phone.is_live and phone.table_id == invitation.table_id:
            role = phone.role
    if role is None or not role.covers(given):
        return None
    return go_to_table(table_id=invitation.table_id, role=role)


def _role_of_login(request: HttpRequest, table_id: int) -> Role | None:
    if request.user.pk is None:
        return None
    try:
        return get_table(actor=Actor.of_login(request.user.pk), table_id=table_id).role
    except ServiceRefused as refused:
        if refused.code.status != HIDDEN:
            raise
        return None


def _ask(
    request: HttpRequest, *, code: str = "", error: str = "", status: int = 200
) -> HttpResponse:
    shown = {"code": code[:LONGEST_CODE], "error": error}
    return render(request, "join/code.html", shown, status=status)


def _refuse(request: HttpRequest, code: str) -> HttpResponse:
    refused = ServiceRefused(ErrorCode.CODE_UNKNOWN, field="code")
    return _ask(request, code=code, error=messages.refusal(refused), status=refused.code.status)


def _wait(request: HttpRequest, code: str, guesses: Guesses) -> HttpResponse:
    seconds = guesses.wait_seconds
    error = _("Thử nhiều mã quá. Đợi %(n)s giây rồi thử lại.") % {"n": seconds}
    response = _ask(request, code=code, error=error, status=429)
    response["Retry-After"] = str(seconds)
    return response
