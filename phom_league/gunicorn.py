"""How gunicorn serves, in both modes: `gunicorn -c python:phom_league.gunicorn`.

Embedded is one process of eight threads that also does the background work.
Services are WEB_CONCURRENCY processes; worker and beat run elsewhere.
"""

import os
import sys
from typing import IO, Any

import django
from django.conf import settings

from phom_league import celery_app, embedded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_league.settings.embedded")
django.setup()

wsgi_app = "phom_league.wsgi:application"
bind = (
    f"[{settings.HOST}]:{settings.PORT}"
    if ":" in settings.HOST
    else f"{settings.HOST}:{settings.PORT}"
)
worker_class = "gthread"
threads = 8
graceful_timeout = 2 if settings.IS_EMBEDDED else 20
loglevel = "warning"
control_socket_disable = True

_held: list[IO[str]] = []
_background: list[embedded.Background] = []


def on_starting(server: Any) -> None:
    """Refuse a second process on the same data folder, from this command or another one."""
    if not settings.IS_EMBEDDED:
        return
    if server.cfg.workers > 1:
        sys.exit("Embedded mode is one process; for more, run the services (docker-compose.yml).")
    try:
        _held.append(embedded.hold(settings.DATA_DIR))
    except embedded.AlreadyServedError as error:
        sys.exit(f"Another process already serves the data in {error}.")


def post_worker_init(worker: Any) -> None:
    """The process is ready to answer: start the background work in it."""
    if settings.IS_EMBEDDED:
        _background.append(embedded.start(celery_app))
        print("Ready. Ctrl-C stops it.", flush=True)  # noqa: T201 - `serve` talks to a terminal


def worker_exit(server: Any, worker: Any) -> None:
    """Let the background work end in order, and do not wait for connections left open."""
    for background in _background:
        background.stop()
    if settings.IS_EMBEDDED:
        # An ordinary exit would join the thread that still reads half a request.
        os._exit(0)
