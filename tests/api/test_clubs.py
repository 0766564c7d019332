"""Clubs through the API: listed, made, changed and closed."""

import pytest

from scoring.actors import Role
from scoring.models import Club, Login
from tests.api.programs import program_of
from tests.books import Books, make_books
from tests.services.checks import writes_nothing

CLUBS, CLUB = "/api/v1/clubs", "/api/v1/clubs/clb-mau"
JSON = "application/json"


def _told(books: Books, **changed) -> dict:
    return {
        "slug": "clb-mau",
        "name": "CLB clb-mau",
        "time_zone": "Asia/Ho_Chi_Minh",
        "day_cutoff_hours": 6,
        "language": "vi",
        "visibility": "private",
        "rotates_loser": False,
        "swaps_after_u": False,
        "counts_points": False,
        "role": "owner",
        **changed,
    }


def test_a_program_sees_the_clubs_of_its_login(program, books: Books) -> None:
    make_books(slug="clb-khac")
    assert program.get(CLUBS).json() == {"results": [_told(books)]}
    assert program.get(CLUB).json() == _told(books)
    assert program.get("/api/v1/clubs/clb-khac").status_code == 404


def test_a_club_is_made_once_by_its_slug(program, books: Books) -> None:
    body = {"slug": "clb-moi", "name": "CLB Mới", "day_cutoff_hours": 4}
    made = program.post(CLUBS, body, content_type=JSON)
    assert (made.status_code, made.json()) == (
        201,
        _told(books, slug="clb-moi", name="CLB Mới", day_cutoff_hours=4),
    )
    with writes_nothing():
        again = program.post(CLUBS, body, content_type=JSON)
    assert (again.status_code, again.json()["code"]) == (409, "slug_taken")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "CLB"}, "request_invalid"),
        ({"slug": "clb-moi", "name": "CLB", "visibility": "public"}, "request_invalid"),
        ({"slug": "clb-moi", "name": "CLB", "day_cutoff_hours": "6"}, "request_invalid"),
        ({"slug": "clb-moi", "name": "CLB", "day_cutoff_hours": 13}, "request_invalid"),
        ({"slug": "Clb Mới", "name": "CLB"}, "slug_invalid"),
        ({"slug": "clb-moi", "name": "CLB", "time_zone": "Asia/Saigon_"}, "time_zone_unknown"),
    ],
)
def test_a_club_that_cannot_be_is_refused(program, body, code) -> None:
    with writes_nothing():
        answer = program.post(CLUBS, body, content_type=JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_an_owner_changes_what_is_sent_and_nothing_else(program, books: Books) -> None:
    changed = program.patch(CLUB, {"name": "CLB Cầu Giấy"}, content_type=JSON)
    assert changed.json() == _told(books, name="CLB Cầu Giấy")
    changed = program.patch(CLUB, {"rotates_loser": True}, content_type=JSON)
    assert changed.json() == _told(books, name="CLB Cầu Giấy", rotates_loser=True)
    with writes_nothing():
        for habit in ("swaps_after_u", "counts_points"):
            loose = program.patch(CLUB, {habit: "yes"}, content_type=JSON)
            assert (loose.status_code, loose.json()["code"]) == (400, "request_invalid")
        assert program.patch(CLUB, {}, content_type=JSON).status_code == 200
        wrong = program.patch(CLUB, {"time_zone": "Asia/Saigon_"}, content_type=JSON)
    assert (wrong.status_code, wrong.json()["values"]) == (400, {"field": "time_zone"})


def test_a_manager_changes_no_club(books: Books) -> None:
    manager = program_of(books.actor(Role.MANAGER))
    with writes_nothing():
        for answer in (
            manager.patch(CLUB, {"name": "Mới"}, content_type=JSON),
            manager.post(f"{CLUB}/closing", {"slug": "clb-mau"}, content_type=JSON),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "role_too_low")


def test_closing_wants_the_slug_and_is_for_good(program, books: Books) -> None:
    with writes_nothing():
        slip = program.post(f"{CLUB}/closing", {"slug": "clb-mao"}, content_type=JSON)
    assert (slip.status_code, slip.json()["code"]) == (400, "confirmation_wrong")
    assert (
        program.post(f"{CLUB}/closing", {"slug": "clb-mau"}, content_type=JSON).status_code == 204
    )
    assert program.get(CLUB).status_code == 404
    assert Club.objects.get(pk=books.club.pk).name == "CLB đã đóng"


def test_a_login_without_a_club_has_an_empty_list(db) -> None:
    from scoring.actors import Actor

    nobody = Actor.of_login(Login.objects.create_user("moi").pk)
    assert program_of(nobody).get(CLUBS).json() == {"results": []}
