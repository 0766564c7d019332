"""Settling and paying by programs: answers, repetitions, refusals, tags, and who may do what.

The night of most tests is one plain deal at stake 1: An is first and gets 1 + 2 + 3 = 6; Bình pays
1, Chi 2, Dũng 3.
"""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.models import AuditEvent, Login, Night, Payment, Player, Settlement
from scoring.services import clubs, questions, settlements
from tests.api.programs import program_of
from tests.books import make_books
from tests.services.checks import correct, settle, writes_nothing
from tests.services.settling import gives, in_night, pay, payment, plan, states_of

pytestmark = pytest.mark.django_db

NIGHT = "/api/v1/clubs/clb-mau/nights/2026-09-04"
UUID_OF_NOBODY = "0b8b3e5e-58a4-4d0e-9d0f-6a3f1c1b2a99"


@pytest.fixture
def settled(books):
    """The night of one plain deal, settled."""
    books.record()
    settle(books)
    return books


def ask(program: Client, path: str, body: Any = None, status: int = 200, **headers: str) -> Any:
    """GET, or POST where there is a body; the JSON of the answer."""
    said = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is None:
        answer = program.get(path, headers=said)
    else:
        answer = program.post(path, body, content_type="application/json", headers=said)
    assert answer.status_code == status, answer.content.decode()
    return answer.json() if answer.content else None


def refused(program: Client, path: str, body: Any, status: int, code: str) -> Any:
    """The problem, after nothing was written."""
    with writes_nothing():
        problem = ask(program, path, body, status)
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["detail"]
    return problem


def paid_by(found: Any) -> set[tuple[str, str, int]]:
    return {(one["payer"]["name"], one["payee"]["name"], one["points"]) for one in found}


def on(one: Payment, step: str = "") -> str:
    return f"/api/v1/payments/{one.pk}{step}"


# Reading


def test_an_open_night_is_a_preview_without_a_write(program, books) -> None:
    books.record(books.sheet(eats=[(1, False)]))
    with writes_nothing():
        found = ask(program, f"{NIGHT}/settlement")
    assert (found["state"], found["is_preview"], found["n"]) == ("open", True, None)
    assert paid_by(found["preview"]) == {("Chi", "An", 2), ("Dũng", "An", 3)}
    assert found["payments"] == []
    assert found["acts"] == ["settle"]
    an = found["balances"][0]
    assert (an["holder"]["name"], an["points"], an["left_points"]) == ("An", 5, 5)
    assert [(one["reason"], one["points"]) for one in an["reasons"]] == [
        ("place", 6),
        ("eaten", -1),
    ]
    part = an["reasons"][0]["parts"][0]
    assert (part["kind"], part["deal_number"], part["points"]) == ("deal", 1, 6)
    assert sum(one["points"] for one in found["balances"]) == 0


def test_a_preview_pairs_people_as_it_is_asked_to(program, books) -> None:
    gives(books, 1, 0, 5)
    gives(books, 0, 2, 5)
    fewest = ask(program, f"{NIGHT}/settlement")
    assert paid_by(fewest["preview"]) == {("Bình", "Chi", 5)}
    pairs = ask(program, f"{NIGHT}/settlement?mode=pair_by_pair")
    assert paid_by(pairs["preview"]) == {("Bình", "An", 5), ("An", "Chi", 5)}
    assert [(one["debtor"]["name"], one["points"]) for one in pairs["pairs"]] == [
        ("An", 5),
        ("Bình", 5),
    ]
    for query in ("mode=nao-cung-duoc", "cach=gon"):
        problem = ask(program, f"{NIGHT}/settlement?{query}", status=400)
        assert problem["code"] == "request_invalid"


def test_a_settled_night_tells_its_plan_and_when_it_locks(program, settled) -> None:
    found = ask(program, f"{NIGHT}/settlement")
    assert (found["state"], found["n"], found["mode"]) == ("settled", 1, "fewest")
    assert (found["proven"], found["lower_bound"]) == (True, 3)
    assert found["locks_at"] > found["made_at"]
    assert paid_by(found["payments"]) == {("Bình", "An", 1), ("Chi", "An", 2), ("Dũng", "An", 3)}
    assert [[one["points"] for one in group] for group in found["groups"]]
    assert sum(one["points"] for one in found["groups"][0]) == 0
    assert found["acts"] == ["lock", "reopen"]
    questions.raise_dispute(
        actor=settled.owner, deal_id=settled.table.deals.get().pk, note="đếm lại"
    )
    found = ask(program, f"{NIGHT}/settlement")
    assert found["locks_at"] is None
    assert [(one["kind"], one["deal_number"], one["note"]) for one in found["questions"]] == [
        ("dispute", 1, "đếm lại")
    ]


