"""No deal lost, doubled, or out of order: a phone whose database is slow, lost or shared, or that
crashes, and a server that fails at one deal.
"""

import json
from functools import partial

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Open, Site
from tests.browser.outbox.test_offline import NO_STORE
from tests.browser.outbox.waiting import send_until, until, until_kept
from tests.browser.table.page import Json, TablePage, ask, open_table
from tests.browser.table.phones import refusing

pytestmark = pytest.mark.browser

PLAIN = "rank:a rank:b rank:c save"
DEALS = "**/api/v1/tables/*/deals/*"
API = "**/api/**"
# The database opens when it is told to.
SLOW_OPEN = """
  const open = IDBFactory.prototype.open;
  window.waiting = [];
  window.isOpen = false;
  IDBFactory.prototype.open = function (...how) {
    const asked = open.apply(this, how);
    if (window.isOpen) return asked;
    const late = new EventTarget();
    asked.onsuccess = () => window.waiting.push(() => late.onsuccess());
    asked.onupgradeneeded = () => {
      Object.defineProperty(late, "result", { value: asked.result, configurable: true });
      late.onupgradeneeded();
    };
    Object.defineProperty(late, "result", { get: () => asked.result, configurable: true });
    return late;
  };
"""
OPEN_NOW = "() => { window.isOpen = true; window.waiting.forEach((go) => go()); }"
# The phone slept: what it has open is lost, once.
LOSE = """
() => {
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...how) {
    IDBDatabase.prototype.transaction = begin;
    throw new DOMException("lost", "InvalidStateError");
  };
}
"""


@pytest.fixture
def here(lan: Site, open_page: Open) -> TablePage:
    return open_table(lan, open_page)


def recorded(here: TablePage) -> list[str]:
    return [event["dealId"] for event in here.kept()]


def test_a_database_that_opens_late_hides_nothing_and_keeps_the_order(here) -> None:
    here.page.route(API, lambda route: route.abort())
    here.tap_all(f"{PLAIN} {PLAIN} {PLAIN}")
    old = recorded(here)
    here.page.add_init_script(SLOW_OPEN)
    here.page.goto(f"{here.site.url}/ban/{here.table_id}/")
    expect(here.page.locator(".strip")).to_contain_text("cần mạng để ghi")
    expect(here.sync).not_to_have_attribute("data-look", "sent")
    here.tap_all("rank:b rank:a rank:c save")
    expect(here.save).to_have_attribute("aria-disabled", "true")  # kept in the form
    here.page.evaluate(OPEN_NOW)
    kept = until_kept(here, lambda kept: len(kept) == 4)
    assert [event["dealId"] for event in kept][:3] == old
    expect(here.row("a").locator(".badge")).to_have_text("")
    ids = recorded(here)
    here.page.unroute(API)
    send_until(here, lambda: here.kept() == [])
    assert [deal["id"] for deal in here.deals()] == ids
    assert here.warned == []


def test_a_database_that_was_lost_once_keeps_the_deal_at_once(here) -> None:
    here.page.route(API, lambda route: route.abort())
    here.page.evaluate(LOSE)
    here.tap_all(PLAIN)
    until_kept(here, lambda kept: len(kept) == 1)
    expect(here.row("a").locator(".badge")).to_have_text("")
    expect(here.page.locator(".strip")).not_to_contain_text("cần mạng để ghi")


def is_longer(before: list[str], kept: list[Json]) -> bool:
    return len(kept) > len(before)


def test_what_one_tab_drops_the_other_one_never_sends(here) -> None:
    here.page.route(DEALS, lambda route: route.abort())
    here.tap_all(PLAIN)
    (dropped,) = recorded(here)
    other = TablePage(here.page.context.new_page(), here.site, here.table_id, here.seats)
    other.page.route(DEALS, lambda route: route.abort())
    other.open()
    with refusing(other):
        other.page.unroute(DEALS)
        send_until(other, lambda: [one["state"] for one in here.kept()] == ["parked"])
    other.tap("open", value="parked")
    other.tap("drop-event")
    until_kept(other, lambda kept: [one.get("isUndone") for one in kept] == [True])
    here.page.unroute(DEALS)
    here.tap_all("rank:b rank:a rank:c save")
    until(here, lambda: len(here.deals()) == 1)
    assert [deal["id"] for deal in here.deals()] != [dropped]


