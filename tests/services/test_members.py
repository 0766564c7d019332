"""Members of a club: logins added by their user name, roles changed and taken away."""

from typing import Any

import pytest

from scoring.actors import Role
from scoring.errors import ErrorCode
from scoring.models import Login, Membership, Player
from scoring.selectors.members import MemberRow, find_login_id, get_member, list_members
from scoring.services import members
from scoring.services.merges import merge_players
from scoring.services.players import claim_guest
from tests.books import Books
from tests.services.checks import last_event, refuses


def _add(books: Books, user_name: str, role: Role = Role.MEMBER) -> int:
    return members.add_member(
        actor=books.owner, club_id=books.club.pk, user_name=user_name, role=role
    )


def _role(books: Books, login_id: int) -> str | None:
    found = Membership.objects.filter(club=books.club, login_id=login_id)
    return found.values_list("role", flat=True).first()


@pytest.mark.parametrize("typed", ["lan.anh", "  LAN.Anh "])
def test_a_login_is_added_by_its_user_name_whatever_the_case(books: Books, typed: str) -> None:
    login = Login.objects.create_user("Lan.Anh")
    assert _add(books, typed, Role.SCORER) == login.pk
    assert _role(books, login.pk) == "scorer"
    event = last_event(books)
    assert (event.action, event.before, event.after) == (
        "role.set",
        {"role": None},
        {"role": "scorer"},
    )


def test_a_name_nobody_bears_is_refused_at_its_field(books: Books) -> None:
    Login.objects.create_user("ngung", is_active=False)
    for typed in ("khong-ai", "", "ngung"):
        with refuses(ErrorCode.LOGIN_UNKNOWN, field="user_name"):
            _add(books, typed)


def test_who_has_a_role_is_not_added_again(books: Books) -> None:
    Login.objects.create_user("lan")
    _add(books, "lan")
    for typed in ("lan", "owner-clb-mau"):
        with refuses(ErrorCode.LOGIN_HAS_ROLE, field="user_name"):
            _add(books, typed, Role.MANAGER)


def test_a_role_is_changed_and_taken_away(books: Books) -> None:
    Login.objects.create_user("lan")
    login_id = _add(books, "lan")
    given: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk, "login_id": login_id}
    members.change_role(**given, role=Role.MANAGER)
    assert _role(books, login_id) == "manager"
    members.remove_member(**given)
    assert _role(books, login_id) is None
    assert last_event(books).before == {"role": "manager"}
    with refuses(ErrorCode.NOT_FOUND, field="login_id"):
        members.change_role(**given, role=Role.MEMBER)
    with refuses(ErrorCode.NOT_FOUND, field="login_id"):
        members.remove_member(**given)


def test_the_last_owner_is_neither_lowered_nor_removed(books: Books) -> None:
    login_id = books.owner.login_id
    assert login_id is not None
    given: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk, "login_id": login_id}
    with refuses(ErrorCode.LAST_OWNER, field="role"):
        members.change_role(**given, role=Role.MANAGER)
    with refuses(ErrorCode.LAST_OWNER, field="role"):
        members.remove_member(**given)


def test_members_are_listed_by_role_then_name_with_the_person_they_are(books: Books) -> None:
    for name, role in (("lan", Role.MEMBER), ("Bich", Role.MEMBER), ("anh", Role.MANAGER)):
        Login.objects.create_user(name)
        _add(books, name, role)
    lan = find_login_id(user_name="LAN")
    assert lan is not None
    an, giang = books.people[0], books.people[4]
    claim_guest(actor=books.owner, club_id=books.club.pk, player_id=giang.pk, login_id=lan)
    merge_players(actor=books.owner, club_id=books.club.pk, player_id=giang.pk, into_id=an.pk)
    rows = list_members(club_id=books.club.pk)
    assert [(row.user_name, str(row.role)) for row in rows] == [
        ("owner-clb-mau", "owner"),
        ("anh", "manager"),
        ("Bich", "member"),
        ("lan", "member"),
    ]
    assert (rows[3].player_id, rows[3].player_name) == (an.pk, "An")
    assert get_member(club_id=books.club.pk, login_id=lan) == MemberRow(
        lan, "lan", Role.MEMBER, an.pk, "An"
    )
    assert Player.objects.get(pk=giang.pk).login_id == lan


def test_another_clubs_member_is_not_found(books: Books, strangers: Books) -> None:
    with refuses(ErrorCode.NOT_FOUND, field="login_id"):
        get_member(club_id=books.club.pk, login_id=strangers.owner.login_id or 0)
