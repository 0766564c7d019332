"""The page of a table: for whom it is, what it is given, and what it says when a code has ended."""

import json
import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from scoring.actors import Role
from scoring.models import JoinCode, Table
from scoring.services import joining
from scoring.services.nights import open_table
from tests.api.asking import Asking
from tests.books import make_books
from tests.web.conftest import sign_in
from tests.web.pages import NIGHT, language, words
from tests.web.test_deal_form import settle
from tests.web.test_join import COOKIE, joined

pytestmark = pytest.mark.django_db


def address(books) -> str:
    return f"/ban/{books.table.pk}/"


def given(page: str, name: str):
    """What the page hands to its scripts under this id."""
    found = re.search(
        rf'<script id="{name}" type="application/json">(.*?)</script>', page, re.DOTALL
    )
    assert found, name
    return json.loads(found[1])


def test_a_scorer_is_given_the_board_of_the_api(visitor, books) -> None:
    books.record()
    answer = visitor.get(address(books))
    assert answer.status_code == 200
    board = Asking.as_login(books.owner).get(f"/tables/{books.table.pk}/board")
    assert given(answer.content.decode(), "board") == board
    assert answer.context["board"]["table"]["role"] == "owner"
    assert answer.context["words"]["save"]


def test_a_phone_is_given_the_same_page(client, books) -> None:
    books.record()
    answer = joined(client, books).get(address(books))
    assert answer.status_code == 200
    assert given(answer.content.decode(), "board")["table"]["role"] == "scorer"
    assert "no-cache" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]


def test_links_are_those_the_asker_may_follow(client, books) -> None:
    open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    second = Table.objects.get(label="Bàn 2")
    everywhere = {
        "night": NIGHT,
        "watch": f"/ban/{second.pk}/xem/",
        "codes": f"{NIGHT}ban/2/ma/",
        "settlement": f"{NIGHT}ket-so/",
        "correct": f"{NIGHT}ban/2/van/{{number}}/sua/",
        "join": "/vao/",
        "api": "/api/v1/",
    }
    sign_in(client, books.owner)
    assert client.get(f"/ban/{second.pk}/").context["links"] == everywhere
    sign_in(client, books.actor(Role.SCORER))
    links = client.get(f"/ban/{second.pk}/").context["links"]
    assert links == everywhere | {"codes": None}
    phone = joined(Client(), books).get(address(books)).context["links"]
    logins = ("night", "codes", "settlement", "correct")
    assert [phone[name] for name in logins] == [None] * 4
    assert phone["watch"] == f"/ban/{books.table.pk}/xem/"


def test_links_lead_somewhere(visitor, books) -> None:
    books.record()
    for link in visitor.get(address(books)).context["links"].values():
        assert visitor.get(link.format(number=1)).status_code in {200, 302}, link


def test_a_settled_table_still_has_its_page(visitor, books) -> None:
    books.record()
    settle(books)
    answer = visitor.get(address(books))
    assert answer.context["board"]["table"]["state"] == "settled"
    assert answer.context["links"]["settlement"] == f"{NIGHT}ket-so/"


def test_who_may_only_look_is_led_to_where_one_looks_on(client, books) -> None:
    watch = f"/ban/{books.table.pk}/xem/"
    assert joined(client, books, "viewer").get(address(books))["Location"] == watch
    member = sign_in(Client(), books.actor(Role.MEMBER))
    assert member.get(address(books))["Location"] == watch


def test_strangers_find_nothing_and_nobody_is_asked_to_sign_in(client, books) -> None:
    other = make_books(slug="clb-khac")
    for path in (address(books), address(books) + "xem/"):
        assert client.get(path)["Location"] == f"/dang-nhap/?next={path}"
        stranger = sign_in(Client(), other.owner)
        theirs, nobodys = stranger.get(path), stranger.get(path.replace("/ban/", "/ban/9"))
        assert theirs.status_code == nobodys.status_code == 404
        assert theirs.content == nobodys.content


def test_a_phone_opens_its_own_table_alone(client, books) -> None:
    other = make_books(slug="clb-khac")
    joined(client, books)
    for path in (address(other), address(other) + "xem/"):
        assert client.get(path)["Location"] == f"/dang-nhap/?next={path}"


def test_a_stranger_who_joined_by_a_code_is_the_phone(client, books) -> None:
    other = make_books(slug="clb-khac")
    joined(sign_in(client, other.owner), books)
    answer = client.get(address(books))
    assert answer.context["board"]["table"]["role"] == "scorer"
    assert answer.context["links"]["night"] is None
    assert client.get(address(other)).context["board"]["table"]["role"] == "owner"


def test_a_role_in_the_club_goes_before_the_phone(client, books) -> None:
    joined(client, books)
    sign_in(client, books.actor(Role.MANAGER))
    assert client.get(address(books)).context["board"]["table"]["role"] == "manager"
    sign_in(client, books.actor(Role.MEMBER))
    assert client.get(address(books)).status_code == 302


@pytest.mark.parametrize("end", ["revoked", "expired"])
@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_a_phone_whose_code_has_ended_is_told_so_without_any_data(client, books, role, end) -> None:
    books.record()
    joined(client, books, role)
    if end == "revoked":
        joining.revoke_code(actor=books.owner, code_id=JoinCode.objects.get().pk)
        said = ("Mã này đã bị thu hồi", "This code was revoked")
    else:
        JoinCode.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        said = ("Mã này đã hết hạn", "This code has expired")
    for path in (address(books), address(books) + "xem/"):
        for _again in (1, 2):
            answer = client.get(path)
            assert answer.status_code == 403
            assert said[0] in words(answer)
        told = words(answer)
        assert not [one for one in ("An", "Bình", "Bàn 1", "clb-mau", "+6") if one in told]
        assert "application/json" not in answer.content.decode()
    language(client, "en")
    assert said[1] in words(client.get(address(books)))
    assert 'href="/vao/"' in client.get(address(books)).content.decode()
    assert client.get("/vao/").cookies[COOKIE]["max-age"] == 0
    assert client.get(address(books))["Location"].startswith("/dang-nhap/")


def test_the_page_takes_a_fixed_number_of_statements(
    client, books, django_assert_max_num_queries
) -> None:
    for browser in (sign_in(Client(), books.owner), joined(client, books)):
        browser.get(address(books))
        for more in (1, 6):
            for _ in range(more):
                books.record()
            with django_assert_max_num_queries(7):
                browser.get(address(books))


def test_the_page_takes_no_changes(visitor, books) -> None:
    for path in (address(books), address(books) + "xem/"):
        assert visitor.post(path).status_code == 405


def test_the_night_and_the_club_lead_to_it(visitor, books) -> None:
    night = visitor.get(NIGHT).content.decode()
    for link in (address(books), f"/ban/{books.table.pk}/xem/", f"{NIGHT}ban/1/ghi/"):
        assert f'href="{link}"' in night
    assert settings.PHONE_COOKIE_NAME == "phom_device"
