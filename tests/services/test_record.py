"""Recording a deal: once for its id, under what its phone showed, with its words kept apart."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from scoring.actors import Actor
from scoring.engine import Code, Sheet
from scoring.errors import ErrorCode
from scoring.models import (
    AuditEvent,
    Deal,
    DealRevision,
    DealSeat,
    NightState,
    Note,
    Season,
    Table,
    TableTally,
    Transfer,
)
from scoring.selectors.sheets import read_sheet
from scoring.services.merges import merge_players, unmerge_player
from scoring.services.terms import change_terms
from tests.books import EVENING, Books
from tests.services.checks import (
    correct,
    last_event,
    points_of,
    refuses,
    refuses_sheet,
    revise,
    settle,
    writes_nothing,
)


def _stake(books: Books, stake_points: int) -> UUID:
    terms_id = uuid4()
    change_terms(
        actor=books.owner, table_id=books.table.pk, terms_id=terms_id, stake_points=stake_points
    )
    return terms_id


def test_a_deal_posts_its_transfers_and_seats(books: Books) -> None:
    """Points 5, 12, 20, 31: second, third and fourth pay the first 1, 2 and 3 (R-04)."""
    answer = books.record()
    assert (answer.number, answer.n, answer.kind, answer.is_new) == (1, 1, "record", True)
    assert dict(answer.net_points) == dict(zip(books.seats(), (6, -1, -2, -3), strict=True))
    assert points_of(books) == [6, -1, -2, -3, 0]
    lines = Transfer.objects.order_by("pk").values_list("bets", "points", "reason", "rule")
    assert list(lines) == [(bets, bets, "place", "R-04") for bets in (1, 2, 3)]
    seats = DealSeat.objects.order_by("seat").values_list(
        "seat", "place", "net_bets", "hand_points"
    )
    assert list(seats) == [(0, 1, 6, 5), (1, 2, -1, 12), (2, 3, -2, 20), (3, 4, -3, 31)]
    table = Table.objects.get(pk=books.table.pk)
    assert (table.last_number, table.version) == (1, 2)


def test_points_are_bets_times_stake(books: Books) -> None:
    _stake(books, 500)
    books.record()
    assert points_of(books) == [3000, -500, -1000, -1500, 0]


def test_numbers_are_dense_and_a_void_deal_keeps_its_own(books: Books) -> None:
    first = books.record()
    revise(books, first, "void")
    assert [books.record().number, books.record().number] == [2, 3]
    assert Table.objects.get(pk=books.table.pk).last_number == 3


def test_the_audit_keeps_who_what_and_the_seasons_revision(books: Books) -> None:
    before = Season.objects.get(pk=books.season.pk).dirty_revision
    actor = Actor.of_login(books.owner.login_id or 0, device_id=uuid4(), request_id="r-1")
    answer = books.record(actor=actor, note="ván đầu")
    event = last_event(books)
    assert (event.action, event.object_kind) == ("deal.record", "deal")
    assert event.object_id == str(answer.deal_id)
    assert (event.actor_kind, event.actor_login_id) == ("login", actor.login_id)
    assert (event.actor_device, event.request_id) == (actor.device_id, "r-1")
    assert event.night_id == books.night.pk
    assert event.before is None
    assert event.after == {
        "n": 1,
        "kind": "record",
        "stake_points": 1,
        "number": 1,
        "net_points": {books.seat(0): 6, books.seat(1): -1, books.seat(2): -2, books.seat(3): -3},
        "followed": [],
    }
    assert event.season_revision == before + 1
    assert Season.objects.get(pk=books.season.pk).dirty_revision == before + 1
    assert event.note is not None
    assert event.note.text == "ván đầu"


# The same id


def test_the_same_call_again_records_once_and_answers_the_same(books: Books) -> None:
    call: dict[str, Any] = {
        "deal_id": uuid4(),
        "sheet": books.sheet(),
        "stake_points": 1,
        "base_number": 0,
    }
    first = books.record(**call)
    with writes_nothing():
        again = books.record(**call)
    assert (again.deal_id, again.number, again.revision_id) == (
        first.deal_id,
        first.number,
        first.revision_id,
    )
    assert not again.is_new
    assert again.net_points == first.net_points


def test_a_retry_answers_the_deal_as_it_stands_now(books: Books) -> None:
    sheet = books.sheet()
    first = books.record(sheet)
    revise(books, first, "void")
    with writes_nothing():
        again = books.record(sheet, deal_id=first.deal_id)
    assert (again.n, again.kind, again.number) == (2, "void", 1)


@pytest.mark.parametrize("state", [NightState.SETTLED, NightState.LOCKED])
def test_a_retry_after_the_night_was_settled_answers_the_deal(
    books: Books, state: NightState
) -> None:
    sheet = books.sheet()
    first = books.record(sheet)
    settle(books, state)
    with writes_nothing():
        again = books.record(sheet, deal_id=first.deal_id)
    assert again.revision_id == first.revision_id


def test_a_retry_may_come_from_another_phone_under_a_later_base_number(books: Books) -> None:
    sheet = books.sheet()
    first = books.record(sheet, base_number=0)
    other = Actor.of_login(books.owner.login_id or 0, device_id=uuid4())
    assert not books.record(sheet, deal_id=first.deal_id, actor=other, base_number=7).is_new


@pytest.mark.parametrize(
    "change",
    [
        {"sheet": {"eats": [(1, False)]}},
        {"stake_points": 1},
        {"ruleset_version_id": "the table's"},
    ],
    ids=["other sheet", "stake named", "rule set named"],
)
def test_the_same_id_with_other_content_is_refused(books: Books, change: dict) -> None:
    """Content is the sheet with stake and rule set as they were sent, or not sent."""
    deal_id = uuid4()
    books.record(deal_id=deal_id)
    if "sheet" in change:
        change = {"sheet": books.sheet(**change["sheet"])}
    if "ruleset_version_id" in change:
        change = {"ruleset_version_id": books.version.pk}
    with refuses(ErrorCode.DEAL_ID_REUSED, deal_id=str(deal_id)):
        books.record(deal_id=deal_id, **change)


def test_the_same_id_at_another_table_is_refused(books: Books) -> None:
    from scoring.services.nights import open_table

    sheet = books.sheet()
    first = books.record(sheet)
    other = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    with refuses(ErrorCode.DEAL_ID_REUSED):
        books.record(sheet, deal_id=first.deal_id, table_id=other.pk)


def test_the_same_id_in_another_club_is_refused(books: Books, strangers: Books) -> None:
    deal_id = uuid4()
    strangers.record(deal_id=deal_id)
    with refuses(ErrorCode.DEAL_ID_REUSED):
        books.record(deal_id=deal_id)


# Words


def test_notes_are_kept_apart_and_may_be_blanked(books: Books) -> None:
    fine = {"payer": books.seat(3), "payee": books.seat(0), "bets": 2, "note": "đánh láo"}
    bare = {"payer": books.seat(2), "payee": books.seat(0), "bets": 1}
    written = books.sheet_json() | {"adjustments": [fine, bare]}
    answer = books.record(Sheet.from_json(written), note="  ván căng  ")
    revision = DealRevision.objects.get(pk=answer.revision_id)
    assert revision.note is not None
    assert revision.note.text == "ván căng"
    noted, none = revision.adjustment_notes
    assert (Note.objects.get(pk=noted).text, none) == ("đánh láo", None)
    event = last_event(books)
    assert "láo" not in revision.sheet + json.dumps([event.before, event.after])
    stored = read_sheet(revision.sheet)
    assert [line.note for line in stored.adjustments] in ([None, None], ["", ""])
    Note.objects.update(text="")
    assert Note.objects.get(pk=noted).text == ""


def test_the_content_hash_knows_neither_words_nor_pot(books: Books) -> None:
    """Another note is the same deal; so is a sheet on which the phone wrote its own idea of the
    pot.
    """
    line = {"payer": books.seat(3), "payee": books.seat(0), "bets": 2}
    written = books.sheet_json() | {"adjustments": [line | {"note": "một"}]}
    first = books.record(Sheet.from_json(written))
    other = written | {"adjustments": [line | {"note": "hai"}], "pot": 7}
    with writes_nothing():
        again = books.record(Sheet.from_json(other), deal_id=first.deal_id, note="ba")
    assert not again.is_new


def test_the_pot_on_a_sheet_is_never_believed(pot_books: Books) -> None:
    sheet = pot_books.sheet(u=(0, "plain"), pot=900)
    answer = pot_books.record(sheet)
    revision = DealRevision.objects.get(pk=answer.revision_id)
    assert revision.pot_before_points == 0
    assert read_sheet(revision.sheet).pot == 0


def test_long_words_are_cut_and_empty_ones_leave_no_note(books: Books) -> None:
    answer = books.record(note="á" * 600)
    revision = DealRevision.objects.get(pk=answer.revision_id)
    assert revision.note is not None
    assert len(revision.note.text) == 500
    assert DealRevision.objects.get(pk=books.record(note="   ").revision_id).note is None


# Refusals


@pytest.mark.parametrize(
    "played_at",
    [
        datetime(1999, 12, 31, 23, 59, tzinfo=UTC),
        datetime(2200, 1, 2, tzinfo=UTC),
        datetime.min.replace(tzinfo=UTC),
        datetime.max.replace(tzinfo=UTC),
    ],
)
def test_a_time_the_books_cannot_print_is_refused(books: Books, played_at: datetime) -> None:
    with refuses(ErrorCode.PLAYED_AT_INVALID, field="played_at"):
        books.record(played_at=played_at)


def test_a_deal_belongs_to_its_night_whatever_the_clock_says(books: Books) -> None:
    answer = books.record(played_at=EVENING + timedelta(days=40))
    assert Deal.objects.get(pk=answer.deal_id).table_id == books.table.pk


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (NightState.SETTLED, ErrorCode.NIGHT_SETTLED),
        (NightState.LOCKED, ErrorCode.NIGHT_LOCKED),
    ],
)
def test_a_night_that_is_over_takes_no_deal(
    books: Books, state: NightState, code: ErrorCode
) -> None:
    settle(books, state)
    with refuses(code):
        books.record()


def test_a_table_that_is_not_there_is_not_found(books: Books) -> None:
    with refuses(ErrorCode.NOT_FOUND):
        books.record(table_id=10**9)


def test_a_seat_that_names_nobody_of_the_club_is_refused(books: Books, strangers: Books) -> None:
    for seat in (strangers.seat(0), str(uuid4()), "An", books.seat(0).upper()):
        seats = [seat, *books.seats()[1:]]
        with refuses(ErrorCode.PLAYER_UNKNOWN, field="seats", seat=seat):
            books.record(books.sheet(seats=seats))


def test_the_engines_refusal_writes_nothing(books: Books) -> None:
    for code, sheet in (
        (Code.TIE_NEEDS_ORDER, books.sheet(hands={seat: {"points": 9} for seat in books.seats()})),
        (Code.POINTS_MISSING, books.sheet(hands={})),
        (Code.UNKNOWN_PLAYER, books.sheet(adjustments=[("POT", 0, 1)])),
    ):
        with refuses_sheet(code):
            books.record(sheet)


def test_a_misdeal_takes_a_number_and_pays_nothing(books: Books) -> None:
    answer = books.record(books.sheet(ending="void"))
    assert answer.number == 1
    assert DealRevision.objects.get(pk=answer.revision_id).is_void
    assert (Transfer.objects.count(), DealSeat.objects.count()) == (0, 0)
    assert books.record().number == 2


@pytest.mark.parametrize("count", [2, 3, 4])
def test_two_three_and_four_may_play(books: Books, count: int) -> None:
    books.record(books.sheet(seats=books.seats(count)))
    assert DealSeat.objects.count() == count


# Merged people


def test_a_sheet_may_name_a_merged_player(books: Books) -> None:
    """The phone knew the old entry: its own account keeps the points, readers follow the root."""
    alias, root = books.people[3], books.people[4]
    merge_players(actor=books.owner, club_id=books.club.pk, player_id=alias.pk, into_id=root.pk)
    books.record()
    assert points_of(books) == [6, -1, -2, -3, 0]
    tally = TableTally.objects.get(player=alias)
    assert tally.net_points == -3
    unmerge_player(actor=books.owner, club_id=books.club.pk, player_id=alias.pk)
    assert points_of(books) == [6, -1, -2, -3, 0]


def test_two_entries_of_one_person_cannot_sit_in_one_deal(books: Books) -> None:
    alias, root = books.people[4], books.people[0]
    merge_players(actor=books.owner, club_id=books.club.pk, player_id=alias.pk, into_id=root.pk)
    with refuses_sheet(Code.PLAYER_REPEATED):
        books.record(books.sheet(seats=[*books.seats(3), str(alias.pk)]))


def test_a_deal_both_sat_in_cannot_be_restored_once_they_are_one(books: Books) -> None:
    """Void, they had not met; in force they would have."""
    deal = books.record(books.sheet(seats=[*books.seats(3), books.seat(4)]))
    revise(books, deal, "void")
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[0].pk,
    )
    with refuses_sheet(Code.PLAYER_REPEATED):
        revise(books, deal, "restore")
    corrected = correct(books, deal, books.sheet())
    assert corrected.n == 3


def test_every_write_is_in_the_audit_once(books: Books) -> None:
    before = AuditEvent.objects.count()
    deal = books.record()
    correct(books, deal, books.sheet(eats=[(1, False)]))
    revise(books, deal, "void")
    revise(books, deal, "restore")
    actions = AuditEvent.objects.order_by("pk").values_list("action", flat=True)[before:]
    assert list(actions) == ["deal.record", "deal.correct", "deal.void", "deal.restore"]
