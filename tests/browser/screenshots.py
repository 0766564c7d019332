"""`python -m tests.browser.screenshots`: the README's pictures anew, from a fresh demo club.

Serves the product in a folder of its own, signs in and photographs the pages below in Chromium.
"""

import base64
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests import servers
from tests.browser.conftest import Site
from tests.commands.test_serve import ROOT, serving, sign_in

FOLDER = ROOT / "docs/images"
PHONE, SCREEN = (360, 740), (1440, 900)
QUALITY = 82
# Under the bar, which stays where it is.
TO_THE_TOP = "it => scrollTo(0, it.getBoundingClientRect().top + scrollY - 80)"


@dataclass(frozen=True, slots=True)
class Picture:
    """A page in a look. `opened` is what is unfolded, `tapped` what a finger touches, `top` what is
    scrolled to.
    """

    name: str
    path: str
    size: tuple[int, int]
    scheme: str
    code: str = "vi"
    opened: str = ""
    tapped: tuple[str, ...] = ()
    top: str = ""


EAT, NAME = ".seat:nth-child({}) [data-act=an]", ".seat:nth-child({}) [data-act=rank]"
POINTS = ("[data-act=points]", *(f".key[data-value='{digit}']" for digit in "1223"))
PICTURES = (
    Picture(
        "night",
        "{night}",
        SCREEN,
        "light",
        opened="details:has(#ban-1-van-22)",
        top="details:has(#ban-1-van-24)",
    ),
    Picture("season", "{club}mua/", SCREEN, "dark", code="en"),
    Picture("night-phone", "{night}", PHONE, "dark"),
    Picture(
        *("table-phone", "{table}", PHONE, "light"),
        tapped=(EAT.format(2), *(NAME.format(seat) for seat in (2, 1, 3))),
    ),
    Picture("table-u-phone", "{table}", PHONE, "dark", tapped=(EAT.format(3),) * 3),
    Picture("table-points-phone", "{table}", PHONE, "light", tapped=POINTS),
    Picture("settlement-phone", "{night}ket-so/", PHONE, "light", top=".settle__payments"),
    Picture("player-phone", "{player}", PHONE, "dark"),
)


def main() -> None:
    """Write every picture and say how large it is."""
    FOLDER.mkdir(exist_ok=True)
    port = servers.free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), port) as (_process, printed),
        sync_playwright() as playwright,
    ):
        user_name, _word, password = sign_in(printed).split()
        site = Site(f"http://127.0.0.1:{port}", Path(folder), user_name, password)
        browser = playwright.chromium.launch(
            executable_path=servers.chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        for picture in PICTURES:
            content = photograph(browser, site, picture)
            (FOLDER / f"{picture.name}.webp").write_bytes(content)
            print(f"{picture.name}.webp  {len(content) // 1000} kB", flush=True)


def photograph(browser: Browser, site: Site, picture: Picture) -> bytes:
    """One picture as WebP, at twice the density."""
    width, height = picture.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if picture.size == PHONE else 1.5,
        color_scheme=picture.scheme,  # type: ignore[arg-type]
        locale="vi-VN",
        reduced_motion="reduce",
    )
    page = context.new_page()
    site.open_night(page)
    context.add_cookies([{"name": "django_language", "value": picture.code, "url": site.url}])
    page.goto(site.url + picture.path.format(**paths(page)))
    if picture.opened:
        page.locator(picture.opened).first.evaluate("it => { it.open = true }")
    for target in picture.tapped:
        page.click(target)
        page.wait_for_load_state("networkidle")
    if picture.top:
        page.locator(picture.top).first.evaluate(TO_THE_TOP)
    taken = context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
    )
    context.close()
    return base64.b64decode(taken["data"])


def paths(page: Page) -> dict[str, str]:
    """Where the open night, its club, its first table and the first of its scoreboard are."""
    table = page.locator("a[href^='/ban/']").first.get_attribute("href")
    night = re.sub(r"^https?://[^/]+|#.*", "", page.url)
    club = night.split("buoi/")[0]
    page.goto(page.url.split("/clb/")[0] + club + "nguoi/")
    first = page.locator(".roster a, main .rows a, main li a").first.get_attribute("href")
    return {"night": night, "club": club, "table": str(table), "player": str(first)}


if __name__ == "__main__":
    main()
