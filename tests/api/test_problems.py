"""Whatever goes wrong below /api/ is one kind of answer: RFC 9457 with our codes."""

import json

import pytest
from django.test import Client, RequestFactory
from rest_framework.request import Request
from rest_framework.settings import api_settings

from scoring.api import problems
from scoring.engine import Code, Refused
from scoring.errors import ErrorCode, ServiceRefused

MEMBERS = {"type", "title", "status", "detail", "code", "values"}


def asked(client: Client, method: str, url: str, **given):
    answer = getattr(client, method)(url, **given)
    assert answer["Content-Type"] == "application/problem+json", answer.content
    body = answer.json()
    assert set(body) >= MEMBERS
    assert body["status"] == answer.status_code
    assert body["detail"].strip()
    return answer.status_code, body


def test_who_is_not_signed_in_is_told_how() -> None:
    answer = Client().get("/api/v1/me")
    assert answer["WWW-Authenticate"] == "Token"
    assert asked(Client(), "get", "/api/v1/me")[1]["code"] == "not_signed_in"


def test_a_wrong_method_a_wrong_type_and_no_json_are_problems(program, db) -> None:
    status, body = asked(program, "put", "/api/v1/me")
    assert (status, body["code"]) == (405, "method_not_allowed")
    status, body = asked(Client(), "post", "/api/v1/tokens", data="<a/>", content_type="text/xml")
    assert (status, body["code"]) == (415, "media_type_unsupported")
    given = {"data": "{", "content_type": "application/json"}
    status, body = asked(Client(), "post", "/api/v1/tokens", **given)
    assert (status, body["code"]) == (400, "request_invalid")


def test_every_field_that_could_not_be_read_is_named_with_its_path(db) -> None:
    given = {"data": json.dumps({"user_name": "x" * 200, "mat_khau": "y"})}
    given["content_type"] = "application/json"
    status, body = asked(Client(), "post", "/api/v1/tokens", **given)
    assert (status, body["code"]) == (400, "request_invalid")
    assert {item["field"] for item in body["errors"]} == {"mat_khau"}
    given["data"] = json.dumps({"user_name": "x" * 200})
    status, body = asked(Client(), "post", "/api/v1/tokens", **given)
    assert {item["field"] for item in body["errors"]} == {"user_name", "password"}
    assert body["values"]["field"] in {"user_name", "password"}


def test_an_answer_nobody_can_give_is_refused_as_a_problem(program) -> None:
    status, body = asked(program, "get", "/api/v1/me", headers={"Accept": "text/csv"})
    assert (status, body["code"]) == (406, "not_acceptable")


def answer_to(error: Exception, view: object = None):
    request = Request(RequestFactory().get("/api/v1/me"))
    answer = problems.answer_refused(error, {"view": view, "request": request})
    assert answer is not None
    return answer


@pytest.mark.parametrize("code", ErrorCode)
def test_every_refusal_of_a_service_keeps_its_code_and_status(code) -> None:
    given = {"field": "note", "needed": "manager", "seat": "x", "at_most": 80, "line": 7}
    given |= {"deal_number": 1, "missing_points": 3, "day": "2026-09-04"}
    answer = answer_to(ServiceRefused(code, **given))
    assert answer.status_code == code.status == answer.data["status"]
    assert answer.data["code"] == str(code)
    assert code.status in problems.TITLES


def test_a_refusal_of_the_engine_is_unprocessable_with_its_values() -> None:
    answer = answer_to(Refused(Code.TIE_NEEDS_ORDER, seats=("A", "B")))
    assert answer.status_code == 422
    assert answer.data["code"] == "tie_needs_order"
    assert answer.data["values"] == {"seats": ["A", "B"]}


def test_names_of_people_come_from_the_view_and_current_from_what_it_shows() -> None:
    class View:
        def names_for(self, values):
            return {"A": "An", "B": "Bình"}

        def show_current(self, refused):
            return {"n": refused.current}

    answer = answer_to(Refused(Code.TIE_NEEDS_ORDER, seats=("A", "B")), View())
    assert "An" in answer.data["detail"]
    stale = ServiceRefused(ErrorCode.STALE_REVISION, current=3)
    assert answer_to(stale, View()).data["current"] == {"n": 3}


def test_a_bug_stays_a_bug() -> None:
    assert problems.answer_refused(RuntimeError("x"), {"view": None, "request": None}) is None
    assert api_settings.EXCEPTION_HANDLER is problems.answer_refused


@pytest.mark.parametrize(
    "url",
    [
        "/api/v1/nothing",
        "/api/v2/me",
        "/api/v1/clubs/clb-mau/nights/0000-00-00",
        "/api/v1/deals/%00",
    ],
)
def test_an_address_of_nothing_is_a_problem_too(program, url: str) -> None:
    for method in ("get", "put", "delete"):
        status, body = asked(program, method, url)
        assert (status, body["code"]) == (404, "not_found")
    page = program.get("/khong-co/")
    assert (page.status_code, page["Content-Type"]) == (404, "text/html; charset=utf-8")


@pytest.mark.django_db
def test_a_bug_is_a_problem_without_a_word_of_what_it_was(program, monkeypatch) -> None:
    def fail(**_arguments: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("scoring.api.views.me.list_clubs", fail)
    program.raise_request_exception = False
    status, body = asked(program, "get", "/api/v1/me")
    assert (status, body["code"]) == (500, "server_failed")
    assert "secret" not in json.dumps(body)


def test_a_number_no_database_holds_is_no_address(books, api) -> None:
    paths = [
        *("/tables/{}", "/tables/{}/deals", "/disputes/{}", "/clubs/clb-mau/members/{}"),
        *("/clubs/clb-mau/seasons/{}", "/clubs/clb-mau/seasons/{}/penalties"),
        *("/clubs/clb-mau/seasons/{}/standings", "/clubs/clb-mau/rulesets/{}"),
    ]
    for path in paths:
        for number in (2**63 - 1, 2**63, 2**64 - 1, 10**30):
            api.refused(404, "not_found", "get", path.format(number))