def test_history_has_every_settling(program, books) -> None:
    deal = books.record()
    settle(books)
    pay(books, "Bình", "An", to="confirmed")
    correct(books, deal, books.sheet(multiplier=2), note="đếm nhầm")
    found = ask(program, f"{NIGHT}/settlements")["results"]
    assert [(one["n"], one["state"], one["made_points"]) for one in found] == [
        (2, "live", 0),
        (1, "replaced", 1),
    ]


def test_unchanged_is_said_without_reading_the_night(program, settled) -> None:
    one = payment(settled, "Chi", "An")
    for path in (f"{NIGHT}/settlement", f"{NIGHT}/settlements", f"{NIGHT}/payments", on(one)):
        tag = program.get(path)["ETag"]
        with CaptureQueriesContext(connection) as queries:
            assert program.get(path, headers={"If-None-Match": tag}).status_code == 304
        assert len(queries) <= 10, path
        pay(settled, "Dũng", "An")
        assert program.get(path, headers={"If-None-Match": tag}).status_code == 200
        Payment.objects.filter(state="paid").update(state="proposed")


def test_a_tag_is_of_the_viewer_and_of_what_they_may_do(program, settled) -> None:
    tag = program.get(f"{NIGHT}/payments")["ETag"]
    other = program_of(settled.actor(Role.SCORER))
    assert other.get(f"{NIGHT}/payments")["ETag"] != tag
    Night.objects.filter(pk=settled.night.pk).update(state="locked")
    assert program.get(f"{NIGHT}/payments")["ETag"] != tag


def test_lists_cost_the_same_whatever_was_played(program, books) -> None:
    counts = []
    for deals, note in ((1, ""), (9, "chơi tiếp")):
        if note:
            settlements.reopen_night(**in_night(books), note=note)
        for _ in range(deals):
            books.record(books.sheet(eats=[(2, False)]))
        settle(books)
        pay(books, "Dũng", "An")
        asked = []
        for path in ("settlement", "settlements", "payments"):
            with CaptureQueriesContext(connection) as queries:
                ask(program, f"{NIGHT}/{path}")
            asked.append(len(queries))
        counts.append(asked)
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 20


# Settling


def test_a_night_is_settled_once_for_each_id(program, books) -> None:
    books.record()
    body = {"settlement_id": str(uuid4()), "mode": "pair_by_pair"}
    first = ask(program, f"{NIGHT}/settlements", body, 201)
    assert (first["id"], first["mode"], first["state"]) == (
        body["settlement_id"],
        "pair_by_pair",
        "settled",
    )
    assert ask(program, f"{NIGHT}/settlements", body, 200) == first
    assert Settlement.objects.count() == 1
    refused(
        program, f"{NIGHT}/settlements", {**body, "mode": "fewest"}, 409, "settlement_id_reused"
    )
    refused(program, f"{NIGHT}/settlements", {"settlement_id": str(uuid4())}, 409, "night_settled")


def test_a_host_is_whom_everybody_settles_with(program, books) -> None:
    books.record()
    body = {"settlement_id": str(uuid4()), "host_id": books.seat(2)}
    refused(program, f"{NIGHT}/settlements", body, 400, "request_invalid")
    theirs = {**body, "mode": "one_host", "host_id": UUID_OF_NOBODY}
    refused(program, f"{NIGHT}/settlements", theirs, 409, "player_unknown")
    found = ask(program, f"{NIGHT}/settlements", {**body, "mode": "one_host"}, 201)
    assert paid_by(found["payments"]) == {("Bình", "Chi", 1), ("Chi", "An", 6), ("Dũng", "Chi", 3)}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"settlement_id": "1"},
        {"settlement_id": 1},
        {"settlement_id": UUID_OF_NOBODY, "mode": "x"},
        {"settlement_id": UUID_OF_NOBODY, "night": 1},
    ],
)
def test_a_body_that_cannot_be_read_is_refused(program, books, body) -> None:
    books.record()
    refused(program, f"{NIGHT}/settlements", body, 400, "request_invalid")


