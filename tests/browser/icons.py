"""`python -m tests.browser.icons`: the icons of phones anew, out of icon.svg."""

import re
from dataclasses import dataclass

from playwright.sync_api import sync_playwright

from tests import servers
from tests.commands.test_serve import ROOT

FOLDER = ROOT / "scoring/static/scoring/icons"
GROUND = re.compile(r'<rect width="64" height="64" rx="15" fill="(#\w+)"/>')


@dataclass(frozen=True, slots=True)
class Icon:
    """`fills` its square to the corners, which the phone cuts off as it likes; `part` is how much
    of the square the drawing may take then.
    """

    name: str
    pixels: int
    fills: bool = False
    part: float = 1


ICONS = (
    Icon("icon-192", 192),
    Icon("icon-512", 512),
    Icon("apple-180", 180, fills=True, part=0.9),
    Icon("maskable-512", 512, fills=True, part=0.78),
)


def main() -> None:
    """Draw them all in Chromium."""
    drawn = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    ground = GROUND.search(drawn)
    assert ground, "the icon stands on a square"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=servers.chromium(), args=["--no-sandbox"]
        )
        page = browser.new_page()
        for icon in ICONS:
            side = icon.pixels
            page.set_viewport_size({"width": side, "height": side})
            svg = GROUND.sub("", drawn) if icon.fills else drawn
            page.set_content(
                f'<body style="margin:0;display:grid;place-items:center;height:{side}px;'
                f'background:{ground[1] if icon.fills else "transparent"}">'
                f'<div style="width:{side * icon.part}px;line-height:0">{svg}</div>'
            )
            page.screenshot(path=FOLDER / f"{icon.name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
