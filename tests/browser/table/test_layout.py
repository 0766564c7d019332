"""The table page as it lies on the table: sizes, distances, nothing that moves, every look.

The bars U-7 to U-10 and U-22 to U-25; each name begins with its bar.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import bring_axe, find_barriers
from tests.browser.table.measures import (
    BOXES,
    IS_SEEN,
    SIZES,
    TARGETS,
    at,
    named,
    verify_still,
    verify_targets,
    verify_unmoved,
)
from tests.browser.table.page import TablePage, open_table
from tests.browser.table.phones import refusing

pytestmark = pytest.mark.browser

FIGURE = re.compile(r"^[▲▼]?[+−]\d|^0|^\?|^$")
WATCH_SHIFTS = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""
ENLARGE = "(text) => { document.documentElement.style.fontSize = `${text}px` }"
PANELS = ("menu", "more", "players", "swap", "stake", "history", "parked")
STATES = (
    "rank:a rank:b rank:c",
    "an:b rank:b rank:a rank:c",
    "u:a",
    "chot:c u:a",
    "an:b an:b an:b",
    "mom:d mom:c rank:a",
    "mom:a mom:b mom:c mom:d",
)


def clear(here: TablePage) -> None:
    here.tap_all("open::menu clear")


def open_panel(here: TablePage, panel: str) -> None:
    """From where it is opened, on every screen."""
    if panel not in ("menu", "more", "parked"):
        here.tap("open", value="menu")
    here.tap("open", value=panel, within=".panel" if here.page.query_selector(".panel") else "")


@pytest.mark.parametrize("size", SIZES, ids=named)
def test_u7_u8_targets_are_large_and_lie_apart(site, open_page, size) -> None:
    here = open_table(site, open_page, size=at(*size))
    here.tap_all("rank:a rank:b rank:c save")
    here.verify_can_undo()
    for taps in ("", "an:b", "u:a"):
        here.tap_all(taps)
        verify_targets(here.page.evaluate(TARGETS))
        clear(here)
    here.tap("points")
    verify_targets(here.page.evaluate(TARGETS))
    here.type_points("12121212")
    verify_targets(here.page.evaluate(TARGETS))


SCROLL_ON = """(it) => { it.scrollTop += it.clientHeight / 2;
  return it.scrollTop + it.clientHeight < it.scrollHeight - 1; }"""


@pytest.mark.parametrize("size", SIZES, ids=named)
def test_u7_u8_targets_of_panels_are_large_and_lie_apart(site, open_page, size) -> None:
    here = open_table(site, open_page, size=at(*size), players=3)
    here.tap_all("rank:a rank:b save rank:b rank:a save u:a")
    here.verify_sent()
    with refusing(here):
        here.tap_all("save u:b")
        for panel in PANELS:
            open_panel(here, panel)
            if panel == "history":
                here.page.locator(".past > summary").nth(1).tap()
            body = here.page.locator(".panel__body")
            is_more = True
            while is_more:
                verify_targets(here.page.evaluate(TARGETS), at_least=8)
                is_more = body.evaluate(SCROLL_ON)
            verify_targets(here.page.evaluate(TARGETS), at_least=8)
            here.tap("close")


def test_a_draft_that_was_thrown_away_comes_back_by_one_tap(site, open_page) -> None:
    here = open_table(site, open_page)
    here.tap_all("rank:a rank:b rank:c save an:b mom:d rank:b")
    draft = here.stored("draft")
    clear(here)
    assert here.badges() == dict.fromkeys("abcd", "")
    here.page.reload()
    expect(here.control("take-back")).to_have_text("Lấy lại")
    here.tap("take-back")
    assert here.stored("draft") == draft
    # One that is corrected comes back with what waits behind it.
    here.tap_all("undo rank:a")
    kept = [here.stored(name) for name in ("draft", "aside")]
    clear(here)
    assert here.stored("draft") == kept[1][0]
    here.tap("take-back")
    assert [here.stored(name) for name in ("draft", "aside")] == kept
    # Another one that is begun ends the offer.
    clear(here)
    here.tap("an", "c")
    expect(here.control("take-back")).to_be_hidden()
    assert here.stored("dropped") is None
    assert here.warned == []


@pytest.mark.parametrize("size", [(360, 740), (740, 360)], ids=named)
def test_u9_nothing_that_is_tapped_moves(site, open_page, size) -> None:
    here = open_table(site, open_page, size=at(*size))
    here.page.evaluate(WATCH_SHIFTS)
    here.tap_all("rank:a rank:b rank:c save")
    here.verify_sent()
    before = here.page.evaluate(BOXES)
    for taps in STATES:
        for tap in taps.split():
            here.tap_all(tap)
            verify_unmoved(before, here.page.evaluate(BOXES))
        clear(here)
    here.page.context.set_offline(True)
    here.tap_all("rank:a rank:b rank:c save")
    verify_unmoved(before, here.page.evaluate(BOXES))
    here.page.context.set_offline(False)
    here.tap("points")
    here.type_points("12123140")
    expect(here.page.locator(".slot")).to_have_attribute("data-kind", "asks")
    verify_unmoved(before, here.page.evaluate(BOXES))
    clear(here)
    for _ in range(10):
        here.tap_all("rank:a rank:b rank:c save")
    assert here.page.evaluate("window.shift") <= 0.02


@pytest.mark.parametrize(
    "size", [(320, 568), (340, 640), (360, 640), (430, 932), (640, 360), (740, 360)], ids=named
)
@pytest.mark.parametrize("text", [16, 32])
def test_u10_nothing_scrolls_sideways_and_the_ends_are_in_sight(
    site, open_page, size, text
) -> None:
    here = open_table(site, open_page, size=at(*size))
    here.page.evaluate(ENLARGE, text)
    here.tap_all("rank:a rank:b rank:c save")
    for taps in ("an:b u:a", "mom:a mom:b mom:c mom:d", "points digit::7"):
        here.tap_all(taps)
        verify_still(here.page, downwards=text == 16)
        verify_ends(here)
        clear(here)
    for panel in PANELS:
        open_panel(here, panel)
        verify_still(here.page, downwards=text == 16)
        verify_ends(here)
        here.tap("close")


def verify_ends(here: TablePage) -> None:
    """What saves and what undoes can be seen whole, whatever is open."""
    # After a draft was thrown away the button that undoes brings it back.
    for control in (here.save, here.page.locator(".undo")):
        assert control.evaluate(IS_SEEN) is True


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["vi", "en"])
def test_u22_u23_every_state_is_accessible_and_told_by_sign(
    site, open_page, language, scheme
) -> None:
    here = open_table(site, open_page, language=language, color_scheme=scheme)
    bring_axe(here.page.context)
    here.open()
    _verify_accessible(here.page)
    for taps in ("an:b rank:b rank:a rank:c", "u:a", "mom:a mom:b mom:c mom:d"):
        here.tap_all(taps)
        _verify_accessible(here.page)
        for texts in (here.deltas(), here.balances()):
            assert all(FIGURE.match(text) for text in texts.values()), texts
        clear(here)
    here.tap("points")
    _verify_accessible(here.page)
    here.type_points("12121212")
    _verify_accessible(here.page)
    clear(here)
    here.tap_all("rank:a rank:b rank:c save")
    for panel in ("menu", "more", "history"):
        here.tap("open", value=panel, within=".table-page")
        _verify_accessible(here.page)
        here.tap("close")


def _verify_accessible(page: Page) -> None:
    assert find_barriers(page) == ""


# The least contrast of what is found: of its text, or of its border, with what lies behind it.
CONTRAST = """([selector, part]) => {
  const luminance = (text) => {
    const part = text.match(/[\\d.]+/g).slice(0, 3).map((value) => {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
  };
  const behind = (one) => {
    const colour = getComputedStyle(one).backgroundColor;
    return /rgba\\(.*, 0\\)/.test(colour) && one.parentElement ? behind(one.parentElement) : colour;
  };
  const found = [...document.querySelectorAll(selector)]
    .filter((one) => one.textContent && one.checkVisibility());
  if (!found.length) return 0;
  return Math.min(...found.map((one) => {
    const around = part === "color" ? one : one.parentElement;
    const both = [luminance(getComputedStyle(one)[part]), luminance(behind(around))];
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  }));
}"""


def verify_contrast(here: TablePage, selectors: str, *, least: float, part: str = "color") -> None:
    for selector in selectors.split(", "):
        measured = here.page.evaluate(CONTRAST, [selector, part])
        assert measured >= least, (selector, measured)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_u22_names_and_amounts_are_read_in_dim_light(site, open_page, scheme) -> None:
    here = open_table(site, open_page, color_scheme=scheme)
    here.tap_all("an:b rank:b rank:a rank:c")
    verify_contrast(
        here, ".called, .balance, .delta, .line__points, .line__text, .line summary", least=7
    )
    with refusing(here):
        here.tap("save")
        verify_contrast(here, ".strip__last", least=7)
        open_panel(here, "history")
        verify_contrast(here, ".past__sums", least=7)
        here.tap("close")
        here.page.locator('[data-look="review"]').wait_for()
        open_panel(here, "parked")
        verify_contrast(here, ".side__name, .side .delta", least=7)


BORDER = "borderTopColor"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_u22_controls_are_told_from_what_is_around_them(site, open_page, scheme) -> None:
    here = open_table(site, open_page, color_scheme=scheme)
    here.tap_all("rank:a rank:b rank:c save an:b u:a")
    buttons = ".seat > button:not(.who), .slot .chip, .foot button"
    verify_contrast(here, buttons, least=3, part=BORDER)
    for panel in PANELS[:-1]:
        open_panel(here, panel)
        controls = ".panel .chip, .panel .item, .past"
        there = [one for one in controls.split(", ") if here.page.locator(one).count()]
        assert there
        verify_contrast(here, ", ".join(there), least=3, part=BORDER)
        here.tap("close")
    clear(here)
    here.tap("points")
    verify_contrast(here, ".key", least=3, part=BORDER)


def test_u23_states_are_seen_without_colours_of_ours(site, open_page) -> None:
    here = open_table(site, open_page, forced_colors="active")
    for taps, badges in (
        ("an:b mom:d rank:b", {"a": "", "b": "1", "c": "", "d": "M"}),
        ("mom:d rank:b u:b", {"a": "", "b": "Ù", "c": "", "d": ""}),
    ):
        here.tap_all(taps)
        assert here.badges() == badges
        for letter in "abcd":
            mark = here.row(letter).get_attribute("aria-label") or ""
            assert ("Ù thường" in mark, "Móm" in mark) == (
                badges[letter] == "Ù",
                badges[letter] == "M",
            )
    for on, off in ((("an", "b"), ("an", "c")), (("u", "b"), ("u", "c"))):
        pressed, other = here.control(*on), here.control(*off)
        assert pressed.get_attribute("aria-pressed") == "true"
        assert _background(pressed) != _background(other)
    starter = here.row("a").evaluate("it => getComputedStyle(it, '::after').content")
    assert starter == '"●"'


def _background(control: Locator) -> str:
    return str(control.evaluate("it => getComputedStyle(it).backgroundColor"))


def test_what_nobody_tapped_is_heard(site, open_page) -> None:
    here = open_table(site, open_page)
    live = here.page.locator(".live")
    names = {letter: here.row(letter).locator(".called").inner_text() for letter in "abcd"}
    # An ù made out of three eats, and who pays for it.
    here.tap_all("an:b an:b an:b")
    expect(live).to_have_text(f"{names['b']}, Ù thường, {names['a']} đền")
    assert "Ù thường" in (here.row("b").get_attribute("aria-label") or "")
    clear(here)
    # A question, with those who may be named; and in the rows what is open.
    here.tap("points")
    here.type_points("12122030")
    expect(live).to_contain_text("Bằng điểm, ai hạ trước? ")
    expect(live).to_contain_text(names["a"])
    label = here.row("a").get_attribute("aria-label") or ""
    assert "đi đầu, bằng điểm, hạng 1 hoặc sau, còn phải hỏi" in label
    clear(here)
    # What was filled in.
    here.tap("points")
    here.tap_all("digit::0 key-next")
    here.type_points("1212")
    here.tap_all("digit::7 key-done")
    expect(live).to_contain_text(f"{names['a']} 0 điểm → ù")


def test_u24_nothing_moves_for_those_who_want_no_motion(site, open_page) -> None:
    here = open_table(site, open_page, reduced_motion="reduce")
    for tap in ("an:b", "rank:b", "rank:a", "rank:c", "save", "undo", "open::menu"):
        here.tap_all(tap)
        running = here.page.evaluate(
            "document.getAnimations().filter(one => one.playState === 'running').length"
        )
        assert running == 0


@pytest.mark.parametrize(
    ("size", "text"), [((360, 740), 16), ((740, 360), 16), ((360, 740), 32), ((740, 360), 32)]
)
def test_u25_a_deal_and_its_undo_by_keyboard_alone(site, open_page, size, text) -> None:
    here = open_table(site, open_page, size=at(*size))
    here.page.evaluate(ENLARGE, text)

    def go(act: str, who: str = "") -> None:
        for _ in range(60):
            here.page.keyboard.press("Tab")
            verify_focus(here.page)
            if here.control(act, who).evaluate("it => it === document.activeElement"):
                break
        assert here.control(act, who).evaluate("it => it === document.activeElement")
        here.page.keyboard.press("Enter")

    for who in "abc":
        go("rank", who)
    go("save")
    here.verify_saved()
    go("undo")
    here.verify_sent()
    assert here.deals()[0]["is_void"]


def verify_focus(page: Page) -> None:
    """Wherever Tab leads on the page, it is seen: outlined, and under no bar."""
    focused = page.locator(":focus")
    if not focused.count():  # the browser's own bar
        return
    assert focused.evaluate("it => getComputedStyle(it).outlineStyle") == "solid"
    assert focused.evaluate(IS_SEEN) is True