def test_reopening_locking_and_unlocking(program, settled) -> None:
    assert ask(program, f"{NIGHT}/lock", {})["acts"] == ["unlock"]
    refused(program, f"{NIGHT}/reopen", {"note": "sai"}, 409, "night_locked")
    refused(program, f"{NIGHT}/unlock", {}, 409, "note_required")
    assert ask(program, f"{NIGHT}/unlock", {"note": "sửa ván 1"})["state"] == "settled"
    pay(settled, "Bình", "An")
    refused(program, f"{NIGHT}/reopen", {"note": " "}, 409, "note_required")
    found = ask(program, f"{NIGHT}/reopen", {"note": "chơi tiếp"})
    assert (found["state"], found["is_preview"]) == ("open", True)
    assert paid_by(found["payments"]) == {("Bình", "An", 1)}
    assert paid_by(found["preview"]) == {("Chi", "An", 2), ("Dũng", "An", 3)}
    refused(program, f"{NIGHT}/unlock", {"note": "x"}, 409, "night_open")


def test_an_idempotency_key_reopens_once(program, settled) -> None:
    for _ in range(2):
        found = ask(program, f"{NIGHT}/reopen", {"note": "tiếp"}, Idempotency_Key="mo-1")
        assert found["state"] == "open"
    assert AuditEvent.objects.filter(action="night.reopen").count() == 1
    with writes_nothing():
        problem = ask(program, f"{NIGHT}/reopen", {"note": "k"}, 409, Idempotency_Key="mo-1")
    assert problem["code"] == "idempotency_key_reused"
    body = {"settlement_id": str(uuid4())}
    for status in (201, 200):
        ask(program, f"{NIGHT}/settlements", body, status, Idempotency_Key="ket-1")


def test_locking_with_an_open_question_tells_how_many(program, books) -> None:
    deal = books.record()
    questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id)
    settle(books)
    problem = refused(program, f"{NIGHT}/lock", {}, 409, "night_unresolved")
    assert problem["values"] == {"duplicates": 0, "disputes": 1}


# Payments


def test_marking_one_payment_leaves_the_others_as_they_were_to_the_byte(program, settled) -> None:
    one = payment(settled, "Chi", "An")

    def others() -> str:
        found = ask(program, f"{NIGHT}/payments")["results"]
        return json.dumps([row for row in found if row["id"] != str(one.pk)])

    before = others()
    order = [row["id"] for row in ask(program, f"{NIGHT}/payments")["results"]]
    found = ask(program, on(one, "/paid"), {})
    assert (found["state"], found["steps"]) == ("paid", ["take_back", "confirm", "waive"])
    assert others() == before
    assert [row["id"] for row in ask(program, f"{NIGHT}/payments")["results"]] == order


def test_a_payment_goes_on_step_by_step_and_twice_is_once(program, settled) -> None:
    one = payment(settled, "Chi", "An")
    for step, state in (
        ("paid", "paid"),
        ("paid", "paid"),
        ("take-back", "proposed"),
        ("paid", "paid"),
        ("confirm", "confirmed"),
        ("confirm", "confirmed"),
    ):
        assert ask(program, on(one, f"/{step}"), {})["state"] == state
    problem = refused(program, on(one, "/paid"), {}, 409, "payment_state")
    assert problem["values"] == {"state": "confirmed"}
    refused(program, on(one, "/waive"), {}, 409, "payment_state")
    other = payment(settled, "Dũng", "An")
    assert ask(program, on(other, "/waive"), {})["state"] == "waived"
    refused(program, on(other, "/paid"), {"note": "x"}, 400, "request_invalid")


