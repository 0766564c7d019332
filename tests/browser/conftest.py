"""The product as `make run` starts it, with its demo club, once for all browser tests."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.commands.test_serve import serving, sign_in
from tests.servers import free_port

# On a machine that is slow or busy pages come late, and are no worse for it.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)

# What Playwright says itself on a page whose worker it keeps away.
BLOCKED = "Service Worker registration blocked by Playwright"

PHONE = ViewportSize(width=360, height=740)
WALL = ViewportSize(width=1920, height=1080)


@dataclass
class Site:
    """Where it is served and how to get in."""

    url: str
    folder: Path
    user_name: str
    password: str
    cookies: list[Any] = field(default_factory=list)
    slug: str = ""  # of the demo's club, as soon as its night was seen

    def enter(self, page: Page) -> None:
        """Sign in; ends on the latest night."""
        self.sign_in(page, self.user_name, self.password)
        self._latest_night(page)

    def sign_in(self, page: Page, user_name: str, password: str) -> None:
        """By typing, as anybody."""
        page.goto(self.url)
        page.fill("#id_login", user_name)
        page.fill("#id_password", password)
        page.click("main button")

    def open_night(self, page: Page) -> None:
        """The latest night, signed in; only the first time by typing."""
        if not self.cookies:
            self.enter(page)
            kept = {"sessionid", "csrftoken"}
            self.cookies = [it for it in page.context.cookies() if it["name"] in kept]
            return
        page.context.add_cookies(self.cookies)
        page.goto(self.url)
        self._latest_night(page)

    def _latest_night(self, page: Page) -> None:
        """From the club's front page, where the demo's night is being played."""
        page.click(".night-card h2 a")
        page.wait_for_selector(".deals")
        self.slug = urlsplit(page.url).path.split("/")[2]


@dataclass
class Seen:
    """What a page did besides showing itself."""

    hosts: set[str] = field(default_factory=set)
    kinds: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Listen from now on."""
        page.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))
        page.on("request", lambda request: self.kinds.append(request.resource_type))
        page.on("console", lambda message: self._hear(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, said: str) -> None:
        if said != BLOCKED:
            self.complaints.append(said)


Open = Callable[..., Page]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of its own, with a data folder of its own."""
    port, folder = free_port(), tmp_path_factory.mktemp("data")
    with serving(folder, port) as (_process, printed):
        user_name, _word, password = sign_in(printed).split()
        yield Site(f"http://127.0.0.1:{port}", folder, user_name, password)


def insecure(site: Site) -> Site:
    """The same server by a name of the local network: over plain http no browser trusts that, so
    that there is no service worker, no clipboard and no `crypto.randomUUID`.
    """
    url = site.url.replace("127.0.0.1", "phom.test")
    return Site(url, site.folder, site.user_name, site.password)


@pytest.fixture
def insecure_site(site: Site) -> Site:
    """The site of all tests, over plain http."""
    return insecure(site)


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """A page in a context of its own: `open_page(PHONE, color_scheme="dark")`.

    Without the service worker: what a test routes, counts or times is what the page itself asks
    for. `service_workers="allow"` lets it in (tests/browser/worker).
    """
    contexts = []

    def open_one(viewport: ViewportSize, **options: Any) -> Page:
        options = {"service_workers": "block"} | options
        context = browser.new_context(viewport=viewport, locale="vi-VN", **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
