"""Corrections of two phones, one after the other and at once: what holds is shown, what was typed
is kept, and nothing is written over in silence.
"""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Response, Route, expect

from scoring.engine.ruleset import PRESETS
from tests.browser.table.page import TablePage, ask, open_table, publish
from tests.browser.table.phones import refusing, second_phone

pytestmark = pytest.mark.browser

Table = Callable[..., TablePage]
PLAIN = "rank:a rank:b rank:c save"


@pytest.fixture
def table(site, open_page) -> Table:
    return lambda **options: open_table(site, open_page, **options)


def open_deal(here: TablePage, number: int) -> None:
    """The draft of this deal, by the history."""
    here.tap("open", value="history", within=".strip")
    past = here.page.locator(".past", has=here.page.locator("strong", has_text=f"{number}"))
    past.locator("summary").first.tap()
    past.locator('[data-act="edit"]').tap()


def wait_for(here: TablePage, number: int, n: int) -> None:
    """Until this phone knows the n-th revision of the deal."""
    while (number, n) not in [
        (deal["number"], deal["n"]) for board in here.kept("board") for deal in board["deals"]
    ]:
        here.page.wait_for_timeout(50)


def strip_of(here: TablePage) -> Any:
    return here.page.locator(".strip__last")


def first_of(here: TablePage, number: int = 1) -> str:
    """Whose first place the server has."""
    deal = next(one for one in here.deals() if one["number"] == number)
    places = deal["places"]
    return next(letter for letter, seat in here.seats.items() if places.get(seat) == 1)


@pytest.mark.parametrize("theirs", ["correct", "void"])
def test_what_another_phone_changed_meanwhile_is_shown_and_not_written_over(
    table, open_page, theirs
) -> None:
    here = table()
    here.tap_all(PLAIN)
    here.verify_sent()
    other = second_phone(here, open_page)
    open_deal(here, 1)
    here.tap_all("rank:a rank:a")  # b, c, a
    if theirs == "void":
        other.tap("undo")
    else:
        open_deal(other, 1)
        other.tap_all("rank:a rank:b rank:a rank:b save")
    other.verify_sent()
    wait_for(here, 1, 2)
    here.tap("save")
    expect(strip_of(here)).to_have_text("Cần xem lại ván 1")
    (deal,) = here.deals()
    assert (deal["n"], deal["is_void"]) == (2, theirs == "void")
    here.tap("open", value="parked", within=".strip")
    titles = here.page.locator(".side h4").all_inner_texts()
    assert titles == ["Đang có trong sổ", "Bản của tôi"]
    here.tap("use-mine")
    here.verify_sent()
    (deal,) = here.deals()
    assert (deal["n"], deal["is_void"], first_of(here)) == (3, False, "b")
    assert here.warned == []


def test_what_is_corrected_is_what_holds_and_not_what_was_tapped_here_once(
    table, open_page
) -> None:
    here = table()
    here.tap_all(PLAIN)
    here.verify_sent()
    other = second_phone(here, open_page)
    open_deal(other, 1)
    other.tap_all("rank:a rank:b rank:a rank:b save")
    other.verify_sent()
    wait_for(here, 1, 2)
    open_deal(here, 1)
    assert here.badges() == {"a": "3", "b": "4", "c": "1", "d": "2"}
    here.tap_all("an:d save")
    here.verify_sent()
    (deal,) = here.deals()
    assert (deal["n"], first_of(here), len(deal["sheet"]["eats"])) == (3, "c", 1)


def test_an_undo_that_came_too_late_asks_too(table, open_page) -> None:
    here = table()
    here.tap_all(PLAIN)
    here.verify_sent()
    other = second_phone(here, open_page)
    here.page.context.set_offline(True)
    here.tap("undo")
    open_deal(other, 1)
    other.tap_all("rank:a rank:b rank:a rank:b save")
    other.verify_sent()
    here.page.context.set_offline(False)
    expect(here.sync).to_have_attribute("data-look", "review")
    here.tap_all("rank:a rank:a save")
    here.verify_told()
    (deal,) = here.deals()
    assert (deal["n"], deal["is_void"]) == (2, False)
    assert first_of(here) == "c"
    (parked,) = here.kept()
    assert (parked["code"], parked["body"]["kind"]) == ("stale_revision", "correct")


