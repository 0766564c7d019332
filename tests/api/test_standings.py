"""The season's table by program: rows with working and movement, filters, and 304."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.services import movements
from tests.services import seasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(books):
    books.record()
    later = seasons.open_table(books, date(2026, 9, 11))
    books.record(books.sheet(u=(1, "plain")), table_id=later.pk)
    seasons.refresh(books)
    movements.compute_movements(season_id=books.season.pk)
    return books


def url(books, query: str = "") -> str:
    return f"/api/v1/clubs/clb-mau/seasons/{books.season.pk}/standings{query}"


def test_rows_have_figures_working_and_movement(program, played) -> None:
    table = program.get(url(played)).json()
    assert (table["state"], table["dirty"], table["workers_silent"]) == ("open", False, True)
    assert table["policy"]["metric"] == "net_points"
    assert [night["day"] for night in table["nights"]] == ["2026-09-04", "2026-09-11"]
    # Bình −1 + 18, An 6 − 6, Chi −2 − 6, Dũng −3 − 6.
    assert [(row["name"], row["rank"], row["figures"]["net_points"]) for row in table["rows"]] == [
        ("Bình", 1, 17),
        ("An", 2, 0),
        ("Chi", 3, -8),
        ("Dũng", 4, -9),
        ("Giang", None, 0),
    ]
    first = table["rows"][0]
    assert first["player_id"] == first["working"]["player"] == played.seat(1)
    assert first["working"]["value"] == 17
    assert (first["movement"]["kind"], first["movement"]["from"]) == ("up", 2)
    assert first["figures"]["firsts"] == 1
    assert first["figures"]["u_by_kind"]["plain"] == 1


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("?min_deals=1", ["Bình", "An", "Chi", "Dũng"]),
        ("?min_deals=3", []),
        ("?group=no_deals", ["Giang"]),
    ],
)
def test_filters_leave_rows_out_and_keep_the_ranks(program, played, query, names) -> None:
    assert [row["name"] for row in program.get(url(played, query)).json()["rows"]] == names


def test_one_player_may_be_asked_for(program, played) -> None:
    rows = program.get(url(played, f"?player_id={played.seat(2)}")).json()["rows"]
    assert [(row["name"], row["rank"]) for row in rows] == [("Chi", 3)]


@pytest.mark.parametrize("query", ["?min_deals=nhieu", "?group=khach", "?la=1", "?player_id=x"])
def test_a_filter_that_is_none_is_refused(program, played, query) -> None:
    answer = program.get(url(played, query))
    assert (answer.status_code, answer.json()["code"]) == (400, "request_invalid")


def test_an_answer_is_sent_again_only_when_it_has_changed(program, played) -> None:
    first = program.get(url(played))
    assert first["Cache-Control"] == "private, no-cache"
    with CaptureQueriesContext(connection) as queries:
        again = program.get(url(played), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    own = [query for query in queries if "scoring_season" in query["sql"]]
    assert len(own) == 1
    played.record()
    behind = program.get(url(played), headers={"If-None-Match": first["ETag"]})
    assert behind.json()["dirty"] is True


def test_the_cost_does_not_grow_with_the_season(program, played) -> None:
    counts = []
    for days in (1, 4):
        for day in range(days):
            later = seasons.open_table(played, date(2026, 10, days * 5 + day))
            played.record(table_id=later.pk)
        seasons.refresh(played)
        program.get(url(played))
        with CaptureQueriesContext(connection) as queries:
            program.get(url(played))
        counts.append(len(queries))
    assert counts[0] == counts[1]
