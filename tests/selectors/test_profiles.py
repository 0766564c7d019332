"""What a player's page shows, counted by hand from the sheets; and that it asks no more of the
database with more deals.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import RevisionKind
from scoring.selectors.figures import list_season_figures
from scoring.selectors.head_to_head import BiggestDeal, HeadToHead, get_head_to_head
from scoring.selectors.profiles import (
    Profile,
    get_person,
    get_profile,
    list_seasons_of,
)
from scoring.services import adjustments, nights, players, seasons
from scoring.services.merges import merge_players
from tests.books import DAY, EVENING, Books
from tests.services.checks import revise, settle
from tests.services.settling import gives, pay


def _profile(books: Books, index: int = 0, **given) -> Profile:
    return get_profile(club_id=books.club.pk, player_id=books.people[index].pk, **given)


def _met(books: Books, one: int, other: int, **given) -> HeadToHead:
    ids: dict[str, Any] = {"player_id": books.people[one].pk, "other_id": books.people[other].pk}
    return get_head_to_head(**ids, **given)


def _against(profile: Profile) -> dict[str, tuple[int, int]]:
    return {row.person.name: (row.deals, row.points) for row in profile.opponents}


def _another_night(books: Books, *, days: int = 1, stake: int = 10, **sheet) -> None:
    night = nights.open_night(
        actor=books.owner, club_id=books.club.pk, day=DAY + timedelta(days=days)
    )
    table = nights.open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=night.pk,
        label="Bàn 1",
        stake_points=stake,
    )
    books.record(books.sheet(**sheet), table_id=table.pk, played_at=EVENING + timedelta(days=days))


# Figures and nights


def test_the_figures_are_those_of_the_season(books: Books) -> None:
    books.record(books.sheet(eats=[(1, False), (1, True)]))
    books.record(books.sheet(u=(0, "round")))
    _another_night(books, seats=books.seats(2))
    gives(books, 0, 1, 5)
    by_season = list_season_figures(club_id=books.club.pk, season_id=books.season.pk)
    for index in range(4):
        for season_id in (None, books.season.pk):
            assert _profile(books, index, season_id=season_id).figures == by_season[index]


def test_nights_come_in_order_with_their_deals_and_points(books: Books) -> None:
    """An: 6 + 6 on the first day less 5 by hand, 1 × 10 on the second."""
    _another_night(books, seats=books.seats(2))
    books.record()
    books.record()
    gives(books, 0, 1, 5)
    rows = [(night.day, night.deals, night.points) for night in _profile(books).nights]
    assert rows == [(DAY, 2, 7), (DAY + timedelta(days=1), 1, 10)]


def test_a_night_of_void_deals_alone_is_none(books: Books) -> None:
    revise(books, books.record(), "void")
    profile = _profile(books)
    assert (profile.nights, profile.figures.nights, profile.figures.deals) == ([], 0, 0)
    assert (profile.opponents, profile.u_wins) == ([], [])


def test_a_night_with_an_adjustment_alone_counts_its_points(books: Books) -> None:
    gives(books, 0, 1, 5)
    profile = _profile(books, 1)
    assert [(night.day, night.deals, night.points) for night in profile.nights] == [(DAY, 0, 5)]
    assert (profile.figures.net_points, profile.figures.nights) == (5, 0)


def test_every_u_is_told_with_its_day_the_latest_first(books: Books) -> None:
    """R-20 under the seed rules: round pays 12 each, plain 6 each; stake 1 and 10."""
    books.record(books.sheet(u=(0, "round")))
    _another_night(books, u=(0, "plain"))
    books.record(books.sheet(u=(1, "dry")))
    revise(books, books.record(books.sheet(u=(0, "plain"))), "void")
    wins = [(win.kind, win.day, win.number, win.points) for win in _profile(books).u_wins]
    assert wins == [("plain", DAY + timedelta(days=1), 1, 180), ("round", DAY, 1, 36)]
    assert len(_profile(books, u_at_most=1).u_wins) == 1


# Against each other


def test_what_passed_between_two_is_a_plain_sum(books: Books) -> None:
    """R-04: second pays 1, third 2, last 3 to the first; the eat 1 from the feeder."""
    books.record(books.sheet(eats=[(1, False)]))
    books.record(books.sheet(seats=books.seats(2)))
    assert _against(_profile(books)) == {"Dũng": (1, 3), "Chi": (1, 2), "Bình": (2, 1)}
    assert _against(_profile(books, 1)) == {"An": (2, -1), "Chi": (1, 0), "Dũng": (1, 0)}


def test_opponents_and_elsewhere_sum_to_the_net_points(pot_books: Books) -> None:
    books = pot_books
    books.record()
    books.record(books.sheet(u=(1, "plain"), eats=[(2, True)]))
    books.record(books.sheet(eats=[(3, False)]))
    gives(books, adjustments.FUND, 0, 7)
    gives(books, 2, 3, 4)
    settle(books)
    for index in range(4):
        profile = _profile(books, index)
        through = sum(row.points for row in profile.opponents) + profile.elsewhere_points
        assert through == profile.figures.net_points
        assert profile.elsewhere_points != 0


def test_what_is_paid_to_settle_is_not_played(books: Books) -> None:
    books.record()
    before = _profile(books)
    settle(books)
    pay(books, "Dũng", "An")
    assert _profile(books) == before


def test_void_and_corrected_deals_count_as_they_stand(books: Books) -> None:
    revise(books, books.record(books.sheet(eats=[(1, True)])), "void")
    revise(
        books, books.record(), str(RevisionKind.CORRECT), sheet=books.sheet(seats=books.seats(2))
    )
    assert _against(_profile(books)) == {"Bình": (1, 1)}


def test_merged_people_are_one_opponent_and_one_person(books: Books) -> None:
    books.record()
    books.record(books.sheet(seats=[books.seat(4), *books.seats()[1:]]))
    an, giang = books.people[0], books.people[4]
    gives(books, 0, 4, 9)  # to oneself, as it turns out
    merge_players(actor=books.owner, club_id=books.club.pk, player_id=giang.pk, into_id=an.pk)
    assert _against(_profile(books, 1)) == {"Chi": (2, 0), "Dũng": (2, 0), "An": (2, -2)}
    profile = _profile(books)
    assert (profile.figures.deals, profile.figures.net_points) == (2, 12)
    assert [night.points for night in profile.nights] == [12]
    assert _against(profile) == {"Bình": (2, 2), "Chi": (2, 4), "Dũng": (2, 6)}
    assert (_met(books, 0, 1).deals, _met(books, 0, 1).points) == (2, 2)


# Two people


def test_two_people_are_compared_deal_by_deal(books: Books) -> None:
    """An and Bình: second pays 1; Bình's eat 1 and last-round eat 4 from An; then An's ù 6."""
    books.record(books.sheet(eats=[(1, False), (1, True)]))
    books.record(books.sheet(u=(0, "plain")))
    books.record(books.sheet(seats=[books.seat(1), books.seat(0), *books.seats()[2:]]))
    gives(books, 1, 0, 2)
    met = _met(books, 0, 1)
    assert (met.deals, met.placed, met.higher, met.lower) == (3, 2, 1, 1)
    assert met.by_reason == {"place": 1 - 1, "eat": -1, "last_eat": -4, "u": 6, "adjustment": 2}
    assert met.eats == {"eat": (0, 1), "last_eat": (0, 1)}
    assert met.points == 3
    assert [(row.day, row.points) for row in met.nights] == [(DAY, 3)]
    assert met.biggest == BiggestDeal(DAY, "Bàn 1", 2, 6)


def test_the_other_sees_the_same_the_other_way(books: Books) -> None:
    books.record(books.sheet(eats=[(1, False), (2, True)]))
    books.record(books.sheet(u=(2, "plain"), eats=[(1, True)]))
    _another_night(books, seats=books.seats(3))
    for one in range(4):
        for other in set(range(4)) - {one}:
            there, back = _met(books, one, other), _met(books, other, one)
            assert there.points == -back.points
            assert (there.higher, there.lower) == (back.lower, back.higher)
            assert there.points == _against(_profile(books, one))[books.people[other].name][1]
            assert there.points == sum(night.points for night in there.nights)


def test_two_who_never_met_have_nothing_between_them(books: Books) -> None:
    books.record()
    met = _met(books, 0, 4)
    assert (met.deals, met.points, met.nights, met.biggest) == (0, 0, [], None)


# Seasons


def test_a_season_leaves_the_others_out(books: Books) -> None:
    books.record()
    later = seasons.open_season(
        actor=books.owner,
        club_id=books.club.pk,
        name="Mùa sau",
        first_day=DAY + timedelta(days=200),
        last_day=DAY + timedelta(days=300),
    )
    _another_night(books, days=201, u=(1, "plain"))
    both, first, second = (
        _profile(books, 1, season_id=season_id) for season_id in (None, books.season.pk, later.pk)
    )
    assert [profile.figures.deals for profile in (both, first, second)] == [2, 1, 1]
    assert [profile.figures.net_points for profile in (both, first, second)] == [179, -1, 180]
    assert [len(profile.u_wins) for profile in (both, first, second)] == [1, 0, 1]
    assert _against(first)["An"] == (1, -1)
    assert _against(second)["An"] == (1, 60)
    assert _met(books, 1, 0, season_id=later.pk).points == 60
    found = list_seasons_of(club_id=books.club.pk, player_id=books.people[1].pk)
    assert [row.name for row in found] == ["Mùa sau", "Mùa thu 2026"]


def test_a_season_is_offered_to_whom_an_adjustment_reached(books: Books) -> None:
    giang = books.people[4].pk
    assert list_seasons_of(club_id=books.club.pk, player_id=giang) == []
    gives(books, 0, 4, 1)
    assert len(list_seasons_of(club_id=books.club.pk, player_id=giang)) == 1


# Who it is


def test_a_person_is_told_with_the_names_they_had_and_their_login(books: Books) -> None:
    guest = players.add_player(
        actor=books.owner, club_id=books.club.pk, name="Khách Lạ", is_guest=True
    )
    login_id = books.owner.login_id
    assert login_id is not None
    players.claim_guest(
        actor=books.owner, club_id=books.club.pk, player_id=guest.pk, login_id=login_id
    )
    an = books.people[0]
    merge_players(actor=books.owner, club_id=books.club.pk, player_id=guest.pk, into_id=an.pk)
    person = get_person(club_id=books.club.pk, player_id=an.pk)
    assert (person.root_id, [alias.name for alias in person.aliases]) == (an.pk, ["Khách Lạ"])
    assert person.user_name == "owner-clb-mau"
    assert get_person(club_id=books.club.pk, player_id=guest.pk).root_id == an.pk


def test_another_clubs_player_and_season_are_not_found(books: Books, strangers: Books) -> None:
    foreign, season = strangers.people[0].pk, strangers.season.pk
    for ask in (
        lambda: get_person(club_id=books.club.pk, player_id=foreign),
        lambda: get_profile(club_id=books.club.pk, player_id=foreign),
        lambda: _profile(books, season_id=season),
    ):
        with pytest.raises(ServiceRefused) as caught:
            ask()
        assert caught.value.code is ErrorCode.NOT_FOUND


# The database


def test_the_statements_do_not_grow_with_deals_nights_or_people(books: Books) -> None:
    counted = []
    for more in range(3):
        books.record(books.sheet(u=(0, "plain"), eats=[(1, True)]))
        _another_night(books, days=more + 1)
        with CaptureQueriesContext(connection) as queries:
            _profile(books)
            _met(books, 0, 1)
            get_person(club_id=books.club.pk, player_id=books.people[0].pk)
            list_seasons_of(club_id=books.club.pk, player_id=books.people[0].pk)
        counted.append(len(queries))
    assert counted == [8 + 6 + 2 + 1] * 3
