"""Is the process alive, and can it do its work? For supervisors and container health checks.

Knows the database, the broker and the last heartbeat of the background work.
Tells nothing about clubs and needs no sign-in.
"""

from collections.abc import Callable

from celery import current_app
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from scoring.selectors.heartbeats import are_workers_silent


class SilentError(Exception):
    """No heartbeat for too long: beat or the workers are down."""


@require_safe
@never_cache
def livez(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else was asked."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when all that is needed answers, 503 otherwise; each named with "ok" or "down"."""
    found = {name: _state(check) for name, check in CHECKS.items()}
    status = 200 if "down" not in found.values() else 503
    return JsonResponse(found, status=status)


def _state(check: Callable[[], object]) -> str:
    try:
        check()
    except (DatabaseError, OperationalError, OSError, SilentError):
        return "down"
    return "ok"


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_broker() -> None:
    with current_app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=0, timeout=1)


def _ask_background() -> None:
    if are_workers_silent():
        raise SilentError


CHECKS: dict[str, Callable[[], object]] = {
    "database": _ask_database,
    "broker": _ask_broker,
    "background": _ask_background,
}
