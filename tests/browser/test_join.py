"""A phone without an account: from the link to the table, looking on, and the end of its code."""

import re
import time
from collections.abc import Iterator
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WALL, Seen, Site
from tests.browser.looking import OPEN_ALL, RULES, WIDER
from tests.browser.qr import decode
from tests.browser.test_night import FIGURE
from tests.browser.test_settlement_page import SIZES, SMALL
from tests.commands.test_serve import serving, sign_in
from tests.servers import free_port

pytestmark = pytest.mark.browser

TAPS = "+(sessionStorage.taps ?? 0)"
COUNT_TAPS = f"addEventListener('click', () => {{ sessionStorage.taps = {TAPS} + 1 }}, true)"
POLL_SECONDS = 3


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of its own: what is recorded here is nobody else's."""
    port, folder = free_port(), tmp_path_factory.mktemp("join")
    with serving(folder, port) as (_process, printed):
        user_name, _word, password = sign_in(printed).split()
        yield Site(f"http://127.0.0.1:{port}", folder, user_name, password)


@pytest.fixture
def owner(place: Site, open_page) -> Page:
    """Signed in, on the page of the running night."""
    page: Page = open_page(WALL)
    place.open_night(page)
    return page


def make_code(owner: Page, role: str) -> str:
    """A code of the night's first table, as its page shows it once."""
    owner.goto(f"{night_of(owner)}ban/1/ma/")
    owner.click(f"main button[value={role}]")
    return owner.locator(".made__code").inner_text()


def night_of(owner: Page) -> str:
    found = re.match(r".*/buoi/[0-9-]+/", owner.url)
    assert found
    return found[0]


def speak(page: Page, code: str, site: Site) -> None:
    """Let the browser want this language."""
    page.context.add_cookies([{"name": "django_language", "value": code, "url": site.url}])


def phone_at(open_page, url: str) -> Page:
    """A phone that counts its taps, at this address."""
    page: Page = open_page(PHONE, has_touch=True, is_mobile=True)
    page.add_init_script(COUNT_TAPS)
    page.goto(url)
    return page


