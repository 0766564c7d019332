"""What pages give to be shared: the state that the script draws, and the same as text.

The plain night is one deal at stake 1: An is first and gets 1 + 2 + 3 = 6; Bình pays 1, Chi 2,
Dũng 3.
"""

import json
import re
from datetime import date

import pytest
import segno
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from scoring.services import settlements
from scoring.web.sharing import Below, Holder, Line, Share
from tests.books import make_books
from tests.services.checks import revise, settle
from tests.services.settling import FUND, gives, in_night, pay
from tests.web.conftest import sign_in
from tests.web.pages import NIGHT, language
from tests.web.settlement_pages import PAGE
from tests.web.test_join import joined

pytestmark = pytest.mark.django_db
STATE = re.compile(r'<script id="share-state" type="application/json">(.*?)</script>', re.DOTALL)


def watch(books) -> str:
    return f"/ban/{books.table.pk}/xem/"


def state_of(client, path: str):
    page = client.get(path).content.decode()
    (text,) = STATE.findall(page)
    return json.loads(text)


def ranking(state) -> list[tuple[str, str, str]]:
    return [
        (one["rank"], one["name"], one["arrow"] + one["said"])
        for one in state["picture"]["ranking"]
    ]


def lines(state) -> list[tuple[str, str, str, bool | None]]:
    return [
        (one["name"], one["payee"], one["arrow"] + one["said"], one["is_done"])
        for one in state["picture"]["below"]["lines"]
    ]


# What is told


def test_a_settlement_tells_balances_and_who_pays_whom(visitor, settled) -> None:
    pay(settled, "Bình", "An")
    state = state_of(visitor, PAGE)
    told = state["picture"]
    assert (told["club"], told["weekday"], told["day"]) == ("CLB clb-mau", "Thứ Sáu", "04/09/2026")
    assert told["facts"] == "Bàn 1 · 1 ván"
    assert ranking(state) == [
        ("1", "An", "▲+6"),
        ("2", "Bình", "▼−1"),
        ("3", "Chi", "▼−2"),
        ("4", "Dũng", "▼−3"),
    ]
    assert told["below"]["title"] == "Ai trả ai"
    assert sorted(lines(state)) == [
        ("Bình", "An", "1", True),
        ("Chi", "An", "2", False),
        ("Dũng", "An", "3", False),
    ]
    assert told["zero"] == "Tổng = 0 ✓"
    assert told["seal"] == {"text": "Tạm tính", "is_locked": False}
    assert told["standing"].startswith("Tạm tính – khóa lúc ")
    assert state["file"] == "phom-2026-09-04.png"
    assert state["url"] == f"http://testserver{PAGE}"


def test_a_settlement_as_text_has_balances_payments_and_how_it_stands(visitor, settled) -> None:
    pay(settled, "Bình", "An")
    text = state_of(visitor, PAGE)["text"].split("\n")
    assert text[:2] == [
        "CLB clb-mau · Thứ Sáu 04/09/2026 · Bàn 1 · 1 ván",
        "An ▲+6 · Bình ▼−1 · Chi ▼−2 · Dũng ▼−3",
    ]
    assert sorted(text[2:5]) == [
        "☐ Chi → An 2",
        "☐ Dũng → An 3",
        "☑ Bình → An 1 (đã trả, chờ xác nhận)",
    ]
    assert text[5].startswith("Tạm tính – khóa lúc ")
    assert len(text) == 6  # and the address beside them


def test_a_preview_has_no_ticks_and_leads_to_the_way_that_is_shown(visitor, books) -> None:
    books.record()
    assert {one[3] for one in lines(state_of(visitor, PAGE))} == {None}
    other = state_of(visitor, f"{PAGE}?cach=tung-cap")
    assert other["url"] == f"http://testserver{PAGE}?cach=tung-cap"
    assert state_of(visitor, f"{PAGE}?cach=gon")["url"] == f"http://testserver{PAGE}"


def test_a_locked_night_says_so_everywhere(visitor, settled) -> None:
    settlements.lock_night(**in_night(settled))
    for path in (PAGE, NIGHT, watch(settled)):
        told = state_of(visitor, path)["picture"]
        assert told["seal"] == {"text": "Đã khóa", "is_locked": True}
        assert told["standing"] == "Đã khóa"
    language(visitor, "en")
    assert state_of(visitor, PAGE)["picture"]["seal"]["text"] == "Locked"


def test_where_nobody_won_nobody_pays(visitor, books) -> None:
    gives(books, 0, 1, 2)
    gives(books, 1, 0, 2)
    state = state_of(visitor, PAGE)
    assert lines(state) == []
    assert state["picture"]["below"]["nothing"] == "Hòa cả làng – không ai trả ai"
    assert "Hòa cả làng – không ai trả ai" in state["text"]


def test_a_night_tells_its_ranking_and_the_deal_played_last(visitor, books) -> None:
    books.record()
    books.record(books.sheet(u=(1, "plain")))
    revise(books, books.record(), "void")
    state = state_of(visitor, NIGHT)
    assert state["picture"]["facts"] == "Bàn 1 · 2 ván"
    assert state["picture"]["below"]["title"] == "Ván 2: Bình ù"
    assert lines(state)[0] == ("Bình", "", "▲+18", None)
    assert state["text"].split("\n") == [
        "CLB clb-mau · Thứ Sáu 04/09/2026 · Bàn 1 · 2 ván",
        "1. Bình ▲+17",
        "2. An 0",
        "3. Chi ▼−8",
        "4. Dũng ▼−9",
        "Ván 2: Bình ù. Bình ▲+18 · An ▼−6 · Chi ▼−6 · Dũng ▼−6",
        "Tạm tính – buổi chưa kết sổ",
    ]
    assert state["url"] == f"http://testserver{NIGHT}"


