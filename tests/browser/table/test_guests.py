"""Somebody new at the table: typed in the panel, seated behind it, also without a network."""

import pytest
from playwright.sync_api import expect

from tests.browser.looking import bring_axe, find_barriers
from tests.browser.table.page import TablePage, ask, open_table

pytestmark = pytest.mark.browser

FIELD = "#guest-name"


def type_name(here: TablePage, name: str) -> None:
    here.tap_all("open::menu open::players")
    here.page.locator(FIELD).fill(name)


def roster_of(here: TablePage) -> dict[str, str]:
    return {one["full_name"]: one["player_id"] for one in here.board()["roster"]}


def test_u30_a_guest_sits_down_and_is_taken_back_but_stays_known(site, open_page) -> None:
    here = open_table(site, open_page, players=3)
    seats = here.sitting()
    type_name(here, "  Khách   Bến Nghé ")
    here.tap("guest")
    assert here.taps == 3  # typing is extra
    here.verify_sent()
    guest = roster_of(here)["Khách Bến Nghé"]
    assert here.sitting() == [*seats, guest]
    here.tap("undo")
    here.verify_sent()
    assert here.sitting() == seats
    assert roster_of(here)["Khách Bến Nghé"] == guest
    here.taps = 0
    here.tap_all(f"open::menu open::players sit:{guest}")
    assert here.taps <= 4
    here.verify_sent()
    assert here.sitting() == [*seats, guest]
    assert here.warned == []


def test_without_a_network_a_guest_plays_and_everything_is_sent_in_order(site, open_page) -> None:
    here = open_table(site, open_page, players=3)
    here.page.context.set_offline(True)
    type_name(here, "Khách Cầu Kho")
    here.tap("guest")
    here.tap_all("rank:a rank:b rank:c save")
    expect(here.page.locator(".called").last).to_have_text("Kho")
    here.page.context.set_offline(False)
    here.verify_sent()
    guest = roster_of(here)["Khách Cầu Kho"]
    (deal,) = here.deals()
    assert deal["places"][guest] == 4
    assert here.sitting()[-1] == guest
    assert here.warned == []


def test_when_four_sit_a_guest_waits(site, open_page) -> None:
    here = open_table(site, open_page)
    type_name(here, "Khách Đa Kao")
    expect(here.control("guest")).to_have_text("Vào ghế chờ")
    here.tap("guest")
    here.verify_sent()
    assert here.sitting("bench") == [roster_of(here)["Khách Đa Kao"]]
    assert here.sitting() == list(here.seats.values())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_whom_the_club_knows_is_offered_instead(site, open_page, scheme) -> None:
    here = open_table(site, open_page, players=3, color_scheme=scheme)
    bring_axe(here.page.context)
    here.open()
    people = roster_of(here)
    here_now = set(here.seats.values())
    name = next(one for one, player_id in people.items() if player_id not in here_now)
    sitting = next(one for one, player_id in people.items() if player_id in here_now)
    type_name(here, sitting.upper())
    expect(here.page.locator(".guest .help")).to_have_text(f"{sitting} đang ở bàn này.")
    expect(here.control("guest")).to_have_attribute("aria-disabled", "true")
    here.page.locator(FIELD).fill(name.lower())
    expect(here.page.locator(".guest .help")).to_contain_text("đã có trong danh sách")
    offered = here.page.locator(".guest .chips button")
    expect(offered).to_have_text([f"+ {name}"])
    assert find_barriers(here.page) == ""
    with here.page.expect_response("**/board"):  # what comes meanwhile takes no letter away
        pass
    expect(here.page.locator(FIELD)).to_have_value(name.lower())
    expect(here.page.locator(FIELD)).to_be_focused()
    offered.tap()
    here.verify_sent()
    assert here.sitting()[-1] == people[name]


NAMED = "JSON.parse(document.getElementById('board').textContent).table.club"


