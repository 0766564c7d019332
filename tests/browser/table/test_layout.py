"""The table page as it lies on the table: sizes, distances, nothing that moves, every look.

The bars U-7 to U-10 and U-22 to U-25; each name begins with its bar.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.looking import WIDER, bring_axe, find_barriers
from tests.browser.table.page import PHONE, TablePage, open_table

pytestmark = pytest.mark.browser

SIZES = [(320, 568), (360, 640), (360, 740), (390, 844), (740, 360)]
FIGURE = re.compile(r"^[▲▼]?[+−]\d|^0|^\?|^$")
# Every control that can be seen, with where it is.
TARGETS = """() => [...document.querySelectorAll('#table button, #table a, #table summary')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width)
  .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const clip = one.closest(".chips, .panel__body, .preview")?.getBoundingClientRect();
    const seen = !clip || (x >= clip.x - 1 && x + width <= clip.right + 1
      && y >= clip.y - 1 && y + height <= clip.bottom + 1);
    return { name: one.className + one.textContent, act: one.dataset.act ?? "", seen,
      line: one.matches("summary"), x, y, width, height };
  })"""
FIXED = '.who, .seat > button, .undo, .save, [data-act="points"]'
BOXES = f"""() => Object.fromEntries([...document.querySelectorAll('{FIXED}')].map((one) => {{
  const {{ x, y, width, height }} = one.getBoundingClientRect();
  const name = (one.closest("li")?.textContent ?? "").slice(0, 0)
    + [...document.querySelectorAll('{FIXED}')].indexOf(one);
  return [name, [x, y, width, height]];
}}))"""
WATCH_SHIFTS = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""
HIGHER = "document.documentElement.scrollHeight - document.documentElement.clientHeight"
STATES = (
    "rank:a rank:b rank:c",
    "an:b rank:b rank:a rank:c",
    "u:a",
    "chot:c u:a",
    "an:b an:b an:b",
    "mom:d mom:c rank:a",
    "mom:a mom:b mom:c mom:d",
)


def at(width: int, height: int) -> ViewportSize:
    return ViewportSize(width=width, height=height)


def clear(here: TablePage) -> None:
    here.tap_all("open::menu clear")


def named(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


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
    for panel in ("menu", "more"):
        here.tap("open", value=panel)
        found = [one for one in here.page.evaluate(TARGETS) if one["seen"]]
        assert all(min(one["width"], one["height"]) >= 43.9 for one in found if not one["line"])
        here.tap("close")


def verify_targets(found: list[dict[str, Any]]) -> None:
    seen = [one for one in found if one["seen"]]
    assert len(seen) > 20
    for one in seen:
        # Lines of the preview open into their reason; the text beside is no other target.
        assert one["line"] or min(one["width"], one["height"]) >= 43.9, one
    targets = [one for one in seen if not one["line"]]
    for index, one in enumerate(targets):
        for other in targets[index + 1 :]:
            aside = max(one["x"], other["x"]) - min(
                one["x"] + one["width"], other["x"] + other["width"]
            )
            above = max(one["y"], other["y"]) - min(
                one["y"] + one["height"], other["y"] + other["height"]
            )
            assert max(aside, above) >= 3.9, (one, other)
    acts = {one["act"]: one for one in targets}
    if "undo" in acts and found[0]["y"] + 400 < acts["save"]["y"]:  # in portrait
        assert _middle(acts["save"]) - _middle(acts["undo"]) >= 300


def _middle(box: dict[str, Any]) -> float:
    return float(box["y"] + box["height"] / 2)


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


def verify_unmoved(before: dict[str, list[float]], after: dict[str, list[float]]) -> None:
    assert before.keys() == after.keys()
    for name, box in before.items():
        for one, other in zip(box, after[name], strict=True):
            assert abs(one - other) <= 1, name


@pytest.mark.parametrize(
    "size", [(320, 568), (340, 640), (360, 640), (430, 932), (640, 360), (740, 360)], ids=named
)
def test_u10_nothing_scrolls_sideways_and_the_ends_are_in_sight(site, open_page, size) -> None:
    here = open_table(site, open_page, size=at(*size))
    here.tap_all("rank:a rank:b rank:c save an:b u:a")
    assert here.page.evaluate(WIDER) <= 0
    assert here.page.evaluate(HIGHER) <= 0
    expect(here.save).to_be_in_viewport(ratio=1)
    expect(here.control("undo")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(360, 740), (390, 844)], ids=named)
def test_u10_large_text_wraps_and_scrolls_downwards_only(site, open_page, size) -> None:
    here = open_table(site, open_page, size=at(*size))
    here.page.evaluate("document.documentElement.style.fontSize = '32px'")
    here.tap_all("rank:a rank:b rank:c")
    assert here.page.evaluate(WIDER) <= 0
    expect(here.save).to_be_in_viewport(ratio=1)
    for letter in "abcd":
        for act in ("an", "chot", "mom", "u"):
            box = here.control(act, letter).bounding_box()
            assert box
            assert box["width"] >= 44
            assert box["x"] + box["width"] <= size[0]


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


IS_ON_TOP = """([x, y]) =>
  document.elementFromPoint(x, y).closest("button") === document.activeElement"""
CONTRAST = """(selector) => {
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
  return Math.min(...[...document.querySelectorAll(selector)].filter((one) => one.textContent)
    .map((one) => {
      const both = [luminance(getComputedStyle(one).color), luminance(behind(one))];
      return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    }));
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_u22_names_and_amounts_are_read_in_dim_light(site, open_page, scheme) -> None:
    here = open_table(site, open_page, color_scheme=scheme)
    here.tap_all("an:b rank:b rank:a rank:c")
    for selector in (".called", ".balance", ".delta", ".line__points", ".line__text"):
        assert here.page.evaluate(CONTRAST, selector) >= 7, selector


def test_u23_states_are_seen_without_colours_of_ours(site, open_page) -> None:
    here = open_table(site, open_page, forced_colors="active")
    here.tap_all("an:b mom:d rank:b")
    pressed = here.control("an", "b")
    assert pressed.get_attribute("aria-pressed") == "true"
    assert here.badges() == {"a": "", "b": "1", "c": "", "d": "M"} or here.badges()["d"] == "M"
    colours = [
        control.evaluate("it => getComputedStyle(it).backgroundColor")
        for control in (pressed, here.control("an", "c"))
    ]
    assert colours[0] != colours[1]


def test_u24_nothing_moves_for_those_who_want_no_motion(site, open_page) -> None:
    here = open_table(site, open_page, reduced_motion="reduce")
    for tap in ("an:b", "rank:b", "rank:a", "rank:c", "save", "undo", "open::menu"):
        here.tap_all(tap)
        running = here.page.evaluate(
            "document.getAnimations().filter(one => one.playState === 'running').length"
        )
        assert running == 0


def test_u25_a_deal_and_its_undo_by_keyboard_alone(site, open_page) -> None:
    here = open_table(site, open_page, size=PHONE)
    page = here.page

    def go(act: str, who: str = "") -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if here.control(act, who).evaluate("it => it === document.activeElement"):
                break
        focused = here.control(act, who)
        assert focused.evaluate("it => getComputedStyle(it).outlineStyle") == "solid"
        box = focused.bounding_box()
        assert box
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert page.evaluate(IS_ON_TOP, middle)
        page.keyboard.press("Enter")

    for who in "abc":
        go("rank", who)
    go("save")
    here.verify_saved()
    go("undo")
    here.verify_sent()
    assert here.deals()[0]["is_void"]