def test_a_pot_that_changed_before_a_deal_is_no_change_of_it(table, open_page) -> None:
    here = table(rules={"pot_enabled": True, "pot_ante": 1})
    here.tap_all(f"{PLAIN} u:a save")
    here.verify_sent()
    other = second_phone(here, open_page)
    open_deal(here, 2)
    here.tap("an", "d")
    open_deal(other, 1)
    other.tap_all("open::more ending::void close save")
    other.verify_sent()
    wait_for(here, 2, 2)
    here.tap("save")
    here.verify_sent()
    now = {deal["number"]: deal for deal in here.deals()}
    assert (now[2]["n"], now[2]["kind"]) == (3, "correct")
    assert now[1]["is_void"]


def test_a_deal_that_left_the_board_is_corrected_and_not_recorded_again(table) -> None:
    here = table()
    here.tap_all(PLAIN)
    here.verify_sent()
    before = here.balances()
    open_deal(here, 1)
    (gone,) = here.deals()

    def leave(route: Route) -> None:
        headers = {**route.request.headers, "if-none-match": ""}
        board = route.fetch(headers=headers).json()
        board["deals"] = []
        route.fulfill(json=board)

    here.page.route("**/board", leave)
    here.tap_all("rank:a rank:a")
    with here.page.expect_response("**/board"):
        here.page.reload()
    expect(strip_of(here)).to_have_text("Đang sửa ván 1")
    here.page.context.set_offline(True)
    here.tap("save")
    assert here.balances() != before
    (event,) = here.kept()
    assert (event["kind"], event["dealId"]) == ("revise", gone["id"])
    here.page.context.set_offline(False)
    here.verify_sent()
    (deal,) = here.deals()
    assert (deal["n"], first_of(here)) == (2, "b")
    assert here.warned == []


def test_a_deal_kept_by_hand_is_not_recorded_once_more_by_its_draft(table) -> None:
    here = table()
    with refusing(here):
        here.tap_all(PLAIN)
        expect(strip_of(here)).to_have_text("Cần xem lại ván 1")
    here.tap("open", value="parked", within=".strip")
    here.tap("edit", within=".panel")
    here.tap_all("open::parked by-hand")
    here.verify_sent()
    assert len(here.deals()) == 1
    assert here.stored("draft")["editing"] is None


def test_an_undone_deal_waits_while_another_is_corrected(table) -> None:
    here = table()
    here.tap_all(f"{PLAIN} {PLAIN}")
    here.verify_sent()
    here.tap_all("undo rank:a rank:a")
    expect(strip_of(here)).to_have_text("Đã hoàn tác ván 2 – đang sửa")
    open_deal(here, 1)
    here.tap("an", "d")
    here.page.reload()
    expect(strip_of(here)).to_have_text("Đang sửa ván 1")
    here.tap("save")
    expect(strip_of(here)).to_have_text("Đã hoàn tác ván 2 – đang sửa")
    assert here.badges() == {"a": "3", "b": "1", "c": "2", "d": "4"}
    here.tap("save")
    here.verify_sent()
    assert [(deal["is_void"], deal["n"]) for deal in here.deals()] == [(False, 2), (False, 3)]
    assert first_of(here, 2) == "b"


def test_whoever_starts_follows_the_deal_that_is_last_now(table, open_page) -> None:
    here = table()
    other = second_phone(here, open_page)
    other.tap_all("rank:c rank:b rank:a save")
    other.verify_sent()
    wait_for(here, 1, 1)
    assert here.stored("draft")["starter"] == here.seats["c"]
    here.tap_all("rank:b rank:a rank:c save undo")
    here.tap("redo")
    assert here.stored("draft")["starter"] == here.seats["b"]
    here.tap_all("undo open::menu clear")
    assert here.stored("draft")["starter"] == here.seats["c"]
    here.tap("open", value="history", within=".strip")
    here.page.locator(".past summary").first.tap()
    here.tap("restore", within=".panel")
    here.tap("close")
    assert here.stored("draft")["starter"] == here.seats["b"]
    here.verify_sent()
    # Said by hand it stays.
    here.tap_all("open::more starter:d close")
    other.tap_all("rank:c rank:b rank:a save")
    wait_for(here, 3, 1)
    assert here.stored("draft")["starter"] == here.seats["d"]


