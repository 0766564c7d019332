"""Phones by their token, codes by what somebody typed, and when a phone acts though somebody
signed in on it.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.actors import Role
from scoring.models import JoinCode, Login, Night
from scoring.selectors.phones import Phone, find_invitation, find_phone, stands_in_for
from scoring.services.joining import Joined, create_code, join_table, revoke_code
from scoring.services.nights import open_table
from tests.books import Books


def _joined(books: Books, role: str = "scorer", *, is_watching: bool = False) -> Joined:
    _, code = create_code(actor=books.owner, table_id=books.table.pk, role=role)
    return join_table(code=code, label="Chi", is_watching=is_watching)


def _phone(joined: Joined) -> Phone:
    phone = find_phone(token=joined.token)
    assert phone is not None
    return phone


@pytest.mark.parametrize(
    ("code", "is_watching", "role"),
    [
        ("scorer", False, Role.SCORER),
        ("scorer", True, Role.MEMBER),
        ("viewer", False, Role.MEMBER),
        ("viewer", True, Role.MEMBER),
    ],
)
def test_a_phone_has_the_role_it_took_from_its_code(
    books: Books, code: str, is_watching: bool, role: Role
) -> None:
    joined = _joined(books, code, is_watching=is_watching)
    phone = _phone(joined)
    assert (joined.role, phone.role) == (role, role)
    assert (phone.id, phone.table_id) == (joined.device_id, books.table.pk)
    assert (phone.is_live, phone.is_revoked, phone.is_running) == (True, False, True)
    assert joined.expires_at == JoinCode.objects.get().expires_at


def test_a_phone_is_known_when_its_code_no_longer_stands(books: Books) -> None:
    joined = _joined(books)
    Night.objects.filter(pk=books.night.pk).update(state="settled")
    assert not _phone(joined).is_running
    past = timezone.now() - timedelta(seconds=1)
    JoinCode.objects.update(expires_at=past)
    phone = _phone(joined)
    assert (phone.is_live, phone.is_revoked) == (False, False)
    revoke_code(actor=books.owner, code_id=JoinCode.objects.get().pk)
    phone = _phone(joined)
    assert (phone.is_live, phone.is_revoked) == (False, True)


def test_a_token_nobody_was_given_is_no_phone(books: Books) -> None:
    for token in ("", "x" * 43, "é" * 9000, "\ud800", "\x00"):
        assert find_phone(token=token) is None


def test_a_phone_is_read_by_one_statement(books: Books, django_assert_num_queries) -> None:
    joined = _joined(books)
    with django_assert_num_queries(1):
        _phone(joined)


def test_a_role_in_the_club_goes_before_the_phone(books: Books, strangers: Books) -> None:
    phone = _phone(_joined(books))
    here, deal_id = books.table.pk, books.record().deal_id
    stranger = Login.objects.create_user("nguoi-la").pk
    for login_id in (stranger, strangers.owner.login_id or 0):
        assert stands_in_for(phone, login_id=login_id, table_id=here)
        assert stands_in_for(phone, login_id=login_id, deal_id=deal_id)
    member = books.actor(Role.MEMBER).login_id or 0
    assert not stands_in_for(phone, login_id=member, table_id=here)
    assert not stands_in_for(phone, login_id=member, deal_id=deal_id)


def test_a_phone_acts_for_somebody_else_at_its_own_table_alone(
    books: Books, strangers: Books
) -> None:
    phone = _phone(_joined(books))
    other = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    login_id = strangers.owner.login_id or 0
    theirs = strangers.record().deal_id
    for table_id in (other.pk, strangers.table.pk, None):
        assert not stands_in_for(phone, login_id=login_id, table_id=table_id)
    assert not stands_in_for(phone, login_id=login_id, deal_id=theirs)


def test_a_code_leads_to_its_table_however_it_was_typed(
    books: Books, django_assert_num_queries
) -> None:
    _, code = create_code(actor=books.owner, table_id=books.table.pk, role="viewer")
    books.record()
    for typed in (code, code.lower(), f" {code[:3]} {code[3:].lower()}\n"):
        with django_assert_num_queries(1):
            found = find_invitation(code=typed)
        assert found is not None
        assert (found.club_name, found.label, found.day) == (
            "CLB clb-mau",
            "Bàn 1",
            books.night.day,
        )
        assert (found.table_id, found.last_number, found.state) == (books.table.pk, 1, "open")
        assert (found.is_scorer, list(found.seats), found.bench) == (False, books.seats(), ())


def test_a_code_that_no_longer_stands_leads_nowhere(books: Books) -> None:
    code_id, code = create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    for wrong in ("", "ABCDEF", code + "A", "' OR 1=1 --"):
        assert find_invitation(code=wrong) is None
    JoinCode.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert find_invitation(code=code) is None
    JoinCode.objects.update(expires_at=timezone.now() + timedelta(hours=1))
    revoke_code(actor=books.owner, code_id=code_id)
    assert find_invitation(code=code) is None
