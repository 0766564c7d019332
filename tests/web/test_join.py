"""Joining without an account: the code typed or brought by a link, one tap, and back again."""

from datetime import timedelta
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import timezone

from scoring.actors import Role
from scoring.models import Device, JoinCode, Login
from scoring.selectors.phones import hash_of_secret
from scoring.services import joining
from scoring.services.nights import open_table
from scoring.services.terms import change_terms
from tests.books import NAMES, make_books
from tests.services.checks import everything
from tests.web.conftest import sign_in
from tests.web.pages import language, words
from tests.web.test_deal_form import settle

pytestmark = pytest.mark.django_db

COOKIE = settings.PHONE_COOKIE_NAME
UNKNOWN = "Không tìm thấy bàn này. Kiểm tra lại mã hoặc hỏi người ghi."


@pytest.fixture(autouse=True)
def nobody_guessed():
    cache.clear()


def make_code(books, role: str = "scorer", table_id: int | None = None) -> str:
    table_id = table_id or books.table.pk
    return joining.create_code(actor=books.owner, table_id=table_id, role=role)[1]


def joined(client, books, role: str = "scorer", who: str = "khach"):
    """The same browser after it joined the table."""
    assert client.post(f"/vao/{make_code(books, role)}/", {"who": who}).status_code == 302
    return client


def labels() -> list[str]:
    """What the phones are called, the first first; "" for one that said nothing."""
    devices = Device.objects.select_related("label").order_by("created_at")
    return [device.label.text if device.label else "" for device in devices]


