"""The season's table: whatever changed, refreshed it is what a rebuild makes of the books, to the
byte; it reads no seat without need, and leaves alone what is not its own.
"""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.models import StandingRow, StandingState
from scoring.selectors.standings import (
    list_dirty_seasons,
)
from scoring.services import merges, payments, players, settlements, standings
from tests.books import Books
from tests.services import seasons
from tests.services.checks import correct, revise, writes_nothing

Change = Callable[[Books], Iterator[object]]


@pytest.fixture
def played(pot_books: Books) -> Books:
    """Two nights with a pot, five people and a guest, table built."""
    for sheet in (
        pot_books.sheet(),
        pot_books.sheet(u=(1, "plain"), eats=[(0, False)]),
        pot_books.sheet(seats=[pot_books.seat(index) for index in (4, 0, 1)]),
        pot_books.sheet(eats=[(3, True)]),
    ):
        pot_books.record(sheet)
    later = seasons.open_table(pot_books, date(2026, 9, 11))
    pot_books.record(pot_books.sheet(u=(2, "ten")), table_id=later.pk)
    pot_books.record(table_id=later.pk)
    seasons.refresh(pot_books)
    return pot_books


def _record(books: Books) -> Iterator[object]:
    yield books.record(books.sheet(u=(3, "round")))
    yield books.record(books.sheet(seats=books.seats(2)))
    yield books.record(books.sheet(ending="void"))


def _revise(books: Books) -> Iterator[object]:
    deal = books.record(books.sheet(eats=[(2, False)]))
    yield correct(books, deal, books.sheet(eats=[(1, False)]))
    yield revise(books, deal, "void")
    yield revise(books, deal, "restore")


def _followed_by_an_u(books: Books) -> Iterator[object]:
    first = books.record()
    books.record(books.sheet(u=(0, "plain")))
    seasons.refresh(books)
    answer = revise(books, first, "void")
    assert answer.followed
    yield answer


def _adjust(books: Books) -> Iterator[object]:
    adjustment_id = seasons.adjust(books, 0, 4, 7)
    yield adjustment_id
    seasons.cancel(books, adjustment_id)
    yield None


def _penalise(books: Books) -> Iterator[object]:
    penalty_id = seasons.penalise(books, 1, -30)
    yield penalty_id
    seasons.cancel(books, penalty_id)
    yield None
    yield seasons.penalise(books, 2, 5)


def _merge(books: Books) -> Iterator[object]:
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    twin = players.add_player(**ids, name="Giang B")
    yield twin
    yield books.record(books.sheet(seats=[*books.seats(2), str(twin.pk)]))
    yield merges.merge_players(**ids, player_id=twin.pk, into_id=books.people[4].pk)
    yield merges.unmerge_player(**ids, player_id=twin.pk)


def _claim(books: Books) -> Iterator[object]:
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    member = books.actor(Role.MEMBER)
    assert member.login_id is not None
    guest = players.add_player(**ids, name="Khách", is_guest=True)
    yield books.record(books.sheet(seats=[*books.seats(2), str(guest.pk)]))
    yield players.claim_guest(**ids, player_id=guest.pk, login_id=member.login_id)
    second = players.add_player(**ids, name="Khách nữa", is_guest=True)
    yield books.record(books.sheet(seats=[*books.seats(2), str(second.pk)]))
    yield players.claim_guest(**ids, player_id=second.pk, login_id=member.login_id)


def _settle(books: Books) -> Iterator[object]:
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    books.record()
    yield seasons.settle(books)
    yield settlements.lock_night(**ids, night_id=books.night.pk)
    yield settlements.unlock_night(**ids, night_id=books.night.pk, note="xem lại")
    yield settlements.reopen_night(**ids, night_id=books.night.pk)


def _correct_after_settling(books: Books) -> Iterator[object]:
    deal = books.record()
    settlement = seasons.settle(books)
    payment = settlement.payments.order_by("position")[0]
    payments.mark_paid(actor=books.owner, payment_id=payment.pk)
    payments.confirm(actor=books.owner, payment_id=payment.pk)
    yield correct(books, deal, books.sheet(multiplier=2), note="ghi nhầm")


def _policy(books: Books) -> Iterator[object]:
    for options in (
        {"metric": "points_per_deal", "drop_worst": 1},
        {"metric": "place_points", "guests": "ranked"},
        {"metric": "net_bets", "tie_breaks": ["direct", "lot"], "min_nights": 2},
    ):
        seasons.rank_by(books, **options)
        yield None


CHANGES: dict[str, Change] = {
    "record": _record,
    "correct, void and restore": _revise,
    "a void that an ù follows": _followed_by_an_u,
    "night adjustment and its contrary": _adjust,
    "penalty and its contrary": _penalise,
    "merge and unmerge": _merge,
    "claim": _claim,
    "settle with the pot closed, lock, unlock, reopen": _settle,
    "correct after settling": _correct_after_settling,
    "policy": _policy,
}


