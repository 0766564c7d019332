"""A table of the demo club in the browser: opened by the API, tapped like a thumb would.

Every tap is a trusted one and is counted. Knows the page's `data-act` names.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from playwright.sync_api import APIResponse, Locator, Page, Route, ViewportSize, expect

from tests.browser.conftest import PATIENCE, Open, Site

PHONE = ViewportSize(width=360, height=740)
_labels = count(1)

# What the phone's outbox holds of one kind, in its order.
KEPT = """
async ([table, kind]) => {
  const told = (request) => new Promise((tell) => {
    request.onsuccess = () => tell(request.result);
  });
  const database = await told(indexedDB.open("phom"));
  const all = await told(database.transaction("records").objectStore("records").getAll());
  database.close();
  return all
    .filter(({ key }) => key[0] === table && key[1] === kind)
    .sort((one, other) => one.order - other.order)
    .map(({ value }) => value);
}
"""

Json = dict[str, Any]


@dataclass
class TablePage:
    """The page of one table. `seats` are player ids in turn order, by the letters a, b, c, d."""

    page: Page
    site: Site
    table_id: int
    seats: dict[str, str]
    taps: int = 0
    warned: list[str] = field(default_factory=list)

    def open(self) -> None:
        self.page.goto(f"{self.site.url}/ban/{self.table_id}/")
        expect(self.row("a")).to_be_visible()

    # What is tapped

    def tap(self, act: str, who: str = "", value: str = "", *, within: str = "") -> None:
        """One tap on an enabled control."""
        self.tap_at(self.control(act, who, value, within=within))

    def tap_at(self, control: Locator) -> None:
        self.taps += 1
        control.tap()

    def control(self, act: str, who: str = "", value: str = "", *, within: str = "") -> Locator:
        """By what it does, whose it is and what it says."""
        selector = f'{within} [data-act="{act}"]'
        if who:
            selector += f'[data-seat="{self.seats.get(who, who)}"]'
        if value:
            selector += f'[data-value="{value}"]'
        return self.page.locator(selector).first

    def tap_all(self, words: str) -> None:
        """Taps in a row: `rank:a an:b save`; a value stands behind a second colon."""
        for word in words.split():
            self.tap(*word.split(":"))

    def rank(self, letters: str) -> None:
        for letter in letters:
            self.tap("rank", letter)

    def type_points(self, digits: str) -> None:
        for digit in digits:
            self.tap("digit", value=digit)

    # What is seen

    def row(self, who: str) -> Locator:
        return self.page.locator(f'.who[data-seat="{self.seats[who]}"]')

    @property
    def save(self) -> Locator:
        return self.page.locator(".save")

    @property
    def sync(self) -> Locator:
        """The button that says what waits to be sent."""
        return self.page.locator('.top [data-value="parked"]')

    def deltas(self) -> dict[str, str]:
        """What each row would gain or lose, as it is written."""
        return {letter: self.row(letter).locator(".delta").inner_text() for letter in self.seats}

    def balances(self) -> dict[str, str]:
        return {letter: self.row(letter).locator(".balance").inner_text() for letter in self.seats}

    def badges(self) -> dict[str, str]:
        return {letter: self.row(letter).locator(".badge").inner_text() for letter in self.seats}

    def lines(self) -> list[str]:
        """The preview: "Nhì: An → Hùng 1"."""
        found = self.page.locator(".preview .line summary").all_inner_texts()
        return [" ".join(line.split()) for line in found]

    def verify_saved(self) -> None:
        """The form is empty, and the server has everything."""
        self.verify_sent()
        assert self.stored("draft")["ranks"] == []

    def verify_sent(self) -> None:
        """Nothing is kept to be sent, and the page says so."""
        self._until_kept(lambda events: all(one.get("isUndone") for one in events))
        expect(self.sync).to_have_attribute("data-look", "sent")

    def verify_told(self) -> None:
        """Nothing waits to be sent; what was refused may still be there."""
        self._until_kept(lambda events: all(one["state"] == "parked" for one in events))

    def _until_kept(self, is_so: Callable[[list[Any]], bool]) -> None:
        # Not by `wait_for_function`: it takes the promise of an answer for the answer.
        late = monotonic() + PATIENCE / 1_000
        while not is_so(self.kept()):
            assert monotonic() < late, self.kept()
            self.page.wait_for_timeout(20)

    def verify_can_undo(self) -> None:
        """The deal that was saved last is kept, and the button to undo it is there."""
        expect(self.control("undo")).to_be_visible()

    # What is kept

    def kept(self, kind: str = "event") -> list[Any]:
        """What the outbox of the phone holds."""
        kept: list[Any] = self.page.evaluate(KEPT, [self.table_id, kind])
        return kept

    def stored(self, name: str) -> Any:
        """What the phone keeps under this name while it is being written."""
        key = f"phom-table-{self.table_id}-{name}"
        return self.page.evaluate("(key) => JSON.parse(localStorage[key])", key)

    def board(self) -> Json:
        """What the server has."""
        return ask(self.page, self.site, "get", f"tables/{self.table_id}/board")

    def sitting(self, where: str = "seats") -> list[str]:
        """Who sits at the table, or on its bench, as the server knows."""
        return [one["player_id"] for one in self.board()["table"][where]]

    def deals(self) -> list[Json]:
        """The server's deals, first to last."""
        return list(reversed(self.board()["deals"]))


