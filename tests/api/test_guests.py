"""A guest added at a table by a program or a phone."""

from uuid import uuid4

import pytest

from tests.api.asking import Asking
from tests.books import Books
from tests.services.checks import settle, writes_nothing


def _path(books: Books, player_id: object) -> str:
    return f"/tables/{books.table.pk}/guests/{player_id}"


def test_a_phone_adds_a_guest_once_and_seats_it(books: Books) -> None:
    phone, guest = Asking.as_device(books), str(uuid4())
    told = phone.put(_path(books, guest), {"name": "Trần Văn Minh"})
    assert (told["player_id"], told["name"], told["is_guest"]) == (guest, "Trần Văn Minh", True)
    with writes_nothing():
        assert phone.put(_path(books, guest), {"name": "Trần Văn Minh"}, status=200) == told
    board = phone.get(f"/tables/{books.table.pk}/board")
    assert {"player_id": guest, "name": "Minh", "full_name": "Trần Văn Minh"} in board["roster"]
    terms = f"/tables/{books.table.pk}/terms/{uuid4()}"
    assert phone.put(terms, {"seats": [*books.seats(3), guest]})["changed"] == "seats"


def test_a_phone_that_looks_on_asks_for_the_board_anew(books: Books, api: Asking) -> None:
    path = f"/tables/{books.table.pk}/board"
    api.get(path)
    tag = api.answer["ETag"]
    api.put(_path(books, uuid4()), {"name": "Minh"})
    api.get(path, If_None_Match=tag)
    assert api.answer["ETag"] != tag


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("", 400, "name_empty"),
        ("x" * 81, 400, "name_too_long"),
        ("an", 409, "name_taken"),
        (7, 400, "request_invalid"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_with_it_who_was_to_sit(
    books: Books, name: object, status: int, code: str
) -> None:
    phone, guest = Asking.as_device(books), str(uuid4())
    phone.refused(status, code, "put", _path(books, guest), {"name": name})
    terms = f"/tables/{books.table.pk}/terms/{uuid4()}"
    seats = {"seats": [*books.seats(3), guest]}
    phone.refused(409, "player_unknown", "put", terms, seats)


def test_a_conflict_is_told_with_the_table_as_it_is(books: Books, api: Asking) -> None:
    guest = uuid4()
    api.put(_path(books, guest), {"name": "Minh"})
    problem = api.refused(409, "player_id_reused", "put", _path(books, guest), {"name": "Mai"})
    assert problem["current"]["id"] == books.table.pk
    settle(books)
    api.refused(409, "night_settled", "put", _path(books, uuid4()), {"name": "Mai"})


def test_another_clubs_table_is_not_found(books: Books, strangers: Books, api: Asking) -> None:
    api.refused(404, "not_found", "put", _path(strangers, uuid4()), {"name": "Minh"})
