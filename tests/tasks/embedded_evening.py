"""The embedded mode without its web pages, in a process of its own: what is recorded before the
threads are there, and after.

    python -m tests.tasks.embedded_evening

Prints a JSON object: was the table behind, and did the threads bring it up to date?
"""

import json
import time
from collections.abc import Callable

import django

django.setup()

from phom_league import embedded  # noqa: E402
from phom_league.celery import app  # noqa: E402
from scoring.models import Heartbeat, StandingState  # noqa: E402
from tests.books import Books, make_books  # noqa: E402
from tests.services import seasons  # noqa: E402

WAIT_SECONDS = 45
POLL_SECONDS = 0.05


def main() -> None:
    """Two deals, one before the threads start and one after."""
    books = make_books()
    seasons.refresh(books)
    books.record()
    said = {"behind before": seasons.is_behind(books), "page says so": not _is_up_to_date(books)}
    background = embedded.start(app)
    said["swept"] = _becomes(lambda: not seasons.is_behind(books))
    books.record()
    said["refreshed"] = _becomes(lambda: not seasons.is_behind(books))
    said["movements"] = _becomes(_has_movements)
    said["alive"] = _becomes(Heartbeat.objects.exists)
    background.stop()
    said["ended"] = not background.worker.is_alive()
    print(json.dumps(said))


def _is_up_to_date(books: Books) -> bool:
    return not seasons.page(books).stamp.is_dirty


def _has_movements() -> bool:
    state = StandingState.objects.get()
    return state.movements_revision == state.built_revision


def _becomes(is_so: Callable[[], bool]) -> bool:
    give_up = time.monotonic() + WAIT_SECONDS
    while not is_so():
        if time.monotonic() > give_up:
            return False
        time.sleep(POLL_SECONDS)
    return True


if __name__ == "__main__":
    main()
