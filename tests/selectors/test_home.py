"""A club's front page: who leads, who was first, the season's head, the records."""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.core.cache import cache

from scoring.models import Player, RevisionKind
from scoring.selectors.home import get_home
from scoring.selectors.members import get_club
from scoring.selectors.records import find_latest_round_u, find_longest_run, find_own_run
from scoring.services import adjustments, merges, nights, players, settlements
from scoring.services.deals import revise_deal
from scoring.services.movements import compute_movements
from scoring.services.standings import refresh_standings
from tests.books import Books
from tests.services.seasons import open_table


@pytest.fixture(autouse=True)
def nothing_kept():
    """Tests share a season that is rolled back; what was kept of its runs is not."""
    cache.clear()


NOW = datetime(2026, 9, 4, 14, 0, tzinfo=UTC)


def home(books: Books, now: datetime = NOW):
    return get_home(club=club(books), now=now)


def club(books: Books):
    return get_club(actor=books.owner, slug=books.club.slug)


def settle(books: Books, night_id: int | None = None) -> None:
    settlements.settle_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=night_id or books.night.pk,
        settlement_id=uuid4(),
    )


def wins(books: Books, index: int, times: int = 1) -> None:
    """Deals in which this seat is first."""
    for _ in range(times):
        books.record(books.sheet(u=(index, "plain")))


def revise(books: Books, deal_id, kind: RevisionKind) -> None:
    revise_deal(actor=books.owner, deal_id=deal_id, revision_id=uuid4(), based_on=1, kind=kind)


def called(names) -> list[str]:
    return [name.call_name for name in names]


def test_a_table_shows_its_last_number_and_who_leads_it(books) -> None:
    (night,) = home(books).open_nights
    assert [(table.last_number, table.leaders) for table in night.tables] == [(0, ())]
    books.record()
    ((table,),) = [night.tables for night in home(books).open_nights]
    assert (table.label, table.last_number, called(table.leaders), table.points) == (
        "Bàn 1",
        1,
        ["An"],
        6,
    )


def test_two_who_are_level_lead_together(books) -> None:
    wins(books, 0)
    wins(books, 1)
    ((table,),) = [night.tables for night in home(books).open_nights]
    # Each took 18 and paid 6.
    assert (called(table.leaders), table.points) == (["An", "Bình"], 12)


def test_who_was_first_counts_adjustments_and_merged_people_as_one(books) -> None:
    ids = {"actor": books.owner, "club_id": books.club.pk}
    twin = players.add_player(**ids, name="Giang Nhỏ")
    books.record()  # An +6, Bình -1, Chi -2, Dũng -3
    for payee, points in ((books.people[4], 3), (twin, 2)):
        adjustments.adjust_night(
            **ids,
            night_id=books.night.pk,
            adjustment_id=uuid4(),
            payer=books.people[0].pk,
            payee=payee.pk,
            points=points,
        )
    settle(books)
    found = home(books)
    assert found.open_nights == []
    (past,) = found.latest
    assert (called(past.firsts), past.points, past.deal_count) == (["Giang"], 3, 1)
    merges.merge_players(**ids, player_id=twin.pk, into_id=books.people[4].pk)
    (past,) = home(books).latest
    assert (called(past.firsts), past.points) == (["Giang"], 5)


def test_the_latest_three_settled_nights_newest_first(books) -> None:
    for day in range(5, 9):
        open_table(books, date(2026, 9, day))
    for night in books.club.nights.order_by("day"):
        settle(books, night.pk)
    found = home(books).latest
    assert [past.day.day for past in found] == [8, 7, 6]


def test_the_season_is_the_one_of_today_with_the_first_five_and_how_they_moved(books) -> None:
    books.record()
    refresh_standings(season_id=books.season.pk)
    compute_movements(season_id=books.season.pk)
    season = home(books).season
    assert season is not None
    assert season.is_up_to_date
    assert [(row.rank, row.person.call_name, row.value) for row in season.top] == [
        (1, "An", 6),
        (2, "Bình", -1),
        (3, "Chi", -2),
        (4, "Dũng", -3),
    ]
    assert all(row.is_new for row in season.top)
    books.record(books.sheet(u=(3, "plain")))
    assert home(books).season.is_up_to_date is False
    after = home(books, now=datetime(2027, 3, 1, tzinfo=UTC)).season
    assert after is not None, "the last season is shown when none is on"


