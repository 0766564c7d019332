"""Closing a club: nobody gets in, nobody is named, and the books still add up."""

import pytest

from scoring.actors import Actor, Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import AuditEvent, Club, JoinCode, Membership, Note, Player, Table
from scoring.selectors.members import find_role_at_table, get_club
from scoring.services import closing, clubs, joining, players, questions
from tests.books import Books
from tests.services.checks import points_of, refuses
from tests.services.settling import gives


def _close(books: Books, slug: str | None = None) -> None:
    closing.close_club(
        actor=books.owner, club_id=books.club.pk, slug=books.club.slug if slug is None else slug
    )


def _club(books: Books) -> Club:
    return Club.objects.get(pk=books.club.pk)


def test_a_closed_club_is_found_by_nobody_and_written_by_nobody(books: Books) -> None:
    books.actor(Role.MEMBER)
    _code, secret = joining.create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    phone = Actor.of_device(joining.join_table(code=secret).device_id)
    _close(books)
    assert not Membership.objects.filter(club=books.club).exists()
    assert not JoinCode.objects.filter(revoked_at__isnull=True).exists()
    assert find_role_at_table(actor=phone, table_id=books.table.pk) is None
    for slug in ("clb-mau", _club(books).slug):
        with pytest.raises(ServiceRefused) as caught:
            get_club(actor=books.owner, slug=slug)
        assert caught.value.code is ErrorCode.NOT_FOUND
    for actor in (books.owner, phone):
        with refuses(ErrorCode.NOT_FOUND):
            books.record(actor=actor)
    with refuses(ErrorCode.CODE_UNKNOWN):
        joining.join_table(code=secret)


def test_no_word_about_anybody_is_left(books: Books) -> None:
    deal = books.record()
    questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id, note="Bình đếm nhầm")
    players.claim_guest(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[0].pk,
        login_id=books.owner.login_id or 0,
    )
    Table.objects.filter(pk=books.table.pk).update(label="Nhà chị Lan", label_key="nhà chị lan")
    _close(books)
    names = Player.objects.filter(club=books.club).order_by("created_at", "pk")
    assert [person.name for person in names] == [f"Ẩn danh {n}" for n in range(1, 6)]
    assert {person.login_id for person in names} == {None}
    assert set(Note.objects.filter(club=books.club).values_list("text", flat=True)) == {""}
    assert Table.objects.get(pk=books.table.pk).label == "Bàn 1"
    assert (_club(books).name, _club(books).visibility) == ("CLB đã đóng", "private")
    assert "clb-mau" not in _club(books).slug


def test_new_names_may_be_taken_already(books: Books) -> None:
    for name in ("Ẩn danh 1", "Ẩn danh 7"):
        players.add_player(actor=books.owner, club_id=books.club.pk, name=name)
    _close(books)
    names = set(Player.objects.filter(club=books.club).values_list("name", flat=True))
    assert names == {f"Ẩn danh {n}" for n in range(1, 8)}


def test_the_books_stay_as_they_were(books: Books) -> None:
    books.record(books.sheet(eats=[(1, True)]))
    gives(books, 0, 1, 3)
    before = points_of(books)
    _close(books)
    assert points_of(books) == before


def test_the_audit_keeps_who_closed_it_and_how_many_it_concerned(books: Books) -> None:
    books.actor(Role.MEMBER)
    _close(books)
    event = AuditEvent.objects.filter(club=books.club).order_by("-pk")[0]
    assert (event.action, event.actor_login_id) == ("club.close", books.owner.login_id)
    assert (event.before, event.after) == ({"members": 2, "players": 5}, None)


def test_the_slug_is_free_for_another_club(books: Books) -> None:
    _close(books)
    again = clubs.create_club(actor=books.owner, slug="clb-mau", name="CLB Mới")
    assert again.pk != books.club.pk


@pytest.mark.parametrize("typed", ["", "clb", "CLB-MAU", "clb-khac"])
def test_a_slip_closes_nothing(books: Books, typed: str) -> None:
    with refuses(ErrorCode.CONFIRMATION_WRONG, field="slug", slug="clb-mau"):
        _close(books, typed)


def test_another_club_is_left_alone(books: Books, strangers: Books) -> None:
    _close(books)
    assert Player.objects.filter(club=strangers.club, name="An").exists()
    assert Membership.objects.filter(club=strangers.club).exists()
