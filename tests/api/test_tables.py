"""Opening and reading tables, their terms, and the phones that join them."""

from typing import Any
from uuid import uuid4

import pytest

from scoring.actors import Role
from scoring.models import Device, JoinCode, Table, TableTerms
from scoring.services.joining import create_code, revoke_code
from scoring.services.nights import open_table
from scoring.services.terms import change_terms
from tests.api.asking import Asking
from tests.books import Books
from tests.services.checks import settle, writes_nothing

NIGHT = "/clubs/clb-mau/nights/2026-09-04"


# Tables


def test_a_table_is_opened_once_under_a_key(books: Books, api: Asking) -> None:
    given = {"label": "Bàn 2", "stake_points": 5, "seats": books.seats(), "bench": [books.seat(4)]}
    told = api.post(f"{NIGHT}/tables", given, Idempotency_Key="mo-ban-2")
    assert (told["label"], told["stake_points"], told["day"]) == ("Bàn 2", 5, "2026-09-04")
    assert [seat["name"] for seat in told["seats"]] == ["An", "Bình", "Chi", "Dũng"]
    assert [seat["name"] for seat in told["bench"]] == ["Giang"]
    assert told["role"] == "owner"
    with writes_nothing():
        again = api.post(f"{NIGHT}/tables", given, status=200, Idempotency_Key="mo-ban-2")
    assert again == told
    other = given | {"label": "Bàn 3"}
    api.refused(
        409,
        "idempotency_key_reused",
        "post",
        f"{NIGHT}/tables",
        other,
        Idempotency_Key="mo-ban-2",
    )
    assert [table["label"] for table in api.get(f"{NIGHT}/tables")["results"]] == [
        "Bàn 1",
        "Bàn 2",
    ]


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"label": " "}, 400, "request_invalid"),
        ({"label": "Bàn 1"}, 409, "name_taken"),
        ({"label": "x" * 41}, 400, "name_too_long"),
        ({"stake_points": 0}, 400, "stake_invalid"),
        ({"stake_points": 1_000_001}, 400, "stake_invalid"),
        ({"seats": ["x"]}, 400, "request_invalid"),
        ({"seats": [str(uuid4())]}, 409, "player_unknown"),
        ({"ruleset_version_id": 10**9}, 409, "ruleset_unknown"),
        ({"label": None}, 400, "request_invalid"),
    ],
)
def test_tables_that_make_no_sense_are_refused(
    books: Books, api: Asking, changed: dict[str, Any], status: int, code: str
) -> None:
    given = {"label": "Bàn 2", "stake_points": 1, "seats": books.seats()} | changed
    api.refused(status, code, "post", f"{NIGHT}/tables", given)


def test_a_settled_night_opens_no_table(books: Books, api: Asking) -> None:
    books.record()
    settle(books)
    given = {"label": "Bàn 2", "stake_points": 1}
    api.refused(409, "night_settled", "post", f"{NIGHT}/tables", given)


def test_a_table_is_told_again_only_when_something_changed(books: Books, api: Asking) -> None:
    path = f"/tables/{books.table.pk}"
    told = api.get(path)
    tag = api.answer["ETag"]
    assert (told["version"], told["last_number"], told["club"]) == (1, 0, "clb-mau")
    assert api.get(path, status=304, If_None_Match=tag) is None
    assert api.answer["ETag"] == tag
    api.get(path, If_None_Match=tag, Accept_Language="en")
    assert api.answer["ETag"] != tag
    member = Asking.as_login(books.actor(Role.MEMBER))
    assert member.get(path, If_None_Match=tag)["role"] == "member"
    books.record()
    told = api.get(path, If_None_Match=tag)
    assert (told["last_number"], told["version"]) == (1, 2)
    tag = api.answer["ETag"]
    settle(books)
    assert api.get(path, If_None_Match=tag)["state"] == "settled"


def test_a_table_unchanged_costs_two_statements(
    books: Books, api: Asking, django_assert_max_num_queries
) -> None:
    path = f"/tables/{books.table.pk}"
    api.get(path)
    tag = api.answer["ETag"]
    with django_assert_max_num_queries(2):
        api.get(path, status=304, If_None_Match=tag)


