"""A refresh ranks sums the database makes: the same bytes as row by row, whatever the policy and
the history; and it writes only the rows that differ.
"""

import random
from datetime import date
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.models import Night, Season, StandingRow, TableTally
from scoring.selectors.standings import rank_from_books
from scoring.selectors.sums_to_rank import rank_sums_from_books
from scoring.services import merges, standings
from tests.books import Books
from tests.services import seasons
from tests.services.histories import History

SECOND_NIGHT = date(2026, 9, 11)
# PostgreSQL's number for text, which is what NULL and '' are until they stand beside a column.
LITERAL = 25

POLICIES: list[dict[str, Any]] = [
    {},
    {"metric": "net_bets", "drop_worst": 1, "guests": "ranked"},
    {"metric": "points_per_deal", "drop_share": [1, 2], "tie_breaks": ["direct", "lot"]},
    {"metric": "place_points", "best_of": 1},
    {"metric": "place_points", "place_points": {"4": [5, 2, 1, 0], "unplaced": -3}},
    {"metric": "bets_per_deal", "min_nights": 2, "tie_breaks": ["moms", "firsts", "u_wins"]},
]


def _agree(books: Books) -> None:
    season = _season(books)
    assert rank_sums_from_books(season).canonical() == rank_from_books(season)[1].canonical()


def _season(books: Books) -> Season:
    return Season.objects.select_related("policy_version").get(pk=books.season.pk)


@pytest.mark.parametrize("seed", range(40, 44))
def test_sums_and_rows_are_ranked_alike_after_any_history(pot_books: Books, seed: int) -> None:
    history = History(pot_books, random.Random(seed))
    history.play(12)
    history.open_night(SECOND_NIGHT)
    history.play(12)
    for options in POLICIES:
        seasons.rank_by(pot_books, **options)
        _agree(pot_books)


@pytest.mark.parametrize("options", POLICIES)
def test_adjustments_of_who_did_not_play_and_merges_count_in_sums_as_in_rows(
    books: Books, options: dict[str, Any]
) -> None:
    books.record()
    books.record(books.sheet(seats=[books.seat(4), books.seat(0)]))
    seasons.adjust(books, 0, 3, 7)
    seasons.adjust(books, 4, 1, 2)
    seasons.rank_by(books, **options)
    _agree(books)
    merges.merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[3].pk,
    )
    _agree(books)


@pytest.mark.parametrize("options", POLICIES)
def test_a_share_of_the_pot_without_a_deal_makes_a_night_loose_in_sums_as_in_rows(
    books: Books, options: dict[str, Any]
) -> None:
    books.record()
    table = seasons.open_table(books, SECOND_NIGHT)
    Night.objects.filter(pk=books.night.pk).update(state="locked")
    for who in (0, 4):
        TableTally.objects.create(table=table, player=books.people[who], net_points=3)
    seasons.rank_by(books, **options)
    _agree(books)
    rows = {row.player: row for row in rank_sums_from_books(_season(books)).rows}
    assert [rows[books.seat(who)].is_provisional for who in (0, 1, 4)] == [True, False, True]
    assert [rows[books.seat(who)].nights for who in (0, 1, 4)] == [1, 1, 0]
    # The books as they were, for the look at them that follows every test.
    Night.objects.filter(pk=books.night.pk).update(state="open")
    standings.rebuild_standings(season_id=books.season.pk)


def test_only_an_adjustment_and_no_deal_leaves_a_player_without_a_value(books: Books) -> None:
    books.record()
    seasons.adjust(books, 0, 4, 7)
    seasons.refresh(books)
    (row,) = [row for row in seasons.stored(books.season.pk)[1] if row["player"] == books.seat(4)]
    assert (row["group"], row["value"], row["provisional"]) == ("no_deals", None, True)


