"""Seasons, penalties and exports by program."""

import csv
import io
from uuid import uuid4

import pytest

from scoring.actors import Role
from scoring.models import Adjustment, Season
from tests.api.programs import program_of
from tests.books import make_books
from tests.services import seasons
from tests.services.checks import everything

pytestmark = pytest.mark.django_db

CLUB = "/api/v1/clubs/clb-mau"
NEXT = {"name": "Mùa sau", "first_day": "2027-01-01", "last_day": "2027-03-31"}


def url(books, rest: str = "") -> str:
    return f"{CLUB}/seasons/{books.season.pk}{rest}"


def send(program, method: str, address: str, body=None, **headers):
    call = getattr(program, method)
    return call(address, body or {}, content_type="application/json", headers=headers)


def test_a_season_is_listed_opened_once_and_read(program, books) -> None:
    key = {"Idempotency-Key": "mot-lan"}
    first = send(program, "post", f"{CLUB}/seasons", NEXT, **key)
    again = send(program, "post", f"{CLUB}/seasons", NEXT, **key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert first.json()["policy_version_id"] is None
    assert Season.objects.count() == 2
    listed = program.get(f"{CLUB}/seasons").json()["results"]
    assert [row["name"] for row in listed] == ["Mùa sau", "Mùa thu 2026"]
    assert program.get(url(books)).json()["night_count"] == 1


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"name": ""}, 400, "name_empty"),
        ({"name": "Mùa Thu 2026"}, 409, "name_taken"),
        ({"first_day": "2026-10-01"}, 409, "season_overlaps"),
        ({"last_day": "2026-01-01"}, 400, "season_days_invalid"),
        ({"first_day": "31/12/2026"}, 400, "request_invalid"),
        ({"seed": "của tôi"}, 400, "request_invalid"),
    ],
)
def test_a_season_that_cannot_be_opened_is_refused(program, books, changed, status, code) -> None:
    before = everything()
    answer = send(program, "post", f"{CLUB}/seasons", {**NEXT, **changed})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert everything() == before


def test_days_change_while_no_night_lies_in_the_season(program, books) -> None:
    made = send(program, "post", f"{CLUB}/seasons", NEXT).json()
    days = {"first_day": "2027-02-01", "last_day": "2027-03-01"}
    changed = send(program, "put", f"{CLUB}/seasons/{made['id']}/days", days)
    assert changed.json()["first_day"] == "2027-02-01"
    frozen = send(program, "put", url(books, "/days"), days)
    assert (frozen.status_code, frozen.json()["code"]) == (409, "season_days_frozen")


def test_a_season_is_closed_and_opened_again_and_keeps_its_snapshots(program, books) -> None:
    early = send(program, "post", url(books, "/close"))
    assert (early.status_code, early.json()["code"]) == (409, "season_unsettled")
    assert early.json()["values"]["nights"] == ["2026-09-04"]
    seasons.settle(books)
    assert send(program, "post", url(books, "/close"), {"note": "hết"}).json()["state"] == "closed"
    silent = send(program, "post", url(books, "/reopen"))
    assert (silent.status_code, silent.json()["code"]) == (409, "note_required")
    assert send(program, "post", url(books, "/reopen"), {"note": "sót"}).json()["state"] == "open"
    (kept,) = program.get(url(books, "/snapshots")).json()["results"]
    assert (kept["n"], kept["note"], kept["closed_by"]) == (1, "hết", "owner-clb-mau")


def test_a_penalty_is_given_once_and_taken_back(program, books) -> None:
    body = {"player_id": books.seat(1), "points": -5, "note": "muộn"}
    key = {"Idempotency-Key": "phat"}
    first = send(program, "post", url(books, "/penalties"), body, **key)
    again = send(program, "post", url(books, "/penalties"), body, **key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert Adjustment.objects.count() == 1
    address = url(books, f"/penalties/{first.json()['id']}")
    done = send(program, "post", f"{address}/cancel", {"note": "nhầm"})
    assert (done.json()["is_cancelled"], done.json()["cancel_note"]) == (True, "nhầm")
    assert program.get(address).json() == done.json()
    twice = send(program, "post", f"{address}/cancel")
    assert (twice.status_code, twice.json()["code"]) == (409, "adjustment_cancelled")


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"points": 0}, 400, "points_invalid"),
        ({"points": "5"}, 400, "request_invalid"),
        ({"player_id": str(uuid4())}, 404, "not_found"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused(program, books, changed, status, code) -> None:
    before = everything()
    body = {"player_id": books.seat(1), "points": -5, **changed}
    answer = send(program, "post", url(books, "/penalties"), body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert everything() == before


def test_a_member_reads_and_may_change_nothing(books) -> None:
    program = program_of(books.actor(Role.MEMBER))
    assert program.get(url(books)).status_code == 200
    before = everything()
    for method, rest in (("post", "/close"), ("post", "/penalties"), ("put", "/days")):
        bodies = {"/penalties": {"player_id": books.seat(0), "points": 1}, "/days": NEXT}
        body = {key: value for key, value in bodies.get(rest, {}).items() if key != "name"}
        answer = send(program, method, url(books, rest), body)
        assert (answer.status_code, answer.json()["code"]) == (403, "role_too_low")
    assert everything() == before


def test_another_clubs_season_is_nothing(program, books) -> None:
    theirs = make_books(slug="clb-khac").season.pk
    for rest in ("", "/standings", "/penalties", "/snapshots", "/export", "/export.csv"):
        assert program.get(f"{CLUB}/seasons/{theirs}{rest}").status_code == 404


def test_exports_are_what_the_commands_give_and_say_what_is_behind(program, books) -> None:
    books.record()
    seasons.refresh(books)
    export = program.get(url(books, "/export")).json()
    assert (export["format"], export["dirty"]) == ("phom-season/1", False)
    assert [(row["name"], row["rank"]) for row in export["players"]][:2] == [("An", 1), ("Bình", 2)]
    books.record()
    assert program.get(url(books, "/export")).json()["dirty"] is True
    table = program.get(url(books, "/export.csv"))
    assert (table["Content-Type"], table["Standings-Dirty"]) == ("text/csv; charset=utf-8", "true")
    rows = list(csv.DictReader(io.StringIO(table.content.decode())))
    assert [(row["name"], row["deals"]) for row in rows][:2] == [("An", "2"), ("Bình", "2")]
    night = program.get(f"{CLUB}/nights/2026-09-04/export").json()
    assert (night["format"], night["players"][0]["net_points"]) == ("phom-night/1", 12)
    assert program.get(f"{CLUB}/nights/2026-09-04/export.csv").content.startswith(b"name,rank")
    assert program.get(f"{CLUB}/nights/2026-09-05/export").status_code == 404