def open_table(
    site: Site,
    open_page: Open,
    *,
    players: int = 4,
    rules: Json | None = None,
    stake: int = 1,
    size: ViewportSize = PHONE,
    language: str = "vi",
    **options: Any,
) -> TablePage:
    """A fresh table of the night that is being played, its page open on a phone."""
    options = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} | options
    page = open_page(size, **options)
    _enter(site, page, language)
    slug = site.slug
    night = ask(page, site, "get", f"clubs/{slug}/nights?state=open")["results"][0]
    roster = ask(page, site, "get", f"clubs/{slug}/players")["results"]
    seats = [one["player_id"] for one in roster if not one["aliases"]][:players]
    body: Json = {"label": f"Bàn thử {next(_labels)}", "stake_points": stake, "seats": seats}
    if rules is not None:
        body["ruleset_version_id"] = publish(page, site, slug, rules)
    table = ask(page, site, "post", f"clubs/{slug}/nights/{night['day']}/tables", body)
    opened = TablePage(page, site, table["id"], dict(zip("abcd", seats, strict=False)))
    page.on("pageerror", lambda error: opened.warned.append(str(error)))
    page.on("dialog", lambda dialog: opened.warned.append(dialog.message))
    opened.open()
    return opened


def _enter(site: Site, page: Page, language: str) -> None:
    """Signed in, and spoken to in this language. By the pages the first time, and where something
    has to be chosen on them; the night's page grows with every table that was opened before.
    """
    if site.cookies and language == "vi":
        page.context.add_cookies(site.cookies)
        return
    site.open_night(page)
    if language != "vi":
        page.click(".menu summary")
        page.click(f".menu button[value={language}]")


@contextmanager
def habits(here: TablePage, **wanted: bool) -> Iterator[None]:
    """The club plays so for the time of a test; the page is opened anew for it."""
    slug = here.board()["table"]["club"]
    ask(here.page, here.site, "patch", f"clubs/{slug}", wanted)
    here.open()
    try:
        yield
    finally:
        ask(here.page, here.site, "patch", f"clubs/{slug}", dict.fromkeys(wanted, False))


def publish(page: Page, site: Site, slug: str, rules: Json) -> int:
    """A rule set of its own."""
    body = {"name": f"Luật {uuid4().hex[:8]}", "rules": rules}
    made = ask(page, site, "post", f"clubs/{slug}/rulesets", body)
    return int(made["id"])


def reach(route: Route) -> APIResponse:
    """What the server answers, which the page need not hear; also by a name that only the browser
    knows.
    """
    url = route.request.url
    headers = route.request.headers | {"Host": urlsplit(url).netloc}
    return route.fetch(url=url.replace("phom.test", "127.0.0.1"), headers=headers)


def ask(
    page: Page, site: Site, method: str, path: str, body: Json | None = None, **more: str
) -> Json:
    """The API, as the one who signed in on this page, with `more` headers; a name that only the
    browser knows is told to the server as the browser tells it.
    """
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies(site.url)}
    headers = {
        "X-CSRFToken": cookies.get("csrftoken", ""),
        "Origin": site.url,
        "Host": urlsplit(site.url).netloc,
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
    }
    served = site.url.replace("phom.test", "127.0.0.1")
    answer = getattr(page.request, method)(
        f"{served}/api/v1/{path}",
        headers=headers | more,
        **({} if body is None else {"data": body}),
    )
    assert answer.ok, answer.text()
    told: Json = answer.json() if answer.status != 204 else {}
    return told
