"""The page "Tôi": how somebody signs in, and the tokens of their programs."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.selectors.logins import has_second_factor, list_tokens
from scoring.selectors.members import list_clubs
from scoring.services.tokens import create_token, revoke_token
from scoring.web.pages import action, actor_of, attempt, page


@page
def me(request: HttpRequest) -> HttpResponse:
    """My clubs, how I sign in, and my programs."""
    return _show(request)


@action
def make_token(request: HttpRequest) -> HttpResponse:
    """A new token, shown on this answer and never again; therefore not a redirect."""
    made: list[str] = []
    login_id = actor_of(request).login_id or 0
    if not attempt(request, lambda: made.append(create_token(login_id=login_id).token)):
        return redirect("me")
    return _show(request, token=made[0])


@action
def drop_token(request: HttpRequest, prefix: str) -> HttpResponse:
    """Take a token back."""
    login_id = actor_of(request).login_id or 0
    revoke_token(login_id=login_id, prefix=prefix)
    attempt(request, lambda: None, done=_("Đã thu hồi khóa %(prefix)s.") % {"prefix": prefix})
    return redirect("me")


def _show(request: HttpRequest, *, token: str = "") -> HttpResponse:
    actor = actor_of(request)
    login_id = actor.login_id or 0
    found = {
        "clubs": list_clubs(actor=actor),
        "tokens": list_tokens(login_id=login_id),
        "has_second_factor": has_second_factor(login_id=login_id),
        "token": token,
    }
    return render(request, "me/show.html", found)
