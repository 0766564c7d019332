"""Two phones at one table: what is paired, and how a pair is decided."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.actors import Actor
from scoring.engine import Ruleset
from scoring.errors import ErrorCode
from scoring.models import (
    DealRevision,
    DuplicateState,
    PossibleDuplicate,
    Table,
)
from scoring.selectors import neighbours
from scoring.services import questions
from scoring.services.nights import open_table
from scoring.services.rulesets import publish_ruleset
from scoring.services.terms import change_terms
from tests.books import EVENING, Books
from tests.services.checks import (
    last_event,
    phone,
    points_of,
    refuses,
    revise,
    settle,
)

SECONDS = timedelta(seconds=1)


@pytest.fixture
def phones(books: Books) -> tuple[Actor, Actor]:
    """Two phones of the owner at the table."""
    return phone(books), phone(books)


@pytest.fixture
def received(monkeypatch: pytest.MonkeyPatch):
    """Says when the server receives what follows."""

    def at(instant) -> None:
        monkeypatch.setattr(timezone, "now", lambda: instant)

    at(EVENING)
    return at


def _pairs() -> list[tuple[int, int, str, str]]:
    rows = PossibleDuplicate.objects.order_by("deal__number")
    return list(rows.values_list("deal__number", "other__number", "why", "state"))


def _other(books: Books):
    """A sheet of other content."""
    return books.sheet(eats=[(1, False)])


# What is paired


def test_two_phones_that_mean_the_same_number_are_paired(books: Books, phones) -> None:
    one, other = phones
    first = books.record(actor=one, base_number=0)
    second = books.record(_other(books), actor=other, base_number=0)
    assert (second.number, second.doubles) == (2, first.deal_id)
    assert _pairs() == [(2, 1, "number", "open")]
    # Both count until somebody decides: 6 + 5.
    assert points_of(books)[0] == 11


def test_each_deal_of_an_offline_stretch_meets_its_counterpart(books: Books, phones) -> None:
    one, other = phones
    for base_number in range(3):
        books.record(actor=one, base_number=base_number)
    for base_number in range(3):
        books.record(_other(books), actor=other, base_number=base_number)
    assert _pairs() == [
        (4, 1, "number", "open"),
        (5, 2, "number", "open"),
        (6, 3, "number", "open"),
    ]


def test_the_next_number_is_no_duplicate(books: Books, phones) -> None:
    one, other = phones
    books.record(actor=one, base_number=0)
    assert books.record(_other(books), actor=other, base_number=1).doubles is None


def test_one_phone_never_doubles_itself(books: Books, phones, received) -> None:
    one, _ = phones
    books.record(actor=one, base_number=0, played_at=EVENING)
    for base_number in (0, 1, None):
        answer = books.record(actor=one, base_number=base_number, played_at=EVENING)
        assert answer.doubles is None
    assert _pairs() == []


def test_a_login_without_a_device_is_one_phone(books: Books, received) -> None:
    books.record(played_at=EVENING)
    assert books.record(played_at=EVENING).doubles is None


@pytest.mark.parametrize(("seconds", "paired"), [(0, True), (180, True), (181, False)])
def test_the_same_content_played_within_three_minutes_is_paired(
    books: Books, phones, received, seconds: int, paired: bool
) -> None:
    one, other = phones
    first = books.record(actor=one, played_at=EVENING)
    received(EVENING + timedelta(hours=2))  # it was off the net meanwhile
    answer = books.record(actor=other, played_at=EVENING + seconds * SECONDS)
    assert answer.doubles == (first.deal_id if paired else None)
    assert _pairs() == ([(2, 1, "content", "open")] if paired else [])


@pytest.mark.parametrize(("seconds", "paired"), [(0, True), (179, True), (181, False)])
def test_the_same_content_received_within_three_minutes_is_paired(
    books: Books, phones, received, seconds: int, paired: bool
) -> None:
    """The clock of one phone is hours off."""
    one, other = phones
    first = books.record(actor=one, played_at=EVENING)
    received(EVENING + seconds * SECONDS)
    answer = books.record(actor=other, played_at=EVENING + timedelta(hours=5))
    assert answer.doubles == (first.deal_id if paired else None)


def test_other_content_at_the_same_time_is_another_deal(books: Books, phones, received) -> None:
    one, other = phones
    books.record(actor=one, played_at=EVENING)
    assert books.record(_other(books), actor=other, played_at=EVENING).doubles is None


def test_the_number_goes_before_the_content(books: Books, phones, received) -> None:
    one, other = phones
    first = books.record(_other(books), actor=one, base_number=0, played_at=EVENING)
    books.record(actor=one, base_number=1, played_at=EVENING)
    answer = books.record(actor=other, base_number=0, played_at=EVENING)
    assert answer.doubles == first.deal_id


def test_of_several_alike_the_latest_is_meant(books: Books, phones, received) -> None:
    one, other = phones
    books.record(actor=one, played_at=EVENING)
    second = books.record(actor=one, played_at=EVENING)
    assert books.record(actor=other, played_at=EVENING).doubles == second.deal_id


def test_what_counts_is_the_first_content_not_a_later_correction(
    books: Books, phones, received
) -> None:
    one, other = phones
    first = books.record(actor=one, played_at=EVENING)
    revise(books, first, "correct", sheet=_other(books))
    assert books.record(actor=other, played_at=EVENING).doubles == first.deal_id


def test_a_void_deal_is_nobodys_duplicate(books: Books, phones, received) -> None:
    one, other = phones
    first = books.record(actor=one, base_number=0, played_at=EVENING)
    revise(books, first, "void")
    assert books.record(actor=other, base_number=0, played_at=EVENING).doubles is None


def test_imports_are_never_paired(books: Books, phones, received) -> None:
    one, _ = phones
    books.record(actor=one, base_number=0, played_at=EVENING)
    answer = books.record(actor=Actor.importer(), base_number=0, played_at=EVENING)
    assert answer.doubles is None


def test_tables_are_apart(books: Books, phones, received) -> None:
    one, other = phones
    books.record(actor=one, base_number=0, played_at=EVENING)
    second = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    answer = books.record(actor=other, base_number=0, played_at=EVENING, table_id=second.pk)
    assert answer.doubles is None


def test_a_retry_is_not_paired_with_itself(books: Books, phones) -> None:
    one, other = phones
    sheet = books.sheet()
    deal = books.record(sheet, actor=one, base_number=0)
    assert books.record(sheet, actor=other, base_number=0, deal_id=deal.deal_id).doubles is None
    assert _pairs() == []


def test_the_window_is_three_minutes() -> None:
    assert timedelta(minutes=3) == neighbours.SAME_CONTENT_WINDOW


# Deciding


@pytest.fixture
def pair(books: Books, phones):
    """Deal 2 may be deal 1."""
    one, other = phones
    first = books.record(actor=one, base_number=0)
    second = books.record(_other(books), actor=other, base_number=0)
    return first, second


def test_keeping_both_leaves_both(books: Books, pair) -> None:
    _, second = pair
    version = Table.objects.get(pk=books.table.pk).version
    questions.keep_both(actor=books.owner, deal_id=second.deal_id)
    assert _pairs() == [(2, 1, "number", "both_kept")]
    assert PossibleDuplicate.objects.get().resolved_at is not None
    assert points_of(books)[0] == 11
    assert Table.objects.get(pk=books.table.pk).version == version + 1
    event = last_event(books)
    assert (event.action, event.object_id) == ("duplicate.keep", str(second.deal_id))
    assert event.after == {"other": str(pair[0].deal_id)}


@pytest.mark.parametrize("which", [0, 1])
def test_dropping_one_voids_it(books: Books, pair, which: int) -> None:
    questions.drop_one(actor=books.owner, deal_id=pair[1].deal_id, dropped_id=pair[which].deal_id)
    assert _pairs() == [(2, 1, "number", "dropped")]
    dropped = DealRevision.objects.get(current_of=pair[which].deal_id)
    assert (dropped.kind, dropped.n) == ("void", 2)
    assert dropped.note is not None
    assert dropped.note.text == "trùng ván"
    assert points_of(books)[0] == (5, 6)[which]
    assert last_event(books).action == "duplicate.drop"


def test_dropping_keeps_the_words_given(books: Books, pair) -> None:
    questions.drop_one(
        actor=books.owner,
        deal_id=pair[1].deal_id,
        dropped_id=pair[0].deal_id,
        note="máy của Chi ghi lại",
    )
    note = DealRevision.objects.get(current_of=pair[0].deal_id).note
    assert note is not None
    assert note.text == "máy của Chi ghi lại"


def test_dropping_a_deal_that_is_void_already_only_decides(books: Books, pair) -> None:
    revise(books, pair[1], "void")
    questions.drop_one(actor=books.owner, deal_id=pair[1].deal_id, dropped_id=pair[1].deal_id)
    assert DealRevision.objects.get(current_of=pair[1].deal_id).n == 2
    assert _pairs() == [(2, 1, "number", "dropped")]


def test_a_deal_dropped_decides_every_pair_it_is_in(books: Books, pair) -> None:
    third = books.record(actor=phone(books), base_number=1)
    assert third.doubles == pair[1].deal_id
    questions.drop_one(actor=books.owner, deal_id=pair[1].deal_id, dropped_id=pair[1].deal_id)
    assert [state for *_, state in _pairs()] == ["dropped", "dropped"]


def test_only_the_two_may_be_dropped(books: Books, pair) -> None:
    third = books.record()
    with refuses(ErrorCode.NOT_FOUND, field="dropped_id"):
        questions.drop_one(actor=books.owner, deal_id=pair[1].deal_id, dropped_id=third.deal_id)


def test_a_pair_is_decided_once(books: Books, pair) -> None:
    first, second = pair
    questions.keep_both(actor=books.owner, deal_id=second.deal_id)
    with refuses(ErrorCode.DUPLICATE_RESOLVED):
        questions.keep_both(actor=books.owner, deal_id=second.deal_id)
    with refuses(ErrorCode.DUPLICATE_RESOLVED):
        questions.drop_one(actor=books.owner, deal_id=second.deal_id, dropped_id=first.deal_id)
    with refuses(ErrorCode.DUPLICATE_RESOLVED):
        questions.drop_all_of(actor=books.owner, deal_id=second.deal_id)


def test_a_deal_in_no_pair_has_nothing_to_decide(books: Books, pair) -> None:
    alone = books.record(books.sheet(eats=[(2, False)]))
    for deal_id in (pair[0].deal_id, alone.deal_id, uuid4()):
        with refuses(ErrorCode.NOT_FOUND):
            questions.keep_both(actor=books.owner, deal_id=deal_id)


def test_all_of_one_phone_in_the_stretch_are_dropped(books: Books, phones) -> None:
    one, other = phones
    for base_number in range(3):
        books.record(actor=one, base_number=base_number)
    doubles = [
        books.record(_other(books), actor=other, base_number=base_number)
        for base_number in range(3)
    ]
    later = books.record(books.sheet(eats=[(2, False)]), actor=other, base_number=6)
    third = books.record(books.sheet(eats=[(3, False)]), actor=phone(books), base_number=0)
    dropped = questions.drop_all_of(actor=books.owner, deal_id=doubles[1].deal_id)
    assert dropped == [deal.deal_id for deal in doubles]
    assert all(DealRevision.objects.get(current_of=deal.deal_id).kind == "void" for deal in doubles)
    # What that phone recorded alone stays, and so does the open pair of a third phone.
    assert DealRevision.objects.get(current_of=later.deal_id).kind == "record"
    assert PossibleDuplicate.objects.get(deal_id=third.deal_id).state == DuplicateState.OPEN
    # Five deals are left; in none of them does seat 0 feed anybody.
    assert points_of(books)[0] == 5 * 6


def test_dropping_all_is_all_or_nothing(pot_books: Books) -> None:
    """The last of the stretch cannot be void: a deal behind it took its pot."""
    one, other = phone(pot_books), phone(pot_books)
    for base_number in range(2):
        pot_books.record(actor=one, base_number=base_number)
    doubles = [
        pot_books.record(pot_books.sheet(eats=[(1, False)]), actor=other, base_number=base_number)
        for base_number in range(2)
    ]
    pot_books.record(pot_books.sheet(adjustments=[("POT", 0, 18)]), actor=one, base_number=4)
    # 5 × 4 antes less 18 bets leave 2 bets; a void takes 4.
    with refuses(ErrorCode.POT_OVERDRAWN, deal_number=5, missing_points=4):
        questions.drop_all_of(actor=pot_books.owner, deal_id=doubles[0].deal_id)


def test_two_phones_that_drop_the_same_deal_drop_it_once(books: Books, pair) -> None:
    """The revision's id is made from what it acts on."""
    first, second = pair
    questions.drop_one(actor=books.owner, deal_id=second.deal_id, dropped_id=first.deal_id)
    with refuses(ErrorCode.DUPLICATE_RESOLVED):
        questions.drop_one(actor=books.owner, deal_id=second.deal_id, dropped_id=first.deal_id)
    assert DealRevision.objects.filter(deal_id=first.deal_id).count() == 2


