"""The terms of a table: appended, once for their id, taken back while nothing was played."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from scoring.engine import Ruleset
from scoring.errors import ErrorCode
from scoring.models import Table, TableTerms
from scoring.services.merges import merge_players
from scoring.services.nights import open_table
from scoring.services.players import add_player
from scoring.services.rulesets import publish_ruleset
from scoring.services.terms import cancel_terms, change_terms
from tests.books import Books
from tests.services.checks import last_event, refuses, settle, writes_nothing


def _change(books: Books, **changes) -> TableTerms:
    given: dict[str, Any] = {"actor": books.owner, "table_id": books.table.pk, "terms_id": uuid4()}
    return change_terms(**{**given, **changes})


def _cancel(books: Books, cancels: TableTerms, **changes) -> TableTerms:
    given: dict[str, Any] = {"actor": books.owner, "table_id": books.table.pk, "terms_id": uuid4()}
    return cancel_terms(**{**given, "cancels_id": cancels.pk, **changes})


def _table(books: Books) -> Table:
    return Table.objects.get(pk=books.table.pk)


def test_a_stake_changes_from_the_next_deal_on(books: Books) -> None:
    books.record()
    version = _table(books).version
    terms = _change(books, stake_points=20)
    assert (terms.n, terms.from_number, terms.changed, terms.stake_points) == (2, 2, "stake", 20)
    assert terms.seats == books.seats()
    table = _table(books)
    assert (table.stake_points, table.version) == (20, version + 1)
    event = last_event(books)
    assert event.action == "terms.change"
    assert event.before is not None
    assert event.after is not None
    assert (event.before["stake_points"], event.after["stake_points"]) == (1, 20)
    assert (event.after["from_number"], event.after["table_id"]) == (2, books.table.pk)


def test_what_changed_is_named(books: Books) -> None:
    version = publish_ruleset(
        actor=books.owner, club_id=books.club.pk, name="khác", rules=Ruleset.preset("simple")
    )
    people = [player.pk for player in books.people]
    for changes, changed in (
        ({"stake_points": 2, "ruleset_version_id": version.pk}, "stake,ruleset"),
        ({"seats": people[:3], "bench": people[3:]}, "seats"),
        ({"bench": people[4:]}, "seats"),
        ({"stake_points": 2}, "none"),
    ):
        assert _change(books, **changes).changed == changed
    table = _table(books)
    assert (table.seats, table.bench) == (books.seats(3), [books.seat(4)])
    assert list(
        TableTerms.objects.filter(table=table).order_by("n").values_list("n", flat=True)
    ) == [*range(1, 6)]


def test_the_same_call_again_changes_once(books: Books) -> None:
    call: dict[str, Any] = {"terms_id": uuid4(), "stake_points": 20, "seats": [books.people[1].pk]}
    first = _change(books, **call)
    _change(books, stake_points=30)
    with writes_nothing():
        again = _change(books, **call)
    assert (again.pk, again.n, again.stake_points) == (first.pk, 2, 20)


@pytest.mark.parametrize(
    "other", [{"stake_points": 21}, {"seats": []}, {"bench": "fifth"}, {"ruleset_version_id": -1}]
)
def test_the_same_id_with_other_terms_is_refused(books: Books, other: dict) -> None:
    terms_id = uuid4()
    _change(books, terms_id=terms_id, stake_points=20)
    if other.get("bench"):
        other = {"bench": [books.people[4].pk]}
    with refuses(ErrorCode.TERMS_ID_REUSED, terms_id=str(terms_id)):
        _change(books, terms_id=terms_id, **other)


def test_an_id_of_another_table_is_refused(books: Books, strangers: Books) -> None:
    theirs = _change(strangers, stake_points=20)
    with refuses(ErrorCode.TERMS_ID_REUSED):
        _change(books, terms_id=theirs.pk, stake_points=20)
    mine = _change(books, stake_points=20)
    with refuses(ErrorCode.TERMS_ID_REUSED):
        _cancel(books, mine, terms_id=theirs.pk)


@pytest.mark.parametrize("stake_points", [0, -5, 1_000_001])
def test_a_stake_out_of_range_is_refused(books: Books, stake_points: int) -> None:
    with refuses(ErrorCode.STAKE_INVALID, field="stake_points"):
        _change(books, stake_points=stake_points)


@pytest.mark.parametrize("stake_points", [1, 1_000_000])
def test_the_ends_of_the_range_are_stakes(books: Books, stake_points: int) -> None:
    assert _change(books, stake_points=stake_points).stake_points == stake_points


def test_seats_are_people_of_the_club_each_once(books: Books, strangers: Books) -> None:
    people = [player.pk for player in books.people]
    for code, changes in (
        (ErrorCode.SEATS_INVALID, {"seats": people}),
        (ErrorCode.SEATS_INVALID, {"seats": [people[0], people[0]]}),
        (ErrorCode.SEATS_INVALID, {"seats": people[:2], "bench": people[1:3]}),
        (ErrorCode.PLAYER_UNKNOWN, {"seats": [uuid4()]}),
        (ErrorCode.PLAYER_UNKNOWN, {"seats": [strangers.people[0].pk]}),
        (ErrorCode.PLAYER_UNKNOWN, {"bench": [strangers.people[0].pk]}),
    ):
        with refuses(code, field="seats"):
            _change(books, **changes)
    merge_players(actor=books.owner, club_id=books.club.pk, player_id=people[4], into_id=people[0])
    with refuses(ErrorCode.PLAYER_MERGED, field="seats", seat=str(people[4])):
        _change(books, seats=[people[4]])


def test_rules_are_of_the_club(books: Books, strangers: Books) -> None:
    for version_id in (strangers.version.pk, 10**9, 0):
        with refuses(ErrorCode.RULESET_UNKNOWN, field="ruleset_version_id"):
            _change(books, ruleset_version_id=version_id)


def test_the_last_change_is_taken_back_by_a_row_that_names_it(books: Books) -> None:
    changed = _change(books, stake_points=20)
    back = _cancel(books, changed)
    assert (back.n, back.changed, back.cancels_id, back.stake_points) == (
        3,
        "cancel",
        changed.pk,
        1,
    )
    assert _table(books).stake_points == 1
    event = last_event(books)
    assert event.action == "terms.cancel"
    assert event.before is not None
    assert event.before["stake_points"] == 20


def test_taking_back_happens_once(books: Books) -> None:
    changed = _change(books, stake_points=20)
    terms_id = uuid4()
    first = _cancel(books, changed, terms_id=terms_id)
    books.record()
    with writes_nothing():
        assert _cancel(books, changed, terms_id=terms_id).pk == first.pk
    other = _change(books, stake_points=30)
    with refuses(ErrorCode.TERMS_ID_REUSED):
        _cancel(books, other, terms_id=terms_id)
    with refuses(ErrorCode.TERMS_ID_REUSED):
        _change(books, terms_id=terms_id, stake_points=1)


def test_only_the_last_change_is_taken_back(books: Books) -> None:
    opened = TableTerms.objects.get(table=books.table, n=1)
    with refuses(ErrorCode.TERMS_NOT_LAST, field="cancels_id"):
        _cancel(books, opened)
    first = _change(books, stake_points=20)
    second = _change(books, stake_points=30)
    for cancels in (opened, first):
        with refuses(ErrorCode.TERMS_NOT_LAST, field="cancels_id"):
            _cancel(books, cancels)
    back = _cancel(books, second)
    for cancels in (first, second, back):
        with refuses(ErrorCode.TERMS_NOT_LAST, field="cancels_id"):
            _cancel(books, cancels)


def test_terms_a_deal_was_played_under_stay(books: Books) -> None:
    books.record()
    changed = _change(books, stake_points=20)
    books.record()
    with refuses(ErrorCode.TERMS_USED, field="cancels_id", deal_number=2):
        _cancel(books, changed)


def test_another_tables_change_is_not_taken_back_here(books: Books) -> None:
    second = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    changed = _change(books, table_id=second.pk, stake_points=20)
    _change(books, stake_points=30)
    with refuses(ErrorCode.TERMS_NOT_LAST, field="cancels_id"):
        _cancel(books, changed)


def test_a_table_that_is_not_there_is_not_found(books: Books) -> None:
    with refuses(ErrorCode.NOT_FOUND):
        _change(books, table_id=10**9, stake_points=2)


# The id a table is opened with


def test_the_same_terms_id_opens_one_table(books: Books) -> None:
    given: dict[str, Any] = {
        "actor": books.owner,
        "club_id": books.club.pk,
        "night_id": books.night.pk,
        "label": "Bàn 9",
        "stake_points": 2,
        "seats": [player.pk for player in books.people[:4]],
        "terms_id": uuid4(),
    }
    table = open_table(**given)
    with writes_nothing():
        assert open_table(**given).pk == table.pk
        assert open_table(**{**given, "label": " bàn 9"}).pk == table.pk
    settle(books)
    with writes_nothing():
        assert open_table(**given).pk == table.pk  # the answer was lost, the night settled


@pytest.mark.parametrize("change", ["label", "stake_points", "seats", "ruleset_version_id"])
def test_a_terms_id_of_another_table_opens_none(books: Books, change: str) -> None:
    given: dict[str, Any] = {
        "actor": books.owner,
        "club_id": books.club.pk,
        "night_id": books.night.pk,
        "label": "Bàn 9",
        "stake_points": 2,
        "terms_id": uuid4(),
    }
    open_table(**given)
    other = {
        "label": "Bàn 10",
        "stake_points": 3,
        "seats": [player.pk for player in books.people[:2]],
        "ruleset_version_id": 10**9,
    }
    with refuses(ErrorCode.TERMS_ID_REUSED, terms_id=str(given["terms_id"])):
        open_table(**{**given, change: other[change]})


def test_a_terms_id_of_a_change_opens_no_table(books: Books, strangers: Books) -> None:
    for whose in (books, strangers):
        changed = change_terms(
            actor=whose.owner, table_id=whose.table.pk, terms_id=uuid4(), stake_points=7
        )
        with refuses(ErrorCode.TERMS_ID_REUSED):
            open_table(
                actor=books.owner,
                club_id=books.club.pk,
                night_id=books.night.pk,
                label="Bàn 9",
                stake_points=7,
                terms_id=changed.pk,
            )


def test_a_change_made_on_what_holds_no_more_is_refused(books: Books) -> None:
    seats = [UUID(books.seat(index)) for index in range(4)]
    seen = {"seats": seats, "bench": []}
    left = {"seats": seats[:3], "bench": [seats[3]]}
    changed = _change(books, based_on=seen, **left)
    # Told once more it is the same call, whatever holds since.
    with writes_nothing():
        assert _change(books, terms_id=changed.pk, based_on=seen, **left).pk == changed.pk
    with refuses(ErrorCode.STALE_TERMS, field="seats"):
        _change(books, based_on=seen, seats=seats[1:], bench=[seats[0]])
    with refuses(ErrorCode.STALE_TERMS, field="bench"):
        _change(books, based_on={"bench": []}, bench=[])
    with refuses(ErrorCode.STALE_TERMS, field="stake_points"):
        _change(books, based_on={"stake_points": 7}, stake_points=2)
    # The stake is nothing of who sits where.
    _change(books, based_on={"stake_points": 1}, stake_points=2)
    _change(books, based_on=left, seats=seats, bench=[])


def test_whoever_was_merged_is_seen_as_who_it_is(books: Books) -> None:
    seats = [UUID(books.seat(index)) for index in range(4)]
    other = add_player(actor=books.owner, club_id=books.club.pk, name="Người Mới")
    merge_players(actor=books.owner, club_id=books.club.pk, player_id=seats[3], into_id=other.pk)
    seen = [*seats[:3], other.pk]
    _change(books, based_on={"seats": seen}, seats=seen[:3])
    assert _table(books).seats == [str(one) for one in seats[:3]]
