"""How the table page lies on a screen: where its controls are, how far apart, what scrolls.

Knows the page's classes and `data-act` names. What is asked of them stands in the tests.
"""

import math
from typing import Any

from playwright.sync_api import Page, ViewportSize

SIZES = [(320, 568), (360, 640), (360, 740), (390, 844), (740, 360)]
# What throws something away.
DESTRUCTIVE = ("clear", "drop-event", "drop-deal", "drop-all")
CONTROLS = "#table :is(button, a, summary, input)"
# Every control, with where it is; seen when all of it is in sight, and nothing lies over it.
TARGETS = f"""() => [...document.querySelectorAll('{CONTROLS}')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width)
  .map((one) => {{
    const {{ x, y, width, height }} = one.getBoundingClientRect();
    const clips = [".chips", ".panel__body", ".preview"].map((part) => one.closest(part));
    const isWithin = (clip) => x >= clip.x - 1 && x + width <= clip.right + 1
      && y >= clip.y - 1 && y + height <= clip.bottom + 1;
    const body = one.closest(".panel__body")?.getBoundingClientRect();
    if (body && y < body.y + 3) return null; // on its way under the head
    const seen = one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      && clips.every((clip) => !clip || isWithin(clip.getBoundingClientRect()));
    return {{ name: one.className + one.textContent, act: one.dataset.act ?? "", seen,
      line: one.matches(".line summary"), x, y, width, height }};
  }}).filter(Boolean)"""
FIXED = '.who, .seat > button, .undo, .save, [data-act="points"]'
BOXES = f"""() => Object.fromEntries([...document.querySelectorAll('{FIXED}')].map((one) => {{
  const {{ x, y, width, height }} = one.getBoundingClientRect();
  const name = (one.closest("li")?.textContent ?? "").slice(0, 0)
    + [...document.querySelectorAll('{FIXED}')].indexOf(one);
  return [name, [x, y, width, height]];
}}))"""
# What of the page could scroll and does, with how far. Texts that end in dots may; the kinds of ù
# in the slot scroll sideways on purpose, and the preview and a panel's body downwards.
SCROLLS = """(downwards) => {
  const across = ".table-page, .table-page > *, .seat, .seat > *, .sums, "
    + ".panel > *, .panel__body > *";
  const down = ".table-page, .top, .strip, .seats, .seat, .who, .slot, .foot";
  const found = (parts, length) => [...document.querySelectorAll(parts)]
    .filter((one) => one.checkVisibility() && !one.matches(".live"))
    .map((one) => [one.className, one[`scroll${length}`] - one[`client${length}`]])
    .filter(([, over]) => over > 1); // a part of a pixel is nobody's
  return [...found(across, "Width"), ...(downwards ? found(down, "Height") : [])];
}"""

# Nothing lies over it, at its top, in its middle and at its foot; what is higher than half the
# window may reach out of it.
IS_SEEN = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const isHigh = height > innerHeight / 2;
  const [top, foot] = isHigh
    ? [Math.max(y, 0), Math.min(y + height, innerHeight)]
    : [y, y + height];
  const points = isHigh ? [(top + foot) / 2] : [top + 2, (top + foot) / 2, foot - 2];
  const seen = points.map((at) => document.elementFromPoint(x + width / 2, at));
  return seen.every((found) => one.contains(found))
    || [one.outerHTML.slice(0, 90), x, y, width, height, seen.map((found) => found?.className)];
}"""


def at(width: int, height: int) -> ViewportSize:
    return ViewportSize(width=width, height=height)


def named(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def verify_still(page: Page, *, downwards: bool = True) -> None:
    """Nothing scrolls sideways, nor down but where it is meant to. The page lies in a box of its
    own that covers the window: of the document nothing would be noticed.
    """
    found = page.evaluate(SCROLLS, downwards)
    assert not found, found


def verify_targets(found: list[dict[str, Any]], *, at_least: int = 21) -> None:
    """Large enough, apart from each other, and what throws away far from what saves and undoes."""
    seen = [one for one in found if one["seen"]]
    assert len(seen) >= at_least
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
        assert _apart(acts["save"], acts["undo"]) >= 300
    for one in targets:
        if one["act"] in DESTRUCTIVE:
            near = [acts[act] for act in ("save", "undo") if act in acts]
            assert all(_apart(one, other) >= 100 for other in near), one


def _apart(one: dict[str, Any], other: dict[str, Any]) -> float:
    """From the middle of one to the middle of the other."""
    across = one["x"] + one["width"] / 2 - other["x"] - other["width"] / 2
    down = one["y"] + one["height"] / 2 - other["y"] - other["height"] / 2
    return math.hypot(across, down)


def verify_unmoved(before: dict[str, list[float]], after: dict[str, list[float]]) -> None:
    assert before.keys() == after.keys()
    for name, box in before.items():
        for one, other in zip(box, after[name], strict=True):
            assert abs(one - other) <= 1, name
