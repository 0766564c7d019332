"""The settlement page: who pays whom and why, what may be done, and what is refused.

The night of most tests is one plain deal at stake 1: An is first and gets 1 + 2 + 3 = 6; Bình pays
1, Chi 2, Dũng 3.
"""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Settlement
from scoring.services import presence, questions, settlements
from scoring.web.qr import draw_qr
from tests.services.checks import correct, phone, settle, writes_nothing
from tests.services.settling import (
    FUND,
    another_table,
    gives,
    in_night,
    live,
    pay,
    payment,
    plan,
    states,
    states_of,
)
from tests.web.pages import NIGHT, words
from tests.web.settlement_pages import PAGE, member, say, step

pytestmark = pytest.mark.django_db


# What it says


def test_an_open_night_shows_what_settling_would_come_to(visitor, books) -> None:
    books.record()
    with writes_nothing():
        page = say(visitor)
    for said in (
        "Tạm tính – buổi chưa kết sổ",
        "An ▲ +6 Vì sao?",
        "Tổng = 0 ✓",
        "Nếu kết sổ bây giờ thì sẽ trả như sau",
        "Bình → An 1",
        "Chi → An 2",
        "Dũng → An 3",
        "3 lần trả – không cách nào ít hơn",
    ):
        assert said in page["vi"]
    for said in ("Provisional – not settled yet", "Who pays whom", "there is no way with fewer"):
        assert said in page["en"]


def test_a_settled_night_says_until_when_it_is_provisional(visitor, settled) -> None:
    page = say(visitor)
    assert re.search(r"Tạm tính – khóa lúc \d\d:\d\d ngày \d\d/\d\d", page["vi"])
    assert re.search(r"Provisional – locks at \d\d:\d\d on \d\d/\d\d", page["en"])
    assert "kết sổ lần 1" in page["vi"]
    assert "chưa trả" in page["vi"]
    settlements.lock_night(**in_night(settled))
    assert "Đã khóa" in say(visitor)["vi"]


def test_a_balance_opens_down_to_the_deals_it_comes_from(visitor, books) -> None:
    books.record(books.sheet(eats=[(1, False)]))
    books.record()
    settle(books)
    page = visitor.get(PAGE).content.decode()
    assert "Thứ hạng +12 ván 1 +6 ván 2 +6 Bị ăn −1 ván 1 −1 Cộng lại +11" in words(
        visitor.get(PAGE)
    )
    assert f'href="{NIGHT}#ban-1-van-2"' in page
    assert 'id="ban-1-van-2"' in visitor.get(NIGHT).content.decode()


def test_why_somebody_pays_is_told_by_balances_debts_and_group(visitor, settled) -> None:
    said = words(visitor.get(PAGE))
    assert "Dũng −3 = Thứ hạng −3 An +6 = Thứ hạng +6 Gộp nợ Dũng nợ An 3" in said
    assert "Nhóm trả lẫn nhau An +6 Bình −1 Chi −2 Dũng −3 Tổng = 0 ✓" in said


def test_pair_by_pair_shows_the_debts_of_the_deals_beside_a_joined_plan(visitor, books) -> None:
    # Bình owes An 5, An owes Chi 5: the plan lets Bình pay Chi.
    gives(books, 1, 0, 5)
    gives(books, 0, 2, 5)
    settle(books)
    assert "Bình → Chi 5" in words(visitor.get(PAGE))
    said = words(visitor.get(f"{PAGE}?cach=tung-cap"))
    assert "Bình nợ An 5 Vì sao? Ghi tay −5 ghi tay của buổi −5 Cộng lại −5" in said
    assert "An nợ Chi 5" in said
    assert "Bình → Chi 5" not in said.split("Chia sẻ")[0]


def test_before_settling_every_way_can_be_looked_at(visitor, books) -> None:
    gives(books, 1, 0, 5)
    gives(books, 0, 2, 5)
    assert "Bình → Chi 5" in words(visitor.get(f"{PAGE}?cach=gon"))
    said = words(visitor.get(f"{PAGE}?cach=tung-cap"))
    assert "An → Chi 5" in said
    assert "Bình → An 5" in said
    assert "Bình → Chi 5" in words(visitor.get(f"{PAGE}?cach=khong-co"))


def test_a_night_without_points_is_all_square(visitor, books) -> None:
    assert "Buổi chưa có ván nào" in words(visitor.get(PAGE))
    books.record(books.sheet(ending="drawn"))
    page = say(visitor)
    assert "Hòa cả làng – không ai trả ai" in page["vi"]
    assert "All square – nobody pays" in page["en"]
    settle(books)
    assert "Hòa cả làng – không ai trả ai" in words(visitor.get(PAGE))


