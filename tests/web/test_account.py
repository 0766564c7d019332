"""How somebody signs up, changes a password, takes a second step, and lets programs in."""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.test import Client
from knox.models import AuthToken

from scoring.models import Login
from scoring.services.tokens import MOST_TOKENS, create_token
from tests.web.pages import NIGHT, language, words

PASSWORD = "mat-khau-that-dai"


@pytest.fixture
def person(books, client):
    """A browser signed in by name and password, as a person does."""
    cache.clear()
    login = Login.objects.get(pk=books.owner.login_id)
    login.set_password(PASSWORD)
    login.save()
    assert sign_in(client, login.username).status_code == 302
    return client


def sign_in(client: Client, name: str, password: str = PASSWORD):
    return client.post("/dang-nhap/", {"login": name, "password": password})


def confirm(person: Client) -> None:
    """Say the password again, as every change of the sign-in wants it."""
    assert person.post("/tai-khoan/xac-nhan/", {"password": PASSWORD}).status_code == 302


def shown_secret(page: str) -> str:
    found = re.search(r'class="secret">(\w+)<', page)
    assert found
    return found[1]


def code_of(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def test_who_signs_up_is_in_no_club_and_is_told_whom_to_ask(client, db) -> None:
    typed = {"username": "người-mới", "password1": PASSWORD}
    assert client.post("/dang-ky/", typed)["Location"] == "/"
    assert "chưa thuộc CLB nào" in words(client.get("/"))


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [
        ("OWNER-clb-mau", PASSWORD, "Tên đăng nhập này đã có người dùng."),
        ("mới", "12345678", "quá phổ biến"),
        ("", PASSWORD, "Trường này là bắt buộc."),
    ],
)
def test_a_sign_up_that_cannot_be_keeps_the_name_and_says_why(books, name, password, said) -> None:
    before = Login.objects.count()
    answer = Client().post("/dang-ky/", {"username": name, "password1": password})
    assert said in words(answer)
    assert f'value="{name}"' in answer.content.decode()
    assert password not in answer.content.decode()
    assert Login.objects.count() == before


def test_guessing_a_password_on_the_page_is_slow(person, books) -> None:
    name = f"owner-{books.club.slug}"
    said = [words(sign_in(Client(), name, "sai")) for _ in range(6)]
    assert "Tên đăng nhập hoặc mật khẩu không đúng." in said[0]
    assert "Thử sai quá nhiều lần" in said[-1]
    assert "Thử sai quá nhiều lần" in words(sign_in(Client(), name))


def test_a_changed_password_signs_the_other_devices_out(person, books) -> None:
    other = Client()
    other.force_login(Login.objects.get(pk=books.owner.login_id))
    new = {"oldpassword": PASSWORD, "password1": "mot-mat-khau-khac", "password2": ""}
    refused = person.post("/tai-khoan/mat-khau/", new)
    assert "Trường này là bắt buộc." in words(refused)
    new["password2"] = new["password1"]
    wrong = person.post("/tai-khoan/mat-khau/", new | {"oldpassword": "sai"})
    assert "Mật khẩu hiện tại chưa đúng." in words(wrong)
    assert person.post("/tai-khoan/mat-khau/", new).status_code == 302
    assert person.get(NIGHT).status_code == 200
    assert other.get(NIGHT).status_code == 302
    assert sign_in(Client(), f"owner-{books.club.slug}", "mot-mat-khau-khac").status_code == 302


def test_a_second_step_is_turned_on_asked_for_and_turned_off(person, books) -> None:
    confirm(person)
    page = person.get("/tai-khoan/hai-buoc/totp/activate/").content.decode()
    secret = shown_secret(page)
    assert "<svg" in page
    assert "data:" not in page
    wrong = person.post("/tai-khoan/hai-buoc/totp/activate/", {"code": "000000"})
    assert "Mã chưa đúng." in words(wrong)
    assert (
        person.post("/tai-khoan/hai-buoc/totp/activate/", {"code": code_of(secret)}).status_code
        == 302
    )
    assert "đang bật" in words(person.get("/toi/"))

    late = Client()
    assert sign_in(late, f"owner-{books.club.slug}")["Location"] == (
        "/tai-khoan/hai-buoc/authenticate/"
    )
    assert late.get(NIGHT).status_code == 302
    assert "Nhập mã" in words(late.get("/tai-khoan/hai-buoc/authenticate/"))
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    assert codes[0] in words(person.get("/tai-khoan/hai-buoc/recovery-codes/"))
    assert late.post("/tai-khoan/hai-buoc/authenticate/", {"code": codes[0]}).status_code == 302
    assert late.get(NIGHT).status_code == 200

    assert "Tắt đăng nhập hai bước?" in words(person.get("/tai-khoan/hai-buoc/totp/deactivate/"))
    assert person.post("/tai-khoan/hai-buoc/totp/deactivate/").status_code == 302
    assert sign_in(Client(), f"owner-{books.club.slug}")["Location"] == "/"


def test_a_change_of_the_sign_in_asks_for_the_password_again(person) -> None:
    asked = person.get("/tai-khoan/hai-buoc/totp/activate/")
    assert asked["Location"].startswith("/tai-khoan/xac-nhan/")
    assert "Nhập lại mật khẩu" in words(person.get(asked["Location"]))
    back = person.post(asked["Location"], {"password": PASSWORD})
    assert back["Location"] == "/tai-khoan/hai-buoc/totp/activate/"


def test_a_token_is_shown_once_and_taken_back(person) -> None:
    made = person.post("/toi/khoa/")
    token = shown_secret(made.content.decode())
    program = Client(headers={"Authorization": f"Token {token}"})
    assert program.get("/api/v1/me").status_code == 200
    page = person.get("/toi/").content.decode()
    assert token not in page
    assert token[:15] in page
    dropped = person.post(f"/toi/khoa/{token[:15]}/thu-hoi/", follow=True)
    assert f"Đã thu hồi khóa {token[:15]}." in words(dropped)
    assert program.get("/api/v1/me").status_code == 401


def test_a_token_too_many_is_refused_in_words(person, books) -> None:
    for _ in range(MOST_TOKENS):
        create_token(login_id=books.owner.login_id)
    answer = person.post("/toi/khoa/", follow=True)
    assert "thu hồi bớt" in words(answer)
    assert AuthToken.objects.count() == MOST_TOKENS


@pytest.mark.parametrize(
    "path",
    [
        *("/toi/", "/dang-ky/", "/dang-xuat/", "/tai-khoan/mat-khau/", "/tai-khoan/hai-buoc/"),
        *("/tai-khoan/hai-buoc/totp/activate/", "/tai-khoan/ngung/"),
    ],
)
def test_the_pages_speak_english_too_and_nothing_else(person, path) -> None:
    visitor = Client() if path == "/dang-ky/" else person
    if "totp" in path:
        confirm(person)
    vietnamese = words(visitor.get(path))
    language(visitor, "en")
    english = words(visitor.get(path))
    assert vietnamese != english
    shown = english.replace("Tiếng Việt", "").replace("CLB clb-mau", "")
    assert not re.search(
        r"[ăđơưạảấầẩẫậắằẳẵặẹẻẽềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]", shown, re.IGNORECASE
    )
