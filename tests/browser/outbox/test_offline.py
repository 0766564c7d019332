"""A phone without a network, and one that can keep nothing (U-14, U-17)."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.outbox.waiting import until, until_kept
from tests.browser.slow import SLACK
from tests.browser.table.page import TablePage, open_table
from tests.browser.worker.conftest import wait_until

pytestmark = pytest.mark.browser

PLAIN = "rank:a rank:b rank:c save"
CLEARED_MS = 100
SENT_SECONDS = 10
# From the tap on Lưu to the empty form, in milliseconds.
CLEARING = """
() => new Promise((tell) => {
  const save = document.querySelector(".save");
  let start = 0;
  const begin = () => { start = performance.now(); };
  save.addEventListener("click", begin, { capture: true, once: true });
  new MutationObserver((_seen, watch) => {
    if (!start || save.getAttribute("aria-disabled") !== "true") return;
    watch.disconnect();
    tell(performance.now() - start);
  }).observe(save, { attributes: true });
})
"""
NO_STORE = """
  Object.defineProperty(window, "indexedDB", { get() { throw new Error("refused"); } });
  Storage.prototype.setItem = () => { throw new DOMException("refused", "SecurityError"); };
"""
FULL_STORE = """
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
"""


def test_u14_five_deals_and_an_undo_without_a_network_are_there_again(lan, open_page) -> None:
    here = open_table(lan, open_page, service_workers="allow")
    has_shell = here.page.evaluate("isSecureContext")
    if has_shell:
        wait_until(here.page, "copied")
    context = here.page.context
    context.set_offline(True)
    here.tap_all(f"{PLAIN} " * 5 + "undo")
    draft, balances = here.stored("draft"), here.balances()
    recorded = [event["dealId"] for event in here.kept() if event["kind"] == "record"]
    if not has_shell:
        # Over plain http the page itself needs the network; what is done on it does not.
        context.route("**/api/**", lambda route: route.abort())
        context.set_offline(False)
    for again in ("reload", "close"):
        here = reopen(here, again)
        assert here.stored("draft") == draft
        assert here.balances() == balances
        assert len(here.kept()) == 6
    context.set_offline(True)
    context.unroute("**/api/**")
    context.set_offline(False)
    back = time.monotonic()
    here.verify_sent()  # by itself
    assert time.monotonic() - back <= 3 * SENT_SECONDS
    deals = here.deals()
    assert [deal["id"] for deal in deals] == recorded
    assert [deal["is_void"] for deal in deals] == [False] * 4 + [True]


def test_u14_two_tabs_of_one_phone_keep_what_each_did(lan, open_page) -> None:
    one = open_table(lan, open_page)
    two = TablePage(one.page.context.new_page(), lan, one.table_id, one.seats)
    two.open()
    one.page.context.set_offline(True)
    one.tap_all(PLAIN)
    two.tap_all("rank:b rank:c rank:d save")
    one.tap_all("rank:c rank:d rank:a save")
    until_kept(one, lambda kept: len(kept) == 3)
    two.page.close()
    one.page.context.set_offline(False)
    one.open()
    one.verify_sent()
    assert len(one.deals()) == 3


def test_u17_saving_does_not_wait_for_the_network(lan, open_page) -> None:
    here = open_table(lan, open_page)
    here.page.route("**/api/**", lambda _route: None)  # asked, and never answered
    here.tap_all("rank:a rank:b rank:c")
    watched = here.page.evaluate_handle(f"() => ({{ taken: ({CLEARING})() }})")
    here.tap("save")
    taken = watched.evaluate("(watched) => watched.taken")
    print(f"\nU-17 form cleared: {taken:.1f} ms (goal {CLEARED_MS})", flush=True)
    assert taken <= SLACK * CLEARED_MS
    assert [event["state"] for event in here.kept()] == ["waiting"]


@pytest.mark.parametrize("broken", [NO_STORE, FULL_STORE], ids=["refused", "full"])
def test_a_phone_that_keeps_nothing_waits_for_the_server(lan, open_page, broken) -> None:
    here = open_table(lan, open_page)
    here.page.add_init_script(broken)
    here.open()
    here.page.context.set_offline(True)
    here.tap_all("rank:a rank:b rank:c save")
    expect(here.page.locator(".strip")).to_contain_text("cần mạng để ghi")
    expect(here.save).to_have_attribute("aria-disabled", "true")
    expect(here.row("a").locator(".badge")).to_have_text("1")
    here.page.context.set_offline(False)
    expect(here.row("a").locator(".badge")).to_have_text("")
    until(here, lambda: len(here.deals()) == 1)
    here.tap_all(PLAIN)
    until(here, lambda: len(here.deals()) == 2)
    assert here.warned == []


def reopen(here: TablePage, how: str) -> TablePage:
    """The same table on the same phone, reloaded, or closed and opened again."""
    page: Page = here.page
    if how == "reload":
        page.reload()
    else:
        page = here.page.context.new_page()
        here.page.close()
        page.goto(f"{here.site.url}/ban/{here.table_id}/")
    again = TablePage(page, here.site, here.table_id, here.seats)
    expect(again.row("a")).to_be_visible()
    return again
