"""What the server would not have: nothing is lost before somebody says so (U-15)."""

import re
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.looking import bring_axe, find_barriers
from tests.browser.table.measures import verify_still
from tests.browser.table.page import PHONE, TablePage, ask, open_table
from tests.browser.table.phones import join, refusing

pytestmark = pytest.mark.browser

Table = Callable[..., TablePage]
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
MODULES = Path(__file__).parents[3] / "scoring/static/scoring/js/table"
ORIGIN = "http://folding.test/"
SETTLED = {"detail": "Buổi đã kết sổ.", "code": "night_settled"}
PLAIN = "rank:a rank:b rank:c save"


@pytest.fixture
def table(site, open_page) -> Table:
    return lambda **options: open_table(site, open_page, **options)


def strip(here: TablePage) -> Locator:
    return here.page.locator(".strip__text")


def review(here: TablePage) -> None:
    """Open what needs a look, from the strip."""
    expect(strip(here)).to_have_attribute("data-value", "parked")
    here.tap("open", value="parked", within=".strip")


def verify_clear(here: TablePage) -> None:
    """Everything is sent, and nothing is asked any more."""
    expect(here.page.locator(".strip")).not_to_have_attribute("data-look", "warn")
    here.verify_sent()


def test_u15_a_refused_deal_stays_until_another_has_its_place(table) -> None:
    here = table()
    bring_axe(here.page.context)
    here.open()
    with refusing(here):
        here.tap_all(PLAIN)
        expect(strip(here)).to_have_text("Cần xem lại ván 1")
        here.tap_all("rank:b rank:a rank:c save")  # goes on being sent
        expect(here.page.locator('[data-look="review"]')).to_have_text("! 1")
        here.verify_told()
    assert len(here.deals()) == 1
    here.page.reload()
    review(here)
    assert "Máy chủ không nhận ván này." in here.page.locator(".panel .review").inner_text()
    verify_still(here.page)
    assert find_barriers(here.page) == ""
    here.tap("edit", within=".panel")
    expect(strip(here)).to_have_text("Đang sửa ván 2")
    assert here.badges() == {"a": "1", "b": "2", "c": "3", "d": "4"}
    here.tap("stop-editing")
    expect(strip(here)).to_have_text("Cần xem lại ván 1")  # given up, it is still there
    review(here)
    here.tap("edit", within=".panel")
    here.tap_all("rank:c rank:c save")
    verify_clear(here)
    assert [deal["sheet"]["seats"][0] for deal in here.deals()] == [here.seats["a"]] * 2
    assert here.warned == []


def test_u15_a_refused_deal_is_kept_by_hand_sent_again_or_dropped_and_brought_back(table) -> None:
    here = table()
    with refusing(here):
        here.tap_all("an:b chot:c u:a save")
        review(here)
    shown = here.page.locator(".panel .delta").all_inner_texts()
    here.tap("by-hand")
    verify_clear(here)
    (deal,) = here.deals()
    assert (deal["sheet"]["ending"], len(deal["sheet"]["adjustments"])) == ("drawn", 5)
    assert {line["reason"] for line in deal["transfers"]} == {"adjustment"}
    net = [deal["net_points"][here.seats[letter]] for letter in "abcd"]
    assert net == [int(re.sub("[▲▼+]", "", text).replace("−", "-")) for text in shown]
    with refusing(here):
        here.tap_all(PLAIN)
        review(here)
        here.tap("again")
        verify_clear(here)
    assert len(here.deals()) == 2
    with refusing(here):
        here.tap_all(PLAIN)
        review(here)
    here.tap("drop-event")
    verify_clear(here)
    here.tap("open", value="history")
    here.page.locator(".past summary").first.tap()
    here.tap("restore", within=".panel")
    here.tap("close")
    review(here)
    here.tap("again")
    verify_clear(here)
    assert len(here.deals()) == 3


def test_what_waits_behind_a_refused_deal_is_never_sent_alone(table) -> None:
    here = table()
    here.page.context.set_offline(True)
    here.tap_all(PLAIN)
    here.tap_all("undo rank:a rank:a save")  # a behind c
    with refusing(here) as sent:
        here.page.context.set_offline(False)
        verify_clear(here)
    # The correction went into the deal, which was told once more; nothing else was sent.
    assert len(sent) == 2
    assert len(set(sent)) == 1
    (deal,) = here.deals()
    assert (deal["n"], deal["places"][here.seats["a"]]) == (1, 3)
    # Taken back before it was told: nothing is wanted any more, and it can be had again.
    here.page.context.set_offline(True)
    here.tap_all(PLAIN)
    here.tap("undo")
    with refusing(here) as sent:
        here.page.context.set_offline(False)
        here.verify_sent()
    assert len(sent) == 1
    here.tap("redo")
    expect(strip(here)).to_have_text("Cần xem lại ván 2")
    here.tap_all("undo rank:a rank:a save")
    verify_clear(here)
    assert [deal["n"] for deal in here.deals()] == [1, 1]
    assert here.warned == []


