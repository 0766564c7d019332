"""Reading deals, their history and their lists by the API."""

from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.engine import Ruleset as Rules
from scoring.models import Deal, DealRevision
from scoring.services import rulesets
from scoring.services.nights import open_table
from tests.api.asking import Asking
from tests.books import EVENING, Books
from tests.services.checks import revise


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
