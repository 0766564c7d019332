"""Sharing a page as a picture, as text and as a link, with the phone's sheet and without (U-20)."""

import base64
import json
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, Open, Site
from tests.browser.qr import Png, decode
from tests.browser.slow import slow_down, verify_soon

pytestmark = pytest.mark.browser

WIDTH, HEIGHT, LARGEST_BYTES = 1080, 1350, 500_000
DRAWN = "[data-share=picture]:not([aria-busy])"
# A share sheet as phones have it; it notes whether it was asked within the tap.
SHEET = """
    window.shared = [];
    window.isInClick = false;
    addEventListener("click", () => { isInClick = true; }, true);
    addEventListener("click", () => { isInClick = false; });
    Object.defineProperty(navigator, "canShare", { value: (given) => {
      return !given.files || window.takesFiles !== false;
    } });
    Object.defineProperty(navigator, "share", { value: (given) => {
      shared.push({ ...given, isInClick });
      const { refusal } = window;
      return refusal ? Promise.reject(new DOMException("", refusal)) : Promise.resolve();
    } });
"""
NO_FILES = "window.takesFiles = false;"
NO_CLIPBOARD = 'Object.defineProperty(navigator, "clipboard", { value: undefined });'
NO_COPYING = f"{NO_CLIPBOARD} document.execCommand = () => false;"
NO_CANVAS = "HTMLCanvasElement.prototype.getContext = () => null;"
# The picture comes when `release` is called.
SLOW_CANVAS = """
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (...given) {
      window.release = () => toBlob.apply(this, given);
    };
"""
PICTURE = """async () => {
    const file = shared.at(-1).files[0];
    const url = await new Promise((done) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.readAsDataURL(file);
    });
    return { name: file.name, type: file.type, count: shared.at(-1).files.length, url };
}"""
# How long after the scripts of the page began.
SECONDS_TO_DRAW = """
    window.drawn = new Promise((done) => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector("[data-share=picture]:not([aria-busy])")) return;
        observer.disconnect();
        const [opened] = performance.getEntriesByType("navigation");
        done((performance.now() - opened.domInteractive) / 1000);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
"""

Shared = Callable[..., Page]
over_plain_http_too = pytest.mark.parametrize("open_shared", ["site", "lan"], indirect=True)


@pytest.fixture
def open_shared(request: pytest.FixtureRequest, open_page: Open) -> Shared:
    """A page of the demo's latest night: `open_shared("ket-so/", SHEET)`; "" is the night, "xem/"
    its first table. Over plain http where the test says so.
    """
    site: Site = request.getfixturevalue(getattr(request, "param", "site"))

    def open_one(path: str = "", *scripts: str) -> Page:
        page = open_page(PHONE, is_mobile=True, has_touch=True)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        site.open_night(page)
        url = page.url.split("#")[0]
        if path == "xem/":
            found = page.locator("a[href$='/xem/']").first.get_attribute("href")
            url = f"{site.url}{found}"
        elif path:
            url += path
        for script in scripts:
            page.add_init_script(script)
        page.goto(url)
        return page

    return open_one


def tap(page: Page, what: str) -> None:
    if what == "picture":
        page.wait_for_selector(DRAWN)
    page.tap(f"[data-share={what}]")


def copied(page: Page) -> str:
    """The clipboard, as another page of the same browser finds it."""
    other = page.context.new_page()
    # Over plain http nobody may read it: by an address that is trusted.
    other.goto(f"{page.url.replace('phom.test', '127.0.0.1').split('/ban/')[0]}/")
    other.bring_to_front()
    text = str(other.evaluate("navigator.clipboard.readText()"))
    other.close()
    page.bring_to_front()
    return text.replace("\r\n", "\n")


def whole_text(page: Page) -> str:
    return page.locator("#share pre").text_content() or ""


def picture_of(page: Page) -> bytes:
    return base64.b64decode(page.evaluate(PICTURE)["url"].split(",")[1])


