"""How long the largest page takes to be seen on a slow phone (ux.md, section 6)."""

import os
import subprocess
import sys

import pytest
from playwright.sync_api import Page

from tests.browser.big_club import USER_NAME
from tests.browser.conftest import PHONE
from tests.commands.test_serve import ROOT

pytestmark = pytest.mark.browser

# "Slow 4G" as browsers' own tools throttle it: every answer begins half a second late.
SLOW_4G = {
    "offline": False,
    "latency": 150 * 3.75,
    "downloadThroughput": 1638.4 * 1024 / 8 * 0.9,
    "uploadThroughput": 750 * 1024 / 8 * 0.9,
}
SLOWER_CPU = 4
GOAL_SECONDS = 2.0
# A machine that does something else meanwhile is no slower page: three times the goal, and the
# quickest of three first visits.
ASSERTED_SECONDS, VISITS = 3 * GOAL_SECONDS, 3
LARGEST_PAINT = """
    () => new Promise(done => {
        new PerformanceObserver(seen => done(seen.getEntries().at(-1).startTime))
            .observe({ type: 'largest-contentful-paint', buffered: true });
    })
"""
PASSWORD = "bai-phom-chin-la"


@pytest.fixture(scope="module")
def season(site) -> str:
    """The path of a season of 200 players and 100 nights."""
    command = [sys.executable, "-m", "tests.browser.big_club", PASSWORD]
    env = os.environ | {
        "PHOM_DATA_DIR": str(site.folder),
        "DJANGO_SETTINGS_MODULE": "phom_league.settings.embedded",
    }
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_a_large_season_is_soon_seen_on_a_slow_phone(site, open_page, season) -> None:
    page = open_page(PHONE, is_mobile=True, has_touch=True, device_scale_factor=2)
    site.sign_in(page, USER_NAME, PASSWORD)
    firsts = [seconds_to_see(page, site.url + season) for _ in range(VISITS)]
    again = seconds_to_see(page, site.url + season, forget=False)
    shown = " ".join(f"{seconds:.2f}" for seconds in firsts)
    print(f"\nLCP of a season of 200 players: {shown} s, again {again:.2f} s", flush=True)
    print(f"goal {GOAL_SECONDS} s, Slow 4G, CPU slowed {SLOWER_CPU} times", flush=True)
    assert max(min(firsts), again) <= ASSERTED_SECONDS


def seconds_to_see(page: Page, url: str, *, forget: bool = True) -> float:
    """The largest contentful paint of a page; `forget` what the browser kept of it."""
    page.goto("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    if forget:
        session.send("Network.clearBrowserCache")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_CPU})
    page.goto(url)
    seconds = float(page.evaluate(LARGEST_PAINT)) / 1000
    session.detach()
    return seconds