def test_open_questions_are_counted_and_today_has_a_night(books) -> None:
    from scoring.services.questions import raise_dispute

    answer = books.record()
    Player.objects.filter(pk=books.people[0].pk).update(login_id=books.owner.login_id)
    raise_dispute(actor=books.owner, deal_id=answer.deal_id, note="sai")
    found = home(books)
    assert (found.open_disputes, found.open_duplicates, found.has_today) == (1, 0, True)
    assert home(books, now=datetime(2026, 9, 6, tzinfo=UTC)).has_today is False


def test_a_longer_history_asks_no_more(books, django_assert_max_num_queries) -> None:
    def asked() -> int:
        with django_assert_max_num_queries(25) as queries:
            home(books)
            find_latest_round_u(club=club(books))
            find_longest_run(season_id=books.season.pk)
        return len(queries)

    wins(books, 0, 2)
    books.record(books.sheet(u=(1, "ten")))
    settle(books)
    asked()  # the run of the table is read once and kept
    few = asked()
    for day in range(5, 12):
        open_table(books, date(2026, 9, day))
    nights.open_night(actor=books.owner, club_id=books.club.pk, day=date(2026, 9, 20))
    assert asked() == few


def test_the_latest_round_u_is_the_one_in_force(books) -> None:
    assert find_latest_round_u(club=club(books)) is None
    books.record(books.sheet(u=(0, "round")))
    later = books.record(books.sheet(u=(1, "ten")))
    books.record(books.sheet(u=(2, "plain")))
    found = find_latest_round_u(club=club(books))
    assert found is not None
    assert (found.person.call_name, found.kind, found.number) == ("Bình", "ten", 2)
    revise(books, later.deal_id, RevisionKind.VOID)
    found = find_latest_round_u(club=club(books))
    assert found is not None
    assert (found.person.call_name, found.kind, found.number) == ("An", "round", 1)


@pytest.mark.parametrize("void_one", [False, True], ids=["as played", "one void between"])
def test_a_run_of_firsts_counts_the_deals_in_force_of_one_table(books, void_one) -> None:
    assert find_longest_run(season_id=books.season.pk) is None
    wins(books, 0, 2)
    between = books.record(books.sheet(u=(1, "plain")))
    wins(books, 0, 2)
    if void_one:
        revise(books, between.deal_id, RevisionKind.VOID)
    run = find_longest_run(season_id=books.season.pk)
    assert run is not None
    assert (run.person.call_name, run.length) == ("An", 4 if void_one else 2)


def test_a_deal_without_a_first_ends_a_run_and_of_equal_runs_the_earlier_stands(books) -> None:
    wins(books, 1, 2)
    books.record(books.sheet(ending="drawn"))
    wins(books, 1)
    wins(books, 0, 2)
    run = find_longest_run(season_id=books.season.pk)
    assert run is not None
    assert (run.person.call_name, run.length, run.day) == ("Bình", 2, date(2026, 9, 4))


def test_somebodys_own_longest_run_is_theirs_whatever_others_did(books) -> None:
    chi = books.people[2]
    assert find_own_run(player_id=chi.pk) is None
    wins(books, 0, 3)
    wins(books, 2, 1)
    later = open_table(books, date(2026, 9, 11))
    for _ in range(2):
        books.record(books.sheet(u=(2, "plain")), table_id=later.pk)
    # The last deal of one table and the first of another are not in a row.
    run = find_own_run(player_id=chi.pk)
    assert run is not None
    assert (run.length, run.day) == (2, date(2026, 9, 11))
    an = find_own_run(player_id=books.people[0].pk, season_id=books.season.pk)
    assert an is not None
    assert (an.length, an.day) == (3, date(2026, 9, 4))
    assert find_own_run(player_id=chi.pk, season_id=books.season.pk + 1) is None


def test_only_tables_that_changed_are_read_again(books, django_assert_num_queries) -> None:
    def length() -> int:
        run = find_longest_run(season_id=books.season.pk)
        assert run is not None
        return run.length

    first = wins_of(books, 0, 3)
    open_table(books, date(2026, 9, 5))
    with django_assert_num_queries(3):
        assert length() == 3
    with django_assert_num_queries(2):  # the tables, and who it was
        assert length() == 3
    wins(books, 0)
    with django_assert_num_queries(3):
        assert length() == 4
    revise(books, first, RevisionKind.VOID)
    assert length() == 3


def wins_of(books: Books, index: int, times: int):
    """The same, and the id of the first of these deals."""
    deal_id = books.record(books.sheet(u=(index, "plain"))).deal_id
    wins(books, index, times - 1)
    return deal_id