def test_two_tabs_go_on_counting_where_the_other_one_was(here) -> None:
    here.page.context.route(API, lambda route: route.abort())
    other = TablePage(here.page.context.new_page(), here.site, here.table_id, here.seats)
    other.open()
    order: list[str] = []
    for tab in (here, other, here, other):
        tab.page.bring_to_front()
        tab.tap_all(PLAIN)
        kept = until_kept(here, partial(is_longer, order))
        assert [event["dealId"] for event in kept[:-1]] == order
        order = recorded(here)
    other.page.close()
    here.page.context.unroute(API)
    send_until(here, lambda: here.kept() == [])
    assert [deal["id"] for deal in here.deals()] == order


@pytest.mark.parametrize("is_sent", [False, True], ids=["kept", "sent"])
def test_a_page_that_ended_before_the_form_was_empty_doubles_nothing(here, is_sent: bool) -> None:
    here.rank("abc")
    draft = here.stored("draft")
    if not is_sent:
        here.page.route(API, lambda route: route.abort())
    here.tap("save")
    until_kept(here, lambda kept: len(kept) == (0 if is_sent else 1))
    # As if local storage had not been written any more.
    here.page.add_init_script(f"""
      const key = "phom-table-{here.table_id}-draft";
      if (!sessionStorage.crashed) localStorage[key] = {json.dumps(json.dumps(draft))};
      sessionStorage.crashed = "yes";
    """)
    here.page.goto(f"{here.site.url}/ban/{here.table_id}/")
    expect(here.row("a")).to_be_visible()
    expect(here.row("a").locator(".badge")).to_have_text("")
    expect(here.save).to_have_attribute("aria-disabled", "true")
    if not is_sent:
        here.page.unroute(API)
        send_until(here, lambda: here.kept() == [])
    here.rank("bac")
    here.tap("save")
    until(here, lambda: len(here.deals()) == 2)


def test_a_deal_begun_in_two_tabs_is_saved_in_one(here) -> None:
    here.rank("abc")
    other = TablePage(here.page.context.new_page(), here.site, here.table_id, here.seats)
    other.open()
    expect(other.row("a").locator(".badge")).to_have_text("1")
    other.page.route(API, lambda route: route.abort())
    here.page.route(API, lambda route: route.abort())
    other.tap("save")
    until_kept(other, lambda kept: len(kept) == 1)
    here.page.bring_to_front()
    here.control("save").evaluate("save => save.click()")
    expect(here.row("a").locator(".badge")).to_have_text("")
    assert len(here.kept()) == 1
    assert here.warned == []


def test_a_phone_that_keeps_nothing_keeps_the_form_of_a_refused_deal(here) -> None:
    here.page.add_init_script(NO_STORE)
    here.open()
    with refusing(here):
        here.rank("abc")
        here.tap("save")
        expect(here.page.locator(".strip")).to_contain_text("Máy chủ không nhận ván này.")
    assert here.badges() == {"a": "1", "b": "2", "c": "3", "d": "4"}
    assert here.deals() == []
    here.tap("save")
    until(here, lambda: len(here.deals()) == 1)
    expect(here.row("a").locator(".badge")).to_have_text("")


def test_a_phone_that_keeps_nothing_can_sign_in_and_write_down_what_waits(here) -> None:
    here.page.add_init_script(NO_STORE)
    here.open()
    here.page.context.clear_cookies(name="sessionid")
    here.rank("abc")
    here.tap("save")
    expect(here.page.locator(".strip")).to_contain_text("Đăng nhập lại để gửi 1 việc đang chờ")
    here.tap("open", value="parked")
    here.tap("export", within=".panel")
    assert "Ván 1" in here.page.locator(".as-text").input_value()
    here.tap("sign-in")
    here.page.wait_for_url("**/dang-nhap/**")


