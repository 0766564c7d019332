"""Codes and devices: how a phone without a login acts at one table, until it no longer may."""

import hashlib
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.actors import Actor
from scoring.errors import ErrorCode
from scoring.models import Device, JoinCode
from scoring.services import joining
from scoring.services.nights import open_table
from tests.books import Books
from tests.services.checks import last_event, refuses, writes_nothing


def _code(books: Books, role: str = "scorer") -> tuple[int, str]:
    return joining.create_code(actor=books.owner, table_id=books.table.pk, role=role)


def _expire(code_id: int) -> None:
    JoinCode.objects.filter(pk=code_id).update(expires_at=timezone.now() - timedelta(seconds=1))


def test_a_code_has_six_characters_that_cannot_be_misread(books: Books) -> None:
    code_id, code = _code(books)
    assert len(code) == 6
    assert set(code) <= set(joining.ALPHABET)
    assert not set("0O1I") & set(joining.ALPHABET)
    row = JoinCode.objects.get(pk=code_id)
    assert row.code_hash == hashlib.sha256(code.encode()).hexdigest()
    assert row.expires_at - row.created_at <= joining.LIFETIME
    event = last_event(books)
    assert (event.action, event.object_id) == ("code.create", str(code_id))
    assert code not in str(event.after)


def test_a_phone_joins_and_records_at_its_table_only(books: Books) -> None:
    _, code = _code(books)
    joined = joining.join_table(code=f"  {code.lower()} ", label="máy của Chi")
    device = Device.objects.get(pk=joined.device_id)
    assert (device.role, joined.table_id) == ("scorer", books.table.pk)
    assert device.label is not None
    assert device.label.text == "máy của Chi"
    assert device.token_hash == hashlib.sha256(joined.token.encode()).hexdigest()
    assert joining.find_device(token=joined.token) == joined.device_id
    event = last_event(books)
    assert (event.action, event.actor_kind, event.actor_device) == (
        "device.join",
        "device",
        joined.device_id,
    )
    assert "Chi" not in str(event.after)
    actor = Actor.of_device(joined.device_id)
    assert books.record(actor=actor).is_new
    event = last_event(books)
    assert (event.actor_kind, event.actor_login_id, event.actor_device) == (
        "device",
        None,
        joined.device_id,
    )
    other = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    with refuses(ErrorCode.NOT_FOUND):
        books.record(actor=actor, table_id=other.pk)


def test_a_viewers_code_records_nothing(books: Books) -> None:
    _, code = _code(books, "viewer")
    actor = Actor.of_device(joining.join_table(code=code).device_id)
    with refuses(ErrorCode.ROLE_TOO_LOW, needed="scorer"):
        books.record(actor=actor)


@pytest.mark.parametrize("end", ["revoked", "expired"])
def test_with_the_code_every_phone_of_it_ends(books: Books, end: str) -> None:
    code_id, code = _code(books)
    joined = joining.join_table(code=code)
    if end == "revoked":
        joining.revoke_code(actor=books.owner, code_id=code_id)
    else:
        _expire(code_id)
    assert joining.find_device(token=joined.token) is None
    with refuses(ErrorCode.NOT_FOUND):
        books.record(actor=Actor.of_device(joined.device_id))
    with refuses(ErrorCode.CODE_UNKNOWN, field="code"):
        joining.join_table(code=code)


def test_revoking_twice_is_once(books: Books) -> None:
    code_id, _ = _code(books)
    joining.revoke_code(actor=books.owner, code_id=code_id)
    assert last_event(books).action == "code.revoke"
    with writes_nothing():
        joining.revoke_code(actor=books.owner, code_id=code_id)


def test_other_codes_of_the_table_stand(books: Books) -> None:
    first, _ = _code(books)
    _, second = _code(books)
    joining.revoke_code(actor=books.owner, code_id=first)
    assert joining.join_table(code=second).table_id == books.table.pk


@pytest.mark.parametrize("code", ["", "ABCDEF", "0000000", "' OR 1=1 --", "ＡＢＣ"])
def test_a_code_nobody_made_is_unknown(books: Books, code: str) -> None:
    with refuses(ErrorCode.CODE_UNKNOWN, field="code"):
        joining.join_table(code=code)


def test_a_token_nobody_has_is_nobodys(books: Books) -> None:
    for token in ("", "x" * 43, str(uuid4())):
        assert joining.find_device(token=token) is None


def test_another_clubs_code_and_table_are_not_found(books: Books, strangers: Books) -> None:
    code_id, _ = _code(strangers)
    with refuses(ErrorCode.NOT_FOUND):
        joining.revoke_code(actor=books.owner, code_id=code_id)
    with refuses(ErrorCode.NOT_FOUND):
        joining.create_code(actor=books.owner, table_id=strangers.table.pk, role="scorer")
    with refuses(ErrorCode.NOT_FOUND):
        joining.revoke_code(actor=books.owner, code_id=10**9)
