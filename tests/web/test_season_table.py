"""The page of a season's table: what it says, sorted, filtered and explained, and what it costs."""

import gzip
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.actors import Role
from scoring.models import Heartbeat, Player
from scoring.selectors.heartbeats import WORKER
from scoring.services import heartbeats, movements
from tests.big_season import fill_season
from tests.services import seasons
from tests.web.conftest import sign_in
from tests.web.pages import Tags, language, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(books):
    """Two nights, the table and its movements built, the workers alive."""
    books.record()
    books.record(books.sheet(u=(1, "plain"), eats=[(0, False)]))
    later = seasons.open_table(books, date(2026, 9, 11))
    books.record(table_id=later.pk)
    refresh(books)
    return books


def refresh(books) -> None:
    heartbeats.beat(name=WORKER)
    seasons.refresh(books)
    movements.compute_movements(season_id=books.season.pk)


def url(books, rest: str = "") -> str:
    return f"/clb/{books.club.slug}/mua/{books.season.pk}/{rest}"


def names(response) -> list[str]:
    """The names of the rows, from the top."""
    page = response.content.decode()
    return [part.split("<")[0] for part in page.split('class="who__name">')[1:]]


def test_the_table_tells_rank_name_figures_and_when_it_was_made(visitor, played) -> None:
    said = words(visitor.get(url(played)))
    # Bình −1 + 18 − 1, An 6 − 6 + 1 + 6, Dũng −3 − 6 − 1 − 3, Chi −2 − 6 − 2.
    assert "Bình +16 3 +5,3 33 % 0 % 1" in said
    assert "An +7 3 +2,3 67 % 0 % 0" in said
    assert "Mùa thu 2026" in said
    assert "2 buổi" in said
    assert "3 ván" in said
    assert "Tính lúc" in said
    assert "Tạm tính: 2 buổi chưa khóa ( 04/09/2026 , 11/09/2026 )" in said
    assert "1 người chưa có ván Giang" in said
    assert "đang cập nhật" not in said
    assert "Phần tính nền" not in said
    assert names(visitor.get(url(played))) == ["Bình", "An", "Chi", "Dũng"]


def test_the_same_in_english(visitor, played) -> None:
    language(visitor, "en")
    said = words(visitor.get(url(played)))
    assert "Bình +16 3 +5.3 33% 0% 1" in said
    assert "Provisional: 2 nights not locked" in said
    assert "As of" in said
    assert "Every night counts." in said
    assert "All nights add up to 16 points in 2 nights." in said


def test_each_row_says_why_with_its_rules(visitor, played) -> None:
    said = words(visitor.get(url(played)))
    assert "Mọi buổi cộng lại: 16 điểm trong 2 buổi. S-25" in said
    assert "Thêm 9 điểm xếp hạng nữa là bằng hạng 1. S-53" in said
    assert "Vì sao Bình đứng đây?" in said
    assert "Tạm tính: có buổi chưa khóa. S-50" in said


def test_drops_penalties_and_averages_are_told(visitor, played) -> None:
    seasons.rank_by(played, metric="points_per_deal", drop_worst=1, min_deals=1)
    seasons.penalise(played, 1, -4)
    refresh(played)
    said = words(visitor.get(url(played)))
    # Bình: 17 in two deals is kept, −1 in one dropped; 17 − 4 = 13, 13 ÷ 2 = 6,5.
    assert "Các buổi được tính cộng lại: 17 điểm trong 1 buổi. S-25" in said
    assert "Bỏ 1 buổi kém nhất: 11/09/2026. S-22" in said
    assert "Điểm phạt và điểm thưởng: −4. S-06" in said
    assert "Chia cho các ván được tính: 13 ÷ 2 ván = 6,50 (13/2). S-25" in said
    assert "Bình +6,50 +16 3" in said


def test_a_tie_names_the_step_that_decided_and_shared_ranks_are_marked(visitor, books) -> None:
    books.record(books.sheet(ending="drawn"))
    seasons.rank_by(books, tie_breaks=["u_wins"])
    refresh(books)
    said = words(visitor.get(url(books)))
    assert "=1" in said
    assert "Bằng nhau ở mọi tiêu chí nên đồng hạng. S-40" in said
    assert "Xét số ván ù, của mình 0: vẫn bằng. S-41" in said


def test_who_has_too_few_deals_is_told_what_is_missing(visitor, played) -> None:
    seasons.rank_by(played, min_deals=5, min_nights=3)
    refresh(played)
    said = words(visitor.get(url(played)))
    assert "Chưa xếp hạng: còn thiếu 2 ván và 1 buổi. S-30" in said
    assert "chưa xếp hạng" in said


def test_movements_say_from_where_to_where_and_past_whom(visitor, played) -> None:
    later = seasons.open_table(played, date(2026, 9, 18))
    played.record(played.sheet(u=(0, "ten"), eats=[(1, False)]), table_id=later.pk)
    refresh(played)
    said = words(visitor.get(url(played)))
    assert "1 lên ▲1 An" in said
    assert "2 xuống ▼1 Bình" in said
    assert "hạng 2 → 1, do" in said
    assert "Vượt qua: Bình. S-62" in said
    assert "Bị vượt bởi: An. S-62" in said


