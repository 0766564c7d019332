"""U-15: an answer is lost or a refusal, and the deal is stored once, or kept with its reason."""

from typing import cast
from uuid import uuid4

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Open, Site
from tests.browser.outbox.waiting import send_until, until_kept
from tests.browser.table.page import Json, TablePage, ask, open_table, reach

pytestmark = pytest.mark.browser

PLAIN = "rank:a rank:b rank:c save"
DEALS = "**/api/v1/tables/*/deals/*"
BOARD = "**/api/v1/tables/*/board"


@pytest.fixture
def here(lan: Site, open_page: Open) -> TablePage:
    return open_table(lan, open_page)


def test_u15_a_deal_whose_answer_was_lost_three_times_is_there_once(here) -> None:
    lost: list[int] = []

    def lose(route: Route) -> None:
        if len(lost) == 3:
            route.continue_()
            return
        lost.append(reach(route).status)  # the server has it, and the phone does not know
        route.abort()

    here.page.route(BOARD, lambda route: route.abort() if len(lost) < 3 else route.continue_())
    here.page.route(DEALS, lose)
    here.tap_all(PLAIN)
    expect(here.sync).to_have_attribute("data-look", "offline")
    send_until(here, lambda: here.kept() == [])
    here.verify_sent()
    assert lost == [201, 200, 200]
    assert len(here.deals()) == 1


def test_u15_a_deal_whose_answer_was_lost_is_found_in_the_board(here) -> None:
    def lose(route: Route) -> None:
        reach(route)
        route.abort()

    here.page.route(DEALS, lose)
    here.tap_all(PLAIN)
    here.verify_sent()
    assert len(here.deals()) == 1


def test_u15_a_server_that_fails_is_asked_again(here) -> None:
    answers = [500, 503, 429]

    def fail(route: Route) -> None:
        if answers:
            route.fulfill(status=answers.pop(0), body="{}", content_type="application/json")
        else:
            route.continue_()

    here.page.route(DEALS, fail)
    here.tap_all(PLAIN)
    send_until(here, lambda: here.kept() == [])
    here.verify_sent()
    assert answers == []
    assert len(here.deals()) == 1


def test_u15_what_is_refused_is_kept_with_its_reason_and_the_next_deal_goes_on(here) -> None:
    spoilt: list[str] = []

    def spoil(route: Route) -> None:
        body = cast("Json", route.request.post_data_json)
        if not spoilt:
            spoilt.append(body["sheet"]["seats"].pop())
            body["sheet"]["seats"].append(body["sheet"]["seats"][0])
        route.continue_(post_data=body)

    here.page.route(DEALS, spoil)
    here.tap_all(PLAIN)
    expect(here.sync).to_have_attribute("data-look", "review")
    here.tap_all(PLAIN)
    (refused,) = until_kept(here, lambda kept: [one["state"] for one in kept] == ["parked"])
    assert refused["code"] == "player_repeated"  # 422
    assert len(here.deals()) == 1
    verify_reason(here, refused)


def test_u15_a_stale_correction_is_kept_with_what_holds_now(here) -> None:
    here.tap_all(PLAIN)
    here.verify_sent()
    (deal,) = here.deals()
    here.page.context.set_offline(True)
    here.tap("open", value="history")
    here.page.locator(".past summary").first.tap()
    here.page.locator('.past [data-act="edit"]').tap()
    here.tap_all("rank:a rank:a save")
    path = f"deals/{deal['id']}/revisions/{uuid4()}"
    ask(here.page, here.site, "put", path, {"kind": "void"}, **{"If-Match": '"1"'})
    here.page.context.set_offline(False)
    (refused,) = until_kept(here, lambda kept: [one["state"] for one in kept] == ["parked"])
    assert (refused["code"], refused["current"]["n"]) == ("stale_revision", 2)  # 412
    assert refused["body"]["sheet"]["finish"][0] == here.seats["b"]
    verify_reason(here, refused)
    assert here.page.locator(".side h4").all_inner_texts() == ["Đang có trong sổ", "Bản của tôi"]


def test_u15_a_deal_of_a_settled_night_is_kept(here) -> None:
    here.page.context.set_offline(True)
    here.tap_all(PLAIN)
    table = here.board()["table"]
    night = f"clubs/{table['club']}/nights/{table['day']}"
    plan = {"settlement_id": str(uuid4())}
    ask(here.page, here.site, "post", f"{night}/settlements", plan)
    here.page.context.set_offline(False)
    (refused,) = until_kept(here, lambda kept: [one["state"] for one in kept] == ["parked"])
    once = {"Idempotency-Key": str(uuid4())}
    ask(here.page, here.site, "post", f"{night}/reopen", {}, **once)
    assert refused["code"] == "night_settled"  # 409
    assert here.deals() == []
    verify_reason(here, refused)


def test_u15_nothing_is_lost_while_nobody_is_signed_in(here) -> None:
    page = here.page
    page.context.clear_cookies(name="sessionid")
    here.tap_all(f"{PLAIN} {PLAIN}")
    expect(page.locator(".strip [data-act='sign-in']")).to_be_visible()
    assert [one["state"] for one in here.kept()] == ["waiting", "waiting"]
    here.tap("sign-in")
    page.fill("#id_login", here.site.user_name)
    page.fill("#id_password", here.site.password)
    page.click("main button")
    expect(here.row("a")).to_be_visible()
    here.verify_sent()
    assert len(here.deals()) == 2


def verify_reason(here: TablePage, refused: Json) -> None:
    """The server's own words are there, after a reload too."""
    assert refused["reason"]
    here.open()
    expect(here.sync).to_have_attribute("data-look", "review")
    here.tap("open", value="parked")
    expect(here.page.locator(".panel .review")).to_contain_text(refused["reason"])
