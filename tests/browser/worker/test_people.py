"""A phone that passes from hand to hand: what was kept for one is never shown to another."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WALL
from tests.browser.worker.conftest import Place, kept_pages, wait_until

pytestmark = pytest.mark.browser

PASSWORD = "bai-phom-chin-la"
CLUB = "/clb/clb-demo/"


def open_club(place: Place, page: Page) -> None:
    """Signed in, with a copy of the club's front page."""
    place.sign_in(page, place.user_name, place.password)
    page.wait_for_selector(".night-card")
    page.goto(place.url + CLUB)
    wait_until(page, "copied")


def verify_nothing_is_shown(page: Page, url: str) -> None:
    page.context.set_offline(True)
    page.goto(url)
    expect(page.locator(".notice h1")).to_be_visible()
    expect(page.locator(".night-card")).to_have_count(0)
    page.context.set_offline(False)


def test_signing_out_drops_every_copy(place, phone) -> None:
    page = phone()
    open_club(place, page)
    assert CLUB in kept_pages(page)
    page.click(".menu summary")
    page.click(".menu .quiet")
    page.wait_for_selector("#id_login")
    assert kept_pages(page) == []
    verify_nothing_is_shown(page, place.url + CLUB)


def test_a_sign_in_that_ended_by_itself_leaves_nothing_to_the_next_one(place, phone) -> None:
    page = phone()
    open_club(place, page)
    page.context.clear_cookies(name="sessionid")
    page.goto(f"{place.url}/dang-ky/")
    page.fill("#id_username", "nguoi-sau")
    page.fill("#id_password1", PASSWORD)
    page.click("main button")
    page.wait_for_selector("text=chưa thuộc CLB nào")
    assert CLUB not in kept_pages(page)
    verify_nothing_is_shown(page, place.url + CLUB)


def test_a_closed_page_takes_every_copy_with_it(place, open_page) -> None:
    owner = open_page(WALL)
    place.open_night(owner)
    night = re.match(r"[^#]*/buoi/[0-9-]+/", owner.url)
    assert night
    owner.goto(f"{night[0]}ban/1/ma/")
    owner.click("main button[value=scorer]")
    code = owner.locator(".made__code").inner_text()
    page = open_page(PHONE, service_workers="allow")
    page.goto(f"{place.url}/vao/{code}/")
    page.locator("main form button").first.click()
    page.wait_for_selector(".save")
    wait_until(page, "copied")
    table = page.url
    owner.goto(f"{night[0]}ban/1/ma/")
    owner.on("dialog", lambda dialog: dialog.accept())
    owner.locator("form[action*='/thu-hoi/'] button").first.click()
    owner.wait_for_selector("text=Đã thu hồi mã")
    # The copy is still shown once, as a page that was open would be; the server says the rest.
    page.reload()
    wait_until(page, "forgotten")
    page.goto(table)
    expect(page.locator("h1")).to_have_text("Mã này đã bị thu hồi")


def test_another_language_shows_no_copy_in_the_old_one(place, open_page) -> None:
    here = place.table(open_page)
    page = here.page
    table = page.url
    place.open_night(page)
    page.click(".menu summary")
    page.click(".menu button[value=en]")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto(table)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    wait_until(page, "copied")
    page.context.set_offline(True)
    page.reload()
    expect(here.save).to_contain_text("1st")
    page.context.set_offline(False)
