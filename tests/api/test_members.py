"""Members through the API: listed, added once, changed, removed."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.models import Login, Membership
from tests.api.programs import program_of
from tests.books import Books, make_books
from tests.services.checks import writes_nothing

MEMBERS = "/api/v1/clubs/clb-mau/members"
JSON = "application/json"


def _add(program, name: str = "lan", role: str = "scorer", **headers):
    body = {"user_name": name, "role": role}
    return program.post(MEMBERS, body, content_type=JSON, headers=headers)


def test_a_member_is_added_by_user_name_changed_and_removed(program, books: Books) -> None:
    login = Login.objects.create_user("lan")
    told = {
        "login_id": login.pk,
        "user_name": "lan",
        "role": "scorer",
        "player_id": None,
        "player_name": "",
    }
    assert (_add(program, "LAN")).json() == told
    one = f"{MEMBERS}/{login.pk}"
    assert program.get(one).json() == told
    changed = program.patch(one, {"role": "manager"}, content_type=JSON)
    assert changed.json() == {**told, "role": "manager"}
    names = [row["user_name"] for row in program.get(MEMBERS).json()["results"]]
    assert names == ["owner-clb-mau", "lan"]
    assert program.delete(one).status_code == 204
    assert program.get(one).status_code == 404


def test_a_key_adds_once(program, books: Books) -> None:
    Login.objects.create_user("lan")
    key = {"Idempotency-Key": "mot"}
    first = _add(program, **key)
    with writes_nothing():
        again = _add(program, **key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    with writes_nothing():
        other = _add(program, role="member", **key)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")


def test_who_cannot_be_added_is_refused(program, books: Books) -> None:
    Login.objects.create_user("lan")
    _add(program)
    with writes_nothing():
        for name, code in (("khong-ai", "login_unknown"), ("lan", "login_has_role")):
            answer = _add(program, name)
            assert (answer.status_code, answer.json()["code"]) == (409, code)
            assert answer.json()["values"] == {"field": "user_name"}
        assert _add(program, "lan", "king").json()["code"] == "request_invalid"


def test_the_last_owner_stays(program, books: Books) -> None:
    one = f"{MEMBERS}/{books.owner.login_id}"
    with writes_nothing():
        for answer in (
            program.patch(one, {"role": "member"}, content_type=JSON),
            program.delete(one),
        ):
            assert (answer.status_code, answer.json()["code"]) == (409, "last_owner")


def test_a_manager_reads_and_changes_nothing(books: Books) -> None:
    manager = program_of(books.actor(Role.MANAGER))
    one = f"{MEMBERS}/{books.owner.login_id}"
    assert manager.get(one).json()["role"] == "owner"
    with writes_nothing():
        for answer in (
            _add(manager),
            manager.patch(one, {"role": "member"}, content_type=JSON),
            manager.delete(one),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "role_too_low")


def test_another_clubs_member_is_not_found(program) -> None:
    stranger = f"{MEMBERS}/{make_books(slug='clb-khac').owner.login_id}"
    with writes_nothing():
        for answer in (
            program.get(stranger),
            program.patch(stranger, {"role": "member"}, content_type=JSON),
            program.delete(stranger),
        ):
            assert answer.status_code == 404


def test_a_number_no_column_holds_is_nobody(program) -> None:
    huge = f"{MEMBERS}/{10**30}"
    for answer in (
        program.get(huge),
        program.patch(huge, {"role": "member"}, content_type=JSON),
        program.delete(huge),
    ):
        assert answer.status_code == 404


def test_the_list_asks_no_more_with_more_members(program, books: Books) -> None:
    counted = []
    for number in range(3):
        Login.objects.create_user(f"người {number}")
        _add(program, f"người {number}")
        with CaptureQueriesContext(connection) as queries:
            assert program.get(MEMBERS).status_code == 200
        counted.append(len(queries))
    assert counted == [counted[0]] * 3
    assert Membership.objects.filter(club=books.club).count() == 4
