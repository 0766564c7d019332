"""A phone that has a hard night: tapped by a script, to be quick; what it showed is noted."""

import contextlib
import random
from typing import Any

from playwright.sync_api import Error, Route, expect

from tests.browser.outbox.waiting import PAUSE
from tests.browser.table.drafts import Act
from tests.browser.table.page import Json, TablePage, reach

WRITES = "**/api/v1/**"
# Everything that goes into the outbox to be sent is noted, in its order.
NOTED = """
  window.noted = [];
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (record) {
    const [, kind] = record.key;
    if (kind === "event" && record.value.state === "waiting") window.noted.push(record.value);
    return put.call(this, record);
  };
"""
# One deal, and what is done with it at once; returns what went into the outbox.
STEP = """
async ([acts, then]) => {
  const find = ([act, seat, value, deal]) =>
    [...document.querySelectorAll(`#table [data-act="${act}"]`)].find((one) =>
      (!seat || one.dataset.seat === seat) && (!value || one.dataset.value === value) &&
      (!deal || one.dataset.deal === deal));
  const click = (act) => {
    const control = find(act);
    if (control && control.getAttribute("aria-disabled") !== "true") control.click();
    for (let asked = 0; asked < 3; asked += 1) {
      document.querySelector(".slot [data-act=answer]:not([aria-pressed=true])")?.click();
    }
  };
  const close = () => {
    document.querySelector('[data-act="close"]')?.click();
    if (document.querySelector("#table").dataset.mode === "keypad") find(["key-done"]).click();
  };
  const save = document.querySelector(".save");
  const isReady = () => save.getAttribute("aria-disabled") !== "true";
  const keep = async () => {
    save.click();
    while (isReady()) await new Promise((go) => setTimeout(go));
  };
  const told = (request) =>
    new Promise((tell) => (request.onsuccess = () => tell(request.result)));
  const noted = async () => {
    // What is being written stands before this in the line.
    const database = await told(indexedDB.open("phom"));
    await told(database.transaction("records", "readwrite").objectStore("records").count());
    database.close();
    return window.noted.splice(0);
  };
  acts.forEach(click);
  close();
  if (!isReady()) {
    find(["open", "", "menu"]).click();
    find(["clear"]).click();
    return [];
  }
  await keep();
  const { deal } = window.noted.findLast((one) => one.kind === "record");
  if (then === "edit") {
    click(["open", "", "menu"]);
    click(["open", "", "history"]);
    click(["edit", "", "", deal.id]);
    click(["open", "", "more"]);
    click(["multiplier", "", "2"]);
    close();
    if (isReady()) await keep();
    else click(["stop-editing"]);
  }
  if (["redo", "again"].includes(then) && !deal.is_void) {
    click(["undo"]);
    if (then === "redo") click(["redo"]);
    else await keep();
  }
  return noted();
}
"""

# Taps in a row, by clicks.
CLICKS = """
(acts) => {
  for (const [act, seat, value] of acts) {
    [...document.querySelectorAll(`#table [data-act="${act}"]`)].find((one) =>
      (!seat || one.dataset.seat === seat) && (!value || one.dataset.value === value))?.click();
  }
  document.querySelector('[data-act="close"]')?.click();
}
"""


class Phone:
    """`shown` is each deal of this phone as it showed it last, by id."""

    def __init__(self, here: TablePage) -> None:
        self.here = here
        self.shown: dict[str, Any] = {}
        self.seen: set[str] = set()
        self.is_online = True
        self.losing = 0
        here.page.add_init_script(NOTED)
        here.page.route(WRITES, self._lose)
        self.reload()

    def suffer(self, chance: random.Random, *, is_served: bool) -> None:
        """What happens to a phone between two deals."""
        trouble = chance.random()
        if trouble < 0.25:
            self._go(online=not self.is_online)
        elif trouble < 0.45:
            self.losing += chance.randint(1, 3)
        elif trouble < 0.6 and (self._has_shell() or (is_served and self.is_online)):
            self.reload()

    def record(self, acts: list[Act], *, then: str) -> int:
        """One deal as tapped; 1, or 0 where the taps made none."""
        noted: list[Json] = self.here.page.evaluate(STEP, [acts, then])
        # One that was tried in vain is kept once more.
        deals = [event for event in noted if event.get("dealId") and event["id"] not in self.seen]
        self.seen.update(event["id"] for event in deals)
        for event in deals:
            self.shown[event["dealId"]] = event["deal"]
        return 1 if deals else 0

    def swap_seats(self, chance: random.Random) -> None:
        """Two seats are changed, from the next deal on."""
        one, other = chance.sample(list(self.here.seats.values()), 2)
        acts = [("open", "", "menu"), ("open", "", "swap"), ("swap", one, ""), ("swap", other, "")]
        self.here.page.evaluate(CLICKS, acts)

    def reload(self) -> None:
        self.here.page.reload()
        expect(self.here.row("a")).to_be_visible()

    def calm(self) -> None:
        """The network is there again."""
        self.losing = 0
        self._go(online=True)

    def has_sent(self) -> bool:
        """Nothing waits any more; and nothing was refused."""
        kept = self.here.kept()
        parked = [event for event in kept if event["state"] == "parked"]
        assert not parked, [(event["kind"], event["code"]) for event in parked]
        if kept:
            self.here.page.evaluate("dispatchEvent(new Event('online'))")
            self.here.page.wait_for_timeout(PAUSE)
        return not kept

    def history(self) -> list[tuple[str, str]]:
        """Number and sums of the deals, as the page lists them."""
        self.here.tap("open", value="menu")
        self.here.tap("open", value="history", within=".panel")
        heads = self.here.page.locator(".past > summary")
        numbers = heads.locator("strong").all_inner_texts()
        sums = heads.locator(".past__sums").all_inner_texts()
        self.here.tap("close")
        return list(zip((number.rstrip("?") for number in numbers), sums, strict=True))

    def _go(self, *, online: bool) -> None:
        self.is_online = online
        self.here.page.context.set_offline(not online)

    def _has_shell(self) -> bool:
        """Can the page be opened without the server?"""
        return bool(self.here.page.evaluate("Boolean(navigator.serviceWorker?.controller)"))

    def _lose(self, route: Route) -> None:
        if not self.losing or route.request.method == "GET":
            route.continue_()
            return
        self.losing -= 1
        with contextlib.suppress(Error):  # where there is no server
            reach(route)  # it is there now, and the phone does not know
        route.abort()