def says(page: Page, text: str) -> None:
    expect(page.locator(".share__said")).to_have_text(text)


@over_plain_http_too
@pytest.mark.parametrize("path", ["", "ket-so/", "xem/"])
def test_u20_the_sheet_opens_within_the_tap_with_one_picture(open_shared, path) -> None:
    page = open_shared(path, SHEET)
    tap(page, "picture")
    given = page.evaluate("shared[0]")
    assert given["isInClick"]
    # The address of the site, by whatever name this phone reached it.
    assert urlsplit(given["url"]).path == urlsplit(page.url).path
    assert f"{given['text']}\n{given['url']}" == whole_text(page)
    assert re.search(r"[▲▼][+−]\d", given["text"])
    file = page.evaluate(PICTURE)
    assert (file["type"], file["count"]) == ("image/png", 1)
    assert re.fullmatch(r"phom-\d{4}-\d\d-\d\d\.png", file["name"])
    png = picture_of(page)
    head = Png.of(png)
    assert (head.width, head.height) == (WIDTH, HEIGHT)
    assert len(png) <= LARGEST_BYTES
    # Not even a microtask later: this click is over when the next line of the script runs.
    within = """() => {
        document.querySelector("[data-share=picture]").click();
        return shared.length;
    }"""
    assert page.evaluate(within) == 2


def test_u20_the_square_of_the_picture_leads_to_the_page(open_shared) -> None:
    page = open_shared("ket-so/", SHEET)
    tap(page, "picture")
    assert decode(picture_of(page)) == page.url


@over_plain_http_too
@pytest.mark.parametrize("scripts", [(), (SHEET, NO_FILES)], ids=["no-sheet", "no-files"])
def test_u20_without_a_sheet_for_files_it_is_saved_and_the_words_copied(
    open_shared, scripts
) -> None:
    page = open_shared("ket-so/", *scripts)
    with page.expect_download() as download:
        tap(page, "picture")
    assert re.fullmatch(r"phom-\d{4}-\d\d-\d\d\.png", download.value.suggested_filename)
    says(page, "Đã lưu ảnh và sao chép chữ")
    assert Png.of(download.value.path().read_bytes()).width == WIDTH
    assert copied(page) == whole_text(page)
    assert page.evaluate("window.shared ?? []") == []


def test_u20_whoever_closes_the_sheet_is_told_nothing(open_shared) -> None:
    page = open_shared("", SHEET, 'window.refusal = "AbortError";')
    downloads: list[str] = []
    page.on("download", lambda download: downloads.append(download.suggested_filename))
    tap(page, "picture")
    tap(page, "link")
    says(page, "Đã sao chép link")
    assert downloads == []
    assert page.evaluate("shared.length") == 1


def test_u20_a_sheet_that_fails_is_done_without(open_shared) -> None:
    page = open_shared("", SHEET, 'window.refusal = "NotAllowedError";')
    with page.expect_download():
        tap(page, "picture")
    says(page, "Đã lưu ảnh và sao chép chữ")


@over_plain_http_too
@pytest.mark.parametrize("scripts", [(), (NO_CLIPBOARD,)], ids=["clipboard", "none"])
def test_u20_text_and_link_are_copied(open_shared, scripts) -> None:
    page = open_shared("xem/", *scripts)
    tap(page, "text")
    says(page, "Đã sao chép chữ")
    assert copied(page) == whole_text(page)
    tap(page, "link")
    says(page, "Đã sao chép link")
    assert urlsplit(copied(page)).path == urlsplit(page.url).path
    expect(page.locator("#share pre")).to_be_hidden()
    assert page.evaluate("document.activeElement.dataset.share") == "link"


