"""A night and its table are opened together, once, or not at all."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from scoring.actors import Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Night, Table
from scoring.services.evenings import Setting, open_evening
from scoring.services.settlements import settle_night
from tests.books import DAY, make_books
from tests.services.checks import everything

pytestmark = pytest.mark.django_db

NEXT = DAY + timedelta(days=7)


def setting(books, **changes) -> Setting:
    given = {
        "terms_id": uuid4(),
        "label": "Bàn 1",
        "stake_points": 2,
        "seats": [UUID(seat) for seat in books.seats()],
        "bench": [],
        "ruleset_version_id": books.version.pk,
    }
    return Setting(**(given | changes))


def open_(books, it: Setting, **changes) -> Table:
    given = {"actor": books.owner, "club_id": books.club.pk, "day": NEXT, "setting": it}
    return open_evening(**(given | changes))


def test_a_night_and_its_table_are_opened_together(books) -> None:
    table = open_(books, setting(books))
    assert (table.night.day, table.stake_points, table.label) == (NEXT, 2, "Bàn 1")


def test_the_same_id_opens_once_and_never_something_else(books) -> None:
    it = setting(books)
    assert open_(books, it) == open_(books, it)
    assert Table.objects.filter(night__day=NEXT).count() == 1
    other = setting(books, terms_id=it.terms_id, stake_points=3)
    with pytest.raises(ServiceRefused) as refused:
        open_(books, other)
    assert refused.value.code is ErrorCode.TERMS_ID_REUSED
    theirs = make_books(slug="clb-khac-nua")
    with pytest.raises(ServiceRefused) as refused:
        open_(theirs, setting(theirs, terms_id=it.terms_id))
    assert refused.value.code is ErrorCode.TERMS_ID_REUSED
    assert Night.objects.filter(club=theirs.club).count() == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"stake_points": 0}, ErrorCode.STAKE_INVALID),
        ({"label": " "}, ErrorCode.NAME_EMPTY),
        ({"ruleset_version_id": 10**9}, ErrorCode.RULESET_UNKNOWN),
        ({"seats": [uuid4()]}, ErrorCode.PLAYER_UNKNOWN),
    ],
)
def test_a_table_that_cannot_be_opens_no_night_either(books, changes, code) -> None:
    before = everything()
    with pytest.raises(ServiceRefused) as refused:
        open_(books, setting(books, **changes))
    assert refused.value.code is code
    assert everything() == before


def test_a_settled_night_takes_no_table(books) -> None:
    settle_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        settlement_id=uuid4(),
    )
    before = everything()
    with pytest.raises(ServiceRefused) as refused:
        open_(books, setting(books, label="Bàn 2"), day=DAY)
    assert refused.value.code is ErrorCode.NIGHT_SETTLED
    assert everything() == before


def test_a_member_opens_nothing(books) -> None:
    with pytest.raises(ServiceRefused) as refused:
        open_(books, setting(books), actor=books.actor(Role.MEMBER))
    assert refused.value.code is ErrorCode.ROLE_TOO_LOW