@pytest.mark.parametrize("name", CHANGES)
def test_after_every_change_a_refresh_gives_what_a_rebuild_gives(played: Books, name: str) -> None:
    for _ in CHANGES[name](played):
        assert seasons.is_behind(played)
        assert played.season.pk in list_dirty_seasons()
        assert seasons.refresh(played).did_build
        assert not seasons.is_behind(played)
        refreshed = seasons.stored(played.season.pk)
        standings.rebuild_standings(season_id=played.season.pk)
        assert seasons.stored(played.season.pk) == refreshed


def test_a_second_refresh_does_nothing(played: Books) -> None:
    with writes_nothing():
        again = seasons.refresh(played)
    assert not again.did_build
    assert again.checksum == seasons.stored(played.season.pk)[0]


def test_the_first_refresh_of_a_season_makes_an_empty_table_of_the_roster(books: Books) -> None:
    assert seasons.refresh(books).did_build
    assert set(seasons.ranks(books).values()) == {None}
    assert {row["group"] for row in seasons.stored(books.season.pk)[1]} == {"no_deals"}


def test_a_rebuild_mends_a_table_and_tallies_that_somebody_damaged(played: Books) -> None:
    good = seasons.stored(played.season.pk)
    played.table.tallies.update(net_points=1, deals=9)
    StandingRow.objects.filter(season=played.season, position=0).delete()
    StandingState.objects.filter(season=played.season).update(checksum="0" * 64)
    assert not seasons.refresh(played).did_build
    standings.rebuild_standings(season_id=played.season.pk)
    assert seasons.stored(played.season.pk) == good


def test_a_built_table_says_when_and_whether_something_changed_since(played: Books) -> None:
    built = seasons.page(played)
    assert not built.stamp.is_dirty
    assert built.stamp.built_at is not None
    assert [row.working["rank"] for row in built.rows] == [1, 2, 3, 4, 5]
    played.record()
    behind = seasons.page(played)
    assert behind.stamp.is_dirty
    assert [row.working for row in behind.rows] == [row.working for row in built.rows]
    assert behind.stamp.checksum == built.stamp.checksum


# What it reads


