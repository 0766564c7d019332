"""The pages of members: who has which role, and what each may do."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring import permissions
from scoring.actors import Role
from scoring.models import Login, Membership
from scoring.permissions import Action, Grant
from scoring.services.members import add_member
from scoring.words import rights
from tests.books import Books, make_books
from tests.services.checks import writes_nothing
from tests.web.conftest import sign_in
from tests.web.pages import words

MEMBERS = "/clb/clb-mau/thanh-vien/"


def _member(books: Books, name: str = "lan", role: Role = Role.MEMBER) -> int:
    Login.objects.create_user(name)
    return add_member(actor=books.owner, club_id=books.club.pk, user_name=name, role=role)


def _role(books: Books, login_id: int) -> str | None:
    found = Membership.objects.filter(club=books.club, login_id=login_id)
    return found.values_list("role", flat=True).first()


def test_members_are_listed_with_their_roles_for_everybody_of_the_club(client, books) -> None:
    _member(books)
    said = words(sign_in(client, books.actor(Role.MEMBER)).get(MEMBERS))
    assert "owner-clb-mau chủ CLB" in said
    assert "lan thành viên" in said
    assert "Thêm thành viên" not in said


def test_the_list_asks_no_more_with_more_members(visitor, books: Books) -> None:
    counted = []
    for number in range(3):
        _member(books, f"người {number}")
        visitor.get("/toi/")
        with CaptureQueriesContext(connection) as queries:
            visitor.get(MEMBERS)
        counted.append(len(queries))
    assert counted == [4] * 3


def test_an_owner_adds_a_login_by_its_name(visitor, books: Books) -> None:
    login = Login.objects.create_user("lan")
    answer = visitor.post(f"{MEMBERS}them/", {"user_name": "LAN", "role": "scorer"}, follow=True)
    assert answer.redirect_chain == [(MEMBERS, 302)]
    assert "Đã thêm LAN." in words(answer)
    assert _role(books, login.pk) == "scorer"


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ("khong-ai", 409, "Không có tài khoản nào mang tên đăng nhập này."),
        ("owner-clb-mau", 409, "Tài khoản này đã có vai trò trong CLB."),
        ("", 400, "bắt buộc"),
    ],
)
def test_who_cannot_be_added_is_told_at_the_field(visitor, books, typed, status, said) -> None:
    with writes_nothing():
        answer = visitor.post(f"{MEMBERS}them/", {"user_name": typed, "role": "manager"})
    assert answer.status_code == status
    page = answer.content.decode()
    assert said in page[page.index('id="id_user_name_error"') :]
    assert f'value="{typed}"' in page or not typed
    assert 'value="manager" required id="id_role_2" checked' in page


def test_a_role_is_changed(visitor, books: Books) -> None:
    login_id = _member(books)
    answer = visitor.post(f"{MEMBERS}{login_id}/", {"role": "manager"}, follow=True)
    assert "Đã đổi vai trò của lan." in words(answer)
    assert _role(books, login_id) == "manager"


def test_a_role_that_is_none_is_refused(visitor, books: Books) -> None:
    login_id = _member(books)
    with writes_nothing():
        assert visitor.post(f"{MEMBERS}{login_id}/", {"role": "king"}).status_code == 400


def test_the_last_owner_is_neither_lowered_nor_removed(visitor, books: Books) -> None:
    url = f"{MEMBERS}{books.owner.login_id}/"
    with writes_nothing():
        lowered = visitor.post(url, {"role": "member"})
        removed = visitor.post(f"{url}bo/")
    for answer in (lowered, removed):
        assert answer.status_code == 409
        assert "CLB phải còn ít nhất một chủ" in words(answer)


def test_removing_asks_first(visitor, books: Books) -> None:
    login_id = _member(books)
    with writes_nothing():
        assert "Bỏ lan khỏi CLB?" in words(visitor.get(f"{MEMBERS}{login_id}/bo/"))
    answer = visitor.post(f"{MEMBERS}{login_id}/bo/", follow=True)
    assert "Đã bỏ lan khỏi CLB." in words(answer)
    assert _role(books, login_id) is None


def test_an_owner_who_leaves_is_led_home(visitor, books: Books) -> None:
    _member(books, "lan", Role.OWNER)
    answer = visitor.post(f"{MEMBERS}{books.owner.login_id}/bo/")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert visitor.get(MEMBERS).status_code == 404


def test_another_clubs_member_is_not_found(visitor, books: Books) -> None:
    stranger = make_books(slug="clb-khac").owner.login_id
    for path in (f"{MEMBERS}{stranger}/", f"{MEMBERS}{stranger}/bo/"):
        assert visitor.get(path).status_code == 404
        assert visitor.post(path, {"role": "member"}).status_code == 404


# What each role may do


def test_every_action_and_every_group_of_states_has_words() -> None:
    assert set(rights.ACTIONS) == set(Action)
    groups = {
        columns
        for cells in permissions.MATRIX.values()
        for columns in rights.grants_of(cells).values()
    }
    assert groups == set(rights.WHEN)


def test_a_right_is_told_once_for_each_role_that_gains_it() -> None:
    with translation.override("vi"):
        told = {role: rights.rights_of(role) for role in Role}
    grants = [
        (action, grant)
        for action, cells in permissions.MATRIX.items()
        for grant in {cell for cell in cells.values() if isinstance(cell, Grant)}
    ]
    assert sum(len(sentences) for sentences in told.values()) == len(grants)
    assert "Sửa, hủy và khôi phục ván khi buổi đang chơi" in told[Role.SCORER]
    assert "Sửa, hủy và khôi phục ván sau khi kết sổ, phải ghi lý do" in told[Role.MANAGER]
    assert "Xác nhận đã nhận từ khi kết sổ (người trong cuộc cũng được)" in told[Role.MANAGER]
    assert "Mở lại mùa đã đóng, phải ghi lý do" in told[Role.OWNER]


def test_the_words_follow_the_matrix(monkeypatch) -> None:
    """Not typed twice: another cell is another sentence."""
    changed = {**permissions.MATRIX, Action.SETTLE: permissions.MATRIX[Action.MANAGE_ROLES]}
    monkeypatch.setattr(rights, "MATRIX", changed)
    with translation.override("vi"):
        assert "Kết sổ" in rights.rights_of(Role.OWNER)
        assert not any("Kết sổ" in right for right in rights.rights_of(Role.SCORER))


def test_the_page_tells_what_each_role_may_do(visitor) -> None:
    said = words(visitor.get(MEMBERS))
    for role in Role:
        for right in rights.rights_of(role):
            assert right in said
