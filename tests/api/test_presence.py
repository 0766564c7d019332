"""Who is writing, by the API: told beside the board, in a tag that follows it."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.actors import Role
from scoring.models import Presence
from scoring.selectors.board_table import WRITING
from tests.api.asking import Asking
from tests.books import Books
from tests.services.checks import settle


def _path(books: Books, what: str = "presence") -> str:
    return f"/tables/{books.table.pk}/{what}"


def _body(**changes: Any) -> dict[str, Any]:
    return {"phone": str(uuid4()), "name": "Lan"} | changes


def _writers(asking: Asking, books: Books) -> Any:
    return asking.get(_path(books, "board"))["writers"]


def test_a_phone_says_that_it_writes_takes_over_and_leaves(books: Books, api: Asking) -> None:
    lan, an = _body(), _body(name="An")
    api.put(_path(books), lan, status=204)
    assert _writers(api, books) == [{**lan, "took_over_at": None}]
    api.put(_path(books), {**an, "is_taking_over": True}, status=204)
    ((told,),) = [_writers(api, books)]
    assert (told["phone"], told["name"]) == (an["phone"], "An")
    assert told["took_over_at"].endswith("Z")
    api.put(_path(books), {**an, "is_leaving": True}, status=204)
    assert _writers(api, books) == []


def test_a_board_is_told_again_when_who_writes_changes(
    books: Books, api: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, body = _path(books, "board"), _body()

    def tag() -> str:
        api.get(board)
        return str(api.answer["ETag"])

    before = tag()
    api.put(_path(books), body, status=204)
    writing = tag()
    api.put(_path(books), body, status=204)  # another heartbeat is nothing new
    api.get(board, status=304, If_None_Match=writing)
    api.put(_path(books), {**body, "name": "An"}, status=204)
    renamed = tag()
    api.put(_path(books), {**body, "is_taking_over": True}, status=204)
    assert len({before, writing, renamed, tag()}) == 4
    touched_at = Presence.objects.get().touched_at
    monkeypatch.setattr(timezone, "now", lambda: touched_at + WRITING + timedelta(seconds=1))
    assert tag() == before


def test_viewers_are_told_nobody(books: Books, api: Asking) -> None:
    for asking in (Asking.as_device(books, "viewer"), Asking.as_login(books.actor(Role.MEMBER))):
        asking.get(_path(books, "board"))
        tag = asking.answer["ETag"]
        api.put(_path(books), _body(), status=204)
        asking.get(_path(books, "board"), status=304, If_None_Match=tag)
        assert _writers(asking, books) == []
        asking.refused(403, "role_too_low", "put", _path(books), _body())


@pytest.mark.parametrize("who", ["owner", "phone"])
def test_a_board_that_is_up_to_date_takes_two_statements_whoever_writes(
    books: Books, who: str, django_assert_max_num_queries
) -> None:
    asking = Asking.as_login(books.owner) if who == "owner" else Asking.as_device(books)
    for _ in range(3):
        asking.put(_path(books), _body(), status=204)
    with django_assert_max_num_queries(7):
        assert len(_writers(asking, books)) == 3
    tag = asking.answer["ETag"]
    with django_assert_max_num_queries(2):
        asking.get(_path(books, "board"), status=304, If_None_Match=tag)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("phone", "máy của Lan"),
        ("name", "x" * 41),
        ("name", 5),
        ("is_leaving", "yes"),
        ("is_leaving", True),  # and taking over
        ("since", "today"),
    ],
)
def test_what_is_wrong_is_named(books: Books, api: Asking, field: str, value: Any) -> None:
    body = _body(is_taking_over=True) | {field: value}
    problem = api.refused(400, "request_invalid", "put", _path(books), body)
    assert problem["values"]["field"] == field


def test_another_clubs_table_is_not_found(books: Books, strangers: Books, api: Asking) -> None:
    api.refused(404, "not_found", "put", _path(strangers), _body())
    Asking().refused(401, "not_signed_in", "put", _path(books), _body())


def test_deals_that_wait_are_told_and_keep_the_night_from_being_locked(
    books: Books, api: Asking
) -> None:
    lan = _body(waiting=2, is_leaving=True)
    api.put(_path(books), lan, status=204)
    assert _writers(api, books) == []
    settle(books)
    night = f"/clubs/{books.club.slug}/nights/{books.night.day}"
    problem = api.refused(409, "deals_waiting", "post", f"{night}/lock", {})
    assert problem["values"] == {"count": 2, "phones": "Lan"}
    assert "2" in problem["detail"]
    api.put(_path(books), {**lan, "waiting": 0}, status=204)
    assert Presence.objects.count() == 0
    for wrong in (-1, 10_001, "2"):
        api.refused(400, "request_invalid", "put", _path(books), _body(waiting=wrong))
