"""The table page as an app: seen again at once (U-26), on plain http, and inside other apps."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Seen, insecure
from tests.browser.slow import LARGEST_PAINT, SLOW_4G, slow_down, verify_soon
from tests.browser.table.measures import BOXES, TARGETS, verify_targets
from tests.browser.table.page import open_table

pytestmark = pytest.mark.browser

ZALO = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 Mobile Zalo android/24"
VISITS = 3


def slow_down_worker(browser: Browser, url: str) -> None:
    """The network of the worker too: it is a target of its own beside the page."""
    session = browser.new_browser_cdp_session()
    targets = session.send("Target.getTargets")["targetInfos"]
    found = [it for it in targets if it["type"] == "service_worker" and it["url"].startswith(url)]
    assert found
    for one in found:
        asked = {"targetId": one["targetId"], "flatten": False}
        attached = session.send("Target.attachToTarget", asked)["sessionId"]
        for number, (method, params) in enumerate(
            (("Network.enable", {}), ("Network.emulateNetworkConditions", SLOW_4G)), 1
        ):
            message = json.dumps({"id": number, "method": method, "params": params})
            session.send("Target.sendMessageToTarget", {"sessionId": attached, "message": message})


def test_u26_a_repeat_visit_is_seen_at_once(place, open_page, browser) -> None:
    here = place.table(open_page)
    for _ in range(10):
        here.tap_all("rank:a rank:b rank:c save")
    here.verify_sent()
    times = []
    for _ in range(VISITS):
        here.page.goto("about:blank")
        slow_down_worker(browser, place.url)
        session = slow_down(here.page)
        session.send("Network.clearBrowserCache")
        here.open()
        times.append(float(here.page.evaluate(LARGEST_PAINT)) / 1000)
        session.detach()
    print(f"\nU-26 repeat visits: {', '.join(f'{time:.2f}' for time in times)} s")
    verify_soon("U-26 LCP of a repeat visit", min(times), 1, "s")


def test_on_plain_http_the_table_works_without_a_worker(place, open_page) -> None:
    seen = Seen()
    here = open_table(insecure(place), open_page, service_workers="allow")
    seen.watch(here.page)
    here.open()
    assert here.page.evaluate("isSecureContext") is False
    assert here.page.evaluate("'serviceWorker' in navigator || 'randomUUID' in crypto") is False
    here.tap_all("rank:a rank:b rank:c save")
    here.verify_sent()
    assert seen.complaints == []
    place.stop()
    here.tap_all("rank:b rank:a rank:c save an:a")
    expect(here.page.locator(".strip")).to_have_attribute("data-look", "warn")
    place.start()
    here.page.reload()
    here.verify_sent()
    assert here.control("an", "a").get_attribute("aria-pressed") == "true"
    assert [deal["number"] for deal in here.deals()] == [1, 2]
    assert here.warned == []


def test_inside_another_app_the_scorer_is_offered_a_browser(site, open_page) -> None:
    here = open_table(
        site, open_page, user_agent=ZALO, permissions=["clipboard-read", "clipboard-write"]
    )
    offer = here.page.locator(".offer")
    expect(offer).to_contain_text("Mở bằng Chrome/Safari để ghi khi mất mạng")
    verify_targets(here.page.evaluate(TARGETS))
    here.tap_all("rank:a rank:b rank:c save")
    here.verify_can_undo()
    before = here.page.evaluate(BOXES)
    offer.locator("button").first.tap()
    expect(offer.locator("button").first).to_have_text("Đã sao chép link")
    assert here.page.evaluate("navigator.clipboard.readText()") == here.page.url
    here.tap_all("an:b rank:b rank:a rank:c save")
    here.verify_sent()
    offer.locator("button").last.tap()
    expect(offer).to_have_count(0)
    after = here.page.evaluate(BOXES)
    assert after == before
    here.open()
    expect(offer).to_have_count(0)
