"""Correcting, voiding and restoring: on top of what was seen, once for the revision's id."""

from typing import Any
from uuid import uuid4

import pytest

from scoring.engine import Code, Ruleset, Sheet
from scoring.errors import ErrorCode
from scoring.models import Deal, DealRevision, Note, RevisionKind, Table, TableTally
from scoring.services.deals import revise_deal
from scoring.services.rulesets import publish_ruleset
from tests.books import Books
from tests.services.checks import (
    correct,
    last_event,
    points_of,
    refuses,
    refuses_sheet,
    revise,
    writes_nothing,
)


def test_a_correction_replaces_what_was_posted(books: Books) -> None:
    deal = books.record()
    answer = correct(books, deal, books.sheet(eats=[(1, False)]))
    assert (answer.n, answer.kind, answer.number) == (2, "correct", 1)
    # Seat 0 feeds seat 1 one bet.
    assert points_of(books) == [5, 0, -2, -3, 0]
    tally = TableTally.objects.get(player=books.people[1])
    assert (tally.deals, tally.eats, tally.net_points) == (1, 1, 0)


def test_a_void_deal_keeps_its_sheet_and_has_no_rows(books: Books) -> None:
    deal = books.record(books.sheet(eats=[(1, False)]))
    first = DealRevision.objects.get(pk=deal.revision_id)
    answer = revise(books, deal, "void")
    void = DealRevision.objects.get(pk=answer.revision_id)
    assert (void.sheet, void.content_hash) == (first.sheet, first.content_hash)
    assert (void.seats.count(), void.transfers.count()) == (0, 0)
    assert points_of(books) == [0, 0, 0, 0, 0]
    assert not TableTally.objects.filter(table=books.table, deals__gt=0).exists()


def test_restoring_brings_a_deal_back_as_it_was(books: Books) -> None:
    deal = books.record(books.sheet(eats=[(1, False)]))
    before = points_of(books)
    revise(books, deal, "void")
    answer = revise(books, deal, "restore")
    assert (answer.n, answer.kind) == (3, "restore")
    assert points_of(books) == before


def test_a_void_deal_may_be_corrected(books: Books) -> None:
    """Undo, then saved anew."""
    deal = books.record()
    revise(books, deal, "void")
    correct(books, deal, books.sheet(eats=[(1, False)]))
    assert points_of(books) == [5, 0, -2, -3, 0]


def test_a_misdeal_may_become_a_deal_and_back(books: Books) -> None:
    deal = books.record(books.sheet(ending="void"))
    correct(books, deal, books.sheet())
    assert points_of(books)[0] == 6
    correct(books, deal, books.sheet(ending="void"))
    assert points_of(books)[0] == 0
    revise(books, deal, "void")
    revise(books, deal, "restore")
    assert points_of(books)[0] == 0


def test_only_the_last_deals_figures_change(books: Books) -> None:
    books.record()
    deal = books.record()
    correct(books, deal, books.sheet(seats=[*books.seats(3), books.seat(4)]))
    assert points_of(books) == [12, -2, -4, -3, 0]


def test_a_correction_keeps_stake_and_rules_unless_told(books: Books) -> None:
    other = publish_ruleset(
        actor=books.owner,
        club_id=books.club.pk,
        name="khác",
        rules=Ruleset.from_json({"place_pay": {"4": [5, 6, 7]}}),
    )
    deal = books.record()
    correct(books, deal, books.sheet(), stake_points=10)
    assert points_of(books) == [60, -10, -20, -30, 0]
    correct(books, deal, books.sheet(), ruleset_version_id=other.pk)
    assert points_of(books) == [180, -50, -60, -70, 0]
    revise(books, deal, "void")
    revise(books, deal, "restore")
    assert points_of(books) == [180, -50, -60, -70, 0]


def test_a_correction_to_terms_out_of_range_is_refused(books: Books, strangers: Books) -> None:
    deal = books.record()
    for stake_points in (0, -1, 1_000_001):
        with refuses(ErrorCode.STAKE_INVALID, field="stake_points"):
            correct(books, deal, books.sheet(), stake_points=stake_points)
    for version_id in (strangers.version.pk, 10**9):
        with refuses(ErrorCode.RULESET_UNKNOWN, field="ruleset_version_id"):
            correct(books, deal, books.sheet(), ruleset_version_id=version_id)


