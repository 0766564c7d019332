"""Recording, revising and reading deals by the API."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from scoring.actors import Role
from scoring.engine import Ruleset as Rules
from scoring.models import Deal, DealRevision
from scoring.services import rulesets
from scoring.services.nights import open_table
from scoring.services.terms import change_terms
from scoring.services.tokens import create_token
from tests.api.asking import Asking
from tests.books import EVENING, Books
from tests.services.checks import points_of, revise, settle, writes_nothing

PLAYED = "2026-09-04T20:15:00+07:00"


def body(books: Books, **changes: Any) -> dict[str, Any]:
    """What a phone sends; keys of the sheet given replace its own."""
    return {"sheet": books.sheet_json(**changes), "played_at": PLAYED}


def record_path(books: Books, deal_id: UUID) -> str:
    return f"/tables/{books.table.pk}/deals/{deal_id}"


# Recording


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


# Revising


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


# Reading


def test_a_deal_is_told_with_sheet_seats_and_reasons(books: Books, api: Asking) -> None:
    deal = books.record(books.sheet(eats=[(1, False)]), note="ván mẫu")
    told = api.get(f"/deals/{deal.deal_id}")
    assert api.answer["ETag"] == '"1"'
    assert (told["number"], told["n"], told["note"]) == (1, 1, "ván mẫu")
    assert (told["played_at"], told["is_void"]) == ("2026-09-04T13:00:00Z", False)
    assert told["sheet"]["hands"][books.seat(2)]["points"] == 20
    assert [(seat["name"], seat["place"], seat["net_points"]) for seat in told["seats"]] == [
        ("An", 1, 5),
        ("Bình", 2, 0),
        ("Chi", 3, -2),
        ("Dũng", 4, -3),
    ]
    eat, *places = told["transfers"]
    assert (eat["payer"]["name"], eat["payee"]["name"], eat["points"]) == ("An", "Bình", 1)
    assert (eat["reason"], eat["rule"], eat["label"]) == ("eat", "R-11", "Ăn")
    assert eat["why"] == "Bình ăn cây An đánh ra."
    assert eat["arithmetic"] == "1 cược × mức 1 = 1 điểm"
    assert [line["points"] for line in places] == [1, 2, 3]
    assert api.get(f"/deals/{deal.deal_id}/transfers")["results"] == told["transfers"]
    english = api.get(f"/deals/{deal.deal_id}", Accept_Language="en")["transfers"][0]["why"]
    assert english != eat["why"]
    assert "Bình" in english


def test_the_pot_is_an_end_of_its_own(pot_books: Books) -> None:
    api = Asking.as_login(pot_books.owner)
    told = api.get(f"/deals/{pot_books.record().deal_id}")
    assert told["transfers"][0]["payee"] == {"kind": "pot", "player_id": None, "name": "Gà"}


def test_the_history_is_told_with_before_and_after(books: Books, api: Asking) -> None:
    deal = books.record().deal_id
    revise(books, deal, "void", note="ghi nhầm")
    page = api.get(f"/deals/{deal}/revisions")
    void, recorded = page["results"]
    assert (page["next"], page["previous"]) == (None, None)
    assert (void["n"], void["kind"], void["note"]) == (2, "void", "ghi nhầm")
    assert void["author"] == {"kind": "login", "name": "owner-clb-mau", "device": ""}
    assert void["before"] == recorded["after"]
    assert (void["after"]["is_void"], void["after"]["seats"]) == (True, [])
    assert recorded["before"] is None
    assert [seat["net_points"] for seat in recorded["after"]["seats"]] == [6, -1, -2, -3]


def test_deals_come_in_pages_that_stay_put_while_more_are_recorded(
    books: Books, api: Asking
) -> None:
    for _ in range(5):
        books.record()
    path = f"/tables/{books.table.pk}/deals?page_size=2"
    page = api.get(path)
    assert [deal["number"] for deal in page["results"]] == [5, 4]
    books.record()
    numbers = []
    while page["next"]:
        page = api.get(page["next"].split("/api/v1")[1])
        numbers += [deal["number"] for deal in page["results"]]
    assert numbers == [3, 2, 1]


def test_deals_of_a_night_come_from_all_its_tables_and_can_be_chosen(
    books: Books, api: Asking
) -> None:
    other = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    books.record()
    books.record(books.sheet(u=(1, "plain"), seats=books.seats(3)), table_id=other.pk)
    path = "/clubs/clb-mau/nights/2026-09-04/deals"

    def told(query: str = "") -> list[tuple[str, int]]:
        found = api.get(path + query)["results"]
        return [(deal["table_label"], deal["number"]) for deal in found]

    assert sorted(told()) == [("Bàn 1", 1), ("Bàn 2", 1)]
    assert told("?ending=u") == [("Bàn 2", 1)]
    assert told(f"?player_id={books.seat(3)}") == [("Bàn 1", 1)]
    assert told(f"?player_id={uuid4()}") == []
    for wrong in ("?ending=x", "?player_id=5", "?page_size=0", "?page_size=500", "?sort=n"):
        api.refused(400, "request_invalid", "get", path + wrong)


@pytest.mark.parametrize(
    "path",
    ["/tables/{table}/deals", "/clubs/clb-mau/nights/2026-09-04/deals", "/deals/{deal}/revisions"],
)
def test_long_lists_take_as_many_statements_as_short_ones(
    books: Books, api: Asking, path: str, django_assert_num_queries
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    deal = books.record().deal_id
    revise(books, deal, "void")
    address = path.format(table=books.table.pk, deal=deal)
    api.get(address)
    with CaptureQueriesContext(connection) as few:
        api.get(address)
    for _ in range(4):
        books.record(books.sheet(eats=[(1, False)]))
        revise(books, deal, "restore")
        revise(books, deal, "void")
    with django_assert_num_queries(len(few)):
        api.get(address)


def test_the_published_rules_of_the_deal_are_those_it_was_recorded_under(
    books: Books, api: Asking
) -> None:
    version = rulesets.publish_ruleset(
        actor=books.owner,
        club_id=books.club.pk,
        name="Luật khác",
        rules=Rules.from_json({"mom_pay": 9}),
    )
    deal = books.record().deal_id
    given = {
        "kind": "correct",
        "sheet": books.sheet_json(),
        "ruleset_version_id": version.pk,
        "stake_points": 3,
    }
    told = api.put(f"/deals/{deal}/revisions/{uuid4()}", given, If_Match='"1"')
    assert told["net_points"][books.seat(0)] == 18
    assert api.get(f"/deals/{deal}")["ruleset_version_id"] == version.pk
    assert Deal.objects.get(pk=deal).current == DealRevision.objects.get(n=2)
    assert Deal.objects.get(pk=deal).played_at == EVENING
    assert timezone.is_aware(Deal.objects.get(pk=deal).played_at)
