"""The club's front page: what goes on, what to do next, and for whom."""

from uuid import uuid4

import pytest

from scoring.actors import Actor, Role
from scoring.models import Login, Player
from scoring.services import clubs, settlements
from scoring.services.questions import raise_dispute
from scoring.services.standings import refresh_standings
from tests.web.conftest import sign_in
from tests.web.pages import NIGHT, language, words

HOME = "/clb/clb-mau/"


@pytest.fixture
def new_club(db):
    """A club with an owner and nothing else."""
    owner = Actor.of_login(Login.objects.create_user("chu").pk)
    return owner, clubs.create_club(actor=owner, slug="clb-moi", name="CLB Mới")


def test_the_night_being_played_stands_first_with_who_leads(books, visitor) -> None:
    books.record()
    said = words(visitor.get(HOME))
    assert "Thứ Sáu 04/09/2026 Đang chơi Bàn 1 ván 1 An ▲ +6" in said
    language(visitor, "en")
    assert "Friday 4 Sep 2026 Playing Bàn 1 deal 1 An ▲ +6" in words(visitor.get(HOME))


def test_the_season_shows_its_first_five(books, visitor) -> None:
    books.record()
    refresh_standings(season_id=books.season.pk)
    said = words(visitor.get(HOME))
    assert "Mùa thu 2026 01/09/2026 – 31/12/2026" in said
    assert "1 An +6 2 Bình −1 3 Chi −2 4 Dũng −3" in said
    assert "Giang" not in said
    books.record()
    assert "đang cập nhật" in words(visitor.get(HOME))


def test_a_settled_night_is_told_by_who_was_first(books, visitor) -> None:
    books.record(books.sheet(u=(1, "ten")))
    settlements.settle_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        settlement_id=uuid4(),
    )
    said = words(visitor.get(HOME))
    assert "04/09/2026 1 ván · Đã kết sổ Bình nhất ▲ +36" in said
    assert "Chưa có buổi nào đang chơi" in said
    assert "Ù tròn gần nhất Bình ù mười lá, ván 1" in said


def test_a_run_of_firsts_is_a_record(books, visitor) -> None:
    for _ in range(3):
        books.record()
    assert "An nhất 3 ván liền" in words(visitor.get(HOME))


def test_what_waits_for_a_decision_is_said_first(books, visitor) -> None:
    answer = books.record()
    assert "Chờ giải quyết" not in words(visitor.get(HOME))
    Player.objects.filter(pk=books.people[0].pk).update(login_id=books.owner.login_id)
    raise_dispute(actor=books.owner, deal_id=answer.deal_id, note="sai")
    assert "Chờ giải quyết: 1 khiếu nại. Xem buổi" in words(visitor.get(HOME))


def test_a_new_club_is_told_what_to_do_in_order(new_club, client) -> None:
    owner, _club = new_club
    said = words(sign_in(client, owner).get("/clb/clb-moi/"))
    assert "Bắt đầu với CLB" in said
    steps = ["Thêm ít nhất hai người chơi", "Mở mùa giải đầu tiên", "Mở buổi chơi đầu tiên"]
    assert [said.index(step) for step in steps] == sorted(said.index(step) for step in steps)
    assert "Chưa có mùa giải" in said
    page = client.get("/clb/clb-moi/").content.decode()
    for address in ("nguoi/", "mua/danh-sach/", "buoi/mo/"):
        assert f'href="/clb/clb-moi/{address}"' in page


def test_a_member_of_a_new_club_is_told_who_does_it(new_club, client) -> None:
    owner, club = new_club
    login = Login.objects.create_user("nguoi-moi")
    clubs.set_role(actor=owner, club_id=club.pk, login_id=login.pk, role=Role.MEMBER)
    said = words(sign_in(client, Actor.of_login(login.pk)).get("/clb/clb-moi/"))
    assert "Chủ hoặc quản lý CLB làm các việc này" in said
    assert "Làm ngay" not in said


def test_a_step_that_is_done_is_ticked(new_club, client) -> None:
    from scoring.services.players import add_player

    owner, club = new_club
    for name in ("An", "Bình"):
        add_player(actor=owner, club_id=club.pk, name=name)
    said = words(sign_in(client, owner).get("/clb/clb-moi/"))
    assert "✓ Thêm ít nhất hai người chơi – đã xong" in said


def test_the_front_page_leads_everywhere_in_the_club(books, visitor) -> None:
    page = visitor.get(HOME).content.decode()
    version = books.club.default_ruleset_version_id
    for address in (NIGHT, f"{HOME}luat/", f"{HOME}luat/{version}/", f"{HOME}nhat-ky/"):
        assert f'href="{address}"' in page
    assert 'href="/tro-giup/"' in page
    for address in ("nguoi/", "thanh-vien/", "cai-dat/"):
        assert f'href="{HOME}{address}"' in page
    for address in (f"{NIGHT}ket-so/", f"/ban/{books.table.pk}/"):
        assert f'href="{address}"' in page


def test_a_new_night_is_offered_as_the_last_one_was(books, visitor) -> None:
    assert "Mở buổi mới (như lần trước)" in words(visitor.get(HOME))


def test_who_may_not_score_looks_on(books, client) -> None:
    page = sign_in(client, books.actor(Role.MEMBER)).get(HOME).content.decode()
    assert f'href="/ban/{books.table.pk}/xem/"' in page
    assert f'href="/ban/{books.table.pk}/"' not in page


def test_strangers_find_nothing(books, client) -> None:
    stranger = Actor.of_login(Login.objects.create_user("la").pk)
    assert sign_in(client, stranger).get(HOME).status_code == 404


def test_the_front_page_asks_no_more_when_more_was_played(
    books, visitor, django_assert_max_num_queries, django_assert_num_queries
) -> None:
    books.record(books.sheet(u=(1, "ten")))
    refresh_standings(season_id=books.season.pk)
    visitor.get(HOME)
    with django_assert_max_num_queries(25) as asked:
        visitor.get(HOME)
    few = len(asked)  # before the next request forgets them
    for _ in range(8):
        books.record()
    refresh_standings(season_id=books.season.pk)
    visitor.get(HOME)  # the run of a table that changed is read once and kept
    with django_assert_num_queries(few):
        visitor.get(HOME)
