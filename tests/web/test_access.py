"""Who sees which page: nobody without a sign-in, strangers nothing, members the night."""

import pytest
from django.test import Client

from scoring.actors import Actor, Role
from scoring.models import Login
from scoring.services import clubs
from tests.books import make_books
from tests.web.conftest import sign_in
from tests.web.pages import NIGHT, words

PAGES = ["/", "/clb/clb-mau/", NIGHT]


@pytest.mark.parametrize("path", [*PAGES, "/clb/khong-co/", "/clb/khong-co/buoi/2026-09-04/"])
def test_everybody_is_asked_to_sign_in_whether_the_page_exists_or_not(client, books, path) -> None:
    response = client.get(path)
    assert response.status_code == 302
    assert response["Location"] == f"/dang-nhap/?next={path}"


def test_a_stranger_cannot_tell_another_club_from_none(client, books) -> None:
    sign_in(client, make_books(slug="clb-khac").owner)
    for path in ("", "buoi/2026-09-04/", "buoi/2026-09-05/"):
        theirs, nobodys = (client.get(f"/clb/{slug}/{path}") for slug in ("clb-mau", "khong-co"))
        assert theirs.status_code == nobodys.status_code == 404
        assert theirs.content == nobodys.content


@pytest.mark.parametrize("day", ["2026-09-05", "2026-02-30", "2026-9-4", "hom-nay"])
def test_a_day_without_a_night_is_not_found(visitor, day) -> None:
    response = visitor.get(f"/clb/clb-mau/buoi/{day}/")
    assert response.status_code == 404
    assert "Không tìm thấy trang" in words(response)


def test_the_way_home_leads_to_the_only_club_and_on_to_the_night_being_played(visitor) -> None:
    assert visitor.get("/")["Location"] == "/clb/clb-mau/"
    assert f'href="{NIGHT}"' in visitor.get("/clb/clb-mau/").content.decode()


def test_a_login_without_a_club_is_told_whom_to_ask(client, db) -> None:
    client.force_login(Login.objects.create_user("moi"))
    assert "chưa thuộc CLB nào" in words(client.get("/"))


def test_who_is_in_two_clubs_may_choose(client, books) -> None:
    other = make_books(slug="clb-khac")
    login_id = books.owner.login_id
    clubs.set_role(actor=other.owner, club_id=other.club.pk, login_id=login_id, role=Role.MEMBER)
    page = sign_in(client, books.owner).get("/").content.decode()
    assert 'href="/clb/clb-mau/"' in page
    assert 'href="/clb/clb-khac/"' in page


def test_a_club_without_a_night_says_so(client, db) -> None:
    login = Login.objects.create_user("chu")
    clubs.create_club(actor=Actor.of_login(login.pk), slug="clb-moi", name="CLB Mới")
    client.force_login(login)
    assert "Bắt đầu với CLB" in words(client.get("/clb/clb-moi/"))


def test_a_page_only_reads(visitor) -> None:
    assert all(visitor.post(path).status_code == 405 for path in PAGES)


def test_signing_in_leads_back_to_the_page_that_asked(client, books) -> None:
    login = Login.objects.get(pk=books.owner.login_id)
    login.set_password("mat-khau")
    login.save()
    typed = {"login": login.username.upper(), "password": "mat-khau", "next": NIGHT}
    assert client.post("/dang-nhap/", typed)["Location"] == NIGHT
    assert client.get(NIGHT).status_code == 200


def test_a_wrong_password_is_said_without_naming_which_was_wrong(client, books) -> None:
    for name in (f"owner-{books.club.slug}", "khong-ai"):
        page = client.post("/dang-nhap/", {"login": name, "password": "sai"})
        assert "Tên đăng nhập hoặc mật khẩu không đúng." in words(page)


def test_signing_out_takes_a_post(visitor) -> None:
    assert "Đăng xuất?" in words(visitor.get("/dang-xuat/"))
    assert visitor.get(NIGHT).status_code == 200
    assert visitor.post("/dang-xuat/")["Location"] == "/dang-nhap/"
    assert visitor.get(NIGHT).status_code == 302


def test_forms_are_refused_without_their_token_in_our_own_words(books) -> None:
    answer = Client(enforce_csrf_checks=True).post("/dang-nhap/", {"login": "a"})
    assert answer.status_code == 403
    assert "Trang đã cũ" in words(answer)
