"""Rule sets over HTTP."""

import json

import pytest

from scoring.actors import Role
from scoring.models import Club, RulesetVersion
from tests.api.programs import program_of
from tests.books import make_books
from tests.services.checks import writes_nothing

ALL = "/api/v1/clubs/clb-mau/rulesets"


def publish(program, *, name="Luật Tết", headers=None, **rules):
    return program.post(
        ALL,
        json.dumps({"name": name, "rules": rules}),
        content_type="application/json",
        headers=headers or {},
    )


def test_the_list_has_every_version_and_says_which_is_the_default(books, program) -> None:
    publish(program, mom_pay=5)
    publish(program, mom_pay=6)
    results = program.get(ALL).json()["results"]
    assert [(row["name"], [version["n"] for version in row["versions"]]) for row in results] == [
        ("Luật CLB", [1]),
        ("Luật Tết", [2, 1]),
    ]
    first = results[0]["versions"][0]
    assert (first["is_default"], first["table_count"], first["last_day"]) == (True, 1, "2026-09-04")


def test_publishing_answers_the_version_and_the_same_content_again_is_the_same(
    books, program
) -> None:
    answer = publish(program, mom_pay=5)
    assert answer.status_code == 201
    assert (answer.json()["n"], answer.json()["rules"]["mom_pay"]) == (1, 5)
    again = publish(program, mom_pay=5)
    assert (again.status_code, again.json()) == (200, answer.json())


def test_a_key_used_again_answers_what_it_made(books, program) -> None:
    key = {"Idempotency-Key": "luat-1"}
    made = publish(program, headers=key, mom_pay=5)
    with writes_nothing():
        again = publish(program, headers=key, mom_pay=5)
    assert (made.status_code, again.status_code) == (201, 200)
    assert again.json() == made.json()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "x", "rules": {"mom_pay": -1}}, 422, "ruleset_invalid"),
        ({"name": "x", "rules": {"mom_pya": 1}}, 422, "ruleset_invalid"),
        ({"name": "x", "rules": []}, 400, "request_invalid"),
        ({"name": "x"}, 400, "request_invalid"),
        ({"name": "x", "rules": {}, "thừa": 1}, 400, "request_invalid"),
        ({"name": " ", "rules": {}}, 400, "request_invalid"),
    ],
)
def test_what_is_refused_is_named_and_writes_nothing(books, program, body, status, code) -> None:
    with writes_nothing():
        answer = program.post(ALL, json.dumps(body), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    if status == 422:
        assert answer.json()["values"]["field"] in {"mom_pay", "mom_pya"}


def test_a_version_is_read_with_its_rules(books, program) -> None:
    answer = program.get(f"{ALL}/{books.version.pk}").json()
    assert answer["rules"] == json.loads(books.version.canonical)
    assert answer["sha256"] == books.version.sha256


def test_a_version_in_words_is_in_the_language_asked_for(books, program) -> None:
    version = publish(program, name="Luật CLB", u_pay={"round": 10}).json()["id"]
    address = f"{ALL}/{version}/words"
    vietnamese = program.get(address, headers={"Accept-Language": "vi"}).json()
    english = program.get(address, headers={"Accept-Language": "en"}).json()
    assert (vietnamese["language"], english["language"]) == ("vi", "en")
    assert [section["key"] for section in vietnamese["sections"]] == [
        section["key"] for section in english["sections"]
    ]
    assert vietnamese["differences"] == [
        {"option": "u_pay.round", "label": "ù tròn", "before": "12", "after": "10"}
    ]
    assert english["differences"][0]["label"] == "round ù"


def test_the_default_is_chosen(books, program) -> None:
    version = publish(program, mom_pay=5).json()["id"]
    body = json.dumps({"ruleset_version_id": version})
    answer = program.put(f"{ALL}/default", body, content_type="application/json")
    assert (answer.status_code, answer.json()["is_default"]) == (200, True)
    assert Club.objects.get(pk=books.club.pk).default_ruleset_version_id == version


def test_members_read_and_do_not_write(books) -> None:
    member = program_of(books.actor(Role.MEMBER))
    assert member.get(ALL).status_code == 200
    with writes_nothing():
        assert publish(member, mom_pay=5).status_code == 403
        body = json.dumps({"ruleset_version_id": books.version.pk})
        answer = member.put(f"{ALL}/default", body, content_type="application/json")
        assert answer.status_code == 403


def test_another_clubs_version_is_nothing_here(books, program) -> None:
    other: RulesetVersion = make_books(slug="clb-khac").version
    assert program.get(f"{ALL}/{other.pk}").status_code == 404
    assert program.get(f"{ALL}/{other.pk}/words").status_code == 404
    with writes_nothing():
        body = json.dumps({"ruleset_version_id": other.pk})
        answer = program.put(f"{ALL}/default", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "ruleset_unknown")
