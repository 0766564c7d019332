"""Waiting for what a phone does by itself. Knows the outbox and the button that sends now."""

from collections.abc import Callable

from tests.browser.conftest import PATIENCE
from tests.browser.table.page import Json, TablePage

PAUSE = 100  # milliseconds


def until(here: TablePage, is_so: Callable[[], bool]) -> None:
    """Come back as soon as it is so."""
    for _ in range(PATIENCE // PAUSE):
        if is_so():
            return
        here.page.wait_for_timeout(PAUSE)
    raise AssertionError(here.kept())


def until_kept(here: TablePage, is_so: Callable[[list[Json]], bool]) -> list[Json]:
    """What the outbox holds, as soon as it is as wanted."""
    until(here, lambda: is_so(here.kept()))
    return here.kept()


def send_until(here: TablePage, is_so: Callable[[], bool]) -> None:
    """Ask the phone to send, again and again, instead of waiting until it tries by itself."""
    here.tap("open", value="parked")

    def is_sent() -> bool:
        here.tap("send")
        return is_so()

    until(here, is_sent)
    here.tap("close")
