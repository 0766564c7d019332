"""Changes of stake and seats on two phones: taken back, asked about, never merged in silence."""

import pytest
from playwright.sync_api import expect

from tests.browser.table.page import open_table
from tests.browser.table.phones import second_phone
from tests.browser.table.test_corrections import PLAIN, strip_of, wait_for

pytestmark = pytest.mark.browser

TERMS_REFUSED = {"detail": "Không đổi được.", "code": "terms_used"}


def test_a_change_of_terms_is_taken_back_only_while_nothing_was_played_under_it(
    site, open_page
) -> None:
    here = open_table(site, open_page)
    other = second_phone(here, open_page)
    here.tap_all("open::menu open::stake stake::5")
    here.verify_sent()
    expect(strip_of(here)).to_have_text("Mức cược 1 → 5")
    other.tap_all(PLAIN)
    other.verify_sent()
    wait_for(here, 1, 1)
    expect(strip_of(here)).to_contain_text("Ván 1: ")
    here.tap("undo")
    here.verify_sent()
    (deal,) = here.deals()
    assert deal["is_void"]
    here.tap_all("redo open::menu open::stake")
    expect(here.page.locator(".panel .help")).to_have_text(
        "Áp dụng từ ván 2; ván đã ghi giữ nguyên."
    )
    # Refused it is only forgotten, whether it was taken back before or after.
    here.verify_sent()
    here.page.context.set_offline(True)
    here.tap_all("stake::2 undo")
    here.page.route("**/terms/**", lambda route: route.fulfill(status=409, json=TERMS_REFUSED))
    here.page.context.set_offline(False)
    here.verify_sent()
    here.tap_all("open::menu open::stake stake::2")
    expect(here.sync).to_have_attribute("data-look", "review")
    here.tap("undo")
    here.verify_sent()
    assert here.warned == []


def test_who_waits_takes_somebody_s_place_or_goes_home(site, open_page) -> None:
    here = open_table(site, open_page)
    stranger = next(
        one["player_id"]
        for one in here.board()["roster"]
        if one["player_id"] not in here.seats.values()
    )
    here.tap_all(f"open::menu open::players sit:{stranger}")
    here.verify_sent()
    assert here.sitting("bench") == [stranger]
    here.tap_all(f"open::menu open::players replacing:{stranger} replace:b")
    here.verify_sent()
    assert here.sitting() == [
        stranger if letter == "b" else seat for letter, seat in here.seats.items()
    ]
    assert here.sitting("bench") == [here.seats["b"]]
    here.tap_all("open::menu open::players go-home:b")
    here.verify_sent()
    assert here.sitting("bench") == []
    here.tap("undo")
    here.verify_sent()
    assert here.sitting("bench") == [here.seats["b"]]
    assert here.warned == []


def test_seats_that_another_phone_changed_are_not_merged_in_silence(site, open_page) -> None:
    here = open_table(site, open_page)
    other = second_phone(here, open_page)
    here.page.context.set_offline(True)
    here.tap_all("open::menu open::players leave:a")
    other.tap_all("open::menu open::swap swap:b swap:c")
    other.verify_sent()
    seats = here.sitting()
    here.page.context.set_offline(False)
    expect(here.sync).to_have_attribute("data-look", "review")
    assert here.sitting() == seats
    here.tap("open", value="parked")
    sides = here.page.locator(".side")
    assert sides.locator("h4").all_inner_texts() == ["Đang có trong sổ", "Bản của tôi"]
    assert sides.first.inner_text() != sides.last.inner_text()
    here.tap("use-mine")
    here.verify_sent()
    assert here.sitting() == [here.seats[letter] for letter in "bcd"]
    assert here.sitting("bench") == [here.seats["a"]]
    # A stake is nothing of who sits where.
    here.page.context.set_offline(True)
    here.tap_all("open::menu open::players leave:b")
    other.tap_all("open::menu open::stake stake::5")
    other.verify_sent()
    here.page.context.set_offline(False)
    here.verify_sent()
    assert here.sitting() == [here.seats[letter] for letter in "cd"]
    assert here.board()["table"]["stake_points"] == 5
    assert here.warned == other.warned == []
