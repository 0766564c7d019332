"""Nights, their ledger and their adjustments by the API."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest

from scoring.actors import Role
from scoring.models import Adjustment, Night
from scoring.services import nights
from scoring.services.adjustments import FUND, adjust_night
from tests.api.asking import Asking
from tests.books import Books
from tests.services.checks import settle, writes_nothing

NIGHTS = "/clubs/clb-mau/nights"
NIGHT = f"{NIGHTS}/2026-09-04"


def test_a_night_is_opened_once_for_its_day(books: Books, api: Asking) -> None:
    told = api.post(NIGHTS, {"day": "2026-09-11"})
    assert told == {
        "day": "2026-09-11",
        "state": "open",
        "season_id": books.season.pk,
        "season_name": "Mùa thu 2026",
        "deal_count": 0,
        "table_count": 0,
    }
    with writes_nothing():
        assert api.post(NIGHTS, {"day": "2026-09-11"}, status=200) == told
    assert api.get(f"{NIGHTS}/2026-09-11") == told


def test_a_night_without_a_day_is_the_clubs_own_today(
    books: Books, api: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    from datetime import UTC, datetime

    from django.utils import timezone

    # 03:00 in Việt Nam on the 12th: before the club's cut-off the 11th has not ended.
    early = datetime(2026, 9, 11, 20, 0, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: early)
    assert api.post(NIGHTS)["day"] == "2026-09-11"


def test_nights_that_cannot_be_opened_are_refused(books: Books, api: Asking) -> None:
    problem = api.refused(409, "night_outside_season", "post", NIGHTS, {"day": "2027-09-04"})
    assert problem["values"] == {"field": "day", "day": "2027-09-04"}
    for day in ("2026-02-30", "hôm nay", 5, "04/09/2026"):
        api.refused(400, "request_invalid", "post", NIGHTS, {"day": day})
    member = Asking.as_login(books.actor(Role.MEMBER))
    member.refused(403, "role_too_low", "post", NIGHTS, {"day": "2026-09-11"})
    api.refused(404, "not_found", "get", f"{NIGHTS}/2026-09-05")
    assert Night.objects.filter(club=books.club).count() == 1


def test_nights_are_listed_by_pages_and_chosen(
    books: Books, api: Asking, django_assert_num_queries
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as few:
        api.get(NIGHTS)
    for day in (11, 18, 25):
        nights.open_night(actor=books.owner, club_id=books.club.pk, day=date(2026, 9, day))
    books.record()
    settle(books)

    def days(query: str) -> list[str]:
        return [night["day"][-2:] for night in api.get(NIGHTS + query)["results"]]

    with django_assert_num_queries(len(few)):
        assert days("") == ["25", "18", "11", "04"]
    assert days("?state=settled") == ["04"]
    assert days("?first_day=2026-09-11&last_day=2026-09-18") == ["18", "11"]
    assert days(f"?season_id={books.season.pk}&state=open") == ["25", "18", "11"]
    assert days(f"?season_id={10**9}") == []
    page = api.get(NIGHTS + "?page_size=3")
    rest = api.get(page["next"].split("/api/v1")[1])
    assert [night["day"][-2:] for night in rest["results"]] == ["04"]
    assert rest["results"][0]["deal_count"] == 1
    for wrong in ("?state=x", "?first_day=x", "?season_id=x", "?page_size=x"):
        api.refused(400, "request_invalid", "get", NIGHTS + wrong)
    api.refused(404, "not_found", "get", NIGHTS + "?cursor=x")


def test_the_ledger_of_a_night_sums_to_zero_and_says_why(
    books: Books, api: Asking, django_assert_num_queries
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    books.record(books.sheet(eats=[(1, False)]))
    with CaptureQueriesContext(connection) as few:
        api.get(f"{NIGHT}/transfers")
    for _ in range(3):
        books.record(books.sheet(eats=[(1, False), (2, False)]))
    with django_assert_num_queries(len(few)):
        lines = api.get(f"{NIGHT}/transfers")["results"]
    sums: dict[str, int] = {}
    for line in lines:
        sums[line["payee"]["name"]] = sums.get(line["payee"]["name"], 0) + line["points"]
        sums[line["payer"]["name"]] = sums.get(line["payer"]["name"], 0) - line["points"]
    # One deal of 5 0 -2 -3; three in which Chi eats from Bình as well: 5 -1 -1 -3.
    assert sums == {"An": 20, "Bình": -3, "Chi": -5, "Dũng": -12}
    assert lines[-1]["source"] == {
        "kind": "deal",
        "id": lines[-1]["source"]["id"],
        "deal_number": 1,
        "table_id": books.table.pk,
    }
    assert all(line["why"] and line["label"] and line["arithmetic"] for line in lines)


def test_a_night_is_adjusted_and_taken_back_once(books: Books, api: Asking) -> None:
    first, back = uuid4(), uuid4()
    given = {"payer_id": books.seat(0), "payee_id": "FUND", "points": 7, "note": "nước uống"}
    told = api.put(f"{NIGHT}/adjustments/{first}", given)
    assert told["payer"] == {"kind": "player", "player_id": books.seat(0), "name": "An"}
    assert told["payee"] == {"kind": "fund", "player_id": None, "name": "Quỹ CLB"}
    assert (told["points"], told["note"], told["cancels_id"]) == (7, "nước uống", None)
    assert told["author"]["name"] == "owner-clb-mau"
    with writes_nothing():
        assert api.put(f"{NIGHT}/adjustments/{first}", given, status=200) == told
    cancel = {"cancels_id": str(first)}
    contrary = api.put(f"{NIGHT}/adjustments/{back}", cancel)
    assert contrary["payee"]["name"] == "An"
    assert contrary["cancels_id"] == str(first)
    with writes_nothing():
        assert api.put(f"{NIGHT}/adjustments/{back}", cancel, status=200) == contrary
    assert api.get(f"{NIGHT}/adjustments/{first}")["cancelled_by_id"] == str(back)
    listed = api.get(f"{NIGHT}/adjustments")["results"]
    assert [row["id"] for row in listed] == [str(back), str(first)]
    line = api.get(f"{NIGHT}/transfers")["results"][-1]
    assert (line["source"]["kind"], line["why"]) == ("adjustment", "Ghi tay: nước uống")
    api.refused(409, "adjustment_cancelled", "put", f"{NIGHT}/adjustments/{uuid4()}", cancel)


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"points": 0}, 400, "points_invalid"),
        ({"points": -5}, 400, "points_invalid"),
        ({"points": "5"}, 400, "request_invalid"),
        ({"points": None}, 400, "request_invalid"),
        ({"payer_id": "FUND"}, 409, "adjustment_self"),
        ({"payer_id": str(uuid4())}, 409, "player_unknown"),
        ({"payer_id": "An"}, 409, "player_unknown"),
        ({"cancels_id": str(uuid4())}, 400, "request_invalid"),
        ({"notes": "x"}, 400, "request_invalid"),
    ],
)
def test_adjustments_that_make_no_sense_are_refused(
    books: Books, api: Asking, changed: dict[str, Any], status: int, code: str
) -> None:
    adjust_night(  # the fund is there already: what is refused then writes nothing at all
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=uuid4(),
        payer=books.people[0].pk,
        payee=FUND,
        points=1,
    )
    given = {"payer_id": books.seat(0), "payee_id": "FUND", "points": 7} | changed
    api.refused(status, code, "put", f"{NIGHT}/adjustments/{uuid4()}", given)


def test_adjustments_are_the_managers_of_their_own_night(
    books: Books, strangers: Books, api: Asking
) -> None:
    theirs = adjust_night(
        actor=strangers.owner,
        club_id=strangers.club.pk,
        night_id=strangers.night.pk,
        adjustment_id=uuid4(),
        payer=strangers.people[0].pk,
        payee=strangers.people[1].pk,
        points=1,
    ).pk
    cancel = {"cancels_id": str(theirs)}
    path = f"{NIGHT}/adjustments"
    api.refused(404, "not_found", "put", f"{path}/{uuid4()}", cancel)
    api.refused(404, "not_found", "get", f"{path}/{theirs}")
    given = {"payer_id": books.seat(0), "payee_id": books.seat(1), "points": 7}
    api.refused(409, "adjustment_id_reused", "put", f"{path}/{theirs}", given)
    foreign = given | {"payee_id": strangers.seat(1)}
    api.refused(409, "player_unknown", "put", f"{path}/{uuid4()}", foreign)
    scorer = Asking.as_login(books.actor(Role.SCORER))
    scorer.refused(403, "role_too_low", "put", f"{path}/{uuid4()}", given)
    assert Adjustment.objects.count() == 1


def test_another_clubs_nights_are_not_found(books: Books, strangers: Books, api: Asking) -> None:
    theirs = "/clubs/clb-khac/nights"
    api.refused(404, "not_found", "get", theirs)
    api.refused(404, "not_found", "post", theirs, {"day": "2026-09-11"})
    for part in ("", "/tables", "/deals", "/transfers", "/adjustments", "/disputes", "/duplicates"):
        api.refused(404, "not_found", "get", f"{theirs}/2026-09-04{part}")
        Asking().refused(401, "not_signed_in", "get", f"{NIGHT}{part}")