def test_a_payment_is_split_once_for_the_same_ids(program, settled) -> None:
    one = payment(settled, "Dũng", "An")
    body = {"points": 1, "first_id": str(uuid4()), "rest_id": str(uuid4())}
    parts = ask(program, on(one, "/split"), body, 201)["results"]
    assert [(part["id"], part["points"]) for part in parts] == [
        (body["first_id"], 1),
        (body["rest_id"], 2),
    ]
    assert {part["split_of_id"] for part in parts} == {str(one.pk)}
    assert ask(program, on(one, "/split"), body, 200)["results"] == parts
    refused(program, on(one, "/split"), {**body, "points": 2}, 409, "payment_id_reused")
    assert ask(program, on(one))["state"] == "cancelled"
    other = payment(settled, "Chi", "An")
    fresh = {"first_id": str(uuid4()), "rest_id": str(uuid4())}
    refused(program, on(other, "/split"), {**fresh, "points": 2}, 400, "points_invalid")
    for points in (0, "1", 1.5, None):
        refused(program, on(other, "/split"), {**fresh, "points": points}, 400, "request_invalid")
    same = {"first_id": fresh["first_id"], "rest_id": fresh["first_id"], "points": 1}
    refused(program, on(other, "/split"), same, 409, "payment_id_reused")


def test_a_final_payment_is_undone_by_its_contrary(program, settled) -> None:
    one = payment(settled, "Chi", "An")
    body = {"contrary_id": str(uuid4()), "note": "Chi chưa đưa"}
    refused(program, on(one, "/contrary"), body, 409, "payment_state")
    pay(settled, "Chi", "An", to="confirmed")
    refused(program, on(one, "/contrary"), {**body, "note": ""}, 409, "note_required")
    made = ask(program, on(one, "/contrary"), body, 201)
    assert (made["payer"]["name"], made["payee"]["name"], made["points"]) == ("An", "Chi", 2)
    assert (made["contrary_of_id"], made["note"]) == (str(one.pk), "Chi chưa đưa")
    assert ask(program, on(one, "/contrary"), body, 200) == made
    assert ask(program, on(one))["taken_back_by_id"] == body["contrary_id"]
    again = {**body, "contrary_id": str(uuid4())}
    refused(program, on(one, "/contrary"), again, 409, "payment_taken_back")
    assert ("Chi", "An", 2) in plan(settled)


def test_payments_of_others_are_not_found(program, settled) -> None:
    other = make_books(slug="clb-khac")
    other.record()
    settle(other)
    theirs = payment(other, "Chi", "An")
    body = {"points": 1, "first_id": str(uuid4()), "rest_id": str(uuid4())}
    with writes_nothing():
        assert ask(program, on(theirs), status=404)["code"] == "not_found"
        assert ask(program, on(theirs, "/paid"), {}, 404)["code"] == "not_found"
        assert ask(program, on(theirs, "/split"), body, 404)["code"] == "not_found"
        ask(program, f"/api/v1/payments/{UUID_OF_NOBODY}", status=404)
        for path in ("settlement", "settlements", "payments"):
            ask(program, f"/api/v1/clubs/clb-khac/nights/2026-09-04/{path}", status=404)
            ask(program, f"/api/v1/clubs/clb-mau/nights/2026-09-05/{path}", status=404)


# Who may do what


def test_steps_and_acts_are_those_of_the_role_and_of_the_ends(settled) -> None:
    def told(program: Client) -> tuple[set[str], set[str]]:
        found = ask(program, f"{NIGHT}/settlement")
        steps = {step for one in found["payments"] for step in one["steps"]}
        return set(found["acts"]), steps

    member = program_of(settled.actor(Role.MEMBER))
    assert told(member) == (set(), set())
    scorer = program_of(settled.actor(Role.SCORER))
    assert told(scorer) == ({"reopen"}, {"paid", "split"})
    login = Login.objects.create_user("chi")
    clubs.set_role(
        actor=settled.owner, club_id=settled.club.pk, login_id=login.pk, role=Role.MEMBER
    )
    Player.objects.filter(pk=settled.people[2].pk).update(login=login)
    client = Client()
    client.force_login(login)
    mine, dungs = payment(settled, "Chi", "An"), payment(settled, "Dũng", "An")
    assert ask(client, on(mine))["steps"] == ["paid", "split"]
    assert ask(client, on(dungs))["steps"] == []
    assert ask(client, on(mine, "/paid"), {})["state"] == "paid"
    for path in (on(mine, "/confirm"), on(dungs, "/paid"), f"{NIGHT}/lock"):
        refused(client, path, {}, 403, "role_too_low")
    assert states_of(settled) == {"settled"}
