"""The night in a real browser: on a phone and on a wall, in both languages, light and dark."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WALL, Seen
from tests.browser.looking import OPEN_ALL, WIDER, bring_axe, find_barriers

pytestmark = pytest.mark.browser

FIGURE = re.compile(r"^[▲▼]?[+−]\d|^0")


def first_deal(page: Page):
    return page.locator("details.deal").first


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("code", ["vi", "en"])
@pytest.mark.parametrize("size", [PHONE, WALL], ids=["phone", "wall"])
def test_a_walk_from_the_sign_in_to_an_opened_deal(site, open_page, size, code, scheme) -> None:
    page, seen = open_page(size, color_scheme=scheme), Seen()
    bring_axe(page.context)
    seen.watch(page)
    page.goto(site.url)
    page.click(".menu summary")
    assert find_barriers(page) == ""
    page.click(f".menu button[value={code}]")
    expect(page.locator("html")).to_have_attribute("lang", code)
    site.enter(page)
    first_deal(page).locator("summary").click()
    expect(first_deal(page).locator(".reasons")).to_be_visible()
    page.evaluate(OPEN_ALL)
    assert page.evaluate(WIDER) <= 0
    assert seen.hosts == {site.url.removeprefix("http://")}
    assert "font" not in seen.kinds
    assert seen.complaints == []


def test_a_deal_opens_by_keyboard_and_the_focus_is_seen(site, open_page) -> None:
    page = open_page(PHONE)
    site.open_night(page)
    summary = first_deal(page).locator("summary")
    for _ in range(60):
        page.keyboard.press("Tab")
        if summary.evaluate("it => it === document.activeElement"):
            break
    outline = summary.evaluate("it => getComputedStyle(it).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("Enter")
    expect(first_deal(page).locator(".reasons")).to_be_visible()


def test_the_menu_closes_by_escape_and_gives_the_focus_back(site, open_page) -> None:
    page = open_page(PHONE)
    site.open_night(page)
    page.click(".menu summary")
    expect(page.locator(".menu__panel")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".menu__panel")).to_be_hidden()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_link_to_a_deal_opens_it(site, open_page, scripts) -> None:
    page = open_page(PHONE, java_script_enabled=scripts)
    site.open_night(page)
    page.goto(f"{page.url.split('#')[0]}#ban-2-van-9")
    expect(page.locator("#ban-2-van-9")).to_be_visible()
    expect(page.locator("#ban-2-van-9")).to_be_in_viewport()


def test_everything_works_without_scripts(site, open_page) -> None:
    page = open_page(PHONE, java_script_enabled=False)
    site.open_night(page)
    expect(page.locator(".balances tbody tr")).to_have_count(9)
    first_deal(page).locator("summary").click()
    expect(first_deal(page).locator(".reasons")).to_be_visible()
    page.click(".menu summary")
    page.click(".menu button[value=dark]")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.click(".menu summary")
    page.click(".menu button[value=en]")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_theme_changes_at_once_and_stays(site, open_page) -> None:
    page = open_page(PHONE, color_scheme="light")
    site.open_night(page)
    page.click(".menu summary")
    light = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    with page.expect_response("**/giao-dien/"):
        page.click(".menu button[value=dark]")
    dark = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    assert (light, dark) == ("rgb(246, 244, 239)", "rgb(18, 18, 20)")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_every_figure_carries_its_sign(site, open_page) -> None:
    page = open_page(PHONE)
    site.open_night(page)
    figures = page.locator(".points, .deal__others b").all_text_contents()
    assert len(figures) > 100
    assert [figure for figure in figures if not FIGURE.match(figure)] == []


def test_nothing_is_wider_than_the_screen(site, open_page) -> None:
    page = open_page(PHONE)
    site.open_night(page)
    page.evaluate(OPEN_ALL)
    for width in (320, 360, 430, 700, 900, 1280, 1600):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(WIDER) <= 0, width


def test_whatever_is_tapped_is_large_enough(site, open_page) -> None:
    page = open_page(PHONE, has_touch=True)
    site.open_night(page)
    page.click(".menu summary")
    first_deal(page).evaluate("it => { it.open = true }")
    for target in page.locator("summary:visible, button:visible, a:visible:not(.skip)").all():
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44, target.evaluate("it => it.outerHTML")[:200]


def test_nothing_moves_where_people_ask_for_stillness(site, open_page) -> None:
    page = open_page(PHONE, reduced_motion="reduce")
    site.open_night(page)
    first_deal(page).locator("summary").click()
    assert page.evaluate("document.getAnimations().length") == 0


def test_paper_has_no_controls_and_forced_colours_keep_the_words(site, open_page) -> None:
    page = open_page(PHONE, forced_colors="active")
    site.open_night(page)
    first_deal(page).locator("summary").click()
    expect(first_deal(page).locator(".badge").first).not_to_have_text("?")
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.locator(".balances")).to_be_visible()


def test_a_first_visit_is_small(site, open_page) -> None:
    page, seen = open_page(PHONE), Seen()
    site.open_night(page)
    seen.watch(page)
    page.reload()
    assert len(seen.kinds) <= 12
    sizes = page.evaluate(
        "performance.getEntries().filter(it => it.encodedBodySize).map(it => it.encodedBodySize)"
    )
    assert sum(sizes) <= 200_000
