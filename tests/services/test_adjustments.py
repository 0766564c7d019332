"""Lines beside the deals: night adjustments and penalties, and taking them back."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from scoring.errors import ErrorCode
from scoring.models import Account, Adjustment, Season, Table, Transfer
from scoring.selectors.figures import list_night_figures, list_season_figures
from scoring.services import merges
from scoring.services.adjustments import (
    FUND,
    MAX_ADJUSTMENT_POINTS,
    adjust_night,
    cancel_adjustment,
    penalise,
)
from scoring.services.nights import open_night
from tests.books import Books
from tests.services.checks import last_event, points_of, refuses, writes_nothing


def _adjust(books: Books, **changes) -> Adjustment:
    given: dict[str, Any] = {
        "actor": books.owner,
        "club_id": books.club.pk,
        "night_id": books.night.pk,
        "adjustment_id": uuid4(),
        "payer": books.people[0].pk,
        "payee": books.people[1].pk,
        "points": 10,
    }
    return adjust_night(**{**given, **changes})


def _penalise(books: Books, **changes) -> Adjustment:
    given: dict[str, Any] = {
        "actor": books.owner,
        "club_id": books.club.pk,
        "season_id": books.season.pk,
        "adjustment_id": uuid4(),
        "player_id": books.people[0].pk,
        "points": -3,
    }
    return penalise(**{**given, **changes})


def _cancel(books: Books, cancels: Adjustment | UUID, **changes) -> Adjustment:
    given: dict[str, Any] = {
        "actor": books.owner,
        "club_id": books.club.pk,
        "adjustment_id": uuid4(),
        "cancels_id": cancels if isinstance(cancels, UUID) else cancels.pk,
    }
    return cancel_adjustment(**{**given, **changes})


def test_two_entries_of_one_person_pay_each_other_nothing(books: Books) -> None:
    merges.merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[0].pk,
    )
    one, other = books.people[0].pk, books.people[4].pk
    for payer, payee in ((one, other), (other, one), (other, other), (FUND, FUND)):
        with refuses(ErrorCode.ADJUSTMENT_SELF, field="payee"):
            _adjust(books, payer=payer, payee=payee)
    _adjust(books, payer=other, payee=FUND)
    _adjust(books, payer=other, payee=books.people[1].pk)


def test_a_night_adjustment_moves_points_and_no_bet(books: Books) -> None:
    books.record()
    version = Table.objects.get(pk=books.table.pk).version
    adjustment = _adjust(books, note="tiền nước")
    assert points_of(books) == [-4, 9, -2, -3, 0]
    transfer = Transfer.objects.get(adjustment=adjustment)
    assert (transfer.points, transfer.bets, transfer.reason, transfer.rule) == (
        10,
        None,
        "adjustment",
        "R-42",
    )
    figures = list_night_figures(club_id=books.club.pk, night_id=books.night.pk)
    row = next(row for row in figures if row.player_id == books.people[0].pk)
    assert (row.net_points, row.net_bets, row.deals) == (-4, 6, 1)
    assert Table.objects.get(pk=books.table.pk).version == version + 1
    event = last_event(books)
    assert (event.action, event.object_id) == ("adjustment.night", str(adjustment.pk))
    assert event.after == {"points": 10, "cancels": None}
    assert event.season_revision == Season.objects.get(pk=books.season.pk).dirty_revision
    assert event.night_id == books.night.pk
    assert event.note is not None
    assert event.note.text == "tiền nước"
    assert adjustment.author_login_id == books.owner.login_id


def test_the_fund_pays_and_is_paid(books: Books) -> None:
    _adjust(books, payee=FUND, points=7)
    _adjust(books, payer=FUND, payee=books.people[1].pk, points=2)
    assert points_of(books) == [-7, 2, 0, 0, 0]
    assert Account.objects.filter(club=books.club, kind="fund").count() == 1


def test_the_same_call_again_adjusts_once(books: Books) -> None:
    call: dict[str, Any] = {"adjustment_id": uuid4(), "note": "một"}
    first = _adjust(books, **call)
    with writes_nothing():
        assert _adjust(books, **{**call, "note": "hai"}).pk == first.pk
    assert points_of(books)[0] == -10


@pytest.mark.parametrize(
    "other", [{"points": 11}, {"payee": FUND}, {"payer": 2}, {"night": "other"}]
)
def test_the_same_id_with_other_content_is_refused(books: Books, other: dict) -> None:
    adjustment_id = uuid4()
    _adjust(books, adjustment_id=adjustment_id, payee=books.people[3].pk)
    changes = {"payee": books.people[3].pk, **other}
    if "payer" in other:
        changes["payer"] = books.people[2].pk
    if changes.pop("night", None):
        day = books.night.day + timedelta(days=1)
        night = open_night(actor=books.owner, club_id=books.club.pk, day=day)
        changes["night_id"] = night.pk
    _adjust(books, payee=FUND)  # the fund is there
    with refuses(ErrorCode.ADJUSTMENT_ID_REUSED, adjustment_id=str(adjustment_id)):
        _adjust(books, adjustment_id=adjustment_id, **changes)


def test_an_id_is_used_for_one_kind_of_thing(books: Books) -> None:
    adjustment, penalty = _adjust(books), _penalise(books)
    with refuses(ErrorCode.ADJUSTMENT_ID_REUSED):
        _penalise(books, adjustment_id=adjustment.pk)
    with refuses(ErrorCode.ADJUSTMENT_ID_REUSED):
        _adjust(books, adjustment_id=penalty.pk)
    with refuses(ErrorCode.ADJUSTMENT_ID_REUSED):
        _cancel(books, penalty, adjustment_id=adjustment.pk)


@pytest.mark.parametrize("points", [0, -1, MAX_ADJUSTMENT_POINTS + 1])
def test_points_out_of_range_are_refused(books: Books, points: int) -> None:
    with refuses(ErrorCode.POINTS_INVALID, field="points"):
        _adjust(books, points=points)


def test_nobody_pays_themselves(books: Books) -> None:
    with refuses(ErrorCode.ADJUSTMENT_SELF, field="payee"):
        _adjust(books, payee=books.people[0].pk)
    with refuses(ErrorCode.ADJUSTMENT_SELF, field="payee"):
        _adjust(books, payer=FUND, payee=FUND)


def test_only_people_of_the_club_pay(books: Books, strangers: Books) -> None:
    for who in (strangers.people[0].pk, uuid4(), "POT", "An"):
        with refuses(ErrorCode.PLAYER_UNKNOWN, field="payer", seat=str(who)):
            _adjust(books, payer=who)
        with refuses(ErrorCode.PLAYER_UNKNOWN, field="payee", seat=str(who)):
            _adjust(books, payee=who)


def test_another_clubs_night_and_season_are_not_found(books: Books, strangers: Books) -> None:
    with refuses(ErrorCode.NOT_FOUND, field="night_id"):
        _adjust(books, night_id=strangers.night.pk)
    with refuses(ErrorCode.NOT_FOUND, field="season_id"):
        _penalise(books, season_id=strangers.season.pk)
    with refuses(ErrorCode.NOT_FOUND, field="player_id"):
        _penalise(books, player_id=strangers.people[0].pk)
    theirs = _adjust(strangers)
    with refuses(ErrorCode.NOT_FOUND, field="cancels_id"):
        _cancel(books, theirs)


def test_an_adjustment_is_taken_back_by_its_contrary(books: Books) -> None:
    adjustment = _adjust(books)
    back = _cancel(books, adjustment, note="nhầm người")
    assert (back.payer_id, back.payee_id, back.points) == (
        adjustment.payee_id,
        adjustment.payer_id,
        10,
    )
    assert points_of(books)[:2] == [0, 0]
    event = last_event(books)
    assert event.action == "adjustment.cancel"
    assert event.after == {"points": 10, "cancels": str(adjustment.pk)}


def test_taking_back_happens_once(books: Books) -> None:
    adjustment = _adjust(books)
    call: dict[str, Any] = {"adjustment_id": uuid4()}
    first = _cancel(books, adjustment, **call)
    with writes_nothing():
        assert _cancel(books, adjustment, **call).pk == first.pk
    with refuses(ErrorCode.ADJUSTMENT_CANCELLED, field="cancels_id"):
        _cancel(books, adjustment)
    with refuses(ErrorCode.ADJUSTMENT_CANCELLED, field="cancels_id"):
        _cancel(books, first)
    other = _adjust(books)
    with refuses(ErrorCode.ADJUSTMENT_ID_REUSED):
        _cancel(books, other, **call)


def test_a_penalty_moves_no_points_of_the_ledger(books: Books) -> None:
    books.record()
    before = points_of(books)
    penalty = _penalise(books)
    assert points_of(books) == before
    assert not Transfer.objects.filter(adjustment=penalty).exists()
    (row,) = (
        row
        for row in list_season_figures(club_id=books.club.pk, season_id=books.season.pk)
        if row.player_id == books.people[0].pk
    )
    assert row.net_points == 6
    event = last_event(books)
    assert (event.action, event.night_id) == ("adjustment.season", None)
    assert event.season_revision is not None


def test_a_penalty_is_once_for_its_id_and_may_reward(books: Books) -> None:
    call: dict[str, Any] = {"adjustment_id": uuid4(), "points": 5}
    first = _penalise(books, **call)
    with writes_nothing():
        assert _penalise(books, **call).pk == first.pk
    with refuses(ErrorCode.ADJUSTMENT_ID_REUSED):
        _penalise(books, **{**call, "points": -5})
    with refuses(ErrorCode.ADJUSTMENT_ID_REUSED):
        _penalise(books, **call, player_id=books.people[1].pk)


@pytest.mark.parametrize("points", [0, MAX_ADJUSTMENT_POINTS + 1, -MAX_ADJUSTMENT_POINTS - 1])
def test_a_penalty_out_of_range_is_refused(books: Books, points: int) -> None:
    with refuses(ErrorCode.POINTS_INVALID, field="points"):
        _penalise(books, points=points)


def test_a_penalty_is_taken_back_by_its_contrary(books: Books) -> None:
    penalty = _penalise(books)
    back = _cancel(books, penalty)
    assert (back.points, back.player_id, back.scope) == (3, penalty.player_id, "season")
    with refuses(ErrorCode.ADJUSTMENT_CANCELLED):
        _cancel(books, penalty)


def test_what_is_not_there_is_not_found(books: Books) -> None:
    with refuses(ErrorCode.NOT_FOUND, field="cancels_id"):
        _cancel(books, uuid4())
    with refuses(ErrorCode.NOT_FOUND, field="night_id"):
        _adjust(books, night_id=10**9)
