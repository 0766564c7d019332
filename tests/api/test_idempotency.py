"""A POST with an Idempotency-Key happens once, whoever is how fast."""

from typing import Any

import pytest
from django.test import RequestFactory
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from scoring.actors import Actor, Once
from scoring.api.idempotency import do_once, read_key
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import AuditEvent, Player
from scoring.selectors.events import find_done_before
from scoring.services.players import add_player


def request(body: bytes = b"{}", method: str = "POST", **headers: str) -> Request:
    made = RequestFactory().generic(method, "/api/v1/x?y=1", body, headers=headers)
    return Request(made)


def owner_with(books, key: str, content: str = "a") -> Actor:
    return Actor.of_login(books.owner.login_id, once=Once(key, content))


def add(books, actor: Actor, name: str = "Mới"):
    def run() -> Player:
        return add_player(actor=actor, club_id=books.club.pk, name=name)

    return do_once(actor, club_id=books.club.pk, run=run)


def test_the_same_key_makes_one_thing_and_tells_which(books) -> None:
    first = add(books, owner_with(books, "k1"))
    again = add(books, owner_with(books, "k1"))
    assert not first.is_repeated
    assert again.is_repeated
    assert again.object_id == str(first.made.pk)
    assert Player.objects.filter(club=books.club, name="Mới").count() == 1
    event = AuditEvent.objects.get(idempotency_key="k1")
    assert (event.object_id, event.idempotency_hash) == (again.object_id, "a")


def test_a_key_used_for_something_else_is_refused_and_nothing_is_written(books) -> None:
    add(books, owner_with(books, "k1"))
    before = AuditEvent.objects.count(), Player.objects.count()
    with pytest.raises(ServiceRefused) as caught:
        add(books, owner_with(books, "k1", "b"), "Khác")
    assert caught.value.code is ErrorCode.IDEMPOTENCY_KEY_REUSED
    assert (AuditEvent.objects.count(), Player.objects.count()) == before


def test_a_refused_request_leaves_its_key_free(books) -> None:
    with pytest.raises(ServiceRefused):
        add(books, owner_with(books, "k1"), " ")
    assert not add(books, owner_with(books, "k1")).is_repeated


def test_only_the_first_event_of_a_request_keeps_the_key(books) -> None:
    actor = owner_with(books, "k1")
    add(books, actor, "Một")
    add_player(actor=actor, club_id=books.club.pk, name="Hai")
    assert AuditEvent.objects.filter(idempotency_key="k1").count() == 1


def test_a_twin_that_was_faster_is_answered_for(books, monkeypatch) -> None:
    """The look-up saw nothing, and the other committed before we wrote."""
    from scoring.api import idempotency

    first = add(books, owner_with(books, "k1"))
    look_up, calls = find_done_before, []

    def blind_once(**given):
        calls.append(given)
        return None if len(calls) == 1 else look_up(**given)

    monkeypatch.setattr(idempotency, "find_done_before", blind_once)
    again = add(books, owner_with(books, "k1"), "Mới Nữa")
    assert again.object_id == str(first.made.pk)
    assert len(calls) == 2
    assert not Player.objects.filter(name="Mới Nữa").exists()


KEY: dict[str, Any] = {"Idempotency-Key": "k"}


def test_the_key_is_of_a_post_and_of_all_it_asks() -> None:
    assert read_key(request()) is None
    assert read_key(request(method="PUT", **KEY)) is None
    keys = [read_key(request(body, **KEY)) for body in (b"1", b"1", b"2")]
    assert [key.key for key in keys if key] == ["k"] * 3
    one, same, other = (key.content_hash for key in keys if key)
    assert one == same != other


@pytest.mark.parametrize("key", ["", "k" * 65, "k\n"])
def test_a_key_that_cannot_be_kept_is_named(key) -> None:
    with pytest.raises(ValidationError) as caught:
        read_key(request(**{"Idempotency-Key": key}))
    assert "Idempotency-Key" in caught.value.detail
