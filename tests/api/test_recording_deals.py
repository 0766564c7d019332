"""Recording deals by the API."""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.actors import Role
from scoring.services.terms import change_terms
from scoring.services.tokens import create_token
from tests.api.asking import Asking
from tests.api.deals import PLAYED, body, record_path
from tests.books import Books
from tests.services.checks import points_of, revise, settle, writes_nothing


def test_a_deal_is_recorded_once_and_told_again(books: Books, api: Asking) -> None:
    deal_id = uuid4()
    told = api.put(record_path(books, deal_id), body(books) | {"base_number": 0})
    assert told["id"] == str(deal_id)
    assert (told["number"], told["n"], told["kind"]) == (1, 1, "record")
    assert told["net_points"] == dict(zip(books.seats(), (6, -1, -2, -3), strict=True))
    assert (told["followed"], told["doubles"]) == ([], None)
    assert api.answer["ETag"] == '"1"'
    assert points_of(books) == [6, -1, -2, -3, 0]
    with writes_nothing():
        again = api.put(record_path(books, deal_id), body(books) | {"base_number": 0}, status=200)
    assert again == told


def test_a_repeated_record_is_told_the_deal_as_it_is_now(books: Books, api: Asking) -> None:
    deal_id = uuid4()
    api.put(record_path(books, deal_id), body(books))
    revise(books, deal_id, "void")
    told = api.put(record_path(books, deal_id), body(books), status=200)
    assert (told["n"], told["kind"], told["net_points"]) == (2, "void", {})


def test_an_id_used_for_other_content_is_refused_with_the_deal_it_names(
    books: Books, api: Asking
) -> None:
    deal_id = uuid4()
    api.put(record_path(books, deal_id), body(books))
    other = body(books, eats=[(1, False)])
    problem = api.refused(409, "deal_id_reused", "put", record_path(books, deal_id), other)
    assert problem["current"]["id"] == str(deal_id)
    assert problem["values"] == {"deal_id": str(deal_id)}


def test_another_clubs_deal_id_is_refused_without_telling_of_it(
    books: Books, strangers: Books, api: Asking
) -> None:
    theirs = strangers.record().deal_id
    problem = api.refused(409, "deal_id_reused", "put", record_path(books, theirs), body(books))
    assert "current" not in problem


def test_what_the_engine_refuses_is_422_with_names_in_the_sentence(
    books: Books, api: Asking
) -> None:
    given = body(books, eats=[(1, False)] * 3)
    problem = api.refused(422, "three_eats_without_u", "put", record_path(books, uuid4()), given)
    assert problem["values"] == {"seat": books.seat(1)}
    assert problem["detail"].startswith("Bình ăn ba cây")
    english = api.refused(
        422,
        "three_eats_without_u",
        "put",
        record_path(books, uuid4()),
        given,
        Accept_Language="en",
    )
    assert "Bình" in english["detail"]
    assert english["detail"] != problem["detail"]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"played_at": "2026-09-04T20:15:00"}, "played_at"),
        ({"played_at": 5}, "played_at"),
        ({"played_at": "hôm qua"}, "played_at"),
        ({"stake_points": "5"}, "stake_points"),
        ({"stake_points": 5.0}, "stake_points"),
        ({"stake_points": True}, "stake_points"),
        ({"stake_points": 2**70}, "stake_points"),
        ({"base_number": -1}, "base_number"),
        ({"note": 5}, "note"),
        ({"note": "a\u0000b"}, "note"),
        ({"stakes": 5}, "stakes"),
    ],
)
def test_what_is_of_another_form_is_400_with_its_path(
    books: Books, api: Asking, changed: dict[str, Any], field: str
) -> None:
    given = body(books) | changed
    problem = api.refused(400, "request_invalid", "put", record_path(books, uuid4()), given)
    assert problem["errors"][0]["field"] == field


def test_what_is_no_json_is_400_and_what_is_no_object_too(books: Books, api: Asking) -> None:
    for given in ("{", "[]", "5", "[" * 100_000):
        path = f"/api/v1{record_path(books, uuid4())}"
        answer = api.client.put(path, given, content_type="application/json")
        assert answer.status_code == 400, given[:5]
        assert answer.json()["code"] == "request_invalid"


@pytest.mark.parametrize("sheet", [None, 5, [], "x", {"seats": 5}])
def test_a_sheet_of_another_form_is_the_engines_to_refuse(
    books: Books, api: Asking, sheet: Any
) -> None:
    given = {"sheet": sheet, "played_at": PLAYED}
    if sheet is None:
        api.refused(400, "request_invalid", "put", record_path(books, uuid4()), given)
    else:
        api.refused(422, "sheet_invalid", "put", record_path(books, uuid4()), given)