def test_the_audit_keeps_before_and_after(books: Books) -> None:
    deal = books.record()
    correct(books, deal, books.sheet(), stake_points=3, note="ghi nhầm mức")
    event = last_event(books)
    assert event.action == "deal.correct"
    assert event.before == {"n": 1, "kind": "record", "stake_points": 1}
    assert event.after is not None
    assert {name: event.after[name] for name in ("n", "kind", "stake_points", "number")} == {
        "n": 2,
        "kind": "correct",
        "stake_points": 3,
        "number": 1,
    }
    assert event.after["net_points"][books.seat(0)] == 18
    assert event.note is not None
    assert event.note.text == "ghi nhầm mức"
    assert event.season_revision is not None


def test_a_revision_wakes_the_tables_phones(books: Books) -> None:
    deal = books.record()
    version = Table.objects.get(pk=books.table.pk).version
    revise(books, deal, "void")
    table = Table.objects.get(pk=books.table.pk)
    assert (table.version, table.last_number) == (version + 1, 1)


# The same id


@pytest.mark.parametrize("kind", ["correct", "void"])
def test_the_same_call_again_revises_once(books: Books, kind: str) -> None:
    deal = books.record()
    sheet = books.sheet(eats=[(1, False)]) if kind == "correct" else None
    call: dict[str, Any] = {"revision_id": uuid4(), "based_on": 1, "sheet": sheet}
    first = revise(books, deal, kind, **call)
    with writes_nothing():
        again = revise(books, deal, kind, **call)
    assert (again.revision_id, again.n, again.is_new) == (first.revision_id, 2, False)
    assert again.net_points == first.net_points
    assert bool(again.net_points) == (kind == "correct")


def test_a_retry_answers_the_deal_as_it_stands_now(books: Books) -> None:
    """The answer was lost; somebody restored the deal meanwhile."""
    deal = books.record()
    call: dict[str, Any] = {"revision_id": uuid4(), "based_on": 1}
    revise(books, deal, "void", **call)
    restored = revise(books, deal, "restore")
    with writes_nothing():
        again = revise(books, deal, "void", **call)
    assert (again.revision_id, again.n, again.kind) == (restored.revision_id, 3, "restore")


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("correct", {"sheet": "other"}),
        ("correct", {"stake_points": 2}),
        ("correct", {"based_on": 2}),
        ("void", {}),
    ],
)
def test_a_revision_id_with_other_content_is_refused(books: Books, kind: str, change: dict) -> None:
    deal = books.record()
    call: dict[str, Any] = {"revision_id": uuid4(), "based_on": 1}
    correct(books, deal, books.sheet(eats=[(1, False)]), **call)
    sheet = {"sheet": books.sheet(eats=[(1, False)])} if kind == "correct" else {}
    if "sheet" in change:
        change = {"sheet": books.sheet(eats=[(2, False)])}
    with refuses(ErrorCode.REVISION_ID_REUSED, revision_id=str(call["revision_id"])):
        revise(books, deal, kind, **{**call, **sheet, **change})


def test_a_revision_id_of_another_deal_is_refused(books: Books, strangers: Books) -> None:
    first, second, foreign = books.record(), books.record(), strangers.record()
    theirs = revise(strangers, foreign, "void")
    for revision_id in (first.revision_id, theirs.revision_id):
        with refuses(ErrorCode.REVISION_ID_REUSED):
            revise(books, second, "void", revision_id=revision_id)


def test_another_note_is_the_same_revision(books: Books) -> None:
    deal = books.record()
    call: dict[str, Any] = {"revision_id": uuid4(), "based_on": 1}
    revise(books, deal, "void", note="một", **call)
    with writes_nothing():
        revise(books, deal, "void", note="hai", **call)


# Refusals


