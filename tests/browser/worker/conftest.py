"""A server that can be gone, and come back as another release; phones that let the worker in."""

import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import PHONE, Open, Site
from tests.browser.table.page import TablePage, open_table
from tests.commands.test_serve import serving, sign_in
from tests.servers import free_port

NEXT = "tests.browser.worker.next_release"
# Asks again until it is so, and gives up some day: evaluating knows no timeout.
UNTIL = """async ([asked, given]) => {
  const isSo = {
    copied: () => caches.match(location.href, { ignoreVary: true }),
    forgotten: async () => !(await pages()).length,
    waiting: async () => (await navigator.serviceWorker.getRegistration()).waiting,
    replaced: async () => !(await caches.keys()).some((name) => given.includes(name)),
  }[asked];
  const pages = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
    return (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
  };
  await navigator.serviceWorker.ready;
  for (let times = 0; times < 1_200; times += 1) {
    if (await isSo()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`never ${asked}`);
}"""
IS_READY = "() => navigator.serviceWorker.ready.then(() => true)"
KEPT = """async () => {
  const names = await caches.keys();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return Object.fromEntries(names.map((name, index) =>
    [name, requests[index].map((request) => new URL(request.url).pathname)]));
}"""


@dataclass
class Place(Site):
    """A site whose server starts and stops on one port, with one folder."""

    port: int = 0
    running: ExitStack = field(default_factory=ExitStack)

    def start(self, **env: str) -> str:
        """What it printed."""
        _process, printed = self.running.enter_context(serving(self.folder, self.port, **env))
        return printed

    def stop(self) -> None:
        """Ends when nobody listens any more: what the server started ends a little after it."""
        self.running.close()
        with contextlib.suppress(ConnectionError):
            for _ in range(1_200):
                socket.create_connection(("127.0.0.1", self.port)).close()
                time.sleep(0.05)

    def table(self, open_page: Open, **options: Any) -> TablePage:
        """A fresh table on a phone that has a copy of its page."""
        here = open_table(self, open_page, service_workers="allow", **options)
        wait_until(here.page, "copied")
        return here


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    port, folder = free_port(), tmp_path_factory.mktemp("worker")
    place = Place(f"http://127.0.0.1:{port}", Path(folder), "", "", port=port)
    place.user_name, _word, place.password = sign_in(place.start()).split()
    yield place
    place.stop()


@pytest.fixture
def phone(open_page: Open) -> Callable[..., Page]:
    """A phone with a worker: `phone()`."""

    def open_one(size: ViewportSize = PHONE, **options: Any) -> Page:
        return open_page(size, service_workers="allow", **options)

    return open_one


def wait_until(page: Page, what: str, given: object = None) -> None:
    """Until the page is "copied", every copy is "forgotten", a worker is "waiting", or the caches
    that were `given` are "replaced".
    """
    page.evaluate(UNTIL, [what, given])


def kept_pages(page: Page) -> list[str]:
    """The paths of which this phone has a copy."""
    return [
        path for name, paths in kept(page).items() if name.startswith("pages-") for path in paths
    ]


def kept(page: Page) -> dict[str, list[str]]:
    """Paths by the caches they lie in."""
    found: dict[str, list[str]] = page.evaluate(KEPT)
    return found
