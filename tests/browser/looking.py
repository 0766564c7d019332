"""What is wrong with the page that is open: on a phone and on a wall, light and dark.

Knows pages as a browser shows them. Knows nothing of who is signed in or what the page is about.
"""

import json
from collections.abc import Mapping
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import PHONE, WALL

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
}
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
HEIGHT = "document.documentElement.scrollHeight"
OPEN_ALL = "document.querySelectorAll('main details').forEach(it => { it.open = true })"
# The check for accessibility takes its time with every element. Of rows made of the very same parts
# (the same elements with the same classes) it is given three, of what folds up two of them open.
THIN_OUT = """
    const seen = {};
    const parts = it => [it, ...it.querySelectorAll('*')].map(
        part => part.tagName + '.' + (part.getAttribute('class') ?? '')
    );
    const count = it => {
        const kind = [...new Set(parts(it))].sort().join(' ');
        return (seen[kind] = (seen[kind] ?? 0) + 1);
    };
    for (const it of document.querySelectorAll('main :is(li, tbody tr, circle, path)')) {
        if (count(it) > 3) { it.remove(); }
    }
    for (const it of document.querySelectorAll('main details')) { it.open = count(it) <= 2; }
"""
ONLY_WRONG = "found => ({ violations: found.violations })"
# A page that never answers must not be waited for for ever: evaluating knows no timeout.
PATIENCE_SECONDS = 300
GIVE_UP = f"new Promise((_, fail) => setTimeout(() => fail('no answer'), {PATIENCE_SECONDS}000))"
SIZES = {"phone": PHONE, "wall": WALL}
SCHEMES = ("light", "dark")


def bring_axe(context: BrowserContext) -> None:
    """Every page of this context has axe from now on, whatever its rules for scripts."""
    context.add_init_script(AXE_SCRIPT)


def look_at(page: Page, *, code: str) -> Mapping[str, Any]:
    """What is wrong in which look, by a word; nothing where all is well.

    Loaded once: the browser changes its size and its colours without asking the server again.
    """
    wrong: dict[str, Any] = {}
    if (said := page.locator("html").get_attribute("lang")) != code:
        wrong["language"] = said
    page.evaluate(OPEN_ALL)
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        if (wider := page.evaluate(WIDER)) > 0:
            wrong[f"wider, {size}"] = wider
    page.evaluate(THIN_OUT)
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        # On a screen as high as the page nothing lies behind the tabs at its foot.
        height = max(viewport["height"], page.evaluate(HEIGHT))
        page.set_viewport_size({"width": viewport["width"], "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            if found := find_barriers(page):
                wrong[f"axe, {size}, {scheme}"] = found
    return wrong


def find_barriers(page: Page) -> str:
    """What axe finds, which the context must have been given; "" for nothing."""
    asked = f"axe.run({json.dumps(RULES)}).then({ONLY_WRONG})"
    found = AxeResults(page.evaluate(f"Promise.race([{asked}, {GIVE_UP}])"))
    return str(found.generate_report()) if found.violations_count else ""