def test_a_night_that_was_settled_leaves_nothing_to_be_tapped_in_vain(table) -> None:
    here = table()
    here.tap_all(PLAIN)
    here.verify_sent()
    open_deal(here, 1)
    here.tap_all("rank:a rank:a")

    def settle(route: Route) -> None:
        headers = {**route.request.headers, "if-none-match": ""}
        board = route.fetch(headers=headers).json()
        board["table"]["state"] = "settled"
        route.fulfill(json=board)

    here.page.route("**/board", settle)
    here.page.reload()
    expect(strip_of(here)).to_have_text("Buổi đã kết sổ · Xem kết sổ")
    expect(here.control("undo")).to_be_hidden()
    here.tap("open", value="menu")
    expect(here.page.locator('.panel [data-value="players"]')).to_have_count(0)
    here.tap("close")
    # What was typed is there for when the night is opened again.
    assert here.badges() == {"a": "3", "b": "1", "c": "2", "d": "4"}
    here.page.unroute("**/board")
    expect(strip_of(here)).to_have_text("Đang sửa ván 1")
    here.tap("save")
    here.verify_sent()
    here.page.route("**/board", settle)
    expect(strip_of(here)).to_contain_text("Buổi đã kết sổ")
    here.tap("settle", within=".strip")
    here.page.wait_for_url("**/ket-so/")


def test_deals_of_this_phone_are_shown_before_the_settlement(table) -> None:
    here = table()
    here.tap_all(PLAIN)
    here.verify_sent()
    here.tap("open", value="menu")
    expect(here.page.locator('.panel a[href$="/ket-so/"]')).to_be_visible()
    here.tap("close")
    here.page.context.set_offline(True)
    here.tap_all(f"{PLAIN} open::menu settle-first")
    expect(here.page.locator(".panel .review h3")).to_have_text("Còn 1 ván chưa gửi")
    expect(here.page.locator('.panel a[href$="/ket-so/"]')).to_be_visible()
    here.page.context.set_offline(False)
    here.verify_sent()
    expect(here.page.locator(".panel .review")).to_have_count(0)


def test_a_deal_keeps_the_rules_it_was_played_by(table) -> None:
    here = table()
    here.tap_all("an:b rank:a rank:b rank:c save")
    here.verify_sent()
    slug = here.board()["table"]["club"]
    version = publish(here.page, here.site, slug, dict(PRESETS["portal_5_10"]))
    path = f"tables/{here.table_id}/terms/{uuid4()}"
    ask(here.page, here.site, "put", path, {"ruleset_version_id": version})
    here.open()
    (deal,) = here.deals()
    here.tap("open", value="history", within=".strip")
    here.page.locator(".past summary").first.tap()
    label = here.board()["other_rules"][str(deal["ruleset_version_id"])]["label"]
    expect(here.page.locator(".past .help")).to_have_text(f"Ván 1 ghi theo luật {label}")
    here.tap("edit", within=".panel")
    here.tap_all("rank:a rank:a")
    deltas = here.deltas()
    here.tap("save")
    here.verify_sent()
    (now,) = here.deals()
    assert now["ruleset_version_id"] == deal["ruleset_version_id"]
    for letter, seat in here.seats.items():
        assert int(re.sub("[▲▼+]", "", deltas[letter]).replace("−", "-")) == now["net_points"][seat]
    assert here.page.locator(".strip").get_attribute("data-look") != "warn"
    # Taken back and brought back it keeps them too; a new one is played by the table's.
    here.tap_all("undo redo rank:a rank:b rank:c save")
    here.verify_sent()
    assert [deal["ruleset_version_id"] for deal in here.deals()] == [
        deal["ruleset_version_id"],
        version,
    ]
    assert here.warned == []


def tells_waiting(told: Response, count: int) -> bool:
    """Is it the answer to a phone that said how many deals wait on it?"""
    said = told.request.post_data_json if told.request.url.endswith("/presence") else None
    return said is not None and said["waiting"] == count


def test_a_phone_with_deals_that_wait_is_named_where_the_night_is_settled(table) -> None:
    here = table()
    with refusing(here), here.page.expect_response(lambda told: tells_waiting(told, 1)):
        here.tap_all(PLAIN)
    expect(strip_of(here)).to_have_text("Cần xem lại ván 1")
    address = here.page.locator('.panel a[href$="/ket-so/"]')
    here.tap("open", value="menu")
    here.tap("settle-first")
    address.tap()
    here.page.wait_for_url("**/ket-so/")
    waiting = here.page.locator(".settle__questions li")
    expect(waiting.first).to_contain_text("Còn 1 ván chưa gửi (máy ")
    here.open()
    here.tap("open", value="parked", within=".strip")
    with here.page.expect_response(lambda told: tells_waiting(told, 0)):
        here.tap("again")
    here.verify_sent()
    assert here.warned == []
