"""What happens where the state of a night forbids a page: back, with the reason."""

from collections.abc import Callable

from django.contrib import messages as notices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring import messages
from scoring.errors import ServiceRefused
from scoring.web.pages import FORBIDDEN, HIDDEN


def back_if_closed(
    request: HttpRequest, verify: Callable[[], None], *, url: str
) -> HttpResponse | None:
    """None where it may be done now; a role too low is raised on, as is what is hidden."""
    try:
        verify()
    except ServiceRefused as refused:
        if refused.code.status in {HIDDEN, FORBIDDEN}:
            raise
        notices.warning(request, messages.refusal(refused))
        return redirect(url)
    return None
