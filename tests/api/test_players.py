"""People through the API: found, added once, renamed, claimed, merged; and their figures."""

from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.models import Login, Player
from scoring.services.members import add_member
from tests.api.programs import program_of
from tests.books import Books, make_books
from tests.services.checks import settle, writes_nothing

PLAYERS = "/api/v1/clubs/clb-mau/players"
JSON = "application/json"


def _add(program, name: str = "Đặng Khách", **headers):
    body = {"name": name, "is_guest": True}
    return program.post(PLAYERS, body, content_type=JSON, headers=headers)


def _guest(program, name: str = "Đặng Khách") -> str:
    return str(_add(program, name).json()["player_id"])


def _one(player_id: object, rest: str = "") -> str:
    return f"{PLAYERS}/{player_id}{rest}"


def _post(program, player_id: object, what: str, body: dict | None = None, **headers):
    return program.post(_one(player_id, f"/{what}"), body or {}, content_type=JSON, headers=headers)


# The roster


def test_people_come_in_vietnamese_order_page_by_page(program, books: Books) -> None:
    for name in ("Đỗ Ánh", "Ân"):
        _guest(program, name)
    names, url = [], f"{PLAYERS}?page_size=3"
    while url:
        page = program.get(url).json()
        names += [row["name"] for row in page["results"]]
        url = page["next"]
    assert names == ["An", "Đỗ Ánh", "Ân", "Bình", "Chi", "Dũng", "Giang"]


@pytest.mark.parametrize("query", ["dang khach", "KHÁCH đặng", "hac"])
def test_people_are_found_without_marks(program, books: Books, query: str) -> None:
    _guest(program)
    found = program.get(PLAYERS, {"q": query}).json()["results"]
    assert [row["name"] for row in found] == ["Đặng Khách"]


def test_what_a_list_does_not_know_is_refused(program) -> None:
    for query in ("?name=An", "?page_size=0", "?page_size=201"):
        assert program.get(PLAYERS + query).json()["code"] == "request_invalid"


def test_the_list_asks_no_more_with_more_people(program, books: Books) -> None:
    counted = []
    for number in range(3):
        _guest(program, f"Khách {number}")
        with CaptureQueriesContext(connection) as queries:
            assert program.get(PLAYERS).status_code == 200
        counted.append(len(queries))
    assert counted == [counted[0]] * 3


def test_a_player_is_told_with_who_they_are_by_now(program, books: Books) -> None:
    books.record()
    guest, an = _guest(program), str(books.people[0].pk)
    _post(program, guest, "merge", {"into_id": an})
    assert program.get(_one(an)).json() == {
        "player_id": an,
        "root_id": an,
        "name": "An",
        "call_name": "An",
        "is_guest": False,
        "user_name": "",
        "deals": 1,
        "aliases": ["Đặng Khách"],
    }
    assert program.get(_one(guest)).json()["root_id"] == an


# Adding and renaming


