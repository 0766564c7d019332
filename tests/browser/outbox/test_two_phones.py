"""Two phones at one table (U-18): what one does the other shows; between them nothing is lost."""

import time
from uuid import uuid4

import pytest
from playwright.sync_api import Response, Route, expect

from tests.browser.conftest import Open, Site
from tests.browser.outbox.waiting import until
from tests.browser.table.drafts import PLAIN_DEALS
from tests.browser.table.page import TablePage, ask, open_table
from tests.browser.table.phones import join, second_phone, sign

pytestmark = pytest.mark.browser

SEEN_SECONDS = 3
LEFT_SECONDS = 60
EACH = 12
# As if a minute had passed.
LATER = """
from datetime import timedelta
from scoring.models.presence import Presence
for one in Presence.objects.all():
    Presence.objects.filter(pk=one.pk).update(touched_at=one.touched_at - timedelta(seconds=60))
"""


@pytest.fixture
def phones(lan: Site, open_page: Open) -> tuple[TablePage, TablePage]:
    one = open_table(lan, open_page)
    return one, join(one, open_page, "b")[0]


def test_two_phones_that_come_back_at_once_are_never_in_each_others_way(phones) -> None:
    """Without the table's lock two deals would want one number, and the database refuse one."""
    answers: list[int] = []

    def note(answer: Response) -> None:
        if answer.request.method == "PUT" and "/deals/" in answer.url:
            answers.append(answer.status)

    recorded = []
    for here in phones:
        here.page.on("response", note)
        here.page.context.set_offline(True)
        here.page.evaluate(PLAIN_DEALS, EACH)
        recorded.append([event["dealId"] for event in here.kept()])
    for here in phones:
        here.page.context.set_offline(False)
    for here in phones:
        here.verify_sent()
    assert answers == [201] * (2 * EACH)
    stored = phones[0].deals()
    assert [deal["number"] for deal in stored] == list(range(1, 2 * EACH + 1))
    for own in recorded:
        assert [deal["id"] for deal in stored if deal["id"] in own] == own


def test_deals_that_waited_keep_their_stake_though_another_phone_changed_it(phones) -> None:
    away, here = phones
    away.page.context.set_offline(True)
    away.page.evaluate(PLAIN_DEALS, EACH)
    terms = f"tables/{here.table_id}/terms/{uuid4()}"
    with here.page.expect_response(lambda told: "/board" in told.url and told.status == 200):
        ask(here.page, here.site, "put", terms, {"stake_points": 5})
    here.tap_all("rank:a rank:b rank:c save")
    here.verify_sent()
    away.page.context.set_offline(False)
    away.verify_sent()
    stakes = {deal["id"]: deal["stake_points"] for deal in away.deals()}
    assert sorted(stakes.values()) == [1] * EACH + [5]


def test_u18_a_deal_is_seen_on_the_other_phone_at_once(lan, open_page) -> None:
    here = open_table(lan, open_page)
    other = second_phone(here, open_page)
    here.tap_all("rank:a rank:b rank:c save")
    saved = time.monotonic()
    expect(other.page.locator(".strip__last")).to_contain_text("Ván 1")
    assert time.monotonic() - saved <= 3 * SEEN_SECONDS


def test_u18_who_writes_is_shown_taken_over_and_gone_with_its_phone(lan, open_page) -> None:
    here = open_table(lan, open_page)
    other = second_phone(here, open_page)
    expect(sign(other)).to_be_hidden()
    here.tap("rank", "a")
    expect(sign(other)).to_have_text("demo đang ghi")
    expect(sign(here)).to_be_hidden()
    other.tap("write-here")
    expect(sign(other)).to_be_hidden()
    expect(sign(here)).to_have_text("demo ghi tiếp trên máy khác")
    here.tap("rank", "b")  # nothing is blocked, and the other one hears of it
    assert here.badges()["b"] == "2"
    expect(sign(other)).to_have_text("demo đang ghi")
    here.tap("write-here")
    expect(sign(here)).to_be_hidden()
    expect(sign(other)).to_have_text("demo ghi tiếp trên máy khác")
    here.page.close()
    closed = time.monotonic()
    expect(sign(other)).to_be_hidden()
    assert time.monotonic() - closed <= 3 * LEFT_SECONDS
    assert (here.warned, other.warned) == ([], [])


def test_u18_a_phone_that_crashed_is_gone_after_a_minute(server, lan, open_page) -> None:
    here = open_table(lan, open_page)
    other = second_phone(here, open_page)
    here.tap("rank", "a")
    expect(sign(other)).to_have_text("demo đang ghi")
    here.page.context.set_offline(True)  # so that it can tell nobody
    here.page.close()
    for _ in range(2):
        with other.page.expect_response("**/board"):
            pass
    expect(sign(other)).to_be_visible()
    server.manage("shell", "-c", LATER)
    expect(sign(other)).to_be_hidden(timeout=3_000 * SEEN_SECONDS)


def test_who_looks_on_is_told_when_no_answer_comes(lan, open_page) -> None:
    here = open_table(lan, open_page)
    here.page.clock.install()
    here.page.goto(f"{lan.url}/ban/{here.table_id}/xem/")
    hung: list[Route] = []

    def hang(route: Route) -> None:
        hung.append(route)

    here.page.route("**/xem/", hang)
    here.page.clock.run_for(3_000)
    until(here, lambda: bool(hung))
    expect(here.page.locator("#stale")).to_be_hidden()
    here.page.clock.run_for(16_000)
    expect(here.page.locator("#stale")).to_be_visible()
    here.page.unroute("**/xem/")