def test_tables_of_a_night_take_as_many_statements_for_many_as_for_one(
    books: Books, api: Asking, django_assert_num_queries
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as few:
        api.get(f"{NIGHT}/tables")
    for number in (2, 3, 4):
        open_table(
            actor=books.owner,
            club_id=books.club.pk,
            night_id=books.night.pk,
            label=f"Bàn {number}",
            stake_points=1,
            seats=[player.pk for player in books.people[1:5]],
        )
    with django_assert_num_queries(len(few)):
        assert len(api.get(f"{NIGHT}/tables")["results"]) == 4


def test_another_clubs_table_is_not_found(books: Books, strangers: Books, api: Asking) -> None:
    for part in ("", "/deals", "/terms", "/codes", "/devices", "/duplicates"):
        api.refused(404, "not_found", "get", f"/tables/{strangers.table.pk}{part}")
    theirs = "/clubs/clb-khac/nights/2026-09-04/tables"
    api.refused(404, "not_found", "get", theirs)
    api.refused(404, "not_found", "post", theirs, {"label": "Bàn 2", "stake_points": 1})
    api.refused(404, "not_found", "get", "/clubs/clb-mau/nights/2026-09-05/tables")


# Terms


def test_terms_are_changed_and_taken_back_once(books: Books, api: Asking) -> None:
    path = f"/tables/{books.table.pk}/terms"
    change, back = uuid4(), uuid4()
    given = {"stake_points": 5, "seats": books.seats(3), "bench": [books.seat(3)]}
    told = api.put(f"{path}/{change}", given)
    assert (told["n"], told["changed"], told["from_number"]) == (2, "stake,seats", 1)
    with writes_nothing():
        assert api.put(f"{path}/{change}", given, status=200) == told
    cancel = {"cancels_id": str(change)}
    taken = api.put(f"{path}/{back}", cancel)
    assert (taken["changed"], taken["cancels_id"], taken["stake_points"]) == (
        "cancel",
        str(change),
        1,
    )
    with writes_nothing():
        assert api.put(f"{path}/{back}", cancel, status=200) == taken
    listed = api.get(path)["results"]
    assert [(row["n"], row["is_cancelled"]) for row in listed] == [
        (3, False),
        (2, True),
        (1, False),
    ]
    assert Table.objects.get(pk=books.table.pk).stake_points == 1


def test_terms_that_cannot_be_are_refused_with_the_table_as_it_is(
    books: Books, api: Asking
) -> None:
    path = f"/tables/{books.table.pk}/terms"
    change = uuid4()
    change_terms(actor=books.owner, table_id=books.table.pk, terms_id=change, stake_points=5)
    books.record()
    problem = api.refused(
        409, "terms_used", "put", f"{path}/{uuid4()}", {"cancels_id": str(change)}
    )
    assert (problem["current"]["last_number"], problem["current"]["stake_points"]) == (1, 5)
    reused = {"stake_points": 6}
    api.refused(409, "terms_id_reused", "put", f"{path}/{change}", reused)
    last = {"cancels_id": str(uuid4())}
    api.refused(409, "terms_not_last", "put", f"{path}/{uuid4()}", last)
    both = {"cancels_id": str(change), "stake_points": 1}
    api.refused(400, "request_invalid", "put", f"{path}/{uuid4()}", both)
    api.refused(400, "stake_invalid", "put", f"{path}/{uuid4()}", {"stake_points": 0})
    twice = {"seats": [books.seat(0), books.seat(0)]}
    api.refused(400, "seats_invalid", "put", f"{path}/{uuid4()}", twice)
    settle(books)
    api.refused(409, "night_settled", "put", f"{path}/{uuid4()}", {"stake_points": 2})


def test_another_tables_terms_id_is_used_already(
    books: Books, strangers: Books, api: Asking
) -> None:
    theirs = TableTerms.objects.get(table=strangers.table).pk
    path = f"/tables/{books.table.pk}/terms/{theirs}"
    api.refused(409, "terms_id_reused", "put", path, {"stake_points": 2})


# Codes and phones


def test_a_code_is_told_once_and_its_phone_records_at_its_table_only(
    books: Books, api: Asking
) -> None:
    path = f"/tables/{books.table.pk}/codes"
    made = api.post(path, {"role": "scorer"}, Idempotency_Key="k1")
    again = api.post(path, {"role": "scorer"}, status=200, Idempotency_Key="k1")
    assert again == {"id": made["id"], "code": None}
    joined = Asking().post("/join", {"code": made["code"].lower(), "label": "máy của Chi"})
    assert joined["table_id"] == books.table.pk
    phone = Asking(Authorization=f"Device {joined['token']}")
    assert phone.get(f"/tables/{books.table.pk}")["role"] == "scorer"
    given = {"sheet": books.sheet_json(), "played_at": "2026-09-04T20:15:00+07:00"}
    deal = phone.put(f"/tables/{books.table.pk}/deals/{uuid4()}", given)
    assert phone.get(f"/deals/{deal['id']}")["number"] == 1
    history = phone.get(f"/deals/{deal['id']}/revisions")["results"]
    assert history[0]["author"] == {"kind": "device", "name": "", "device": "máy của Chi"}
    void = {"kind": "void"}
    phone.put(f"/deals/{deal['id']}/revisions/{uuid4()}", void, If_Match='"1"')
    other = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    phone.refused(404, "not_found", "put", f"/tables/{other.pk}/deals/{uuid4()}", given)
    phone.refused(404, "not_found", "get", f"/tables/{other.pk}")
    elsewhere = books.record(table_id=other.pk).deal_id
    phone.refused(404, "not_found", "get", f"/deals/{elsewhere}")
    phone.refused(401, "not_signed_in", "get", "/clubs/clb-mau/nights")
    phone.refused(403, "role_too_low", "get", path)
    phone.refused(403, "role_too_low", "post", path, {"role": "viewer"})
    listed = api.get(path)["results"]
    assert [(row["role"], row["device_count"], row["is_live"]) for row in listed] == [
        ("scorer", 1, True)
    ]
    devices = api.get(f"/tables/{books.table.pk}/devices")["results"]
    assert [(row["id"], row["label"]) for row in devices] == [(joined["device_id"], "máy của Chi")]


def test_a_viewers_phone_sees_and_records_nothing(books: Books) -> None:
    phone = Asking.as_device(books, "viewer")
    assert phone.get(f"/tables/{books.table.pk}")["role"] == "member"
    given = {"sheet": books.sheet_json(), "played_at": "2026-09-04T20:15:00+07:00"}
    path = f"/tables/{books.table.pk}/deals/{uuid4()}"
    phone.refused(403, "role_too_low", "put", path, given)


def test_with_its_code_a_phones_token_is_dead(books: Books, api: Asking) -> None:
    phone = Asking.as_device(books)
    code = JoinCode.objects.get()
    api.post(f"/codes/{code.pk}/revoke", status=204)
    with writes_nothing():
        api.post(f"/codes/{code.pk}/revoke", status=204)
    phone.refused(401, "not_signed_in", "get", f"/tables/{books.table.pk}")
    assert "WWW-Authenticate" in phone.answer
    for wrong in ("Device", "Device x y", "Device ÿ", "Device " + "x" * 5000):
        Asking(Authorization=wrong).refused(
            401, "not_signed_in", "get", f"/tables/{books.table.pk}"
        )


def test_codes_are_the_managers_of_their_own_club(books: Books, strangers: Books) -> None:
    code_id, _ = create_code(actor=strangers.owner, table_id=strangers.table.pk, role="scorer")
    owner = Asking.as_login(books.owner)
    owner.refused(404, "not_found", "post", f"/codes/{code_id}/revoke")
    owner.refused(404, "not_found", "post", f"/codes/{10**9}/revoke")
    scorer = Asking.as_login(books.actor(Role.SCORER))
    path = f"/tables/{books.table.pk}/codes"
    scorer.refused(403, "role_too_low", "post", path, {"role": "scorer"})
    scorer.refused(403, "role_too_low", "get", path)
    scorer.refused(403, "role_too_low", "get", f"/tables/{books.table.pk}/devices")
    owner.refused(400, "request_invalid", "post", path, {"role": "owner"})


@pytest.mark.parametrize("given", [{"code": "ABCDEF"}, {"code": "' OR 1=1 --"}])
def test_a_code_nobody_made_joins_nothing(books: Books, given: dict[str, str]) -> None:
    Asking().refused(404, "code_unknown", "post", "/join", given)


def test_a_revoked_code_joins_nobody(books: Books) -> None:
    code_id, code = create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    revoke_code(actor=books.owner, code_id=code_id)
    Asking().refused(404, "code_unknown", "post", "/join", {"code": code})
    assert not Device.objects.exists()


def test_guessing_codes_is_slow(books: Books) -> None:
    asking = Asking()
    for _ in range(30):
        asking.post("/join", {"code": "ABCDEF"}, status=404)
    asking.refused(429, "too_many_requests", "post", "/join", {"code": "ABCDEF"})
    assert int(asking.answer["Retry-After"]) > 0
