"""How a phone shows the table page: chosen in its menu, and kept on the phone."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.table.page import TablePage, open_table

pytestmark = pytest.mark.browser

WAKE = """
window.asked = 0;
Object.defineProperty(navigator, "wakeLock", { value: {
  request: async () => {
    window.asked += 1;
    const lock = new EventTarget();
    lock.release = async () => lock.dispatchEvent(new Event("release"));
    return lock;
  },
} });
"""


def page_of(here: TablePage) -> Locator:
    return here.page.locator("#table")


def test_looks_are_those_of_the_phone_at_every_table(site, open_page) -> None:
    here = open_table(site, open_page)
    here.tap_all("rank:a rank:a")  # what is kept is written once, and then when it changes
    # As the page kept them before, for each table.
    key = f"phom-table-{here.table_id}-looks"
    here.page.evaluate("(key) => { localStorage[key] = '{\"left\":true}' }", key)
    here.page.evaluate("localStorage.removeItem('phom-looks')")
    here.open()
    expect(page_of(here)).to_have_attribute("data-left", "true")
    here.tap_all("open::menu look::large look::turned")
    other = open_table(site, open_page)
    here.table_id, here.seats = other.table_id, other.seats
    here.open()
    for look in ("left", "large"):
        expect(page_of(here)).to_have_attribute(f"data-{look}", "true")
    # Which way round it lies is for one table, and nobody is surprised at the next.
    expect(page_of(here)).not_to_have_attribute("data-turned", "true")
    here.tap_all("open::menu look::left")
    here.page.reload()
    expect(page_of(here)).to_have_attribute("data-large", "true")
    expect(page_of(here)).not_to_have_attribute("data-left", "true")
    assert here.warned == []


def test_the_theme_is_chosen_here_for_the_whole_site(site, open_page) -> None:
    here = open_table(site, open_page, color_scheme="light")
    root = here.page.locator("html")
    expect(root).to_have_attribute("data-theme", "system")
    here.tap("open", value="menu")
    with here.page.expect_response("**/giao-dien/"):
        here.tap("theme", value="dark")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(here.control("theme", value="dark")).to_have_attribute("aria-pressed", "true")
    here.page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    assert here.warned == []


def test_the_screen_is_kept_on_or_not_from_the_menu(site, open_page) -> None:
    here = open_table(site, open_page)
    here.page.add_init_script(WAKE)
    here.open()
    here.tap("open", value="menu")
    item = here.control("wake", within=".panel")
    expect(item).to_have_text("Giữ màn hình sáng")
    expect(item).to_have_attribute("aria-pressed", "true")  # asked for at the first tap
    here.tap("wake", within=".panel")
    expect(item).to_have_attribute("aria-pressed", "false")
    here.tap("close")
    assert here.page.evaluate("window.asked") == 1  # and not again by the next tap
    assert here.warned == []
