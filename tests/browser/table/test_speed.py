"""How fast the table page is on a slow phone: U-26, U-27; see `tests.browser.slow`."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Response, expect

from tests.browser.conftest import PATIENCE, Site
from tests.browser.slow import LARGEST_PAINT, seconds_to_see, slow_down, verify_soon
from tests.browser.table.drafts import PLAIN_DEALS
from tests.browser.table.page import TablePage, open_table
from tests.commands.test_serve import serving, sign_in
from tests.servers import free_port

pytestmark = pytest.mark.browser

WATCH = """() => {
  window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.interactionId) window.slowest = Math.max(window.slowest, entry.duration);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}"""


NODES = "document.querySelectorAll('*').length"
NEXT_FRAMES = "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
COUNT_MADE = """() => {
  const make = document.createElement;
  window.made = 0;
  document.createElement = (...what) => {
    window.made += 1;
    return make.apply(document, what);
  };
}"""


def test_u26_the_first_load_is_small_and_soon_seen(site, open_page) -> None:
    here = open_table(site, open_page)
    answers: list[Response] = []

    def seen(answer: Response) -> None:
        answers.append(answer)

    session = slow_down(here.page)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    here.page.on("response", seen)
    here.open()
    lcp = here.page.evaluate(LARGEST_PAINT)
    here.page.wait_for_load_state("networkidle")
    scripts = sum(_packed(one) for one in answers if one.request.resource_type == "script")
    whole = sum(_packed(one) for one in answers)
    # Counted, not timed: these hold as they are.
    assert scripts <= 50_000
    assert whole <= 150_000
    assert len(answers) <= 12, [one.url for one in answers]
    assert not [one for one in answers if one.request.resource_type == "font"]
    print(f"U-26 scripts {scripts / 1000:.1f} kB gz, all {whole / 1000:.1f} kB gz, {len(answers)}")
    verify_soon("U-26 LCP", lcp / 1000, 2, "s")


def _packed(answer: Response) -> int:
    """The size of an answer as a server that packs would send it."""
    return len(gzip.compress(answer.body())) if answer.status == 200 else 0


def _tap_for_long(here: TablePage) -> float:
    here.page.evaluate(WATCH)
    for _ in range(10):
        here.tap_all("an:b rank:b rank:a rank:c mom:d save")
    return float(here.page.evaluate("window.slowest"))


def test_u26_no_tap_takes_long(site, open_page) -> None:
    here = open_table(site, open_page)
    slow_down(here.page, network=False)
    verify_soon("U-26 longest interaction", _tap_for_long(here), 200, "ms")


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """A server whose night is as long as the demo's, whatever was tapped at other tables."""
    port = free_port()
    with serving(tmp_path, port) as (_process, printed):
        user_name, _word, password = sign_in(printed).split()
        yield Site(f"http://127.0.0.1:{port}", tmp_path, user_name, password)


def test_u27_nor_after_a_hundred_deals(own_site, open_page) -> None:
    here = open_table(own_site, open_page)
    here.page.context.set_offline(True)
    here.page.evaluate(PLAIN_DEALS, 100)
    here.page.context.set_offline(False)
    here.page.locator('[data-look="sent"]').wait_for(timeout=5 * PATIENCE)
    assert len(here.deals()) == 100
    assert here.page.evaluate(NODES) <= 800
    slow = slow_down(here.page, network=False)
    verify_soon("U-27 longest interaction", _tap_for_long(here), 200, "ms")
    here.verify_sent()
    here.page.evaluate("window.slowest = 0")
    here.tap("open", value="history", within=".strip")
    for deal in range(3):
        here.page.locator(".past > summary").nth(deal).tap()
        expect(here.page.locator(".past").nth(deal).locator(".line")).to_have_count(4)
    assert here.page.evaluate(NODES) <= 800
    # What a poll brings that is no news makes nothing anew.
    here.page.evaluate(COUNT_MADE)
    with here.page.expect_response("**/board*"):
        pass
    here.page.evaluate(
        "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
    )
    assert here.page.evaluate("window.made") < 50
    here.tap("close")
    slowest = float(here.page.evaluate("window.slowest"))
    verify_soon("U-27 longest interaction in the history", slowest, 200, "ms")
    slow.detach()
    night = here.page.locator("a.icon").get_attribute("href")
    seconds = min(seconds_to_see(here.page, f"{own_site.url}{night}") for _ in range(2))
    verify_soon("U-27 the night's page with a hundred deals more, LCP", seconds, 2.5, "s")


COMPUTE = """async (draft) => {
  const { outcomeOf } = await import("/static/scoring/js/table/outcome.js");
  const { readRules } = await import("/static/scoring/js/scorer/score.js");
  const rules = readRules(JSON.parse(document.getElementById("board").textContent).rules);
  const times = [];
  for (let run = 0; run < 200; run += 1) {
    const start = performance.now();
    if (!outcomeOf(draft, rules).score) throw new Error("no score");
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other)[190];
}"""
TAP = """() => {
  const times = [];
  for (let run = 0; run < 100; run += 1) {
    const start = performance.now();
    document.querySelector('#table [data-act="an"]').click();
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other)[50];
}"""


def test_the_preview_is_computed_at_once(site, open_page) -> None:
    here = open_table(site, open_page)
    here.tap_all("an:b chot:c rank:b rank:a rank:c")
    slow_down(here.page, network=False)
    draft = here.stored("draft")
    verify_soon("preview, 95 of 100", here.page.evaluate(COMPUTE, draft), 5, "ms")
    # The draft, its score, everything kept and drawn.
    verify_soon("a whole tap, the middle one", here.page.evaluate(TAP), 16, "ms")
