"""One payment: paid, confirmed, waived, taken back, split.

The night of most tests is one plain deal: Bình owes An 1, Chi 2, Dũng 3.
"""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from scoring.actors import Actor, Role
from scoring.errors import ErrorCode
from scoring.models import (
    Login,
    Payment,
    Player,
    Season,
    Table,
)
from scoring.services import clubs, merges
from scoring.services.payments import (
    confirm,
    mark_paid,
    split_payment,
    take_back,
    waive,
)
from scoring.services.season_life import close_season
from scoring.services.settlements import lock_night, reopen_night
from tests.books import Books
from tests.services.checks import (
    last_event,
    points_of,
    refuses,
    settle,
    writes_nothing,
)
from tests.services.settling import (
    in_night,
    left,
    live,
    pay,
    payment,
    plan,
    posted_by,
    states,
)

PLAIN_PLAN = {("Bình", "An", 1), ("Chi", "An", 2), ("Dũng", "An", 3)}
Step = Callable[..., Payment]
STEPS: dict[str, Step] = {
    "mark paid": mark_paid,
    "take back": take_back,
    "confirm": confirm,
    "waive": waive,
}


@pytest.fixture
def settled(books: Books) -> Books:
    """The night of one plain deal, settled."""
    books.record()
    settle(books)
    return books


def _in_state(books: Books, state: str) -> Payment:
    """Chi's payment of 2 in this state."""
    one = payment(books, "Chi", "An")
    ways: dict[str, list[Step]] = {
        "proposed": [],
        "paid": [mark_paid],
        "confirmed": [mark_paid, confirm],
        "waived": [waive],
    }
    if state == "cancelled":
        split_payment(actor=books.owner, payment_id=one.pk, points=1, part_ids=(uuid4(), uuid4()))
    else:
        for step in ways[state]:
            step(actor=books.owner, payment_id=one.pk)
    one.refresh_from_db()
    assert one.state == state
    return one


def _member(books: Books, index: int) -> Actor:
    """A member's login that is this player."""
    player = books.people[index]
    login = Login.objects.create_user(f"login-{player.pk}")
    clubs.set_role(actor=books.owner, club_id=books.club.pk, login_id=login.pk, role=Role.MEMBER)
    Player.objects.filter(pk=player.pk).update(login=login)
    return Actor.of_login(login.pk)


# One payment on its way


def test_a_payment_is_paid_then_confirmed_and_the_debt_is_gone(settled: Books) -> None:
    one = payment(settled, "Chi", "An")
    played = points_of(settled)
    paid = mark_paid(actor=settled.owner, payment_id=one.pk)
    assert (paid.state, posted_by(one)) == ("paid", [])
    assert left(settled) == {"An": 4, "Bình": -1, "Dũng": -3}
    confirmed = confirm(actor=settled.owner, payment_id=one.pk)
    assert confirmed.state == "confirmed"
    # Chi hands An two points: the line runs from An to Chi.
    assert posted_by(one) == [("An", "Chi", 2, "payment")]
    assert left(settled) == {"An": 4, "Bình": -1, "Dũng": -3}
    assert points_of(settled) == played


def test_a_waived_payment_posts_as_a_confirmed_one(settled: Books) -> None:
    one = pay(settled, "Chi", "An", to="waived")
    assert posted_by(one) == [("An", "Chi", 2, "waiver")]
    assert left(settled) == {"An": 4, "Bình": -1, "Dũng": -3}


def test_what_is_paid_may_still_be_waived(settled: Books) -> None:
    one = pay(settled, "Chi", "An")
    assert waive(actor=settled.owner, payment_id=one.pk).state == "waived"
    assert posted_by(one) == [("An", "Chi", 2, "waiver")]


def test_what_was_marked_by_mistake_is_taken_back(settled: Books) -> None:
    one = pay(settled, "Chi", "An")
    assert take_back(actor=settled.owner, payment_id=one.pk).state == "proposed"
    assert left(settled) == {"An": 6, "Bình": -1, "Chi": -2, "Dũng": -3}
    assert live(settled).n == 1


