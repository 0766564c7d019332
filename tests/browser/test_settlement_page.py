"""The settlement page under a thumb, at every size the design book names (U-7)."""

import pytest
from playwright.sync_api import ViewportSize

pytestmark = pytest.mark.browser

SIZES = [(320, 568), (360, 640), (360, 740), (390, 844), (740, 360)]
SMALL = """() => [...document.querySelectorAll("main :is(a, button, summary, select, input)")]
  .filter((one) => one.checkVisibility() && one.type !== "hidden")
  .map((one) => (one.type === "radio" ? one.closest("label") : one))
  .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && Math.min(box.width, box.height) < 43.9)
  .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""


def test_u7_whatever_is_tapped_when_settling_is_large_enough(site, open_page) -> None:
    page = open_page(ViewportSize(width=360, height=740), is_mobile=True, has_touch=True)
    site.open_night(page)
    page.goto(page.url.split("#")[0] + "ket-so/")
    page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
    for width, height in SIZES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert page.evaluate(SMALL) == [], (width, height)