def test_of_several_tables_the_last_deal_names_its_own(visitor, books) -> None:
    books.record()
    other = books.open_second_table()
    books.record(table_id=other.pk)
    told = state_of(visitor, NIGHT)["picture"]
    assert told["facts"] == "Bàn 1 và Bàn 2 · 2 ván"
    assert told["below"]["title"] == "Bàn 2, ván 1: An nhất"


def test_what_the_fund_holds_stands_below_the_people(visitor, books) -> None:
    gives(books, 0, FUND, 5)
    for path, name in ((NIGHT, "Gà và quỹ đang giữ"), (PAGE, "Quỹ CLB")):
        state = state_of(visitor, path)
        assert ranking(state) == [("1", "An", "▼−5"), ("", name, "▲+5")]
        assert state["picture"]["zero"]


def test_an_empty_night_says_that_it_is(visitor, books) -> None:
    state = state_of(visitor, NIGHT)
    assert (ranking(state), lines(state)) == ([], [])
    assert state["picture"]["below"]["nothing"] == "Buổi chưa có ván nào"
    assert state["picture"]["zero"] == ""


def test_a_table_tells_what_its_spectators_see(client, books) -> None:
    books.record()
    state = state_of(joined(client, books, "viewer"), watch(books))
    assert state["picture"]["facts"] == "Bàn 1 · Đang chơi ván 2"
    assert state["picture"]["below"]["title"] == "Ván 1: An nhất"
    assert state["url"] == f"http://testserver{watch(books)}"
    assert NIGHT not in json.dumps(state)


def test_the_address_is_the_public_one_and_the_square_holds_it(visitor, books) -> None:
    books.record()
    with override_settings(PHOM_PUBLIC_URL="https://phom.example"):
        for path in (NIGHT, PAGE, watch(books)):
            state = state_of(visitor, path)
            url = f"https://phom.example{path}"
            assert state["url"] == url
            assert state["picture"]["address"] == url.removeprefix("https://")
            square = segno.make(url, error="m", micro=False).matrix
            assert state["picture"]["qr"] == ["".join(map(str, row)) for row in square]


def test_in_english_every_sentence_is_english(visitor, settled) -> None:
    language(visitor, "en")
    state = state_of(visitor, PAGE)
    assert state["picture"]["day"] == "4 Sep 2026"
    assert state["picture"]["below"]["title"] == "Who pays whom"
    assert state["words"]["saved"] == "Image saved and text copied"
    assert state["text"].startswith("CLB clb-mau · Friday 4 Sep 2026 · Bàn 1 · 1 deal\n")


def test_what_people_typed_ends_no_script(visitor, books) -> None:
    books.club.name = "</script><b>x</b>"
    books.club.save()
    books.record()
    assert "<b>x</b>" not in visitor.get(NIGHT).content.decode()
    assert state_of(visitor, NIGHT)["picture"]["club"] == "</script><b>x</b>"


# Where it stands


def test_without_scripts_there_is_the_text_and_no_dead_button(visitor, settled) -> None:
    for path in (NIGHT, PAGE, watch(settled)):
        page = visitor.get(path).content.decode()
        assert '<div class="share__do" hidden>' in page
        assert f"http://testserver{path}</pre>" in page


def test_strangers_are_told_nothing(books) -> None:
    stranger = sign_in(Client(), make_books(slug="clb-khac").owner)
    for path in (NIGHT, PAGE, watch(books)):
        page = stranger.get(path)
        assert page.status_code == 404
        assert b"share-state" not in page.content


@pytest.mark.parametrize("which", ["night", "settlement", "table"])
def test_sharing_asks_nothing_of_the_database(visitor, books, monkeypatch, which) -> None:
    path = {"night": NIGHT, "settlement": PAGE, "table": watch(books)}[which]
    books.record()
    settle(books)
    visitor.get(path)
    counts = []
    for has_share in (True, False):
        if not has_share:
            monkeypatch.setattr(Share, "state", {})
            monkeypatch.setattr(Share, "whole_text", "")
        with CaptureQueriesContext(connection) as asked:
            visitor.get(path)
        counts.append(len(asked))
    assert counts[0] == counts[1]


# How much a picture holds


def share(people: list[Holder], payments: list[Line]) -> Share:
    return Share(
        club="CLB",
        day=date(2026, 6, 12),
        facts=["62 ván"],
        people=people,
        below=Below("Ai trả ai", payments),
        is_locked=False,
        standing="Tạm tính",
        url="http://phom.example/",
    )


def test_more_than_twelve_are_counted_where_they_are_cut() -> None:
    people = [Holder(f"Người {n}", 14 - 2 * n) for n in range(1, 14)]
    payments = [Line("An", n, payee="Bình", is_done=False) for n in range(1, 16)]
    told = share(people, payments).state["picture"]
    assert (len(told["ranking"]), told["more_people"]) == (12, "và 1 người nữa")
    assert (len(told["below"]["lines"]), told["below"]["more"]) == (12, "và 3 khoản nữa")
    assert told["zero"]  # of all of them, not of those shown
    whole = share(people[:12], payments[:12]).state["picture"]
    assert (whole["more_people"], whole["below"]["more"], whole["zero"]) == ("", "", "")


def test_twelve_people_are_four_lines_of_text_and_ties_share_a_rank() -> None:
    people = [Holder(name, 1284 if name < "C" else -1) for name in "ABCDEFGHIJKL"]
    said = share(people, []).text.split("\n")
    assert len(said) == 6
    assert said[1] == "=1. A ▲+1.284 · =1. B ▲+1.284 · =3. C ▼−1"
