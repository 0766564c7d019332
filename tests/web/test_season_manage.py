"""What managers do with a season on its pages: what is refused keeps what was typed and writes
nothing.
"""

import json
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.models import Adjustment, PolicyVersion, Season
from tests.books import make_books
from tests.services import seasons
from tests.services.checks import everything
from tests.web.conftest import sign_in
from tests.web.pages import language, words

pytestmark = pytest.mark.django_db

LIST, POLICIES = "/clb/clb-mau/mua/danh-sach/", "/clb/clb-mau/cach-xep-hang/"
NEXT = {"name": "Mùa sau", "first_day": "2027-01-01", "last_day": "2027-03-31"}


def url(books, rest: str = "") -> str:
    return f"/clb/{books.club.slug}/mua/{books.season.pk}/{rest}"


def refused(client, address: str, typed: dict, status: int, *said: str) -> None:
    """The page again with this status, sentences and everything typed; nothing written."""
    before = everything()
    answer = client.post(address, typed)
    assert answer.status_code == status, words(answer)
    assert everything() == before
    page = words(answer)
    for sentence in said:
        assert sentence in page
    content = answer.content.decode()
    for value in typed.values():
        assert str(value).replace('"', "&quot;")[:40] in content


def test_the_list_has_every_season_and_managers_open_the_next(visitor, books) -> None:
    assert "Mùa thu 2026" in words(visitor.get(LIST))
    answer = visitor.post(LIST, NEXT)
    made = Season.objects.get(name="Mùa sau")
    assert answer["Location"] == f"/clb/clb-mau/mua/{made.pk}/"
    assert "Mùa sau 01/01/2027 – 31/03/2027 · 0 buổi · xếp hạng mặc định" in words(
        visitor.get(LIST)
    )


@pytest.mark.parametrize(
    ("changed", "status", "said"),
    [
        ({"name": "mùa THU 2026"}, 409, "Đã có người hoặc bàn khác dùng tên này."),
        ({"first_day": "2026-12-31"}, 409, "Ngày của mùa trùng với một mùa khác"),
        ({"last_day": "2026-12-01", "first_day": "2027-02-01"}, 400, "phải sau hoặc bằng"),
        ({"first_day": "hom-nay"}, 400, "Ngày không hợp lệ."),
    ],
)
def test_a_season_that_cannot_be_opened_says_why(visitor, books, changed, status, said) -> None:
    refused(visitor, LIST, {**NEXT, **changed}, status, said)


def test_members_see_the_pages_without_forms_and_may_not_post(client, books) -> None:
    sign_in(client, books.actor(Role.MEMBER))
    for address in (LIST, url(books, "phat/"), POLICIES):
        page = client.get(address)
        assert page.status_code == 200
        assert 'class="form' not in page.content.decode()
    before = everything()
    assert client.get(url(books, "quan-ly/")).status_code == 403
    assert client.post(LIST, NEXT).status_code == 403
    assert client.post(url(books, "quan-ly/ket-thuc/")).status_code == 403
    assert everything() == before


def test_another_clubs_season_is_nothing(visitor, books) -> None:
    theirs = make_books(slug="clb-khac").season.pk
    for rest in ("", "bang.csv", "quan-ly/", "phat/"):
        assert visitor.get(f"/clb/clb-mau/mua/{theirs}/{rest}").status_code == 404


def test_days_change_until_a_night_lies_in_the_season(visitor, books) -> None:
    visitor.post(LIST, NEXT)
    made = Season.objects.get(name="Mùa sau")
    days = {"first_day": "2027-02-01", "last_day": "2027-04-30"}
    answer = visitor.post(f"/clb/clb-mau/mua/{made.pk}/quan-ly/ngay/", days)
    assert answer.status_code == 302
    made.refresh_from_db()
    assert (made.first_day.month, made.last_day.month) == (2, 4)
    before = everything()
    frozen = visitor.post(url(books, "quan-ly/ngay/"), days)
    assert frozen.status_code == 409
    assert "Mùa đã có buổi chơi nên không đổi ngày được nữa." in words(frozen)
    assert everything() == before


def test_a_policy_is_chosen_with_a_reason_once_there_are_deals(visitor, books) -> None:
    books.record()
    version = seasons.publish(books, metric="net_bets")
    seasons.penalise(books, 0, -5)
    address = url(books, "quan-ly/cach-xep-hang/")
    refused(visitor, address, {"version_id": version.pk}, 409, "Ghi chú: sửa sổ đã kết")
    done = visitor.post(address, {"version_id": version.pk, "note": "đã bàn"}, follow=True)
    said = words(done)
    assert "Đang theo Cách xếp hạng v1." in said
    assert "Đã chọn cách xếp hạng của mùa." in said
    assert "vẫn giữ nguyên con số" in said


def test_another_clubs_policy_cannot_be_chosen(visitor, books) -> None:
    seasons.publish(books)
    theirs = seasons.publish(make_books(slug="clb-khac"))
    before = everything()
    answer = visitor.post(url(books, "quan-ly/cach-xep-hang/"), {"version_id": theirs.pk})
    assert answer.status_code == 400
    assert "CLB không có cách xếp hạng này." in words(answer)
    assert everything() == before