def test_everything_paid_is_said(visitor, settled) -> None:
    for name in ("Bình", "Chi", "Dũng"):
        pay(settled, name, "An", to="confirmed")
    said = words(visitor.get(PAGE))
    assert "Mọi khoản đã trả xong" in said
    assert "đã nhận đủ" in said


def test_what_was_paid_before_a_new_plan_stays_in_sight(visitor, books) -> None:
    deal = books.record()
    settle(books)
    pay(books, "Bình", "An", to="confirmed")
    correct(books, deal, books.sheet(multiplier=2), note="đếm nhầm")
    said = words(visitor.get(PAGE))
    assert "Đã trả từ trước" in said
    assert "kết sổ lần 2" in said
    assert "2 Gọn · đang dùng" in said
    assert "1 Gọn · đã thay" in said


def test_what_is_in_the_way_of_locking_is_linked(visitor, books) -> None:
    books.record(actor=phone(books), base_number=0)
    double = books.record(actor=phone(books), base_number=0)
    questions.raise_dispute(actor=books.owner, deal_id=double.deal_id, note="đếm lại đi")
    settle(books)
    page = visitor.get(PAGE)
    said = words(page)
    assert "Cần xem lại trước khi khóa" in said
    assert "Ván 2: đang có khiếu nại đếm lại đi" in said
    assert "Ván 2: nghi trùng với ván 1" in said
    assert "Tạm tính – chưa tự khóa vì còn ván cần xem lại" in said
    assert f'href="{NIGHT}#ban-1-van-2"' in page.content.decode()


def test_the_fund_and_several_tables_have_names(visitor, books) -> None:
    second = another_table(books)
    books.record()
    second.record(second.sheet())
    gives(books, 0, FUND, 10)
    said = words(visitor.get(PAGE))
    assert "Quỹ CLB" in said
    assert "Thứ hạng +12 Bàn 1, ván 1 +6 Bàn 2, ván 1 +6" in said


def test_who_left_early_and_who_one_is_are_marked(client, books) -> None:
    from scoring.services.terms import change_terms

    books.record()
    stay = [books.people[index].pk for index in (0, 1)]
    change_terms(actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), seats=stay)
    client.force_login(member(books, 1))
    said = words(client.get(PAGE))
    assert "Về trước lúc tan buổi: Chi và Dũng" in said
    assert "Bình bạn ▼ −1 Vì sao?" in said
    assert "Chi về trước ▼ −2 Vì sao?" in said
    assert "Bình → An của bạn 1" in said


def test_the_text_of_the_night_is_there_to_be_copied(visitor, settled) -> None:
    page = visitor.get(PAGE).content.decode()
    text = page[page.index("<pre") : page.index("</pre>")]
    for line in (
        "CLB clb-mau · Thứ Sáu 04/09/2026 · Bàn 1 · 1 ván",
        "An ▲+6 · Bình ▼−1 · Chi ▼−2 · Dũng ▼−3",
        "☐ Bình → An 1",
        f"http://testserver{PAGE}",
    ):
        assert line in text
    assert draw_qr(f"http://testserver{PAGE}") in page


def test_what_people_typed_is_never_markup(visitor, settled) -> None:
    pay(settled, "Bình", "An", to="confirmed")
    one = payment(settled, "Bình", "An")
    step(visitor, one, "ghi-nguoc", note="<b>nhầm</b>")
    page = visitor.get(PAGE).content.decode()
    assert "<b>nhầm</b>" not in page
    assert "&lt;b&gt;nhầm&lt;/b&gt;" in page


def test_the_page_costs_the_same_whatever_was_played(visitor, books) -> None:
    counts = []
    for deals, note in ((1, ""), (11, "chơi tiếp")):
        if note:
            settlements.reopen_night(**in_night(books), note=note)
        for _ in range(deals):
            books.record(books.sheet(eats=[(2, False)]))
        settle(books)
        pay(books, "Dũng", "An")
        with CaptureQueriesContext(connection) as queries:
            assert visitor.get(PAGE).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15


# Settling, reopening, locking


def test_settling_from_the_page_in_the_way_that_was_chosen(visitor, books) -> None:
    gives(books, 1, 0, 5)
    gives(books, 0, 2, 5)
    given = {"mode": "pair_by_pair", "settlement_id": str(uuid4())}
    for _ in range(2):
        answer = visitor.post(f"{PAGE}ket/", given)
        assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert plan(books) == {("An", "Chi", 5), ("Bình", "An", 5)}
    assert Settlement.objects.count() == 1


