"""Owners, members and the end of a club at the same time: nobody takes the last owner away, and
nothing is recorded in a club once it is closed.
"""

from threading import Barrier
from typing import Any

import pytest

from scoring.actors import Actor, Role
from scoring.models import Club, Deal, Login, Membership, Player
from scoring.services.audit import write_event
from scoring.services.closing import close_club
from scoring.services.members import add_member, remove_member
from scoring.services.players import add_player
from tests.books import Books, make_books
from tests.flows.parallel import together, without
from tests.flows.steps import assert_books_are_true

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def books() -> Books:
    return make_books()


def _second_owner(books: Books) -> Actor:
    login = Login.objects.create_user("chủ hai")
    add_member(actor=books.owner, club_id=books.club.pk, user_name="chủ hai", role=Role.OWNER)
    return Actor.of_login(login.pk)


def _each_removes_the_other(books: Books, other: Actor) -> list[str]:
    def remove(actor: Actor, login_id: int | None) -> None:
        remove_member(actor=actor, club_id=books.club.pk, login_id=login_id or 0)

    return together(
        [
            lambda: remove(books.owner, other.login_id),
            lambda: remove(other, books.owner.login_id),
        ]
    ).codes


def test_of_two_owners_who_remove_each_other_one_stays(books: Books) -> None:
    """Who comes second has no role any more, and learns nothing."""
    assert _each_removes_the_other(books, _second_owner(books)) == ["not_found"]
    roles = Membership.objects.filter(club=books.club).values_list("role", flat=True)
    assert list(roles) == ["owner"]


@pytest.mark.postgres
def test_without_the_lock_of_the_club_both_would_be_gone(books: Books, monkeypatch) -> None:
    """The guard bites: each sees the other's owner, and none is left."""
    both_have_looked = Barrier(2)
    other = _second_owner(books)
    without(monkeypatch, "lock_club")

    def wait_for_the_other(**event: Any) -> None:
        both_have_looked.wait(30)
        write_event(**event)

    monkeypatch.setattr("scoring.services.clubs.write_event", wait_for_the_other)
    assert _each_removes_the_other(books, other) == []
    assert not Membership.objects.filter(club=books.club).exists()


def test_nothing_is_recorded_and_nobody_added_once_a_club_is_closed(books: Books) -> None:
    def record() -> list[int]:
        return [books.record().number for _ in range(6)]

    def add() -> None:
        for number in range(6):
            add_player(actor=books.owner, club_id=books.club.pk, name=f"Người mới {number}")

    outcomes = together(
        [
            record,
            add,
            lambda: close_club(actor=books.owner, club_id=books.club.pk, slug=books.club.slug),
        ]
    )
    assert set(outcomes.codes) <= {"not_found"}
    assert Club.objects.get(pk=books.club.pk).name == "CLB đã đóng"
    names = Player.objects.filter(club=books.club).values_list("name", flat=True)
    assert all(name.startswith("Ẩn danh ") for name in names)
    numbers = Deal.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, len(numbers) + 1))
    assert_books_are_true()