def test_a_dropped_deal_restored_and_doubled_again_may_be_dropped_again(books: Books, pair) -> None:
    first, second = pair
    questions.drop_one(actor=books.owner, deal_id=second.deal_id, dropped_id=first.deal_id)
    revise(books, first, "restore")
    third = books.record(actor=phone(books), base_number=0)
    assert third.doubles in {first.deal_id, second.deal_id}
    questions.drop_one(actor=books.owner, deal_id=third.deal_id, dropped_id=third.doubles)


def test_the_note_of_a_settled_nights_decision_is_kept(books: Books, pair) -> None:
    """The matrix wants a note; whoever reads the audit wants it too."""
    settle(books)
    questions.keep_both(actor=books.owner, deal_id=pair[1].deal_id, note="hai ván khác nhau")
    note = last_event(books).note
    assert note is not None
    assert note.text == "hai ván khác nhau"


def test_a_rule_set_named_by_one_phone_alone_makes_other_content(books: Books, received) -> None:
    version = publish_ruleset(
        actor=books.owner, club_id=books.club.pk, name="khác", rules=Ruleset.preset("simple")
    )
    change_terms(
        actor=books.owner,
        table_id=books.table.pk,
        terms_id=uuid4(),
        ruleset_version_id=version.pk,
    )
    books.record(actor=phone(books), played_at=EVENING, ruleset_version_id=version.pk)
    assert books.record(actor=phone(books), played_at=EVENING).doubles is None


def test_the_first_phones_stretch_is_dropped_as_well(books: Books, phones) -> None:
    one, other = phones
    firsts = [books.record(actor=one, base_number=base_number) for base_number in range(2)]
    for base_number in range(2):
        books.record(_other(books), actor=other, base_number=base_number)
    alone = books.record(books.sheet(eats=[(2, False)]), actor=one, base_number=4)
    dropped = questions.drop_all_of(actor=books.owner, deal_id=firsts[0].deal_id)
    assert dropped == [deal.deal_id for deal in firsts]
    assert not PossibleDuplicate.objects.filter(state=DuplicateState.OPEN).exists()
    assert DealRevision.objects.get(current_of=alone.deal_id).kind == "record"