def test_every_step_is_audited_and_seen_by_phones(settled: Books) -> None:
    one = payment(settled, "Chi", "An")
    for step, action, before, after in (
        (mark_paid, "payment.paid", "proposed", "paid"),
        (take_back, "payment.take_back", "paid", "proposed"),
        (mark_paid, "payment.paid", "proposed", "paid"),
        (confirm, "payment.confirm", "paid", "confirmed"),
    ):
        version = Table.objects.get(pk=settled.table.pk).version
        step(actor=settled.owner, payment_id=one.pk)
        event = last_event(settled)
        assert (event.action, event.object_kind, event.object_id) == (
            action,
            "payment",
            str(one.pk),
        )
        assert (event.before, event.after) == ({"state": before}, {"state": after, "points": 2})
        assert event.night_id == settled.night.pk
        assert Table.objects.get(pk=settled.table.pk).version == version + 1


def test_paying_leaves_the_standings_as_they_are(settled: Books) -> None:
    revision = Season.objects.get(pk=settled.season.pk).dirty_revision
    for payer in ("Bình", "Chi", "Dũng"):
        pay(settled, payer, "An", to="confirmed")
    assert Season.objects.get(pk=settled.season.pk).dirty_revision == revision
    assert last_event(settled).season_revision is None


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("mark paid", "paid"),
        ("take back", "proposed"),
        ("confirm", "confirmed"),
        ("waive", "waived"),
    ],
)
def test_the_same_step_twice_is_once(settled: Books, name: str, state: str) -> None:
    one = _in_state(settled, state)
    with writes_nothing():
        assert STEPS[name](actor=settled.owner, payment_id=one.pk).state == state


@pytest.mark.parametrize(
    ("name", "state"),
    [
        *(("mark paid", state) for state in ("confirmed", "waived", "cancelled")),
        *(("take back", state) for state in ("confirmed", "waived", "cancelled")),
        *(("confirm", state) for state in ("proposed", "waived", "cancelled")),
        *(("waive", state) for state in ("confirmed", "cancelled")),
    ],
)
def test_a_step_from_another_state_is_refused(settled: Books, name: str, state: str) -> None:
    one = _in_state(settled, state)
    with refuses(ErrorCode.PAYMENT_STATE, state=state):
        STEPS[name](actor=settled.owner, payment_id=one.pk)


@pytest.mark.parametrize("name", STEPS)
def test_steps_are_refused_where_they_must_be(settled: Books, strangers: Books, name: str) -> None:
    one = _in_state(settled, "proposed" if name in {"mark paid", "waive"} else "paid")
    member = settled.actor(Role.MEMBER)
    with refuses(ErrorCode.NOT_FOUND, field="payment_id"):
        STEPS[name](actor=settled.owner, payment_id=uuid4())
    with refuses(ErrorCode.NOT_FOUND, field="payment_id"):
        STEPS[name](actor=strangers.owner, payment_id=one.pk)
    with refuses(ErrorCode.ROLE_TOO_LOW):
        STEPS[name](actor=member, payment_id=one.pk)
    reopen_night(**in_night(settled), note="còn chơi")
    with refuses(ErrorCode.NIGHT_OPEN):
        STEPS[name](actor=settled.owner, payment_id=one.pk)


def test_payer_and_payee_do_what_concerns_them(settled: Books) -> None:
    an, chi, dung = (_member(settled, index) for index in (0, 2, 3))
    one = payment(settled, "Chi", "An")
    with refuses(ErrorCode.ROLE_TOO_LOW, needed="scorer"):
        mark_paid(actor=dung, payment_id=one.pk)
    mark_paid(actor=chi, payment_id=one.pk)
    for step in (confirm, waive):
        with refuses(ErrorCode.ROLE_TOO_LOW, needed="manager"):
            step(actor=chi, payment_id=one.pk)
    take_back(actor=an, payment_id=one.pk)
    mark_paid(actor=an, payment_id=one.pk)
    confirm(actor=an, payment_id=one.pk)
    waive(actor=an, payment_id=payment(settled, "Dũng", "An").pk)


def test_a_merged_players_login_is_a_party_to_its_former_payments(settled: Books) -> None:
    """Giang, who has the login, turns out to be Chi."""
    giang = _member(settled, 4)
    merges.merge_players(
        actor=settled.owner,
        club_id=settled.club.pk,
        player_id=settled.people[2].pk,
        into_id=settled.people[4].pk,
    )
    one = payment(settled, "Giang", "An")
    assert mark_paid(actor=giang, payment_id=one.pk).state == "paid"


