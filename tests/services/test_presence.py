"""Who is writing at a table: touched, taken over, left, forgotten; no change of the table."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from scoring.actors import Actor, Role
from scoring.errors import ErrorCode
from scoring.models import AuditEvent, Presence, Table
from scoring.selectors.board_table import WRITING, get_board_table
from scoring.selectors.waiting import KEPT, WaitingPhone, list_waiting_phones
from scoring.services import joining, presence, settlements
from scoring.services.terms import change_terms
from tests.books import EVENING, Books
from tests.services.checks import refuses, settle

SECOND = timedelta(seconds=1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch):
    """Says what time it is from now on."""

    def at(instant) -> None:
        monkeypatch.setattr(timezone, "now", lambda: instant)

    at(EVENING)
    return at


def _touch(books: Books, phone: UUID, name: str = "", **arguments: Any) -> None:
    given: dict[str, Any] = {"actor": books.owner, "table_id": books.table.pk, "phone": phone}
    presence.touch(**{**given, "name": name, **arguments})


def _writers(books: Books, actor: Actor | None = None) -> list[tuple[UUID, str]]:
    found = get_board_table(actor=actor or books.owner, table_id=books.table.pk)
    return [(one.phone, one.name) for one in found.writers]


def test_a_phone_is_writing_until_it_was_not_touched_for_a_while(books: Books, clock) -> None:
    phone = uuid4()
    _touch(books, phone, "Lan")
    clock(EVENING + WRITING - SECOND)
    assert _writers(books) == [(phone, "Lan")]
    clock(EVENING + WRITING)
    assert _writers(books) == []
    _touch(books, phone, "Hùng")
    assert _writers(books) == [(phone, "Hùng")]
    assert Presence.objects.count() == 1


def test_taking_over_leaves_one_phone_until_another_is_touched(books: Books, clock) -> None:
    one, other = uuid4(), uuid4()
    _touch(books, one, "Lan")
    presence.take_over(actor=books.owner, table_id=books.table.pk, phone=other, name="An")
    found = get_board_table(actor=books.owner, table_id=books.table.pk)
    ((phone, name, at),) = [(row.phone, row.name, row.took_over_at) for row in found.writers]
    assert (phone, name, at) == (other, "An", EVENING)
    _touch(books, other, "An")
    _touch(books, one, "Lan")
    again = get_board_table(actor=books.owner, table_id=books.table.pk)
    assert {row.phone: row.took_over_at for row in again.writers} == {one: None, other: EVENING}


def test_who_leaves_is_gone_at_once_and_may_leave_twice(books: Books) -> None:
    one, other = uuid4(), uuid4()
    _touch(books, one)
    _touch(books, other)
    for _ in range(2):
        presence.leave(actor=books.owner, table_id=books.table.pk, phone=one)
    assert _writers(books) == [(other, "")]


def test_tables_know_only_their_own_writers(books: Books) -> None:
    second = books.open_second_table()
    phone = uuid4()
    _touch(books, phone, table_id=second.pk)
    assert _writers(books) == []
    presence.take_over(actor=books.owner, table_id=books.table.pk, phone=uuid4())
    assert Presence.objects.filter(table=second, phone=phone).exists()


def test_only_scorers_are_told_who_writes(books: Books) -> None:
    _touch(books, uuid4())
    assert _writers(books, books.actor(Role.MEMBER)) == []
    assert len(_writers(books, books.actor(Role.SCORER))) == 1


def test_nothing_of_the_table_changes_and_nothing_is_logged(books: Books) -> None:
    before = Table.objects.values().get(pk=books.table.pk)
    events = AuditEvent.objects.count()
    phone = uuid4()
    _touch(books, phone)
    presence.take_over(actor=books.owner, table_id=books.table.pk, phone=phone)
    presence.leave(actor=books.owner, table_id=books.table.pk, phone=phone)
    assert Table.objects.values().get(pk=books.table.pk) == before
    assert AuditEvent.objects.count() == events


def test_what_is_a_day_old_is_swept_wherever_somebody_writes(
    books: Books, strangers: Books, clock
) -> None:
    _touch(strangers, uuid4())
    _touch(books, uuid4())
    later = uuid4()
    clock(EVENING + KEPT + SECOND)
    _touch(books, later)
    assert [row.phone for row in Presence.objects.all()] == [later]


def test_a_phone_with_a_scorers_code_writes_at_its_table_alone(books: Books) -> None:
    _, code = joining.create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    joined = Actor.of_device(joining.join_table(code=code).device_id)
    _touch(books, uuid4(), actor=joined)
    second = books.open_second_table()
    with refuses(ErrorCode.NOT_FOUND):
        _touch(books, uuid4(), actor=joined, table_id=second.pk)


OPERATIONS = (presence.touch, presence.take_over, presence.leave)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.__name__)
def test_who_may_not_record_is_not_writing(books: Books, strangers: Books, operation) -> None:
    given: dict[str, Any] = {"table_id": books.table.pk, "phone": uuid4()}
    _touch(books, given["phone"])
    member = books.actor(Role.MEMBER)
    with refuses(ErrorCode.ROLE_TOO_LOW):
        operation(actor=member, **given)
    for table_id in (books.table.pk, 0):
        with refuses(ErrorCode.NOT_FOUND):
            operation(actor=strangers.owner, **given | {"table_id": table_id})


def test_a_settled_night_is_written_at_too(books: Books) -> None:
    books.record()
    settle(books)
    _touch(books, uuid4())
    assert len(_writers(books)) == 1


def test_a_name_is_made_clean_and_short_enough(books: Books) -> None:
    _touch(books, uuid4(), "  Lan\x00  và " + "o" * 60)
    ((_, name),) = _writers(books)
    assert name == "Lan và " + "o" * 33


def test_the_table_is_written_to_meanwhile(books: Books) -> None:
    _touch(books, uuid4())
    change_terms(actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), stake_points=2)
    assert len(_writers(books)) == 1


# Deals that wait


def _waiting(books: Books) -> list[WaitingPhone]:
    return list(list_waiting_phones(night_id=books.night.pk))


def test_a_phone_with_deals_that_wait_is_remembered_until_it_has_none(books: Books, clock) -> None:
    lan, an = uuid4(), uuid4()
    _touch(books, lan, "Lan", waiting=2)
    assert _waiting(books) == [WaitingPhone(2, "Lan", EVENING)]
    # Neither leaving nor another one that takes over makes it forgotten; it only writes no more.
    clock(EVENING + SECOND)
    presence.take_over(actor=books.owner, table_id=books.table.pk, phone=an, name="An")
    assert _writers(books) == [(an, "An")]
    assert _waiting(books) == [WaitingPhone(2, "Lan", EVENING)]
    at: dict[str, Any] = {"actor": books.owner, "table_id": books.table.pk}
    gone = at | {"phone": lan, "name": "Lan"}
    presence.leave(**gone, waiting=1)
    assert _writers(books) == [(an, "An")]
    assert _waiting(books) == [WaitingPhone(1, "Lan", EVENING + SECOND)]
    presence.leave(**gone)
    assert _waiting(books) == []


def test_what_waited_a_day_ago_is_forgotten(books: Books, clock) -> None:
    _touch(books, uuid4(), "Lan", waiting=2)
    clock(EVENING + KEPT)
    assert _waiting(books) == []


def test_a_night_is_not_locked_while_deals_wait(books: Books) -> None:
    books.record()
    settle(books)
    phone = uuid4()
    _touch(books, phone, "Lan", waiting=2)
    night: dict[str, Any] = {"club_id": books.club.pk, "night_id": books.night.pk}
    lock = night | {"actor": books.owner}
    with refuses(ErrorCode.DEALS_WAITING, count=2, phones="Lan"):
        settlements.lock_night(**lock)
    _touch(books, phone, "Lan")
    settlements.lock_night(**lock)
    assert Table.objects.get(pk=books.table.pk).state == "locked"