def test_closing_waits_for_open_nights_and_reopening_for_the_owner(client, books) -> None:
    sign_in(client, books.actor(Role.MANAGER))
    close, reopen = url(books, "quan-ly/ket-thuc/"), url(books, "quan-ly/mo-lai/")
    refused(client, close, {"note": "hết mùa rồi"}, 409, "Mùa còn buổi chưa kết sổ", "04/09/2026")
    seasons.settle(books)
    assert client.post(close, {"note": "hết mùa rồi"}).status_code == 302
    said = words(client.get(url(books, "quan-ly/")))
    assert "Lần 1" in said
    assert "hết mùa rồi" in said
    assert "Chỉ chủ CLB mở lại được mùa đã kết thúc." in said
    assert client.post(reopen, {"note": "sót"}).status_code == 403
    sign_in(client, books.owner)
    refused(client, reopen, {"note": ""}, 409, "phải ghi lý do")
    assert client.post(reopen, {"note": "sót một ván"}).status_code == 302
    assert Season.objects.get(pk=books.season.pk).state == "open"


def test_a_penalty_is_given_once_and_taken_back_once(visitor, books) -> None:
    typed = {
        "adjustment_id": str(uuid4()),
        "player_id": books.seat(3),
        "points": "-5",
        "note": "Đến muộn",
    }
    for _ in range(2):
        assert visitor.post(url(books, "phat/"), typed).status_code == 302
    assert Adjustment.objects.count() == 1
    said = words(visitor.get(url(books, "phat/")))
    assert "Dũng" in said
    assert "Đến muộn" in said
    address = url(books, f"phat/{typed['adjustment_id']}/huy/")
    assert visitor.post(address, {"adjustment_id": str(uuid4())}).status_code == 302
    assert "đã hủy" in words(visitor.get(url(books, "phat/")))
    before = everything()
    again = visitor.post(address, {"adjustment_id": str(uuid4()), "note": "lần nữa"})
    assert again.status_code == 409
    assert "Dòng ghi tay này đã được hủy." in words(again)
    assert "lần nữa" in again.content.decode()
    assert everything() == before


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"points": "0"}, "Số điểm phải là số nguyên, khác 0"),
        ({"points": "nhiều"}, "Cần một số nguyên"),
        ({"points": str(10**12)}, "không quá lớn"),
        ({"player_id": str(uuid4())}, "CLB không có người chơi này."),
    ],
)
def test_a_penalty_that_cannot_be_says_why(visitor, books, changed, said) -> None:
    typed = {"adjustment_id": str(uuid4()), "player_id": books.seat(0), "points": "-5"}
    before = everything()
    answer = visitor.post(url(books, "phat/"), {**typed, **changed, "note": "giữ lại nhé"})
    assert answer.status_code == 400
    assert said in words(answer)
    assert "giữ lại nhé" in answer.content.decode()
    assert everything() == before


def test_penalties_cost_the_same_however_many(visitor, books) -> None:
    counts = []
    for count in (1, 6):
        for _ in range(count):
            seasons.penalise(books, 0, -1)
        with CaptureQueriesContext(connection) as queries:
            visitor.get(url(books, "phat/"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_policy_is_published_and_told_in_words(visitor, books) -> None:
    policy = {
        "metric": "place_points",
        "best_of": 10,
        "min_deals": 20,
        "min_nights": 3,
        "guests": "hidden",
        "tie_breaks": ["direct", "lot"],
        "direct_min_deals": 5,
    }
    answer = visitor.post(POLICIES, {"name": "Điểm hạng", "policy": json.dumps(policy)})
    version = PolicyVersion.objects.get()
    assert answer["Location"] == f"{POLICIES}{version.pk}/"
    said = words(visitor.get(answer["Location"]))
    for sentence in (
        "Mỗi ván cho điểm theo hạng về",
        "Bàn 4 người: nhất 3, nhì 2, ba 1, bét 0. S-20",
        "Chỉ tính 10 buổi tốt nhất của mỗi người. S-22",
        "Được xếp hạng từ 20 ván và 3 buổi có chơi. S-30",
        "Khách không có trong bảng.",
        "Đối đầu chỉ xét khi hai người có từ 5 ván chung. S-42",
        "Bốc thăm theo số bốc thăm của mùa",
    ):
        assert sentence in said
    language(visitor, "en")
    english = words(visitor.get(answer["Location"]))
    assert "Tables of 4: 1st 3, 2nd 2, 3rd 1, last 0." in english
    assert "Only everybody's best 10 nights count." in english


@pytest.mark.parametrize(
    ("policy", "status", "said"),
    [
        ('{"drop_worst": 1, "best_of": 3}', 422, "“chỉ tính số buổi tốt nhất” là cách thứ hai"),
        ('{"metric": "tien"}', 422, "cách tính điểm xếp hạng"),
        ('{"la": 1}', 422, "xem lại mục la"),
        ('{"drop_worst": 1', 400, "Không phải JSON: xem lại dòng 1, cột"),
        ("[" * 15000, 400, "quá sâu"),
        ('{"min_deals": ' + "9" * 5000 + "}", 400, "quá lớn"),
    ],
)
def test_a_policy_that_cannot_be_is_refused_at_its_field(
    visitor, books, policy, status, said
) -> None:
    refused(visitor, POLICIES, {"name": "Thử xem", "policy": policy}, status, said)


def test_the_lists_cost_the_same_however_many(visitor, books) -> None:
    for address in (LIST, POLICIES):
        counts = []
        for number in (1, 5):
            for index in range(number):
                seasons.publish(books, name=f"Cách {number} {index}", min_deals=number)
                days = {"first_day": f"20{30 + number}-0{index + 1}-01"}
                typed = {"name": f"Mùa {number} {index}", **days, "last_day": days["first_day"]}
                visitor.post(LIST, typed)
            visitor.get(address)
            with CaptureQueriesContext(connection) as queries:
                visitor.get(address)
            counts.append(len(queries))
        assert counts[0] == counts[1]
