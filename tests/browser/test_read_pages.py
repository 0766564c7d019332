"""Pages that are read: they show what they are about without a script (U-33)."""

import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE

pytestmark = pytest.mark.browser

# What each page is about, by its address; {night} and {club} as the demo has them.
MAIN = {
    "{club}": ".night-card li",
    "{club}buoi/": ".nights li",
    "{night}": ".deals details",
    "{night}ket-so/": ".settle__payments li",
    "{club}mua/": ".standings tbody tr",
    "{club}nguoi/": "main li a",
    "{club}nhat-ky/": "main li",
    "/tro-giup/": "main dt",
}


def test_u33_every_page_that_is_read_shows_its_table_without_scripts(site, open_page) -> None:
    page = open_page(PHONE, java_script_enabled=False)
    site.open_night(page)
    night = re.sub(r"^https?://[^/]+|#.*", "", page.url)
    places = {"night": night, "club": night.split("buoi/")[0]}
    for path, what in MAIN.items():
        page.goto(site.url + path.format(**places))
        expect(page.locator(what).first, path).to_be_visible()
        assert page.locator(what).count() > 1, path
    page.goto(site.url + night)
    page.locator("a[href^='/ban/'][href$='/xem/']").first.click()
    expect(page.locator(".ranking").first).to_be_visible()


# What is one link further: where the link stands, which it is, and what is read there.
BEHIND = (
    ("{club}nguoi/", "main li a", "main a[href*='/doi-dau/']"),
    ("{player}", "main a[href*='/doi-dau/']", "main .lines .points"),
    ("{night}", ".deals a[href$='/van/1/']", ".reasons li"),
    ("{club}", "main a[href*='/luat/']", ".rules li"),
)


def test_u33_a_person_a_pair_a_deal_and_the_rules_are_read_without_scripts(site, open_page) -> None:
    page = open_page(PHONE, java_script_enabled=False)
    site.open_night(page)
    night = page.url.split("#")[0]
    places = {"night": night, "club": night.split("buoi/")[0]}
    for path, link, what in BEHIND:
        page.goto(path.format(**places))
        to = page.locator(link).first.get_attribute("href")
        page.goto(urljoin(page.url, to))
        places.setdefault("player", page.url)
        expect(page.locator(what).first, path).to_be_visible()
        assert page.locator(what).count() > 1, path


def test_u33_the_table_page_says_that_it_needs_them(site, open_page) -> None:
    page = open_page(PHONE, java_script_enabled=False)
    site.open_night(page)
    page.locator("a[href^='/ban/']:not([href$='/xem/'])").first.click()
    expect(page.locator("noscript p, .table-page__noscript").first).to_be_visible()