def _statements(run: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        run()
    return [query["sql"] for query in captured.captured_queries]


def _over_seats(statements: list[str]) -> list[str]:
    return [sql for sql in statements if "scoring_dealseat" in sql]


def test_a_refresh_reads_no_seat_where_nobody_needs_a_direct_encounter(played: Books) -> None:
    correct(played, played.record(), played.sheet(eats=[(3, False)]))
    statements = _statements(lambda: seasons.refresh(played))
    assert any("scoring_tabletally" in sql for sql in statements)
    assert not _over_seats(statements), "\n".join(statements)


def test_a_refresh_reads_seats_once_for_those_only_a_direct_encounter_separates(
    books: Books,
) -> None:
    # In each drawn deal nothing moves: four equal in everything.
    books.record(books.sheet(ending="drawn"))
    statements = _statements(lambda: seasons.refresh(books))
    assert len(_over_seats(statements)) == 1
    _, rows = seasons.stored(books.season.pk)
    assert [row["rank"] for row in rows] == [1, 1, 1, 1, None]
    assert [row["tie_steps"][-1]["step"] for row in rows[:4]] == ["direct"] * 4


def test_two_who_are_equal_in_all_else_are_separated_by_the_deals_they_met_in(
    books: Books,
) -> None:
    """A deal of two moves one bet. First three win and lose in a circle, then a fourth comes in."""
    seats = books.seats()
    an, binh, chi, dung = seats
    books.record(books.sheet(seats=[an, binh]))
    books.record(books.sheet(seats=[binh, chi]))
    books.record(books.sheet(seats=[chi, an]))
    seasons.rank_by(books, tie_breaks=["direct"])
    seasons.refresh(books)
    rows = {row["player"]: row for row in seasons.stored(books.season.pk)[1]}
    # Each won once and lost once, also against each other.
    assert [rows[seat]["rank"] for seat in (an, binh, chi)] == [1, 1, 1]
    books.record(books.sheet(seats=[an, binh]))
    books.record(books.sheet(seats=[binh, dung]))
    books.record(books.sheet(seats=[dung, an]))
    seasons.refresh(books)
    rows = {row["player"]: row for row in seasons.stored(books.season.pk)[1]}
    # All four are at 0, but Chi and Dũng never met.
    assert [rows[seat]["rank"] for seat in seats] == [1, 1, 1, 1]
    assert {row["tie_steps"][0]["outcome"] for row in rows.values() if row["rank"]} == {"not_met"}
    books.record(books.sheet(seats=[chi, dung], ending="drawn"))
    books.record(books.sheet(seats=[an, binh]))
    seasons.adjust(books, 0, 1, 1)  # An gives back what the deal gained: equal again, all in all
    seasons.refresh(books)
    rows = {row["player"]: row for row in seasons.stored(books.season.pk)[1]}
    # An against Bình 3, against Chi and Dũng -1 each; Bình the contrary; Chi and Dũng 1 and -1.
    assert [rows[seat]["tie_steps"][0]["figure"] for seat in seats] == [1, -1, 0, 0]
    assert [rows[seat]["rank"] for seat in seats] == [1, 4, 2, 2]
    assert rows[binh]["decided_by"] == "direct"


def test_a_refresh_takes_as_many_statements_for_a_long_season_as_for_a_short_one(
    books: Books,
) -> None:
    books.record(books.sheet(eats=[(0, False)]))
    seasons.refresh(books)
    books.record(books.sheet(eats=[(0, False)]))
    few = _statements(lambda: seasons.refresh(books))
    for day in range(5, 11):
        table = seasons.open_table(books, date(2026, 9, day))
        for index in range(4):
            books.record(books.sheet(eats=[(index, False)]), table_id=table.pk)
    books.record(books.sheet(eats=[(0, False)]))
    many = _statements(lambda: seasons.refresh(books))
    assert len(many) == len(few), "\n".join(many)


# Whose table


def test_the_rows_of_merged_players_are_the_survivors_until_the_pointer_is_taken_away(
    books: Books,
) -> None:
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    books.record()
    books.record(books.sheet(seats=[books.seat(4), books.seat(0)]))
    seasons.refresh(books)
    before = seasons.stored(books.season.pk)
    merges.merge_players(**ids, player_id=books.people[4].pk, into_id=books.people[3].pk)
    seasons.refresh(books)
    merged = {row["player"]: row for row in seasons.stored(books.season.pk)[1]}
    assert books.seat(4) not in merged
    assert (merged[books.seat(3)]["deals"], merged[books.seat(3)]["nights"]) == (2, 1)
    merges.unmerge_player(**ids, player_id=books.people[4].pk)
    seasons.refresh(books)
    assert seasons.stored(books.season.pk) == before


def test_guests_are_listed_below_and_ranked_once_somebody_claims_them(books: Books) -> None:
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    guest = players.add_player(**ids, name="Khách", is_guest=True)
    books.record(books.sheet(seats=[str(guest.pk), *books.seats(2)]))

    def row() -> tuple[str, int | None]:
        seasons.refresh(books)
        rows = {row["player"]: row for row in seasons.stored(books.season.pk)[1]}
        return rows[str(guest.pk)]["group"], rows[str(guest.pk)]["rank"]

    assert row() == ("guest", None)
    login_id = books.actor(Role.MEMBER).login_id
    assert login_id is not None
    players.claim_guest(**ids, player_id=guest.pk, login_id=login_id)
    assert row() == ("ranked", 1)


def test_a_closed_season_is_left_alone(books: Books) -> None:
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    books.record()
    seasons.settle(books)
    seasons.close(books)
    merges.merge_players(**ids, player_id=books.people[4].pk, into_id=books.people[3].pk)
    assert seasons.is_behind(books)
    with writes_nothing():
        assert not seasons.refresh(books).did_build
        assert not standings.rebuild_standings(season_id=books.season.pk).did_build
        assert books.season.pk not in list_dirty_seasons()


def test_a_season_opened_again_is_brought_up_to_date(books: Books) -> None:
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    books.record()
    seasons.settle(books)
    seasons.close(books)
    merges.merge_players(**ids, player_id=books.people[4].pk, into_id=books.people[3].pk)
    seasons.reopen(books)
    assert books.season.pk in list_dirty_seasons()
    seasons.refresh(books)
    assert books.seat(4) not in {row["player"] for row in seasons.stored(books.season.pk)[1]}


def test_the_table_of_another_club_is_not_touched(books: Books, strangers: Books) -> None:
    strangers.record()
    seasons.refresh(strangers)
    before = StandingState.objects.filter(season=strangers.season).values().get()
    rows = list(StandingRow.objects.filter(season=strangers.season).values())
    books.record()
    seasons.refresh(books)
    standings.rebuild_standings(season_id=books.season.pk)
    assert StandingState.objects.filter(season=strangers.season).values().get() == before
    assert list(StandingRow.objects.filter(season=strangers.season).values()) == rows
    assert not seasons.is_behind(strangers)


def test_refreshing_by_name_finds_the_season_whatever_the_case(books: Books) -> None:
    books.record()
    standings.refresh_by_name(club_slug=books.club.slug, season_name="mùa THU 2026")
    assert not seasons.is_behind(books)
    deal_id = uuid4()
    books.record(deal_id=deal_id)
    standings.refresh_by_name(club_slug=books.club.slug, season_name="một mùa khác")
    assert seasons.is_behind(books)