def record(owner: Page, table: str) -> int:
    """A deal at the table (`/ban/<id>/`), recorded from elsewhere; its number."""
    board = owner.request.get(f"{api_of(table)}/board").json()
    seats = [seat["player_id"] for seat in board["table"]["seats"]]
    token = owner.locator("input[name=csrfmiddlewaretoken]").first.input_value()
    answer = owner.request.put(
        f"{api_of(table)}/deals/{uuid4()}",
        headers={"X-CSRFToken": token},
        data={
            "sheet": {"seats": seats, "ending": "u", "u": {"winner": seats[1], "kind": "plain"}},
            "played_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        },
    )
    assert answer.status == 201, answer.text()
    return int(answer.json()["number"])


def api_of(table: str) -> str:
    return re.sub(r"/ban/(\d+)/.*", r"/api/v1/tables/\1", table)


@pytest.mark.parametrize("code", ["vi", "en"])
def test_u29_a_link_leads_to_the_table_in_two_taps(place, owner, open_page, code) -> None:
    link = f"{place.url}/vao/{make_code(owner, 'scorer')}/"
    phone = phone_at(open_page, f"{place.url}/livez")
    speak(phone, code, place)
    phone.goto(link)
    expect(phone.locator("html")).to_have_attribute("lang", code)
    assert phone.evaluate(WIDER) <= 0
    phone.locator(".join__people button").first.tap()
    phone.wait_for_url("**/ban/*/")
    expect(phone.locator("#table .who")).to_have_count(4)
    expect(phone.locator("#table .who").last).to_be_visible()
    assert phone.evaluate(TAPS) <= 2
    assert phone.request.get(f"{api_of(phone.url)}/board").json()["table"]["role"] == "scorer"
    table = phone.url
    phone.goto(place.url)
    assert phone.url == table  # straight back, from the front door


def test_u29_who_only_looks_on_sees_the_table_in_one_tap(place, owner, open_page) -> None:
    phone = phone_at(open_page, f"{place.url}/vao/{make_code(owner, 'viewer')}/")
    phone.locator("main form button").tap()
    expect(phone.locator(".ranking tbody tr").first).to_be_visible()
    assert phone.evaluate(TAPS) == 1
    phone.goto(phone.url.replace("/xem/", "/"))
    expect(phone).to_have_url(re.compile(r"/xem/$"))


def test_u29_a_revoked_code_is_a_403_page_and_no_data(place, owner, open_page) -> None:
    phones = []
    for role in ("scorer", "viewer"):
        phone = phone_at(open_page, f"{place.url}/vao/{make_code(owner, role)}/")
        phone.locator("main form button").first.tap()
        phone.wait_for_url("**/ban/**")
        phones.append(phone)
    owner.goto(f"{night_of(owner)}ban/1/ma/")
    while owner.locator(".button--danger").count():
        owner.locator(".button--danger").first.click()
    watching = phones[1]
    # It asks by itself and is told why there is nothing more to see.
    expect(watching.locator("h1")).to_have_text("Mã này đã bị thu hồi")
    for phone in phones:
        refused = phone.request.get(f"{api_of(phone.url)}/board")
        assert "Hùng" not in refused.text()
        assert refused.status == 401
    scoring = phones[0]
    answer = scoring.goto(scoring.url)
    assert answer is not None
    assert answer.status == 403
    expect(scoring.locator("h1")).to_have_text("Mã này đã bị thu hồi")
    for phone in phones:
        assert "Hùng" not in phone.content()
        assert phone.locator("#board, #watch").count() == 0
        assert phone.evaluate("document.cookie") == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_u29_a_camera_reads_the_way_to_the_table_and_to_the_settlement(
    place, owner, open_page, scheme
) -> None:
    page = open_page(PHONE, color_scheme=scheme, device_scale_factor=2)
    place.open_night(page)
    night = night_of(page)
    code = make_code(page, "viewer")
    assert decode(page.screenshot()) == f"{place.url}/vao/{code}/"
    page.goto(f"{night}ket-so/")
    page.locator(".code svg").scroll_into_view_if_needed()
    assert decode(page.screenshot()) == f"{night}ket-so/"


def test_a_wrong_code_stays_in_the_field(place, open_page) -> None:
    phone = phone_at(open_page, f"{place.url}/vao/")
    phone.fill("#id_code", "ABCDEF")
    phone.locator("main form button").tap()
    expect(phone.locator("[role=alert]")).to_contain_text("Không tìm thấy bàn này")
    expect(phone.locator("#id_code")).to_have_value("ABCDEF")
    expect(phone.locator("#id_code")).to_be_focused()


def test_looking_on_shows_a_deal_in_time_and_nothing_moves_without_one(
    place, owner, open_page
) -> None:
    phone, seen = phone_at(open_page, f"{place.url}/vao/{make_code(owner, 'viewer')}/"), Seen()
    phone.locator("main form button").tap()
    phone.wait_for_selector(".ranking")
    seen.watch(phone)
    phone.locator("#watch details").first.locator("summary").tap()
    opened = phone.locator("#watch details[open]").get_attribute("id")
    phone.evaluate("window.stays = true; document.querySelector('.ranking').stays = true")
    with phone.expect_response("**/xem/"), phone.expect_response("**/xem/"):
        pass
    with phone.expect_response("**/xem/"):
        pass
    assert phone.evaluate("document.querySelector('.ranking').stays") is True
    number = record(owner, phone.url)
    began = time.monotonic()
    expect(phone.locator(".last__number")).to_contain_text(str(number))
    assert time.monotonic() - began <= 3 * POLL_SECONDS
    expect(phone.locator("#said")).to_contain_text(str(number))
    assert phone.evaluate("window.stays") is True  # the page was not loaded again
    assert phone.evaluate("document.querySelector('.ranking').stays ?? null") is None
    expect(phone.locator(f"#{opened}")).to_have_attribute("open", "")
    assert phone.locator("#watch").get_attribute("aria-busy") is None
    assert seen.complaints == []


def test_looking_on_says_when_the_server_is_away(place, owner, open_page) -> None:
    phone = phone_at(open_page, f"{place.url}/vao/{make_code(owner, 'viewer')}/")
    phone.locator("main form button").tap()
    phone.wait_for_selector(".ranking")
    phone.context.set_offline(True)
    expect(phone.locator("#stale")).to_contain_text(re.compile(r"Mất kết nối từ \d\d:\d\d"))
    expect(phone.locator(".ranking")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator("#stale")).to_be_hidden()


def test_looking_on_works_without_scripts(place, owner, open_page) -> None:
    page = open_page(PHONE, java_script_enabled=False)
    page.goto(f"{place.url}/vao/{make_code(owner, 'viewer')}/")
    page.click("main form button")
    expect(page.locator(".ranking tbody tr").first).to_be_visible()
    page.locator("#watch details summary").first.click()
    expect(page.locator("#watch details .reasons").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("code", ["vi", "en"])
@pytest.mark.parametrize("size", [PHONE, WALL], ids=["phone", "wall"])
def test_pages_for_phones_are_for_everybody(place, owner, open_page, size, code, scheme) -> None:
    page = open_page(size, color_scheme=scheme)
    speak(page, code, place)
    joining = f"{place.url}/vao/{make_code(owner, 'viewer')}/"
    for url in (f"{place.url}/vao/", f"{place.url}/vao/ABCDEF/", joining):
        page.goto(url)
        verify_looks(page, code)
    page.goto(f"{place.url}/vao/{make_code(owner, 'scorer')}/")
    page.locator("main summary").click()
    verify_looks(page, code)
    page.locator("button[value=xem]").click()
    page.wait_for_selector(".ranking")
    verify_looks(page, code)
    figures = page.locator(".points").all_text_contents()
    assert len(figures) > 10
    assert [figure for figure in figures if not FIGURE.match(figure)] == []


def test_u7_whatever_is_tapped_when_joining_is_large_enough(place, owner, open_page) -> None:
    page = open_page(PHONE, is_mobile=True, has_touch=True)
    codes = [make_code(owner, role) for role in ("viewer", "scorer")]
    for path in ("/vao/", "/vao/ABCDEF/", *(f"/vao/{code}/" for code in codes)):
        page.goto(place.url + path)
        page.evaluate(OPEN_ALL)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SMALL) == [], (path, width, height)


def verify_looks(page: Page, code: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", code)
    for width in (320, 360, 430, 740, 1280):
        size = page.viewport_size
        assert size
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(WIDER) <= 0, (page.url, width)
        page.set_viewport_size(size)
    found = Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
    for target in page.locator("main :is(summary, button, a, input):visible").all():
        box = target.bounding_box()
        assert box
        assert box["height"] >= 44, target.evaluate("it => it.outerHTML")[:200]