def test_a_stale_revision_is_refused_with_the_deal_as_it_is(books: Books) -> None:
    deal = books.record()
    revise(books, deal, "void")
    for based_on in (0, 1, 3):
        with refuses(ErrorCode.STALE_REVISION, field="based_on", n=2) as caught:
            revise(books, deal, "restore", based_on=based_on)
        assert caught.value.current == {"deal_id": str(deal.deal_id), "n": 2, "kind": "void"}


def test_a_following_revision_makes_what_was_seen_stale(pot_books: Books) -> None:
    first = pot_books.record()
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    revise(pot_books, first, "void")
    with refuses(ErrorCode.STALE_REVISION, n=2):
        revise(pot_books, u, "void", based_on=1)
    revise(pot_books, u, "void", based_on=2)


def test_kinds_in_the_wrong_order_are_refused(books: Books) -> None:
    deal = books.record()
    with refuses(ErrorCode.DEAL_NOT_VOID):
        revise(books, deal, "restore")
    revise(books, deal, "void")
    with refuses(ErrorCode.DEAL_VOID):
        revise(books, deal, "void")
    revise(books, deal, "restore")
    with refuses(ErrorCode.DEAL_NOT_VOID):
        revise(books, deal, "restore")


def test_a_sheet_goes_with_corrections_alone(books: Books) -> None:
    deal = books.record()
    with refuses(ErrorCode.SHEET_MISSING, field="sheet"):
        revise(books, deal, "correct")
    with refuses(ErrorCode.SHEET_UNWANTED, field="sheet"):
        revise(books, deal, "void", sheet=books.sheet())
    revise(books, deal, "void")
    with refuses(ErrorCode.SHEET_UNWANTED, field="sheet"):
        revise(books, deal, "restore", sheet=books.sheet())


def test_the_engines_refusal_writes_nothing(books: Books) -> None:
    deal = books.record()
    with refuses_sheet(Code.POINTS_MISSING):
        correct(books, deal, books.sheet(hands={}), note="lý do")


def test_a_deal_that_is_not_there_is_not_found(books: Books) -> None:
    with refuses(ErrorCode.NOT_FOUND):
        revise_deal(
            actor=books.owner,
            deal_id=uuid4(),
            revision_id=uuid4(),
            based_on=1,
            kind=RevisionKind.VOID,
        )


@pytest.mark.parametrize("kind", ["record", "follow", "rescore"])
def test_kinds_that_nobody_may_ask_for_are_a_bug_of_the_caller(books: Books, kind: str) -> None:
    deal = books.record()
    with writes_nothing(), pytest.raises(AssertionError):
        revise(books, deal, kind)


# Words


def test_notes_of_adjustments_live_on_through_void_and_restore(books: Books) -> None:
    line = {"payer": books.seat(3), "payee": books.seat(0), "bets": 2, "note": "đánh láo"}
    deal = books.record(Sheet.from_json(books.sheet_json() | {"adjustments": [line]}))
    first = DealRevision.objects.get(pk=deal.revision_id).adjustment_notes
    revise(books, deal, "void")
    revise(books, deal, "restore")
    assert DealRevision.objects.get(current_of=deal.deal_id).adjustment_notes == first
    assert Note.objects.get(pk=first[0]).text == "đánh láo"


def test_a_corrections_words_are_its_own(books: Books) -> None:
    line = {"payer": books.seat(3), "payee": books.seat(0), "bets": 2, "note": "một"}
    deal = books.record(Sheet.from_json(books.sheet_json() | {"adjustments": [line]}))
    fixed = Sheet.from_json(books.sheet_json() | {"adjustments": [line | {"note": "hai"}]})
    correct(books, deal, fixed)
    (note,) = DealRevision.objects.get(current_of=deal.deal_id).adjustment_notes
    assert Note.objects.get(pk=note).text == "hai"


def test_the_pointer_names_the_last_revision(books: Books) -> None:
    deal = books.record()
    for kind in ("void", "restore", "void"):
        answer = revise(books, deal, kind)
        assert Deal.objects.get(pk=deal.deal_id).current_id == answer.revision_id
    numbers = DealRevision.objects.filter(deal_id=deal.deal_id).order_by("n")
    assert list(numbers.values_list("n", flat=True)) == [1, 2, 3, 4]