# What is refused, what waits behind it, and what is left: the kind that is told, and what becomes
# of it. A correction brings its own sheet, named here by its place in the row.
FOLDED = [
    ("record", [], "parked of sheet 0"),
    ("record", ["correct"], "waiting of sheet 1"),
    ("record", ["void"], "undone of sheet 0"),
    ("record", ["void", "restore"], "parked of sheet 0"),
    ("record", ["void", "correct"], "waiting of sheet 2"),
    ("record", ["correct", "void"], "undone of sheet 1"),
    ("correct", ["correct"], "parked correct of sheet 1"),
    ("correct", ["void"], "parked void"),
    ("correct", ["void", "restore"], "parked correct of sheet 0"),
    ("correct", ["void", "correct"], "parked correct of sheet 2"),
    ("void", ["restore"], "nothing"),
    ("void", ["restore", "void"], "parked void"),
    ("void", ["correct"], "parked correct of sheet 1"),
    ("restore", ["void", "correct"], "parked correct of sheet 2"),
]
FOLD = """async (cases) => {
  const { foldBehind } = await import("/folding.js");
  return cases.map(([first, behind]) => {
    const events = [first, ...behind].map((kind, n) => {
      const sheet = ["record", "correct"].includes(kind) ? n : null;
      const body = kind === "record" ? { sheet } : { kind, sheet };
      const deal = { is_void: kind === "void", number: 7, sheet: { ending: "normal" } };
      return { id: n, kind: kind === "record" ? kind : "revise", dealId: "x", n: n + 1, body,
        deal, state: n ? "waiting" : "parked" };
    });
    const others = [{ dealId: "y", state: "waiting" }, { state: "waiting" }];
    const left = foldBehind([...others, ...events], events[0]);
    if (left[0] !== others[0] || left[1] !== others[1]) return "others lost";
    if (left.length < 3) return "nothing";
    const [{ state, isUndone, body, n }] = left.slice(2);
    if (left.length > 3 || n !== 1) return "too much";
    const told = [isUndone ? "undone" : state];
    if (body.kind) told.push(body.kind);
    if (body.sheet !== null) told.push(`of sheet ${body.sheet}`);
    return told.join(" ");
  });
}"""


def test_what_waited_behind_a_refusal_goes_into_it(open_page) -> None:
    page = open_page(PHONE)

    def serve(route: Route) -> None:
        path = MODULES / route.request.url.removeprefix(ORIGIN)
        if path.is_file():
            route.fulfill(path=path, content_type="text/javascript")
        else:
            route.fulfill(body="", content_type="text/html")

    page.route(f"{ORIGIN}**", serve)
    page.goto(ORIGIN)
    told = page.evaluate(FOLD, [case[:2] for case in FOLDED])
    assert told == [case[2] for case in FOLDED]


def test_u15_of_two_versions_one_is_chosen(table) -> None:
    here = table()
    here.tap_all(PLAIN)
    here.verify_sent()
    for choice, kind in (("use-mine", "correct"), ("drop-event", "void")):
        deal = here.deals()[0]
        here.page.context.set_offline(True)
        here.tap_all("undo rank:a rank:a save")  # void and corrected, on what was known here
        _change_elsewhere(here, deal)
        here.page.context.set_offline(False)
        review(here)
        sides = here.page.locator(".side")
        assert sides.locator("h4").all_inner_texts() == ["Đang có trong sổ", "Bản của tôi"]
        assert sides.first.inner_text() != sides.last.inner_text()
        here.tap(choice)
        verify_clear(here)
        now = here.deals()[0]
        assert (now["kind"], now["is_void"]) == (kind, kind == "void")
    assert here.warned == []


def _change_elsewhere(here: TablePage, deal: dict[str, object]) -> None:
    """Another phone voids the deal."""
    path = f"deals/{deal['id']}/revisions/{uuid4()}"
    ask(here.page, here.site, "put", path, {"kind": "void"}, **{"If-Match": f'"{deal["n"]}"'})


def test_a_night_that_was_settled_or_a_code_that_ended_loses_nothing(table, open_page) -> None:
    here = table()
    here.page.add_init_script(NO_CLIPBOARD)
    here.page.reload()
    with refusing(here, 409, SETTLED, times=2):
        here.tap_all(f"{PLAIN} {PLAIN}")
        expect(strip(here)).to_have_text("Buổi đã kết sổ. 2 ván chưa gửi")
    review(here)
    here.tap("export")
    copy = here.page.locator(".as-text")
    expect(copy).to_be_focused()
    text = copy.input_value()
    assert copy.evaluate("it => it.selectionEnd - it.selectionStart") == len(text)
    assert len(re.findall(r"^Ván 1 \(\d\d:\d\d\): .+ \+6, ", text, re.MULTILINE)) == 2, text
    here.tap("again-closed")
    verify_clear(here)
    assert len(here.deals()) == 2
    other, code = join(here, open_page, "b")
    ask(here.page, here.site, "post", f"codes/{code}/revoke", {})
    other.tap_all(PLAIN)
    expect(strip(other)).to_contain_text("1 việc còn ở máy này")
    other.tap("open", value="parked", within=".strip")
    other.tap("export")
    assert "Ván 3" in other.page.locator(".as-text").input_value()
    expect(other.page.locator('.panel a[href="/vao/"]')).to_be_visible()
    other.page.reload()
    assert len(here.deals()) == 2