def test_a_key_adds_one_person(program, books: Books) -> None:
    key = {"Idempotency-Key": "mot"}
    first = _add(program, **key)
    with writes_nothing():
        again = _add(program, **key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()


def test_a_name_is_refused_as_everywhere(program, books: Books) -> None:
    with writes_nothing():
        for name, status, code in (
            ("AN", 409, "name_taken"),
            ("", 400, "request_invalid"),
            ("x" * 81, 400, "request_invalid"),
            ("ﬃ" * 80, 400, "name_too_long"),
        ):
            answers = (
                _add(program, name),
                program.patch(_one(books.people[1].pk), {"name": name}, content_type=JSON),
            )
            for answer in answers:
                assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("is_guest", ["true", 1, None])
def test_a_guest_is_true_or_false(program, is_guest) -> None:
    with writes_nothing():
        body = {"name": "Mới", "is_guest": is_guest}
        answer = program.post(PLAYERS, body, content_type=JSON)
    assert (answer.status_code, answer.json()["values"]) == (400, {"field": "is_guest"})


def test_a_player_is_renamed(program, books: Books) -> None:
    answer = program.patch(_one(books.people[0].pk), {"name": "Trần  An"}, content_type=JSON)
    assert (answer.json()["name"], answer.json()["call_name"]) == ("Trần An", "An")


def test_a_scorer_adds_guests_alone(books: Books) -> None:
    scorer = program_of(books.actor(Role.SCORER))
    assert _add(scorer).status_code == 201
    with writes_nothing():
        answer = scorer.post(PLAYERS, {"name": "Mới"}, content_type=JSON)
    assert (answer.status_code, answer.json()["values"]) == (403, {"needed": "manager"})


# Claiming and merging


def test_a_guest_is_claimed_by_a_login_once(program, books: Books) -> None:
    login = Login.objects.create_user("lan")
    add_member(actor=books.owner, club_id=books.club.pk, user_name="lan", role=Role.MEMBER)
    guest, key = _guest(program), {"Idempotency-Key": "mot"}
    first = _post(program, guest, "claim", {"login_id": login.pk}, **key)
    assert (first.status_code, first.json()["user_name"]) == (200, "lan")
    with writes_nothing():
        again = _post(program, guest, "claim", {"login_id": login.pk}, **key)
        other = _post(program, guest, "claim", {"login_id": login.pk})
    assert (again.status_code, again.json()) == (200, first.json())
    assert (other.status_code, other.json()["code"]) == (409, "player_has_login")


def test_a_claimed_guest_becomes_the_player_the_login_has(program, books: Books) -> None:
    login_id, an = books.owner.login_id, str(books.people[0].pk)
    _post(program, an, "claim", {"login_id": login_id})
    answer = _post(program, _guest(program), "claim", {"login_id": login_id})
    assert answer.json()["player_id"] == an


def test_a_merge_is_previewed_done_once_and_taken_back(program, books: Books) -> None:
    books.record()
    settle(books)
    guest, an = _guest(program), str(books.people[0].pk)
    with writes_nothing():
        preview = program.get(_one(guest, f"/merge/{an}")).json()
    assert (preview["into"]["name"], preview["deals"], preview["aliases"]) == (
        "An",
        1,
        ["Đặng Khách"],
    )
    key = {"Idempotency-Key": "mot"}
    merged = _post(program, guest, "merge", {"into_id": an}, **key)
    assert (merged.status_code, merged.json()["aliases"]) == (200, ["Đặng Khách"])
    with writes_nothing():
        again = _post(program, guest, "merge", {"into_id": an}, **key)
        second = _post(program, guest, "merge", {"into_id": an})
    assert again.json() == merged.json()
    assert (second.status_code, second.json()["code"]) == (409, "player_merged")
    back = _post(program, guest, "unmerge")
    assert (back.status_code, back.json()["root_id"]) == (200, guest)
    assert Player.objects.get(pk=UUID(guest)).merged_into_id is None


def test_two_who_met_are_refused_with_the_deal(program, books: Books) -> None:
    deal = books.record()
    one, other = (person.pk for person in books.people[:2])
    with writes_nothing():
        for answer in (
            program.get(_one(one, f"/merge/{other}")),
            _post(program, one, "merge", {"into_id": str(other)}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (409, "merged_met")
            assert answer.json()["values"]["deal_id"] == str(deal.deal_id)


def test_members_merge_nobody(books: Books) -> None:
    member = program_of(books.actor(Role.SCORER))
    one, other = (str(person.pk) for person in books.people[3:])
    with writes_nothing():
        for answer in (
            _post(member, one, "merge", {"into_id": other}),
            _post(member, one, "unmerge"),
            _post(member, one, "claim", {"login_id": books.owner.login_id}),
            member.patch(_one(one), {"name": "Mới"}, content_type=JSON),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "role_too_low")


def test_another_clubs_people_are_not_found(program, books: Books) -> None:
    mine = books.people[4].pk
    for foreign in (make_books(slug="clb-khac").people[0].pk, uuid4()):
        with writes_nothing():
            for answer in (
                program.get(_one(foreign)),
                program.get(_one(foreign, "/figures")),
                program.get(_one(mine, f"/against/{foreign}")),
                program.get(_one(mine, f"/merge/{foreign}")),
                program.patch(_one(foreign), {"name": "Mới"}, content_type=JSON),
                _post(program, mine, "merge", {"into_id": str(foreign)}),
                _post(program, foreign, "unmerge"),
            ):
                assert answer.status_code == 404


# Figures


def test_figures_add_up(program, books: Books) -> None:
    """R-04 and R-11: An 6 − 1, then 6 from each of three by ù."""
    books.record(books.sheet(eats=[(1, False)]))
    books.record(books.sheet(u=(0, "plain")))
    told = program.get(_one(books.people[0].pk, "/figures")).json()
    assert (told["deals"], told["night_count"], told["net_points"]) == (2, 1, 23)
    assert told["places"] == [{"seats": 4, "place": 1, "count": 2}]
    assert told["nights"] == [{"day": "2026-09-04", "deals": 2, "points": 23}]
    assert [win["number"] for win in told["u_wins"]] == [2]
    assert sum(row["points"] for row in told["opponents"]) + told["elsewhere_points"] == 23
    met = program.get(_one(books.people[0].pk, f"/against/{books.people[1].pk}")).json()
    assert (met["deals"], met["placed"], met["higher"], met["points"]) == (2, 1, 1, 6)
    assert met["by_reason"] == {"place": 1, "eat": -1, "u": 6}
    assert met["eats"][0] == {"reason": "eat", "made": 0, "lost": 1}


def test_figures_are_of_one_season_where_one_is_named(program, books: Books) -> None:
    books.record()
    url = _one(books.people[0].pk, "/figures")
    assert program.get(url, {"season_id": books.season.pk}).json()["net_points"] == 6
    other = make_books(slug="clb-khac").season.pk
    assert program.get(url, {"season_id": other}).status_code == 404
    assert program.get(url, {"season_id": "x"}).json()["code"] == "request_invalid"


def test_figures_ask_no_more_with_more_deals(program, books: Books) -> None:
    counted = []
    for _ in range(3):
        books.record(books.sheet(u=(0, "plain")))
        with CaptureQueriesContext(connection) as queries:
            program.get(_one(books.people[0].pk, "/figures"))
        counted.append(len(queries))
    assert counted == [counted[0]] * 3