def test_a_clock_of_another_century_is_400(books: Books, api: Asking) -> None:
    given = body(books) | {"played_at": "1970-01-01T00:00:00Z"}
    api.refused(400, "played_at_invalid", "put", record_path(books, uuid4()), given)


@pytest.mark.parametrize(
    ("state", "code"), [("settled", "night_settled"), ("locked", "night_locked")]
)
def test_a_night_that_takes_no_deal_says_what_holds_now(
    books: Books, api: Asking, state: str, code: str
) -> None:
    from scoring.models import NightState

    books.record()
    settle(books, NightState(state))
    problem = api.refused(409, code, "put", record_path(books, uuid4()), body(books))
    now = problem["current"]
    assert (now["id"], now["state"], now["last_number"]) == (books.table.pk, state, 1)
    assert [seat["name"] for seat in now["seats"]] == ["An", "Bình", "Chi", "Dũng"]


def test_terms_the_table_never_had_are_refused_with_those_in_force(
    books: Books, api: Asking
) -> None:
    given = body(books) | {"stake_points": 7}
    problem = api.refused(409, "terms_unknown", "put", record_path(books, uuid4()), given)
    assert problem["values"] == {"field": "stake_points"}
    assert problem["current"]["stake_points"] == 1


def test_a_deal_is_booked_under_the_terms_its_phone_showed(books: Books, api: Asking) -> None:
    change_terms(actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), stake_points=5)
    old = body(books) | {"stake_points": 1, "base_number": 0}
    assert api.put(record_path(books, uuid4()), old)["net_points"][books.seat(0)] == 6
    assert api.put(record_path(books, uuid4()), body(books))["net_points"][books.seat(0)] == 30


def test_a_pot_that_would_be_overdrawn_is_409(pot_books: Books) -> None:
    api = Asking.as_login(pot_books.owner)
    first = pot_books.record().deal_id
    pot_books.record(pot_books.sheet(adjustments=[("POT", 0, 5)]))
    problem = api.refused(
        409,
        "pot_overdrawn",
        "put",
        f"/deals/{first}/revisions/{uuid4()}",
        {"kind": "void"},
        If_Match='"1"',
    )
    # Without ván 1 four antes lie in the pot, and five bets at stake 2 are taken out of it.
    assert problem["values"] == {"deal_number": 2, "missing_points": 2}
    assert problem["current"]["id"] == str(first)


def test_nobody_and_strangers_record_nothing(books: Books, strangers: Books) -> None:
    path = record_path(books, uuid4())
    Asking().refused(401, "not_signed_in", "put", path, body(books))
    Asking(Authorization="Token 0123").refused(401, "not_signed_in", "put", path, body(books))
    outside = Asking.as_login(strangers.owner)
    outside.refused(404, "not_found", "put", path, body(books))
    outside.refused(404, "not_found", "put", f"/tables/{10**9}/deals/{uuid4()}", body(books))
    member = Asking.as_login(books.actor(Role.MEMBER))
    problem = member.refused(403, "role_too_low", "put", path, body(books))
    assert problem["values"] == {"needed": "scorer"}


def test_another_clubs_player_cannot_sit_down(books: Books, strangers: Books, api: Asking) -> None:
    given = body(books, seats=[strangers.seat(0), *books.seats()[1:]])
    problem = api.refused(409, "player_unknown", "put", record_path(books, uuid4()), given)
    assert problem["values"]["seat"] == strangers.seat(0)


def test_a_token_records_as_the_site_does(books: Books) -> None:
    token = create_token(login_id=books.owner.login_id or 0).token
    api = Asking(Authorization=f"Token {token}")
    assert api.put(record_path(books, uuid4()), body(books))["number"] == 1


def test_recording_by_the_api_asks_little_more_than_the_service(
    books: Books, django_assert_max_num_queries
) -> None:
    token = create_token(login_id=books.owner.login_id or 0).token
    others = iter(([(1, False)], [(2, False)]))  # of the same content they would be paired
    for asking in (Asking.as_device(books), Asking(Authorization=f"Token {token}")):
        eats = next(others)
        asking.put(record_path(books, uuid4()), body(books, eats=eats))
        # 12 of the service, 2 of its savepoint (a transaction outside of tests), 1 for the token.
        with django_assert_max_num_queries(15):
            asking.put(record_path(books, uuid4()), body(books, eats=eats))


def test_a_token_that_is_dead_or_none_at_all_is_401(books: Books) -> None:
    from datetime import timedelta

    from knox.models import AuthToken

    token = create_token(login_id=books.owner.login_id or 0).token
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    path = f"/tables/{books.table.pk}"
    for wrong in (token, "ÿ", "x" * 5000, "' OR 1=1"):
        Asking(Authorization=f"Token {wrong}").get(path, status=401)
    assert not AuthToken.objects.exists()
