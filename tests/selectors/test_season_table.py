"""A season's table as built: figures by hand from the sheets, people at the end of their pointers,
a closed season as it was, and the same number of statements whatever the season's length.
"""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.actors import Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Heartbeat, Player
from scoring.selectors.heartbeats import SILENCE, WORKER
from scoring.selectors.penalties import get_penalty, list_penalties
from scoring.selectors.policies import list_policy_versions
from scoring.selectors.season_stamps import SeasonStamp, get_season_stamp
from scoring.selectors.season_table import SeasonTable, list_snapshots, read_season_table
from scoring.selectors.seasons import find_current_season, get_season_in_club, list_seasons
from scoring.services import merges, movements, players
from tests.books import Books
from tests.services import seasons
from tests.services.checks import revise


def stamp_of(books: Books, **changed) -> SeasonStamp:
    given = {"actor": books.owner, "slug": books.club.slug, "season_id": books.season.pk}
    return get_season_stamp(**{**given, **changed})


def table_of(books: Books) -> SeasonTable:
    return read_season_table(stamp_of(books))


def sums(table: SeasonTable) -> dict[str, tuple[int, int, int]]:
    """Deals, nights and points by name."""
    return {
        row.name: (row.played.sums.deals, row.played.nights, row.played.sums.net_points)
        for row in table.rows
        if row.played
    }


@pytest.fixture
def played(books: Books) -> Books:
    """Two deals and an adjustment in one night, one deal a week later; built."""
    books.record()
    books.record(books.sheet(u=(1, "plain"), eats=[(0, False)]))
    seasons.adjust(books, 2, 3, 4)
    later = seasons.open_table(books, date(2026, 9, 11))
    books.record(table_id=later.pk)
    seasons.refresh(books)
    return books


def test_the_figures_are_those_of_the_sheets_with_adjustments(played: Books) -> None:
    # +6 −1 −2 −3, twice. Ù by Bình: 6 from each of three, and An's eat of 1 from Dũng.
    found = sums(table_of(played))
    assert found == {
        "An": (3, 2, 6 - 6 + 1 + 6),
        "Bình": (3, 2, -1 + 18 - 1),
        "Chi": (3, 2, -2 - 6 - 4 - 2),
        "Dũng": (3, 2, -3 - 6 - 1 + 4 - 3),
    }


def test_rows_come_in_the_order_of_the_table_and_who_has_no_deal_has_no_figures(played) -> None:
    rows = table_of(played).rows
    assert [(row.name, row.working["rank"]) for row in rows] == [
        ("Bình", 1),
        ("An", 2),
        ("Dũng", 3),
        ("Chi", 4),
        ("Giang", None),
    ]
    assert rows[-1].played is None
    assert rows[-1].working["group"] == "no_deals"


def test_the_viewers_row_is_theirs_and_their_nights_are_charted(played: Books) -> None:
    member = played.actor(Role.MEMBER)
    Player.objects.filter(pk=played.people[3].pk).update(login_id=member.login_id)
    table = read_season_table(stamp_of(played, actor=member))
    assert [row.name for row in table.rows if row.is_me] == ["Dũng"]
    assert not any(row.is_me for row in table_of(played).rows)
    mine = table.sums.by_night[played.people[3].pk]
    assert sorted(row.net_points for row in mine) == [-6, -3]


def test_the_nights_of_a_player_add_up_to_the_season(played: Books) -> None:
    table = table_of(played)
    for player_id, rows in table.sums.by_night.items():
        assert sum(row.net_points for row in rows) == table.sums.players[player_id].sums.net_points
        assert sum(row.deals for row in rows) == table.sums.players[player_id].sums.deals
    assert len(table.sums.by_night) == 4


def test_a_merged_player_counts_with_who_they_turned_out_to_be(played: Books) -> None:
    twin = players.add_player(actor=played.owner, club_id=played.club.pk, name="An Hai")
    seats = [str(twin.pk), played.seat(1), played.seat(2), played.seat(3)]
    later = seasons.open_table(played, date(2026, 9, 12))
    played.record(played.sheet(seats=seats), table_id=later.pk)
    merges.merge_players(
        actor=played.owner, club_id=played.club.pk, player_id=twin.pk, into_id=played.people[0].pk
    )
    seasons.refresh(played)
    assert sums(table_of(played))["An"] == (4, 3, 7 + 6)
    assert "An Hai" not in sums(table_of(played))


def test_void_deals_are_in_no_figure(played: Books) -> None:
    deal = played.record()
    revise(played, deal, "void")
    seasons.refresh(played)
    table = table_of(played)
    assert sums(table)["An"][0] == 3
    assert table.deal_count == 3


def test_nights_say_which_are_provisional(played: Books) -> None:
    nights = table_of(played).nights
    assert [(night.day.day, night.state, night.deal_count) for night in nights] == [
        (4, "open", 2),
        (11, "open", 1),
    ]
    assert all(night.is_provisional for night in nights)


def test_movements_are_shown_for_the_table_they_were_made_for(played: Books) -> None:
    assert all(row.movement is None for row in table_of(played).rows)
    movements.compute_movements(season_id=played.season.pk)
    moved = {row.name: row.movement and row.movement["kind"] for row in table_of(played).rows}
    assert moved == {"Bình": "same", "An": "same", "Chi": "same", "Dũng": "same", "Giang": None}
    seasons.penalise(played, 0, 100)
    seasons.refresh(played)
    assert all(row.movement is None for row in table_of(played).rows)


