"""Somebody new at a table: a guest once for its id, and nobody where the name cannot be kept."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from scoring.actors import Actor
from scoring.errors import ErrorCode
from scoring.models import NightState, Player, Season, Table
from scoring.services.guests import Guest, add_guest
from scoring.services.joining import create_code, join_table
from scoring.services.merges import merge_players
from scoring.services.terms import change_terms
from tests.books import Books
from tests.services.checks import last_event, refuses, settle, writes_nothing

NAME = "  Trần   Văn Minh "


def _add(books: Books, player_id: UUID | None = None, **changes: Any) -> Guest:
    given: dict[str, Any] = {"actor": books.owner, "table_id": books.table.pk, "name": NAME}
    return add_guest(player_id=player_id or uuid4(), **{**given, **changes})


def test_a_guest_comes_with_an_account_and_the_table_is_another_version(books: Books) -> None:
    player_id, before = uuid4(), Table.objects.get(pk=books.table.pk)
    revision = Season.objects.get(pk=books.season.pk).dirty_revision
    assert _add(books, player_id) == Guest(player_id, is_new=True)
    guest = Player.objects.get(pk=player_id)
    assert (guest.name, guest.is_guest, guest.root_id) == ("Trần Văn Minh", True, player_id)
    assert guest.account.kind == "player"
    after = Table.objects.get(pk=books.table.pk)
    assert after.version == before.version + 1
    assert (after.seats, after.bench) == (before.seats, before.bench)
    assert Season.objects.get(pk=books.season.pk).dirty_revision == revision + 1
    event = last_event(books)
    assert (event.action, event.object_id, event.night_id) == (
        "player.add",
        str(player_id),
        books.night.pk,
    )
    assert event.after == {"is_guest": True}


def test_the_same_call_again_adds_once_whatever_became_of_the_guest(books: Books) -> None:
    first = _add(books)
    with writes_nothing():
        assert _add(books, first.player_id) == Guest(first.player_id, is_new=False)
        assert not _add(books, first.player_id, name="trần văn MINH").is_new
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=first.player_id,
        into_id=books.people[4].pk,
    )
    settle(books)
    with writes_nothing():
        assert not _add(books, first.player_id).is_new


def test_the_same_id_with_another_name_is_refused(books: Books, strangers: Books) -> None:
    first = _add(books)
    for player_id in (first.player_id, books.people[0].pk, strangers.people[0].pk):
        with refuses(ErrorCode.PLAYER_ID_REUSED, player_id=str(player_id)):
            _add(books, player_id, name="Tên Khác")
    with refuses(ErrorCode.PLAYER_ID_REUSED):
        _add(books, strangers.people[0].pk, name=strangers.people[0].name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", ErrorCode.NAME_EMPTY),
        (" \u00a0", ErrorCode.NAME_EMPTY),
        ("x" * 81, ErrorCode.NAME_TOO_LONG),
        ("ﬃ" * 80, ErrorCode.NAME_TOO_LONG),
        ("BÌNH", ErrorCode.NAME_TAKEN),
        ("Bi\u0300nh", ErrorCode.NAME_TAKEN),  # the same, not NFC
    ],
    ids=["nothing", "spaces", "81 letters", "80 ligatures", "taken", "taken in another form"],
)
def test_a_name_that_cannot_be_kept_is_refused(books: Books, name: str, code: ErrorCode) -> None:
    with refuses(code, field="name"):
        _add(books, name=name)


def test_a_guest_who_was_refused_is_seated_by_nobody(books: Books) -> None:
    player_id = uuid4()
    with refuses(ErrorCode.NAME_TAKEN, player_id=books.seat(0)):  # who bears it
        _add(books, player_id, name="An")
    seats = [*(player.pk for player in books.people[:3]), player_id]
    with refuses(ErrorCode.PLAYER_UNKNOWN, field="seats", seat=str(player_id)):
        change_terms(actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), seats=seats)
    with refuses(ErrorCode.PLAYER_UNKNOWN, field="seats", seat=str(player_id)):
        change_terms(
            actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), bench=[player_id]
        )


def test_a_phone_at_the_table_adds_a_guest_and_plays_with_it(books: Books) -> None:
    _, code = create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    phone = Actor.of_device(join_table(code=code).device_id)
    guest = _add(books, actor=phone).player_id
    people = [player.pk for player in books.people]
    change_terms(
        actor=phone,
        table_id=books.table.pk,
        terms_id=uuid4(),
        seats=[*people[:3], guest],
        bench=[people[3]],
    )
    seats = [*books.seats(3), str(guest)]
    assert books.record(books.sheet(seats=seats), actor=phone).number == 1


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (NightState.SETTLED, ErrorCode.NIGHT_SETTLED),
        (NightState.LOCKED, ErrorCode.NIGHT_LOCKED),
    ],
)
def test_nobody_comes_to_a_night_that_is_over(
    books: Books, state: NightState, code: ErrorCode
) -> None:
    settle(books, state)
    with refuses(code):
        _add(books)


def test_whoever_has_no_role_there_adds_nobody(books: Books, strangers: Books) -> None:
    with refuses(ErrorCode.NOT_FOUND):
        _add(books, actor=strangers.owner)
    with refuses(ErrorCode.NOT_FOUND):
        _add(books, table_id=10**9)
    _, code = create_code(actor=books.owner, table_id=books.table.pk, role="viewer")
    watching = Actor.of_device(join_table(code=code).device_id)
    with refuses(ErrorCode.ROLE_TOO_LOW):
        _add(books, actor=watching)