class Buttons(HTMLParser):
    """Every button of the main part with its value and its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._value: str | None = None
        self.feed(page.split("<main")[1])

    def handle_starttag(self, tag, attrs):
        self._value = dict(attrs).get("value") if tag == "button" else None

    def handle_data(self, data):
        if self._value is not None and data.strip():
            self.found[self._value] = data.strip()


def test_a_link_shows_the_table_and_who_is_playing(client, books) -> None:
    books.record()
    said = words(client.get(f"/vao/{make_code(books)}/"))
    assert "CLB clb-mau Bàn 1 Thứ Sáu 04/09/2026 ván 2 Đang chơi: An, Bình, Chi và Dũng" in said
    assert "Bạn là ai?" in said
    language(client, "en")
    said = words(client.get(f"/vao/{make_code(books)}/"))
    assert "Playing: An, Bình, Chi and Dũng Who are you?" in said


def test_the_people_at_the_table_are_buttons(client, books) -> None:
    change_terms(
        actor=books.owner,
        table_id=books.table.pk,
        terms_id=uuid4(),
        bench=[books.people[4].pk],
    )
    page = client.get(f"/vao/{make_code(books)}/").content.decode()
    names = {books.seat(index): name for index, name in enumerate(NAMES)}
    others = {"khach": "Vào ghi điểm", "xem": "Chỉ xem"}
    assert Buttons(page).found == names | others


def test_looking_joins_nobody(client, books) -> None:
    code = make_code(books)
    before = everything()
    for _ in range(3):
        assert client.get(f"/vao/{code}/").status_code == 200
        assert client.post("/vao/", {"code": code}).status_code == 302
    assert everything() == before
    assert COOKIE not in client.cookies


def test_one_tap_on_a_name_leads_to_the_table(client, books) -> None:
    answer = client.post(f"/vao/{make_code(books)}/", {"who": books.seat(2)})
    assert (answer.status_code, answer["Location"]) == (302, f"/ban/{books.table.pk}/")
    assert (Device.objects.get().role, labels()) == ("scorer", ["Chi"])
    assert client.get(answer["Location"]).status_code == 200


def test_the_cookie_is_for_this_server_alone_and_ends_with_the_code(client, books) -> None:
    JoinCode.objects.update(expires_at=timezone.now() + timedelta(hours=24))
    answer = client.post(f"/vao/{make_code(books)}/", {"who": "khach"})
    cookie = answer.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert not cookie["secure"]
    assert 24 * 3600 - 60 <= int(cookie["max-age"]) <= 24 * 3600
    assert Device.objects.get().token_hash == hash_of_secret(cookie.value)
    assert cookie.value not in str(everything())
    with override_settings(SESSION_COOKIE_SECURE=True):
        answer = client.post(f"/vao/{make_code(books)}/", {"who": "khach"})
    assert answer.cookies[COOKIE]["secure"]


def test_a_guest_is_called_what_they_typed(client, books) -> None:
    answer = client.post(f"/vao/{make_code(books)}/", {"who": "khach", "name": "  Cô Bảy "})
    assert answer["Location"] == f"/ban/{books.table.pk}/"
    long = "x" * 500
    client.post(f"/vao/{make_code(books)}/", {"who": "khach", "name": long})
    assert labels() == ["Cô Bảy", "x" * 40]


@pytest.mark.parametrize("who", ["", "khach", "không có", str(uuid4()), "\x00"])
def test_nobody_in_particular_joins_without_a_name(client, books, who) -> None:
    other = make_books(slug="clb-khac")
    for one in (who, other.seat(0)):
        assert client.post(f"/vao/{make_code(books)}/", {"who": one}).status_code == 302
    assert labels() == ["", ""]


def test_a_scorers_code_may_only_watch(client, books) -> None:
    answer = client.post(f"/vao/{make_code(books)}/", {"who": "xem"})
    assert answer["Location"] == f"/ban/{books.table.pk}/xem/"
    assert Device.objects.get().role == "member"


def test_a_viewers_code_watches_whatever_is_asked(client, books) -> None:
    page = client.get(f"/vao/{make_code(books, 'viewer')}/").content.decode()
    assert Buttons(page).found == {"xem": "Vào xem bàn"}
    answer = client.post(f"/vao/{make_code(books, 'viewer')}/", {"who": books.seat(0)})
    assert answer["Location"] == f"/ban/{books.table.pk}/xem/"
    assert Device.objects.get().role == "member"


def test_the_code_is_typed_in_any_way(client, books) -> None:
    code = make_code(books)
    typed = f" {code[:3].lower()} {code[3:]} "
    answer = client.post("/vao/", {"code": typed})
    assert (answer.status_code, answer["Location"]) == (302, f"/vao/{code}/")
    assert "Bạn là ai?" in words(client.get(f"/vao/{code.lower()}/"))


@pytest.mark.parametrize("end", ["wrong", "revoked", "expired"])
def test_a_code_that_leads_nowhere_stays_in_the_field(client, books, end) -> None:
    code = "ABCDEF" if end == "wrong" else make_code(books)
    if end == "revoked":
        joining.revoke_code(actor=books.owner, code_id=JoinCode.objects.get().pk)
    JoinCode.objects.update(expires_at=timezone.now() + timedelta(hours=-(end == "expired")))
    before = everything()
    for answer in (
        client.post("/vao/", {"code": code}),
        client.get(f"/vao/{code}/"),
        client.post(f"/vao/{code}/", {"who": "khach"}),
    ):
        assert answer.status_code == 404
        assert UNKNOWN in words(answer)
        assert f'value="{code}"' in answer.content.decode()
        assert "Bàn 1" not in words(answer)
    assert everything() == before
    language(client, "en")
    said = words(client.get(f"/vao/{code}/"))
    assert "Table not found. Check the code or ask the scorer." in said


@pytest.mark.parametrize("code", ["", "x" * 5000, "<b>", "' OR 1=1", "\x00", "Ａ" * 6, "%"])
def test_whatever_is_typed_is_answered(client, books, code) -> None:
    answer = client.post("/vao/", {"code": code})
    assert answer.status_code == 404
    assert "<b>" not in answer.content.decode().split("<main")[1]


def test_who_guesses_is_not_who_the_request_says_it_is(client, books) -> None:
    for guess in range(31):  # one more than a minute allows
        forged = {"X-Forwarded-For": f"192.0.2.{guess}"}
        answer = client.post("/vao/", {"code": "ABCDEF"}, headers=forged)
    assert answer.status_code == 429


def test_guessing_is_slow_by_pages_and_api_together(client, books) -> None:
    code = make_code(books)
    for index in range(10):
        client.get("/vao/ABCDEF/")
        client.post("/vao/", {"code": f"ABCDE{index % 8 + 2}"})
        client.post("/api/v1/join", {"code": "ABCDEF"}, content_type="application/json")
    for answer in (
        client.get(f"/vao/{code}/"),
        client.post("/vao/", {"code": code}),
        client.post(f"/vao/{code}/", {"who": "khach"}),
    ):
        assert answer.status_code == 429
        assert 0 < int(answer["Retry-After"]) <= 61
        assert "Thử nhiều mã quá." in words(answer)
    api = client.post("/api/v1/join", {"code": code}, content_type="application/json")
    assert api.status_code == 429
    assert not Device.objects.exists()
    elsewhere = client.get(f"/vao/{code}/", REMOTE_ADDR="10.0.0.7")
    assert elsewhere.status_code == 200


def test_a_whole_club_joins_from_one_address(books) -> None:
    code = make_code(books)
    for _ in range(40):
        phone = Client()
        assert phone.get(f"/vao/{code}/").status_code == 200
        assert phone.post(f"/vao/{code}/", {"who": "khach"}).status_code == 302


def test_joining_needs_the_token_of_its_form(books) -> None:
    phone = Client(enforce_csrf_checks=True)
    answer = phone.post(f"/vao/{make_code(books)}/", {"who": "khach"})
    assert answer.status_code == 403
    assert not Device.objects.exists()


def test_a_phone_of_a_running_night_goes_straight_back(client, books) -> None:
    joined(client, books)
    for path in ("/", "/vao/"):
        answer = client.get(path)
        assert (answer.status_code, answer["Location"]) == (302, f"/ban/{books.table.pk}/")
        assert "private" in answer["Cache-Control"]
    assert client.get("/vao/?khac").status_code == 200
    watching = joined(Client(), books, "viewer")
    for path in ("/", "/vao/"):
        assert watching.get(path)["Location"] == f"/ban/{books.table.pk}/xem/"


def test_once_the_night_is_settled_no_phone_is_led_there(client, books) -> None:
    books.record()
    joined(client, books)
    settle(books)
    assert client.get("/")["Location"] == "/dang-nhap/?next=/"
    assert client.get("/vao/").status_code == 200
    assert client.get(f"/ban/{books.table.pk}/").status_code == 200


def test_a_phone_may_move_to_another_table(client, books) -> None:
    joined(client, books)
    other = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    code = make_code(books, table_id=other.pk)
    assert client.post("/vao/", {"code": code})["Location"] == f"/vao/{code}/"
    assert "Bàn 2" in words(client.get(f"/vao/{code}/"))
    assert client.post(f"/vao/{code}/", {"who": "khach"})["Location"] == f"/ban/{other.pk}/"
    assert client.get("/")["Location"] == f"/ban/{other.pk}/"


def test_who_may_score_already_is_not_asked_again(client, books) -> None:
    joined(client, books)
    again = client.get(f"/vao/{make_code(books)}/")
    assert (again.status_code, again["Location"]) == (302, f"/ban/{books.table.pk}/")
    assert client.get(f"/vao/{make_code(books)}/?khac").status_code == 200
    watching = joined(Client(), books, "viewer")
    assert "Bạn là ai?" in words(watching.get(f"/vao/{make_code(books)}/"))
    owner = sign_in(Client(), books.owner)
    assert owner.get(f"/vao/{make_code(books)}/")["Location"] == f"/ban/{books.table.pk}/"
    member = sign_in(Client(), books.actor(Role.MEMBER))
    assert "Bạn là ai?" in words(member.get(f"/vao/{make_code(books)}/"))


def test_a_sign_in_goes_before_the_phone(client, books) -> None:
    joined(client, books)
    sign_in(client, books.owner)
    assert client.get("/")["Location"] == "/clb/clb-mau/"
    client.logout()


@pytest.mark.parametrize("token", ["x", "x" * 3000, "%00", "é", '"'])
def test_a_cookie_nobody_was_given_is_dropped(books, token) -> None:
    for path, status in (("/", 302), ("/vao/", 200)):
        answer = Client(headers={"Cookie": f"{COOKIE}={token}"}).get(path)
        assert answer.status_code == status
        assert answer.cookies[COOKIE]["max-age"] == 0
    page = Client(headers={"Cookie": f"{COOKIE}={token}"}).get(f"/ban/{books.table.pk}/")
    assert page["Location"] == f"/dang-nhap/?next=/ban/{books.table.pk}/"


def test_the_square_of_a_code_leads_to_joining_by_the_public_address(visitor, books) -> None:
    codes = "/clb/clb-mau/buoi/2026-09-04/ban/1/ma/"
    with override_settings(PHOM_PUBLIC_URL="http://192.168.1.5:8000"):
        page = visitor.post(codes, {"role": "scorer"}).content.decode()
    code = page.split('made__code">')[1].split("<")[0]
    assert f"http://192.168.1.5:8000/vao/{code}/" in page
    assert Client().get(f"/vao/{code}/").status_code == 200


def test_the_sign_in_offers_the_code(client, db) -> None:
    assert 'href="/vao/"' in client.get("/dang-nhap/").content.decode()
    assert "Vào bàn bằng mã" in words(client.get("/dang-nhap/"))


def test_a_join_costs_a_fixed_number_of_statements(
    client, books, django_assert_max_num_queries
) -> None:
    code = make_code(books)
    with django_assert_max_num_queries(2):
        client.get(f"/vao/{code}/")
    assert Login.objects.exists()