def test_a_column_sorts_by_its_address_and_turns_round(visitor, played) -> None:
    page = visitor.get(url(played, "?xep=ten"))
    assert names(page) == ["An", "Bình", "Chi", "Dũng"]
    heads = [attributes for tag, attributes in Tags(page.content.decode()).tags if tag == "th"]
    assert [head["aria-sort"] for head in heads if "aria-sort" in head] == ["ascending"]
    assert 'href="?xep=-ten"' in page.content.decode()
    turned = visitor.get(url(played, "?xep=-ten"))
    assert names(turned) == ["Dũng", "Chi", "Bình", "An"]
    assert "Tên, ngược lại" in words(turned)
    firsts = visitor.get(url(played, "?xep=nhat"))
    assert names(firsts)[0] == "An"
    assert 'aria-sort="descending"' in firsts.content.decode()


@pytest.mark.parametrize("query", ["?xep=khong-co", "?tu=-5", "?tu=" + "9" * 99, "?xep=&tu=x"])
def test_what_cannot_be_understood_is_as_if_not_said(visitor, played, query) -> None:
    page = visitor.get(url(played, query))
    assert page.status_code == 200
    assert names(page) == ["Bình", "An", "Chi", "Dũng"]


def test_a_filter_that_leaves_nobody_says_so_and_offers_a_way_back(visitor, played) -> None:
    page = visitor.get(url(played, "?tu=20&xep=van"))
    assert "Chưa ai đủ 20 ván. Bỏ lọc" in words(page)
    assert 'href="?xep=van"' in page.content.decode()


def test_a_season_without_deals_says_so(visitor, books) -> None:
    said = words(visitor.get(url(books)))
    assert "Mùa chưa có ván nào" in said
    assert "Bảng chưa được tính lần nào." in said


def test_the_chart_has_the_first_and_the_viewer(client, played) -> None:
    member = played.actor(Role.MEMBER)
    Player.objects.filter(pk=played.people[3].pk).update(login_id=member.login_id)
    page = sign_in(client, member).get(url(played)).content.decode()
    assert page.count("<polyline") == 4
    assert 'class="line line--4 line--dash-0 line--mine"' in page
    assert "Sau 2 buổi: Bình +16, An +7, Chi −10, Dũng −13." in page
    assert "line--me" in page


def test_it_says_when_something_changed_and_when_the_workers_are_down(visitor, played) -> None:
    played.record()
    assert "đang cập nhật" in words(visitor.get(url(played)))
    Heartbeat.objects.update(beat_at=timezone.now() - timedelta(hours=1))
    assert "Phần tính nền đang dừng" in words(visitor.get(url(played)))


def test_a_closed_season_shows_the_table_it_was_closed_with(visitor, played) -> None:
    for night in played.season.nights.all():
        seasons.settle(played, night)
    seasons.close(played)
    said = words(visitor.get(url(played)))
    assert "Bảng chốt mùa lần 1" in said
    assert "Đã kết thúc" in said
    assert "Tạm tính: 2" not in said


def test_a_page_is_sent_again_only_when_it_has_changed(visitor, played) -> None:
    visitor.get(url(played))  # sets the cookie of the forms
    first = visitor.get(url(played))
    assert first["Cache-Control"] == "private, no-cache"
    assert {"Cookie", "Accept-Language"} <= set(first["Vary"].split(", "))
    with CaptureQueriesContext(connection) as queries:
        again = visitor.get(url(played), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert len(queries) <= 2
    played.record()
    behind = visitor.get(url(played), headers={"If-None-Match": first["ETag"]})
    assert behind.status_code == 200
    refresh(played)
    fresh = visitor.get(url(played), headers={"If-None-Match": behind["ETag"]})
    assert fresh.status_code == 200


def test_the_tag_is_the_viewers_the_languages_and_the_themes(client, played) -> None:
    tags = set()
    for actor in (played.owner, played.actor(Role.MEMBER)):
        sign_in(client, actor)
        for code in ("vi", "en"):
            language(client, code)
            for theme in ("light", "dark"):
                client.post("/giao-dien/", {"theme": theme})
                client.get(url(played))
                tags.add(client.get(url(played))["ETag"])
    assert len(tags) == 8


def test_a_page_that_says_something_once_has_no_tag(visitor, played) -> None:
    typed = {"name": "Mùa sau", "first_day": "2027-01-01", "last_day": "2027-02-01"}
    answer = visitor.post(f"/clb/{played.club.slug}/mua/danh-sach/", typed, follow=True)
    assert "Đã mở mùa Mùa sau." in words(answer)
    assert "ETag" not in answer


def test_the_spreadsheet_has_everybodys_figures(visitor, played) -> None:
    answer = visitor.get(url(played, "bang.csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("name,rank,net_points,net_bets,deals")
    assert "Bình,1,16,16,3,2" in lines[2]


def test_the_tab_leads_to_the_season(visitor, played) -> None:
    assert visitor.get(f"/clb/{played.club.slug}/mua/")["Location"] == url(played)


def test_two_hundred_players_and_a_hundred_nights_cost_six_statements_and_sixty_kilobytes(
    visitor, books
) -> None:
    fill_season(books, players=200, nights=100)
    heartbeats.beat(name=WORKER)
    visitor.get(url(books))
    with CaptureQueriesContext(connection) as queries:
        page = visitor.get(url(books))
    assert page.status_code == 200
    assert len(names(page)) == 200
    assert len(queries) <= 6
    size = len(gzip.compress(page.content, compresslevel=6))
    assert size <= 60_000, size
    with CaptureQueriesContext(connection) as queries:
        again = visitor.get(url(books), headers={"If-None-Match": page["ETag"]})
    assert again.status_code == 304
    assert len(queries) <= 2
    print(f"{len(page.content)} bytes, {size} gzipped")