@pytest.mark.parametrize("status", [500, 413])
def test_a_deal_the_server_fails_at_blocks_nothing_behind_it(here, status: int) -> None:
    here.page.clock.install()
    failed: list[str] = []

    def fail(route: Route) -> None:
        if not failed or failed[0] == route.request.url:
            failed.append(route.request.url)
            route.fulfill(status=status, body="<h1>Sorry</h1>", content_type="text/html")
        else:
            route.continue_()

    here.page.route(DEALS, fail)
    here.tap_all(PLAIN)
    strip = here.page.locator(".strip")
    expect(strip).to_contain_text("Máy chủ gặp lỗi – vẫn ghi bình thường, 1 việc đang chờ")
    here.tap_all("rank:b rank:a rank:c save")
    for _ in range(8):
        here.page.clock.fast_forward(20_000)
        here.page.wait_for_timeout(200)
    until_kept(here, lambda kept: [one.get("code") for one in kept] == ["server_fails"])
    expect(here.sync).to_have_attribute("data-look", "review")
    assert len(failed) == 5
    assert len(here.deals()) == 1
    here.page.unroute(DEALS)
    here.tap("open", value="parked")
    expect(here.page.locator(".panel .review")).to_contain_text("Máy chủ gặp lỗi khi nhận việc này")
    expect(here.control("export", within=".panel")).to_be_visible()
    here.tap("again")
    here.verify_sent()
    assert len(here.deals()) == 2


def test_a_refused_deal_that_the_books_have_is_no_question(here) -> None:
    """Its answer was lost, and the second try came when the right had ended."""
    here.page.route(API, lambda route: route.abort())
    here.tap_all(PLAIN)
    (event,) = here.kept()
    with refusing(here, 404, {"detail": "Không có.", "code": "not_found"}):
        here.page.route("**/board", lambda route: route.abort())
        here.page.unroute(API)
        send_until(here, lambda: [one["state"] for one in here.kept()] == ["parked"])
    here.tap("open", value="parked")
    expect(here.control("export", within=".panel")).to_be_visible()
    put(here, event)
    here.page.unroute("**/board")
    here.tap("send")
    here.verify_sent()
    assert len(here.deals()) == 1


def test_a_refused_deal_that_was_dropped_and_is_in_the_books_is_voided(here) -> None:
    here.page.route(API, lambda route: route.abort())
    here.tap_all(PLAIN)
    (event,) = here.kept()
    with refusing(here):
        here.page.unroute(API)
        send_until(here, lambda: [one["state"] for one in here.kept()] == ["parked"])
    here.tap("open", value="parked")
    here.tap("drop-event")
    put(here, event)
    until(here, lambda: [deal["is_void"] for deal in here.deals()] == [True])
    here.verify_sent()


def put(here: TablePage, event: Json) -> None:
    """The deal reaches the server behind the phone's back."""
    ask(here.page, here.site, "put", event["path"], event["body"])


def test_a_request_that_never_answers_holds_up_nothing_when_the_network_changes(here) -> None:
    hung: list[Route] = []

    def hang(route: Route) -> None:
        if hung:
            route.continue_()
        else:
            hung.append(route)

    here.page.route(DEALS, hang)
    here.tap_all(PLAIN)
    until(here, lambda: bool(hung))
    here.page.wait_for_timeout(2_500)  # longer than an answer takes
    here.page.evaluate("dispatchEvent(new Event('online'))")
    is_sent = "() => Boolean(document.querySelector('[data-look=sent]'))"
    here.page.wait_for_function(is_sent, timeout=9_000)
    assert len(here.deals()) == 1


def test_what_needs_a_look_hides_neither_the_network_nor_what_waits(here) -> None:
    with refusing(here):
        here.tap_all(PLAIN)
        expect(here.sync).to_have_attribute("data-look", "review")
    here.page.route(API, lambda route: route.abort())
    here.tap_all(PLAIN)
    strip = here.page.locator(".strip__text")
    expect(strip).to_have_text("Cần xem lại ván 1 · Mất mạng, 1 việc chờ")
    expect(here.sync).to_have_text("! 1·1")
    here.tap("open", value="parked")
    expect(here.control("export", within=".panel")).to_be_visible()
    here.tap("close")
    here.page.unroute(API)
    here.page.context.clear_cookies(name="sessionid")
    here.tap_all(PLAIN)
    expect(strip).to_have_text("Cần xem lại ván 1 · Đăng nhập để gửi 2 việc")
    expect(here.control("sign-in", within=".strip")).to_be_visible()