def test_the_stamp_tells_what_has_changed_since(played: Books) -> None:
    fresh = stamp_of(played)
    assert not fresh.is_dirty
    played.record()
    behind = stamp_of(played)
    assert behind.is_dirty
    assert behind.fingerprint != fresh.fingerprint
    seasons.refresh(played)
    again = stamp_of(played)
    assert not again.is_dirty
    assert again.fingerprint == stamp_of(played).fingerprint
    assert len({fresh.fingerprint, behind.fingerprint, again.fingerprint}) == 3


def test_another_name_makes_another_page(played: Books) -> None:
    before = stamp_of(played).fingerprint
    players.rename_player(
        actor=played.owner, club_id=played.club.pk, player_id=played.people[0].pk, name="Ân"
    )
    assert stamp_of(played).fingerprint != before


def test_a_heartbeat_says_whether_the_workers_are_alive(played: Books) -> None:
    assert stamp_of(played).are_workers_silent
    beat = Heartbeat.objects.create(name=WORKER, beat_at=timezone.now())
    assert not stamp_of(played).are_workers_silent
    beat.beat_at = timezone.now() - SILENCE - timedelta(seconds=1)
    beat.save()
    assert stamp_of(played).are_workers_silent


def test_a_season_is_nothing_to_strangers_and_in_another_club(played, strangers) -> None:
    for changed in (
        {"actor": strangers.owner},
        {"slug": strangers.club.slug},
        {"slug": strangers.club.slug, "actor": strangers.owner},
        {"season_id": 10**12},
    ):
        with pytest.raises(ServiceRefused) as refused:
            stamp_of(played, **changed)
        assert refused.value.code == ErrorCode.NOT_FOUND


def test_a_closed_season_stays_as_it_was_whatever_comes_of_its_people(played: Books) -> None:
    seasons.settle(played)
    for night in played.season.nights.exclude(pk=played.night.pk):
        seasons.settle(played, night)
    seasons.close(played)
    before = table_of(played)
    twin = players.add_player(actor=played.owner, club_id=played.club.pk, name="Người mới")
    merges.merge_players(
        actor=played.owner, club_id=played.club.pk, player_id=played.people[0].pk, into_id=twin.pk
    )
    after = table_of(played)
    assert not after.stamp.is_dirty
    assert sums(after) == sums(before)
    assert [row.working for row in after.rows] == [row.working for row in before.rows]
    assert after.sums.by_night == before.sums.by_night
    assert after.snapshot is not None
    assert (after.snapshot.n, after.snapshot.note) == (1, "hết mùa")
    assert after.snapshot.checksum == after.stamp.checksum
    seasons.reopen(played)
    seasons.close(played)
    assert [head.n for head in list_snapshots(season_id=played.season.pk)] == [2, 1]


def test_the_closed_seasons_figures_are_those_it_was_closed_with(played: Books) -> None:
    for night in played.season.nights.all():
        seasons.settle(played, night)
    open_figures = sums(table_of(played))
    seasons.close(played)
    assert sums(table_of(played)) == open_figures


def test_lists_of_a_club_hold_nothing_of_another(played: Books, strangers: Books) -> None:
    seasons.penalise(played, 0, -5)
    version = seasons.publish(played, drop_worst=1)
    ours, theirs = played.club.pk, strangers.club.pk
    assert [row.id for row in list_seasons(club_id=ours)] == [played.season.pk]
    assert [row.id for row in list_policy_versions(club_id=ours)] == [version.pk]
    assert list_policy_versions(club_id=theirs) == []
    assert list_penalties(club_id=theirs, season_id=played.season.pk) == []
    with pytest.raises(ServiceRefused):
        get_season_in_club(club_id=theirs, season_id=played.season.pk)


def test_a_penalty_taken_back_keeps_its_row(played: Books) -> None:
    penalty_id = seasons.penalise(played, 0, -5)
    seasons.cancel(played, penalty_id)
    rows = list_penalties(club_id=played.club.pk, season_id=played.season.pk)
    assert [(row.name, row.points, row.is_cancelled) for row in rows] == [("An", -5, True)]


def test_a_nights_adjustment_is_no_penalty(played: Books) -> None:
    adjustment_id = seasons.adjust(played, 0, 1, 2)
    with pytest.raises(ServiceRefused) as refused:
        get_penalty(club_id=played.club.pk, season_id=played.season.pk, adjustment_id=adjustment_id)
    assert refused.value.code == ErrorCode.NOT_FOUND


def test_the_current_season_is_todays_else_the_latest(books: Books) -> None:
    from scoring.services.seasons import open_season

    club = stamp_of(books).club
    assert find_current_season(club) == books.season.pk
    today = timezone.now().date()
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    far = open_season(**ids, name="Xa", first_day=date(2035, 1, 1), last_day=date(2035, 2, 1))
    if not books.season.first_day <= today <= books.season.last_day:
        assert find_current_season(club) == far.pk
        now = open_season(
            **ids,
            name="Nay",
            first_day=today - timedelta(days=2),
            last_day=today + timedelta(days=2),
        )
        assert find_current_season(club) == now.pk
    else:
        assert find_current_season(club) == books.season.pk


def test_reading_asks_the_same_number_of_statements_whatever_the_length(played: Books) -> None:
    counts = []
    for days in (0, 5):
        for day in range(days):
            later = seasons.open_table(played, date(2026, 10, 1 + day))
            played.record(table_id=later.pk)
        seasons.refresh(played)
        with CaptureQueriesContext(connection) as queries:
            table_of(played)
        counts.append(len(queries))
    assert counts == [4, 4]
