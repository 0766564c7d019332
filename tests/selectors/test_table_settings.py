"""How the tables stood last time: of the latest night, of this club alone."""

from datetime import timedelta

import pytest

from scoring.selectors.table_settings import list_last_settings
from scoring.services import nights
from tests.books import DAY

pytestmark = pytest.mark.django_db


def test_the_latest_night_with_a_table_says_how_it_was(books, django_assert_num_queries) -> None:
    nights.open_night(actor=books.owner, club_id=books.club.pk, day=DAY + timedelta(days=7))
    with django_assert_num_queries(2):
        (last,) = list_last_settings(club_id=books.club.pk)
    assert (last.label, last.stake_points, last.seats) == ("Bàn 1", 1, books.seats())
    assert list_last_settings(club_id=books.club.pk, before=DAY) == []


def test_another_clubs_tables_are_not_offered(books, strangers) -> None:
    (last,) = list_last_settings(club_id=strangers.club.pk)
    assert last.seats == strangers.seats()
