"""A phone that joined on the pages asks the API by its cookie, with the token of its forms."""

import re
from uuid import uuid4

from django.conf import settings
from django.test import Client

from scoring.actors import Role
from scoring.models import DealRevision, JoinCode
from scoring.services.joining import create_code, join_table, revoke_code
from scoring.services.nights import open_table
from tests.api.asking import Asking
from tests.books import Books

PLAYED = "2026-09-04T20:15:00+07:00"


def _token(books: Books, role: str = "scorer") -> str:
    _, code = create_code(actor=books.owner, table_id=books.table.pk, role=role)
    return join_table(code=code, label="máy Chi").token


def _phone(books: Books, role: str = "scorer") -> Asking:
    """A browser with nothing but the cookie."""
    asking = Asking()
    asking.client.cookies[settings.PHONE_COOKIE_NAME] = _token(books, role)
    return asking


def _deal(books: Books) -> tuple[str, dict[str, object]]:
    path = f"/tables/{books.table.pk}/deals/{uuid4()}"
    return path, {"sheet": books.sheet_json(), "played_at": PLAYED}


def test_a_phone_records_by_its_cookie(books: Books) -> None:
    phone = _phone(books)
    assert phone.get(f"/tables/{books.table.pk}")["role"] == "scorer"
    phone.put(*_deal(books))
    revision = DealRevision.objects.get()
    assert (revision.author_kind, revision.author_login_id) == ("device", None)


def test_a_viewers_phone_sees_and_records_nothing(books: Books) -> None:
    phone = _phone(books, "viewer")
    assert phone.get(f"/tables/{books.table.pk}")["role"] == "member"
    phone.refused(403, "role_too_low", "put", *_deal(books))


def test_a_change_needs_the_token_of_the_forms(books: Books) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies[settings.PHONE_COOKIE_NAME] = _token(books)
    path, deal = _deal(books)
    given = {"data": deal, "content_type": "application/json"}
    refused = browser.put(f"/api/v1{path}", **given)  # type: ignore[arg-type]
    assert refused.status_code == 403
    assert "CSRF" in refused.json()["detail"]
    assert not DealRevision.objects.exists()
    page = browser.get("/dang-nhap/").content.decode()
    found = re.search(r'csrfmiddlewaretoken" value="([^"]+)', page)
    assert found
    done = browser.put(f"/api/v1{path}", headers={"X-CSRFToken": found[1]}, **given)  # type: ignore[arg-type]
    assert done.status_code == 201, done.content


def test_a_dead_cookie_is_nobodys_sign_in(books: Books) -> None:
    phone = _phone(books)
    revoke_code(actor=books.owner, code_id=JoinCode.objects.get().pk)
    phone.refused(401, "not_signed_in", "get", f"/tables/{books.table.pk}")
    phone.refused(401, "not_signed_in", "put", *_deal(books))
    for wrong in ("", "x", "x" * 3000, '"', "%00", "é"):
        stranger = Asking(Cookie=f"{settings.PHONE_COOKIE_NAME}={wrong}")
        stranger.refused(401, "not_signed_in", "get", f"/tables/{books.table.pk}")


def test_a_dead_cookie_does_not_stand_in_the_way_of_a_sign_in(books: Books) -> None:
    owner = Asking.as_login(books.owner)
    owner.client.cookies[settings.PHONE_COOKIE_NAME] = _token(books)
    revoke_code(actor=books.owner, code_id=JoinCode.objects.get().pk)
    assert owner.get(f"/tables/{books.table.pk}")["role"] == "owner"


def test_a_cookie_is_good_at_its_table_alone(books: Books, strangers: Books) -> None:
    phone = _phone(books)
    other = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    for table_id in (other.pk, strangers.table.pk):
        phone.refused(404, "not_found", "get", f"/tables/{table_id}")
    phone.refused(401, "not_signed_in", "get", "/clubs/clb-mau/nights")
    phone.refused(401, "not_signed_in", "get", "/clubs")


def test_who_signed_in_with_a_role_goes_before_the_phone(books: Books) -> None:
    token = _token(books)
    for role in (Role.MEMBER, Role.MANAGER):
        person = Asking.as_login(books.actor(role))
        person.client.cookies[settings.PHONE_COOKIE_NAME] = token
        assert person.get(f"/tables/{books.table.pk}")["role"] == role
    member = Asking.as_login(books.actor(Role.MEMBER))
    member.client.cookies[settings.PHONE_COOKIE_NAME] = token
    member.refused(403, "role_too_low", "put", *_deal(books))


def test_who_signed_in_without_a_role_is_the_phone_at_its_table(
    books: Books, strangers: Books
) -> None:
    guest = Asking.as_login(strangers.owner)
    guest.client.cookies[settings.PHONE_COOKIE_NAME] = _token(books)
    assert guest.get(f"/tables/{books.table.pk}")["role"] == "scorer"
    assert guest.get(f"/tables/{strangers.table.pk}")["role"] == "owner"
    deal = guest.put(*_deal(books))
    assert guest.get(f"/deals/{deal['id']}")["number"] == 1
    guest.put(f"/deals/{deal['id']}/revisions/{uuid4()}", {"kind": "void"}, If_Match='"1"')


def test_a_header_goes_before_the_cookie(books: Books) -> None:
    viewer = Asking.as_device(books, "viewer")
    viewer.client.cookies[settings.PHONE_COOKIE_NAME] = _token(books)
    assert viewer.get(f"/tables/{books.table.pk}")["role"] == "member"
    dead = Asking(Authorization="Device x")
    dead.client.cookies[settings.PHONE_COOKIE_NAME] = _token(books)
    dead.refused(401, "not_signed_in", "get", f"/tables/{books.table.pk}")
