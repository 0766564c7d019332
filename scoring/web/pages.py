"""What every page stands on: the sign-in, who asks, and how a refusal is told.

`page` is for reading, `action` for forms that change something; both keep answers from shared
caches. Knows no noun of the product.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib import messages as notices
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from scoring import messages
from scoring.actors import Actor
from scoring.engine import Refused
from scoring.errors import ServiceRefused

Given = ParamSpec("Given")
View = Callable[Concatenate[HttpRequest, Given], HttpResponse]
HIDDEN, FORBIDDEN = 404, 403

_unshared = cache_control(private=True, no_cache=True)


def page(view: View[Given]) -> View[Given]:
    """A page that only reads: behind the sign-in, refusals told as 404 and 403."""
    return _only(["GET", "HEAD"], view)


def form_page(view: View[Given]) -> View[Given]:
    """A page with a form of its own: GET shows it, POST takes it."""
    return _only(["GET", "HEAD", "POST"], view)


def action(view: View[Given]) -> View[Given]:
    """The target of a button: POST alone."""
    return _only(["POST"], view)


def _only(methods: Sequence[str], view: View[Given]) -> View[Given]:
    """The view for these methods alone; `methods` says which, for the test of all routes."""
    only = require_http_methods(list(methods))(_behind_sign_in(view))
    only.methods = frozenset(methods)  # type: ignore[attr-defined]
    return only


def _behind_sign_in(view: View[Given]) -> View[Given]:
    @wraps(view)
    def answer(request: HttpRequest, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ServiceRefused as refused:
            # A club that is not theirs and a role too low end here; whatever a form can answer
            # was caught where the form is.
            if refused.code.status == HIDDEN:
                raise Http404 from refused
            if refused.code.status == FORBIDDEN:
                raise PermissionDenied from refused
            raise

    return cast("View[Given]", _unshared(login_required(answer)))


def actor_of(request: HttpRequest) -> Actor:
    """The signed-in person, as services and selectors want it."""
    assert request.user.pk is not None, "pages stand behind the sign-in"
    return Actor.of_login(request.user.pk)


def attempt(request: HttpRequest, run: Callable[[], object], *, done: str = "") -> bool:
    """Press a button that carries nothing typed: run the service; say `done`, or say why not on
    the page the caller goes back to. True when it was done.

    What is hidden or forbidden is raised on; forms with fields use `ServiceForm.attempt`.
    """
    try:
        run()
    except (Refused, ServiceRefused) as refused:
        if isinstance(refused, ServiceRefused) and refused.code.status in {HIDDEN, FORBIDDEN}:
            raise
        notices.error(request, messages.refusal(refused))
        return False
    if done:
        notices.success(request, done)
    return True


def back_of(request: HttpRequest, default: str) -> str:
    """Where the form says it came from, if that is ours."""
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return back if is_ours else default