def test_everybody_may_settle_with_one_host(visitor, books) -> None:
    books.record()
    given = {"mode": "one_host", "settlement_id": str(uuid4()), "host_id": books.seat(2)}
    assert visitor.post(f"{PAGE}ket/", given).status_code == 302
    assert plan(books) == {("Bình", "Chi", 1), ("Chi", "An", 6), ("Dũng", "Chi", 3)}
    assert "Một đầu mối" in words(visitor.get(PAGE))


def test_a_host_in_another_way_of_settling_is_left_alone(visitor, books) -> None:
    books.record()
    given = {"mode": "fewest", "settlement_id": str(uuid4()), "host_id": books.seat(2)}
    assert visitor.post(f"{PAGE}ket/", given).status_code == 302
    assert live(books).mode == "fewest"


def test_a_settling_somebody_else_was_faster_with_comes_back_as_it_was_typed(
    visitor, settled
) -> None:
    given = {"mode": "pair_by_pair", "settlement_id": str(uuid4())}
    with writes_nothing():
        answer = visitor.post(f"{PAGE}ket/", given)
    assert answer.status_code == 409
    assert "Buổi đã kết sổ: mở lại buổi rồi mới ghi được." in words(answer)
    page = answer.content.decode()
    assert given["settlement_id"] in page
    assert re.search(r'value="pair_by_pair"[^>]* checked', page)


@pytest.mark.parametrize(
    "given", [{}, {"mode": "nao-cung-duoc", "settlement_id": str(uuid4())}, {"mode": "fewest"}]
)
def test_a_settling_that_cannot_be_read_is_not_done(visitor, books, given) -> None:
    books.record()
    with writes_nothing():
        assert visitor.post(f"{PAGE}ket/", given).status_code == 400


def test_reopening_asks_for_a_reason_once_somebody_has_paid(visitor, settled) -> None:
    pay(settled, "Bình", "An")
    with writes_nothing():
        answer = visitor.post(f"{PAGE}mo-lai/", {"note": "  "})
    assert answer.status_code == 409
    assert "Ghi chú: sửa sổ đã kết thì phải ghi lý do." in words(answer)
    assert visitor.post(f"{PAGE}mo-lai/", {"note": "còn chơi tiếp"}).status_code == 302
    assert states_of(settled) == {"open"}
    assert states(settled) == {"paid": 1, "cancelled": 2}
    assert "Đã trả từ trước" in words(visitor.get(PAGE))


def test_locking_and_unlocking(visitor, settled) -> None:
    assert visitor.post(f"{PAGE}khoa/").status_code == 302
    assert states_of(settled) == {"locked"}
    with writes_nothing():
        assert visitor.post(f"{PAGE}mo-khoa/", {"note": ""}).status_code == 409
    assert visitor.post(f"{PAGE}mo-khoa/", {"note": "sửa ván 1"}).status_code == 302
    assert states_of(settled) == {"settled"}


def test_a_lock_with_an_open_question_is_refused(visitor, books) -> None:
    deal = books.record()
    questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id)
    settle(books)
    with writes_nothing():
        answer = visitor.post(f"{PAGE}khoa/")
    assert answer.status_code == 409
    assert "Còn ván nghi trùng hoặc khiếu nại chưa giải quyết trong buổi." in words(answer)


def test_deals_that_wait_on_a_phone_are_told_and_keep_the_night_from_being_locked(
    visitor, books
) -> None:
    books.record()
    settle(books)
    tell = {"actor": books.owner, "table_id": books.table.pk, "phone": uuid4(), "name": "Lan"}
    presence.leave(**tell, waiting=2)
    assert re.search(r"Còn 2 ván chưa gửi \(máy Lan, \d\d:\d\d.*\)", words(visitor.get(PAGE)))
    with writes_nothing():
        answer = visitor.post(f"{PAGE}khoa/")
    assert answer.status_code == 409
    assert "Còn 2 ván chưa gửi (Lan)." in words(answer)
    presence.leave(**tell)
    assert "chưa gửi" not in words(visitor.get(PAGE))
    assert visitor.post(f"{PAGE}khoa/").status_code == 302


def test_a_refused_reason_stays_typed(visitor, settled) -> None:
    settlements.lock_night(**in_night(settled))
    with writes_nothing():
        answer = visitor.post(f"{PAGE}mo-lai/", {"note": "Chi nhớ nhầm ván cuối"})
    assert answer.status_code == 409
    assert "Chi nhớ nhầm ván cuối</textarea>" in answer.content.decode()
    assert "Buổi đã khóa: người quản lý phải mở lại trước." in words(answer)