@over_plain_http_too
def test_u20_where_nothing_may_be_copied_the_text_is_shown_and_selected(open_shared) -> None:
    page = open_shared("ket-so/", NO_COPYING)
    tap(page, "text")
    says(page, "Máy không cho sao chép. Đoạn dưới đây đã được chọn, chép bằng tay.")
    expect(page.locator("#share pre")).to_be_visible()
    assert page.evaluate("String(getSelection())").strip() == whole_text(page)
    with page.expect_download():
        tap(page, "picture")
    says(page, "Đã lưu ảnh. Chữ ở dưới đây, chép bằng tay.")


def test_u20_without_a_picture_the_words_are_shared(open_shared) -> None:
    page = open_shared("ket-so/", SHEET, NO_CANVAS)
    tap(page, "picture")
    (given,) = page.evaluate("shared")
    assert given["isInClick"]
    assert "files" not in given
    assert f"{given['text']}\n{given['url']}" == whole_text(page)


@over_plain_http_too
def test_u20_without_picture_and_sheet_the_words_are_copied(open_shared) -> None:
    page = open_shared("ket-so/", NO_CANVAS)
    tap(page, "picture")
    says(page, "Không vẽ được ảnh. Đã sao chép chữ")
    assert copied(page) == whole_text(page)


@pytest.mark.parametrize("is_active", [True, False], ids=["in-time", "too-late"])
def test_u20_a_tap_before_the_picture_is_there_is_tried_again(open_shared, is_active) -> None:
    active = f"{{ isActive: {str(is_active).lower()} }}"
    activation = f'Object.defineProperty(navigator, "userActivation", {{ value: {active} }});'
    page = open_shared("", SHEET, SLOW_CANVAS, activation)
    button = page.locator("[data-share=picture]")
    expect(button).to_have_attribute("aria-busy", "true")
    button.tap()
    says(page, "Đang vẽ ảnh")
    page.wait_for_function("() => 'release' in window")
    page.evaluate("release()")
    if not is_active:
        says(page, "Ảnh đã xong, chạm lại để chia sẻ")
        assert page.evaluate("shared.length") == 0
        tap(page, "picture")
    page.wait_for_function("() => shared.length === 1")
    expect(button).not_to_have_attribute("aria-busy", "true")


def test_u20_a_table_that_goes_on_is_shared_as_it_is_now(open_shared) -> None:
    page = open_shared("xem/", SHEET)
    page.wait_for_selector(DRAWN)
    before = whole_text(page)

    def go_on(route: Route) -> None:
        answer = route.fetch(headers={**route.request.headers, "if-none-match": ""})
        was, now = (json.dumps(name)[1:-1] for name in ("Phỏm Bến Nghé", "Phỏm Thị Nghè"))
        renamed = answer.text().replace(was, now)
        route.fulfill(response=answer, body=renamed, headers={**answer.headers, "etag": "new"})

    page.route(page.url, go_on)
    expect(page.locator("#share pre")).to_contain_text("Phỏm Thị Nghè")
    assert whole_text(page) != before
    again = """() => {
        document.querySelector("[data-share=picture]").click();
        return shared.at(-1).title.includes("Thị Nghè");
    }"""
    page.wait_for_function(again, polling=200)
    assert page.evaluate("shared.at(-1).text").startswith("CLB Phỏm Thị Nghè")
    page.unroute_all(behavior="ignoreErrors")


def test_u20_the_picture_is_there_soon(open_shared, site) -> None:
    page = open_shared("ket-so/", SECONDS_TO_DRAW)
    session = slow_down(page, network=False)
    page.reload()
    taken = page.evaluate("drawn")
    session.detach()
    verify_soon("U-20 a night drawn as a picture", taken, 3, "s")


def test_without_scripts_the_text_is_there_and_no_button(site, open_page) -> None:
    page = open_page(PHONE, java_script_enabled=False)
    site.open_night(page)
    expect(page.locator("[data-share]").first).to_be_hidden()
    page.click("#share summary")
    expect(page.locator("#share pre")).to_contain_text(page.url.split("#")[0])
