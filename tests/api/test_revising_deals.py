"""Correcting, voiding and restoring deals by the API."""

from typing import Any
from uuid import uuid4

import pytest

from scoring.actors import Role
from tests.api.asking import Asking
from tests.books import Books
from tests.services.checks import revise, settle, writes_nothing


def test_a_deal_is_corrected_voided_and_restored(books: Books, api: Asking) -> None:
    deal = books.record().deal_id
    correction, path = uuid4(), f"/deals/{deal}/revisions"
    given = {"kind": "correct", "sheet": books.sheet_json(eats=[(1, False)])}
    told = api.put(f"{path}/{correction}", given, If_Match='"1"')
    assert (told["n"], told["kind"], told["revision_id"]) == (2, "correct", str(correction))
    assert told["net_points"] == dict(zip(books.seats(), (5, 0, -2, -3), strict=True))
    assert api.answer["ETag"] == '"2"'
    void = {"kind": "void", "note": "ghi nhầm"}
    assert api.put(f"{path}/{uuid4()}", void, If_Match='"2"')["net_points"] == {}
    restored = api.put(f"{path}/{uuid4()}", {"kind": "restore"}, If_Match='"3"')
    assert (restored["n"], restored["net_points"]) == (4, told["net_points"])


def test_the_same_revision_is_made_once(books: Books, api: Asking) -> None:
    deal, revision = books.record().deal_id, uuid4()
    path = f"/deals/{deal}/revisions/{revision}"
    told = api.put(path, {"kind": "void"}, If_Match='"1"')
    with writes_nothing():
        again = api.put(path, {"kind": "void"}, status=200, If_Match='"1"')
    assert again == told
    api.refused(409, "revision_id_reused", "put", path, {"kind": "restore"}, If_Match='"2"')


def test_a_change_without_if_match_is_428(books: Books, api: Asking) -> None:
    path = f"/deals/{books.record().deal_id}/revisions/{uuid4()}"
    api.refused(428, "if_match_missing", "put", path, {"kind": "void"})
    api.refused(400, "request_invalid", "put", path, {"kind": "void"}, If_Match="abc")


def test_a_change_of_what_has_changed_is_412_with_the_deal_as_it_is(
    books: Books, api: Asking
) -> None:
    deal = books.record().deal_id
    revise(books, deal, "correct", sheet=books.sheet(eats=[(1, False)]))
    path = f"/deals/{deal}/revisions/{uuid4()}"
    problem = api.refused(412, "stale_revision", "put", path, {"kind": "void"}, If_Match='"1"')
    now = problem["current"]
    assert (now["id"], now["n"], now["kind"]) == (str(deal), 2, "correct")
    assert now["sheet"]["eats"][0]["eater"] == books.seat(1)
    assert [seat["net_points"] for seat in now["seats"]] == [5, 0, -2, -3]


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"kind": "restore"}, 409, "deal_not_void"),
        ({"kind": "correct"}, 409, "sheet_missing"),
        ({"kind": "rescore"}, 400, "request_invalid"),
        ({}, 400, "request_invalid"),
        ({"kind": "void", "stake_points": 0}, 400, "stake_invalid"),
        ({"kind": "void", "ruleset_version_id": 10**9}, 409, "ruleset_unknown"),
        ({"kind": "correct", "sheet": {}}, 422, "sheet_invalid"),
    ],
)
def test_revisions_that_make_no_sense_are_refused(
    books: Books, api: Asking, given: dict[str, Any], status: int, code: str
) -> None:
    path = f"/deals/{books.record().deal_id}/revisions/{uuid4()}"
    api.refused(status, code, "put", path, given, If_Match='"1"')


def test_a_settled_night_wants_a_managers_note(books: Books) -> None:
    deal = books.record().deal_id
    settle(books)
    path = f"/deals/{deal}/revisions/{uuid4()}"
    void: dict[str, Any] = {"kind": "void"}
    scorer = Asking.as_login(books.actor(Role.SCORER))
    scorer.refused(403, "role_too_low", "put", path, void, If_Match='"1"')
    manager = Asking.as_login(books.actor(Role.MANAGER))
    manager.refused(409, "note_required", "put", path, void, If_Match='"1"')
    assert manager.put(path, void | {"note": "ghi nhầm"}, If_Match='"1"')["n"] == 2


def test_an_u_that_followed_is_named_in_the_answer(pot_books: Books) -> None:
    api = Asking.as_login(pot_books.owner)
    first = pot_books.record().deal_id
    second = pot_books.record(pot_books.sheet(u=(1, "plain"))).deal_id
    told = api.put(f"/deals/{first}/revisions/{uuid4()}", {"kind": "void"}, If_Match='"1"')
    assert told["followed"] == [
        {
            "deal_id": str(second),
            "number": 2,
            "pot_before_points": 8,
            "pot_after_points": 0,
        }
    ]


def test_another_clubs_deal_is_not_found(books: Books, strangers: Books, api: Asking) -> None:
    theirs = strangers.record().deal_id
    api.refused(
        404,
        "not_found",
        "put",
        f"/deals/{theirs}/revisions/{uuid4()}",
        {"kind": "void"},
        If_Match='"1"',
    )
    for part in ("", "/revisions", "/transfers", "/disputes", "/duplicates"):
        api.refused(404, "not_found", "get", f"/deals/{theirs}{part}")
        api.refused(404, "not_found", "get", f"/deals/{uuid4()}{part}")