def test_payments_go_on_in_locked_nights_and_closed_seasons(settled: Books) -> None:
    lock_night(**in_night(settled))
    pay(settled, "Chi", "An", to="confirmed")
    close_season(actor=settled.owner, club_id=settled.club.pk, season_id=settled.season.pk)
    pay(settled, "Dũng", "An", to="confirmed")
    waive(actor=settled.owner, payment_id=payment(settled, "Bình", "An").pk)
    assert left(settled) == {}


# Splitting


def _split(books: Books, one: Payment, points: int = 2, **arguments: Any) -> tuple[Payment, ...]:
    given = {"actor": books.owner, "payment_id": one.pk, "points": points}
    return split_payment(**{**given, "part_ids": (uuid4(), uuid4()), **arguments})


def test_a_payment_is_split_in_two_of_the_same_sum(settled: Books) -> None:
    one = payment(settled, "Dũng", "An")
    first, second = _split(settled, one)
    assert [(part.points, part.state, part.split_of_id) for part in (first, second)] == [
        (2, "proposed", one.pk),
        (1, "proposed", one.pk),
    ]
    assert plan(settled) == {
        *PLAIN_PLAN - {("Dũng", "An", 3)},
        ("Dũng", "An", 2),
        ("Dũng", "An", 1),
    }
    one.refresh_from_db()
    assert one.state == "cancelled"
    event = last_event(settled)
    assert (event.action, event.object_id) == ("payment.split", str(one.pk))
    assert live(settled).n == 1


def test_parts_go_their_own_ways(settled: Books) -> None:
    first, second = _split(settled, payment(settled, "Dũng", "An"))
    mark_paid(actor=settled.owner, payment_id=first.pk)
    confirm(actor=settled.owner, payment_id=first.pk)
    waive(actor=settled.owner, payment_id=second.pk)
    assert posted_by(first) == [("An", "Dũng", 2, "payment")]
    assert posted_by(second) == [("An", "Dũng", 1, "waiver")]


def test_a_part_may_be_split_again(settled: Books) -> None:
    first, _ = _split(settled, payment(settled, "Dũng", "An"))
    again = _split(settled, first, 1)
    assert [part.points for part in again] == [1, 1]
    assert states(settled) == {"proposed": 5, "cancelled": 2}


def test_the_same_split_sent_again_is_known(settled: Books) -> None:
    one = payment(settled, "Dũng", "An")
    ids = (uuid4(), uuid4())
    parts = _split(settled, one, part_ids=ids)
    mark_paid(actor=settled.owner, payment_id=ids[0])
    with writes_nothing():
        again = _split(settled, one, part_ids=ids)
    assert [part.pk for part in again] == [part.pk for part in parts]
    assert again[0].state == "paid"


def test_a_split_is_refused_where_it_must_be(settled: Books, strangers: Books) -> None:
    one = payment(settled, "Dũng", "An")
    member = settled.actor(Role.MEMBER)
    for points in (0, 3, -1, 4):
        with refuses(ErrorCode.POINTS_INVALID, field="points"):
            _split(settled, one, points)
    with refuses(ErrorCode.ROLE_TOO_LOW, needed="scorer"):
        _split(settled, one, actor=member)
    with refuses(ErrorCode.NOT_FOUND, field="payment_id"):
        _split(settled, one, actor=strangers.owner)
    same = uuid4()
    other = payment(settled, "Chi", "An").pk
    for ids in ((same, same), (other, uuid4()), (uuid4(), other), (one.pk, uuid4())):
        with refuses(ErrorCode.PAYMENT_ID_REUSED):
            _split(settled, one, part_ids=ids)
    ids = (uuid4(), uuid4())
    _split(settled, one, part_ids=ids)
    with refuses(ErrorCode.PAYMENT_ID_REUSED):
        _split(settled, one, 1, part_ids=ids)
    with refuses(ErrorCode.PAYMENT_STATE, state="cancelled"):
        _split(settled, one)
    paid = pay(settled, "Chi", "An")
    with refuses(ErrorCode.PAYMENT_STATE, state="paid"):
        _split(settled, paid, 1)


def test_a_payment_of_one_point_is_not_split(settled: Books) -> None:
    with refuses(ErrorCode.POINTS_INVALID):
        _split(settled, payment(settled, "Bình", "An"), 1)