def test_a_refresh_leaves_the_rows_alone_that_did_not_change(books: Books) -> None:
    for rest in (books.seats(2), [books.seat(2), books.seat(3)]):
        books.record(books.sheet(seats=rest))
    seasons.refresh(books)
    before = {row.player_id: row.pk for row in StandingRow.objects.filter(season=books.season)}
    seasons.penalise(books, 1, -1)
    with CaptureQueriesContext(connection) as captured:
        seasons.refresh(books)
    after = {row.player_id: row.pk for row in StandingRow.objects.filter(season=books.season)}
    kept = {player for player, pk in after.items() if before[player] == pk}
    assert books.people[1].pk not in kept
    assert books.people[4].pk in kept
    written = [sql for query in captured if 'INTO "scoring_standingrow"' in (sql := query["sql"])]
    assert len(written) == 1
    assert books.people[4].pk.hex not in written[0].replace("-", "")


def test_two_who_change_places_are_both_written(books: Books) -> None:
    books.record(books.sheet(seats=books.seats(2)))
    seasons.refresh(books)
    first = list(seasons.ranks(books))[:2]
    seasons.penalise(books, 0, -100)
    seasons.refresh(books)
    assert list(seasons.ranks(books))[:2] == first[::-1]
    built = seasons.stored(books.season.pk)
    standings.rebuild_standings(season_id=books.season.pk)
    assert seasons.stored(books.season.pk) == built


def test_rows_of_who_is_no_longer_listed_go(books: Books) -> None:
    books.record()
    seasons.refresh(books)
    assert len(seasons.stored(books.season.pk)[1]) == 5
    merges.merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[3].pk,
    )
    seasons.refresh(books)
    assert len(seasons.stored(books.season.pk)[1]) == 4


def test_a_rebuild_mends_a_row_whose_player_rank_or_working_somebody_changed(books: Books) -> None:
    books.record()
    seasons.refresh(books)
    good = list(StandingRow.objects.order_by("position").values("player_id", "rank", "row"))
    rows = StandingRow.objects.filter(season=books.season)
    rows.filter(position=0).update(rank=9)
    rows.filter(position=1).update(row={})
    rows.filter(position=4).update(position=7)
    standings.rebuild_standings(season_id=books.season.pk)
    again = StandingRow.objects.order_by("position").values("player_id", "rank", "row")
    assert list(again) == good


def test_a_rebuild_makes_every_tally_anew_in_one_statement_over_the_seats(books: Books) -> None:
    books.record(books.sheet(u=(1, "plain"), eats=[(0, False)]))
    columns = [field.attname for field in TableTally._meta.concrete_fields if field.name != "id"]
    good = sorted(TableTally.objects.values_list(*columns))
    TableTally.objects.filter(player=books.people[0]).delete()
    TableTally.objects.filter(player=books.people[1]).update(deals=9, net_points=1)
    TableTally.objects.create(table=books.table, player=books.people[4], deals=3)
    with CaptureQueriesContext(connection) as captured:
        standings.rebuild_standings(season_id=books.season.pk)
    assert sum("scoring_dealseat" in query["sql"] for query in captured) == 1
    assert sorted(TableTally.objects.values_list(*columns)) == good


@pytest.mark.postgres
def test_the_parts_of_a_season_are_of_like_types_or_one_process_would_add_them_up(
    books: Books,
) -> None:
    books.record()
    with CaptureQueriesContext(connection) as captured:
        standings.rebuild_standings(season_id=books.season.pk)
    (making,) = [sql for query in captured if "scoring_dealseat" in (sql := query["sql"])]
    assert making.startswith("CREATE TEMPORARY TABLE")
    parts = making.partition("FROM (")[2].rpartition(") AS line")[0].split("UNION ALL")
    assert len(parts) == 4
    columns = []
    with connection.cursor() as cursor:
        for part in parts:
            cursor.execute(f"SELECT * FROM ({part}) AS part LIMIT 0")
            columns.append([column.type_code for column in cursor.description])
    for seats, *others in zip(*columns, strict=True):
        assert set(others) <= {seats, LITERAL}


@pytest.mark.postgres
def test_a_rebuild_leaves_no_table_behind_and_can_be_repeated_at_once(books: Books) -> None:
    books.record()
    with transaction.atomic():
        first = standings.rebuild_standings(season_id=books.season.pk)
        assert standings.rebuild_standings(season_id=books.season.pk) == first
    assert "season_sums" not in connection.introspection.table_names()