def refused_guest(here: TablePage, name: str, *, acts: str = "") -> str:
    """A guest of this phone whose name somebody else gave meanwhile; returns the other's id."""
    here.page.context.set_offline(True)
    type_name(here, name)
    here.tap_all(f"guest {acts}")
    slug = here.page.evaluate(NAMED)
    meanwhile = {"name": name.lower(), "is_guest": True}
    other = ask(here.page, here.site, "post", f"clubs/{slug}/players", meanwhile)
    here.page.context.set_offline(False)
    expect(here.sync).to_have_attribute("data-look", "review")
    expect(here.sync).to_contain_text("! 1")  # what names the guest waits behind
    return str(other["player_id"])


def test_a_guest_who_is_refused_sits_nowhere_and_is_dropped_with_the_seat(site, open_page) -> None:
    here = open_table(site, open_page, players=3)
    refused_guest(here, "Khách Tân Định")
    assert len(here.sitting()) == 3
    here.tap("open", value="parked")
    expect(here.page.locator(".panel .review h3").first).to_have_text("Khách mới Khách Tân Định")
    here.tap("drop-event")
    here.verify_sent()
    assert len(here.sitting()) == 3
    assert here.warned == []


def test_a_refused_guest_turns_out_to_be_the_one_of_that_name(site, open_page) -> None:
    here = open_table(site, open_page, players=3)
    bring_axe(here.page.context)
    here.open()
    plays = "rank:a rank:b rank:c save an:a"
    other = refused_guest(here, "Khách Phú Lâm", acts=plays)
    assert here.deals() == []
    here.tap("open", value="parked")
    expect(here.control("drop-event")).to_be_hidden()  # somebody has played
    assert find_barriers(here.page) == ""
    here.tap("is-known")
    here.verify_sent()
    assert here.sitting()[-1] == other
    (deal,) = here.deals()
    assert deal["places"][other] == 4
    # What was being written goes on with the same one.
    here.tap_all("rank:a rank:b rank:c save")
    here.verify_sent()
    assert [deal["places"][other] for deal in here.deals()] == [4, 4]
    assert here.warned == []


def test_a_refused_guest_is_somebody_else_and_called_otherwise(site, open_page) -> None:
    here = open_table(site, open_page, players=3)
    other = refused_guest(here, "Khách Bình Tây", acts="rank:a rank:b rank:c save")
    here.tap("open", value="parked")
    field = here.page.locator(".panel .review input")
    expect(field).to_have_value("Khách Bình Tây")
    field.fill("Khách Bình Tây trẻ")
    with here.page.expect_response("**/board"):  # what comes meanwhile takes no letter away
        pass
    expect(field).to_have_value("Khách Bình Tây trẻ")
    here.tap("rename-guest")
    here.verify_sent()
    guest = roster_of(here)["Khách Bình Tây trẻ"]
    assert guest != other
    (deal,) = here.deals()
    assert deal["places"][guest] == 4
    assert here.sitting()[-1] == guest
    assert here.warned == []


@pytest.mark.parametrize("left", [0, 1])
def test_where_fewer_than_two_sit_the_page_asks_for_people(site, open_page, left) -> None:
    here = open_table(site, open_page, players=3)
    bring_axe(here.page.context)
    a, b, c = here.seats.values()
    path = f"tables/{here.table_id}/terms/{here.page.evaluate('crypto.randomUUID()')}"
    ask(here.page, site, "put", path, {"seats": [a, b, c][:left]})
    here.page.reload()
    expect(here.page.locator(".seats")).to_contain_text("Cần ít nhất 2 người")
    expect(here.page.locator(".who")).to_have_count(0)
    expect(here.save).to_have_text("Cần ít nhất 2 người")
    expect(here.save).to_have_attribute("aria-disabled", "true")
    assert find_barriers(here.page) == ""
    here.tap("open", value="players", within=".seats")
    here.tap("sit", "b", within=".panel")
    if not left:
        here.tap("open", value="players", within=".seats")
        here.tap("sit", "a", within=".panel")
    expect(here.page.locator(".who")).to_have_count(2)
    here.tap_all("rank:b save")
    here.verify_saved()
    assert len(here.deals()) == 1
    assert here.warned == []
