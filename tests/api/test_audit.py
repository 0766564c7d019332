"""The audit log over HTTP."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.models import AuditEvent, Player, RevisionKind
from scoring.services.deals import revise_deal
from tests.api.programs import program_of

LOG = "/api/v1/clubs/clb-mau/audit"


def correct(books, answer) -> None:
    revise_deal(
        actor=books.owner,
        deal_id=answer.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.CORRECT,
        sheet=books.sheet(eats=[(1, False)]),
        note="ghi nhầm",
    )


def test_an_event_has_its_facts_and_a_sentence_in_the_language_asked_for(books, program) -> None:
    answer = books.record()
    correct(books, answer)
    event = program.get(LOG, headers={"Accept-Language": "vi"}).json()["results"][0]
    assert event["sentence"] == "Sửa ván 1"
    assert event["changes"] == ["An: nhất +6 → nhất +5", "Bình: nhì −1 → nhì 0"]
    assert (event["action"], event["object_kind"]) == ("deal.correct", "deal")
    assert (event["object_id"], event["night"]) == (str(answer.deal_id), "2026-09-04")
    assert (event["before"]["n"], event["after"]["n"], event["note"]) == (1, 2, "ghi nhầm")
    english = program.get(LOG, headers={"Accept-Language": "en"}).json()["results"][0]
    assert english["sentence"] == "Corrected deal 1"


def test_pages_follow_each_other_by_cursor(books, program) -> None:
    for _ in range(3):
        books.record()
    everything = [event["id"] for event in program.get(LOG).json()["results"]]
    read, address = [], f"{LOG}?page_size=4"
    while address:
        page = program.get(address).json()
        read += [event["id"] for event in page["results"]]
        address = page["next"]
    assert read == everything
    assert len(read) == AuditEvent.objects.filter(club=books.club).count()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("action=deal", {"deal.record", "deal.correct"}),
        ("action=deal.correct", {"deal.correct"}),
        ("object_kind=table", {"table.open"}),
        ("night=2026-09-05", set()),
        ("actor_kind=device", set()),
    ],
)
def test_filters_narrow_it(books, program, query, found) -> None:
    correct(books, books.record())
    results = program.get(f"{LOG}?{query}").json()["results"]
    assert {event["action"] for event in results} == found


@pytest.mark.parametrize(
    "query", ["night=hôm-qua", "actor_kind=ai", "actor_login_id=x", "action=" + "x" * 41]
)
def test_a_filter_that_cannot_be_read_is_refused(books, program, query) -> None:
    answer = program.get(f"{LOG}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "request_invalid")


def test_members_read_the_nights_they_played(books) -> None:
    member = books.actor(Role.MEMBER)
    books.record()
    assert program_of(member).get(LOG).json()["results"] == []
    Player.objects.filter(pk=books.people[0].pk).update(login_id=member.login_id)
    nights = {event["night"] for event in program_of(member).get(LOG).json()["results"]}
    assert nights == {"2026-09-04"}


def test_a_long_page_asks_no_more_than_a_short_one(books, program) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert program.get(f"{LOG}?page_size=200").status_code == 200
        return len(queries)

    correct(books, books.record())
    asked()
    few = asked()
    for _ in range(8):
        correct(books, books.record())
    assert asked() == few
