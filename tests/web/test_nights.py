"""The list of nights, opening one, lines by hand, filters: what is offered and what is refused."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.actors import Role
from scoring.models import Adjustment, Night, Season, Table
from scoring.services import nights, questions, seasons
from tests.books import DAY, make_books
from tests.services.checks import everything
from tests.web.conftest import sign_in
from tests.web.deal_forms import read_form
from tests.web.pages import NIGHT, language, words
from tests.web.test_deal_form import settle

pytestmark = pytest.mark.django_db

NIGHTS = "/clb/clb-mau/buoi/"
OPEN = NIGHTS + "mo/"
ADJUST = NIGHT + "ghi-tay/"


@pytest.fixture
def tonight(books):
    """A season that holds today, whatever today is."""
    today = timezone.now().date()
    last = books.season.last_day
    if not books.season.first_day <= today <= last:
        seasons.open_season(
            actor=books.owner,
            club_id=books.club.pk,
            name="Mùa hôm nay",
            first_day=max(today - timedelta(days=3), last + timedelta(days=1)),
            last_day=today + timedelta(days=3),
        )
    return today


def form_of(response) -> dict[str, str]:
    return read_form(response, within="main")


def many_nights(books, count: int) -> None:
    season = Season.objects.get(pk=books.season.pk)
    Night.objects.bulk_create(
        Night(club=books.club, season=season, day=DAY + timedelta(days=step))
        for step in range(1, count + 1)
    )


def test_nights_are_listed_latest_first_page_by_page(visitor, books) -> None:
    many_nights(books, 30)
    first = words(visitor.get(NIGHTS))
    assert first.index("4 10/2026") < first.index("1 10/2026")
    assert "Các buổi trước" in first
    second = visitor.get(NIGHTS + "?truoc=2026-09-15")
    assert "Thứ Sáu 1 bàn · 0 ván" in words(second)
    assert "Mới nhất" in words(second)
    assert "Các buổi trước" not in words(second)


def test_the_cost_of_the_list_does_not_grow(visitor, books) -> None:
    counts = []
    for count in (2, 15):
        Night.objects.exclude(pk=books.night.pk).delete()
        many_nights(books, count)
        with CaptureQueriesContext(connection) as queries:
            visitor.get(NIGHTS)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 5


def test_nights_of_one_season_can_be_chosen(visitor, books) -> None:
    other = seasons.open_season(
        actor=books.owner,
        club_id=books.club.pk,
        name="Mùa xuân 2027",
        first_day=date(2027, 1, 1),
        last_day=date(2027, 3, 31),
    )
    empty = words(visitor.get(f"{NIGHTS}?mua={other.pk}"))
    assert "Mùa này chưa có buổi nào." in empty
    assert "Thứ Sáu" in words(visitor.get(f"{NIGHTS}?mua={books.season.pk}"))
    assert "Thứ Sáu" in words(visitor.get(NIGHTS + "?mua=khong&truoc=hom-qua"))


def test_a_club_without_nights_says_what_to_do(client, books) -> None:
    Night.objects.filter(club=books.club).exclude(tables__isnull=False).delete()
    other = make_books(slug="clb-khac")
    sign_in(client, other.owner)
    language(client, "en")
    assert "Open a night" in words(client.get("/clb/clb-khac/buoi/"))


def test_a_night_is_opened_in_two_taps_as_it_was_last_time(visitor, books, tonight) -> None:
    shown = visitor.get(OPEN)
    assert "Điền sẵn như lần trước" in words(shown)
    sent = form_of(shown)
    assert [sent[f"seat_{index}"] for index in range(4)] == books.seats()
    answer = visitor.post(OPEN, sent)
    night = Night.objects.exclude(pk=books.night.pk).get()
    table = Table.objects.get(night=night)
    assert (table.label, table.stake_points, table.seats) == ("Bàn 1", 1, books.seats())
    assert (answer.status_code, answer["Location"]) == (302, f"/ban/{table.pk}/")
    assert visitor.post(OPEN, sent)["Location"] == answer["Location"]
    assert Table.objects.filter(night=night).count() == 1


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"stake_points": "0"}, 400),
        ({"label": "  "}, 400),
        ({"day": "2019-01-01"}, 409),
        ({"day": "hôm nay"}, 400),
        ({"ruleset_version_id": "99999999"}, 400),
    ],
)
def test_a_night_that_cannot_be_opened_is_not_half_opened(
    visitor, books, tonight, changes, status
) -> None:
    sent = form_of(visitor.get(OPEN)) | {"seat_0": books.seat(4)} | changes
    before = everything()
    answer = visitor.post(OPEN, sent)
    assert answer.status_code == status
    assert form_of(answer)["seat_0"] == books.seat(4)
    assert everything() == before


def test_nobody_sits_on_two_chairs(visitor, books, tonight) -> None:
    sent = form_of(visitor.get(OPEN)) | {"seat_0": books.seat(1)}
    before = everything()
    answer = visitor.post(OPEN, sent)
    assert answer.status_code == 400
    assert "Một người không ngồi hai chỗ." in words(answer)
    assert everything() == before


def test_a_table_of_this_name_is_refused(visitor, books) -> None:
    sent = form_of(visitor.get(NIGHT + "ban/mo/")) | {"label": "bàn 1"}
    before = everything()
    answer = visitor.post(NIGHT + "ban/mo/", sent)
    assert answer.status_code == 409
    assert form_of(answer)["label"] == "bàn 1"
    assert everything() == before


def test_one_more_table_is_opened(visitor, books) -> None:
    shown = visitor.get(NIGHT + "ban/mo/")
    sent = form_of(shown)
    assert sent["label"] == "Bàn 2"
    sent |= {"seat_0": books.seat(4), "seat_1": books.seat(0)}
    assert visitor.post(NIGHT + "ban/mo/", sent).status_code == 302
    assert visitor.post(NIGHT + "ban/mo/", sent).status_code == 302
    assert Table.objects.filter(night=books.night).count() == 2


def test_a_member_opens_nothing(client, books) -> None:
    sign_in(client, books.actor(Role.MEMBER))
    before = everything()
    for path in (OPEN, NIGHT + "ban/mo/", ADJUST):
        assert client.get(path).status_code == 403
        assert client.post(path).status_code == 403 if path != ADJUST else True
    assert everything() == before
    assert "Mở buổi mới" not in words(client.get(NIGHTS))


def test_a_line_by_hand_is_written_seen_and_taken_back(visitor, books) -> None:
    sent = form_of(visitor.get(ADJUST)) | {
        "payer": books.seat(3),
        "payee": "FUND",
        "points": "12",
        "note": "Đến muộn",
    }
    assert [visitor.post(ADJUST, sent).status_code for _tap in (1, 2)] == [302, 302]
    said = words(visitor.get(NIGHT))
    assert "Dũng → Quỹ 12 Đến muộn · owner-clb-mau" in said
    line = Adjustment.objects.get()
    back = f"{ADJUST}{line.pk}/huy/"
    assert [visitor.post(back).status_code for _tap in (1, 2)] == [302, 302]
    assert Adjustment.objects.count() == 2
    said = words(visitor.get(NIGHT))
    assert "Quỹ → Dũng 12 hủy dòng trước" in said
    assert "đã hủy" in said


@pytest.mark.parametrize(
    ("changes", "status"),
    [({"points": "0"}, 400), ({"points": "9999999999"}, 400), ({"payee": ""}, 400)],
)
def test_a_line_that_cannot_be_read_stays_typed(visitor, books, changes, status) -> None:
    sent = {"adjustment_id": str(uuid4()), "payer": books.seat(0), "payee": books.seat(1)}
    sent |= {"points": "5", "note": "vì muộn"} | changes
    before = everything()
    answer = visitor.post(ADJUST, sent)
    assert answer.status_code == status
    assert form_of(answer)["note"] == "vì muộn"
    assert everything() == before


def test_nobody_pays_themselves(visitor, books) -> None:
    sent = {"adjustment_id": str(uuid4()), "payer": books.seat(0), "payee": books.seat(0)}
    before = everything()
    answer = visitor.post(ADJUST, sent | {"points": "5", "note": "x"})
    assert answer.status_code == 409
    assert "Người trả và người nhận phải là hai người khác nhau." in words(answer)
    assert everything() == before


def test_deals_are_filtered_by_person_and_by_what_happened(visitor, books) -> None:
    books.record()
    books.record(books.sheet(u=(1, "plain")))
    three = books.sheet(seats=[books.seat(0), books.seat(1), books.seat(4)])
    books.record(three)
    assert "Tất cả 3" in words(visitor.get(NIGHT))
    only_u = visitor.get(NIGHT + "?loai=u").content.decode().split('<ol class="deals"')[1]
    assert "Bình ù" in only_u
    assert "An nhất" not in only_u
    giang = words(visitor.get(f"{NIGHT}?nguoi={books.seat(4)}"))
    assert "Tất cả 1" in giang
    assert "Mở bàn" not in giang.replace("Mở bàn đầu", "")
    nothing = words(visitor.get(f"{NIGHT}?nguoi={books.seat(4)}&loai=u"))
    assert "Bàn này không có ván nào như vậy. Bỏ lọc" in nothing
    assert "Tất cả 3" in words(visitor.get(NIGHT + "?nguoi=ai-do&loai=gi-do"))


def test_the_chart_ends_where_the_scoreboard_stands(visitor, books) -> None:
    books.record()
    assert "Điểm cộng dồn" not in words(visitor.get(NIGHT))
    books.record()
    page = words(visitor.get(NIGHT))
    assert "Sau 2 ván: An +12, Bình −2, Chi −4, Dũng −6." in page
    visitor.post(
        ADJUST,
        {
            "adjustment_id": str(uuid4()),
            "payer": books.seat(0),
            "payee": books.seat(4),
            "points": "2",
            "note": "nước",
        },
    )
    assert "An +10, Giang +2, Bình −2" in words(visitor.get(NIGHT))


def test_what_may_be_done_follows_the_role_and_the_state(client, books) -> None:
    books.record()
    seen = {}
    for role in (Role.OWNER, Role.SCORER, Role.MEMBER):
        sign_in(client, books.owner if role is Role.OWNER else books.actor(role))
        page = client.get(NIGHT).content.decode()
        seen[role] = [
            name for name in ("/ghi/", "/doi/", "/ma/", "ghi-tay/", "/sua/") if f'{name}"' in page
        ]
    assert seen == {
        Role.OWNER: ["/ghi/", "/doi/", "/ma/", "ghi-tay/", "/sua/"],
        Role.SCORER: ["/ghi/", "/doi/", "/sua/"],
        Role.MEMBER: [],
    }
    settle(books)
    sign_in(client, books.actor(Role.SCORER))
    settled = client.get(NIGHT).content.decode()
    assert "/ghi/" not in settled
    assert "/sua/" not in settled
    assert "ket-so/" in settled
    assert "Đã kết sổ" in words(client.get(NIGHT))
    assert "tạm tính" in words(client.get(NIGHT))
    Night.objects.update(state="locked")
    assert "tạm tính" not in words(client.get(NIGHT))


def test_open_questions_stand_on_top_with_their_buttons(visitor, books) -> None:
    deal = books.record()
    questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id, note="sai hạng")
    said = words(visitor.get(NIGHT))
    assert said.index("Cần quyết định") < said.index("Bàn 1 mức cược")
    assert "owner-clb-mau khiếu nại ván 1 sai hạng Đã giải quyết" in said


def test_another_clubs_line_is_not_taken_back_here(visitor, books) -> None:
    other = make_books(slug="clb-khac")
    nights.open_night(actor=other.owner, club_id=other.club.pk, day=DAY)
    sign_in(visitor, other.owner)
    theirs = {"adjustment_id": str(uuid4()), "payer": other.seat(0), "payee": other.seat(1)}
    visitor.post("/clb/clb-khac/buoi/2026-09-04/ghi-tay/", theirs | {"points": "1", "note": "x"})
    sign_in(visitor, books.owner)
    before = everything()
    line = Adjustment.objects.get()
    assert visitor.post(f"{ADJUST}{line.pk}/huy/").status_code == 404
    foreign = theirs | {"adjustment_id": str(uuid4()), "points": "1", "note": "x"}
    assert visitor.post(ADJUST, foreign).status_code == 400
    assert everything() == before
