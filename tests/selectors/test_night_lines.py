"""What a night's pages read beside its deals: the ledger line by line, adjustments, questions."""

from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest

from scoring.errors import ServiceRefused
from scoring.models import Settlement
from scoring.selectors.adjustments import adjustment_rows, adjustments_of_night, get_adjustment
from scoring.selectors.deals import get_deal
from scoring.selectors.ledger_lines import LedgerLine, ledger_lines, lines_of_night
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.nights import NightRow, get_night, night_rows, nights_of_club
from scoring.selectors.questions import (
    dispute_rows,
    disputes_of_club,
    disputes_of_deal,
    disputes_of_night,
    duplicate_rows,
    duplicates_of_night,
    duplicates_of_table,
    get_dispute,
    list_duplicates_of_deal,
)
from scoring.selectors.tables import get_table
from scoring.services import nights, questions
from scoring.services.adjustments import FUND, adjust_night, cancel_adjustment
from tests.books import DAY, Books
from tests.services.checks import phone, revise, settle
from tests.services.settling import pay


def _club(books: Books) -> ClubRow:
    return get_club(actor=books.owner, slug=books.club.slug)


def _night(books: Books) -> NightRow:
    return get_night(club=_club(books), day=DAY)


def _lines(books: Books) -> list[LedgerLine]:
    return list(ledger_lines(lines_of_night(night=_night(books))))


def _adjust(books: Books, *, payer: UUID | str, payee: UUID | str, points: int = 7) -> UUID:
    return adjust_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=uuid4(),
        payer=payer,
        payee=payee,
        points=points,
        note="nước uống",
    ).pk


def _pair(books: Books) -> tuple[UUID, UUID]:
    """Two phones that recorded the same ván; the first, then the one marked as its double."""
    first = books.record(actor=phone(books), base_number=0).deal_id
    return first, books.record(actor=phone(books), base_number=0).deal_id


# The ledger


def test_the_lines_of_a_night_sum_to_its_balances(pot_books: Books) -> None:
    pot_books.record()
    pot_books.record(pot_books.sheet(u=(1, "plain")))
    _adjust(pot_books, payer=pot_books.people[4].pk, payee=FUND)
    sums: dict[str, int] = {}
    for line in _lines(pot_books):
        for end, points in ((line.payer, -line.points), (line.payee, line.points)):
            name = end.person.name if end.person else end.kind
            sums[name] = sums.get(name, 0) + points
    # Ván 1: places 6 -1 -2 -3 and antes of 1. Ván 2: Bình ù takes 3 × 6 and eight antes.
    # An 5 - 7, Bình -2 - 1 + 18 + 8, Chi -3 - 7, Dũng -4 - 7, all at stake 2.
    assert sums == {
        "An": -4,
        "Bình": 46,
        "Chi": -20,
        "Dũng": -22,
        "pot": 0,
        "Giang": -7,
        "fund": 7,
    }


def test_every_line_says_what_it_came_from_and_why(books: Books) -> None:
    deal = books.record(books.sheet(eats=[(1, False)]))
    adjustment = _adjust(books, payer=books.people[0].pk, payee=books.people[1].pk)
    settle(books)
    pay(books, "Chi", "Bình", to="confirmed")  # An 5 − 7, Bình 0 + 7, Chi −2, Dũng −3
    payment, added, *rest = _lines(books)
    assert (payment.source.kind, payment.reason, payment.rule) == ("payment", "payment", "")
    assert (added.source.kind, added.source.id, added.reason) == (
        "adjustment",
        adjustment,
        "adjustment",
    )
    assert added.values == {"scope": "night", "note": "nước uống"}
    assert {line.source.kind for line in rest} == {"deal"}
    eat = next(line for line in rest if line.reason == "eat")
    assert (eat.source.id, eat.source.deal_number) == (deal.deal_id, 1)
    assert eat.values["eater"].name == "Bình"
    assert (eat.bets, eat.stake_points, eat.points, eat.rule) == (1, 1, 1, "R-11")


def test_only_what_is_in_force_has_lines(books: Books) -> None:
    deal = books.record()
    revise(books, deal, "correct", sheet=books.sheet(seats=books.seats(2)))
    assert len(_lines(books)) == 1
    revise(books, deal, "void")
    assert _lines(books) == []


def test_a_page_of_lines_takes_four_statements(books: Books, django_assert_num_queries) -> None:
    for count in (1, 5):
        for _ in range(count):
            books.record(books.sheet(eats=[(1, False), (2, True)]))
        night = _night(books)
        with django_assert_num_queries(4):
            rows = ledger_lines(lines_of_night(night=night)[:20])
    assert len(rows) == 20


# Adjustments


def test_adjustments_tell_who_gave_whom_and_what_took_them_back(
    books: Books, django_assert_num_queries
) -> None:
    first = _adjust(books, payer=books.people[0].pk, payee=FUND)
    back = uuid4()
    cancel_adjustment(
        actor=books.owner, club_id=books.club.pk, adjustment_id=back, cancels_id=first
    )
    night, club = _night(books), _club(books)
    for _ in range(2):
        with django_assert_num_queries(3):
            contrary, given = adjustment_rows(adjustments_of_night(night=night), club=club)[-2:]
        assert (given.id, given.cancelled_by_id, given.note) == (first, back, "nước uống")
        assert (contrary.id, contrary.cancels_id, contrary.cancelled_by_id) == (back, first, None)
        assert given.payer.person is not None
        assert (given.payer.person.name, given.payee.kind, given.points) == ("An", "fund", 7)
        assert given.author.name == f"owner-{books.club.slug}"
        _adjust(books, payer=books.people[1].pk, payee=FUND)
    assert get_adjustment(club=club, night=night, adjustment_id=back) == contrary


def test_another_nights_adjustment_is_not_found(books: Books, strangers: Books) -> None:
    theirs = _adjust(strangers, payer=strangers.people[0].pk, payee=FUND)
    with pytest.raises(ServiceRefused, match="not_found"):
        get_adjustment(club=_club(books), night=_night(books), adjustment_id=theirs)


# Questions


def test_disputes_are_told_by_deal_night_and_club(books: Books, django_assert_num_queries) -> None:
    deal_id = books.record().deal_id
    first = questions.raise_dispute(actor=books.owner, deal_id=deal_id, note="Chi ăn hai cây")
    questions.settle_dispute(actor=books.owner, dispute_id=first.pk)
    second = questions.raise_dispute(actor=books.owner, deal_id=deal_id)
    club, night = _club(books), _night(books)
    deal = get_deal(actor=books.owner, deal_id=deal_id)

    def told(found: Any) -> list[tuple[int, str]]:
        with django_assert_num_queries(3):
            rows = dispute_rows(found, club_id=club.id)
        return [(row.id, row.state) for row in rows]

    both = [(second.pk, "open"), (first.pk, "settled")]
    assert told(disputes_of_night(night=night)) == both
    assert told(disputes_of_club(club=club)) == both
    assert told(disputes_of_deal(deal=deal)) == both
    assert told(disputes_of_night(night=night, state="open")) == both[:1]
    assert told(disputes_of_club(club=club, state="settled")) == both[1:]
    row = get_dispute(actor=books.owner, dispute_id=first.pk)
    assert (row.note, row.raised_by) == ("Chi ăn hai cây", f"owner-{books.club.slug}")
    assert (row.deal.id, row.deal.number, row.deal.day) == (deal_id, 1, DAY)
    assert row.settled_at is not None


def test_pairs_are_told_from_the_night_the_table_and_either_deal(
    books: Books, django_assert_num_queries
) -> None:
    first, double = _pair(books)
    table = get_table(actor=books.owner, table_id=books.table.pk)
    night = _night(books)
    for found in (
        duplicates_of_night(night=night),
        duplicates_of_night(night=night, state="open"),
        duplicates_of_table(table=table),
    ):
        with django_assert_num_queries(1):
            (row,) = duplicate_rows(found)
        assert (row.deal.id, row.other.id, row.why, row.state) == (double, first, "number", "open")
    assert duplicate_rows(duplicates_of_night(night=night, state="dropped")) == []
    for deal_id in (first, double):
        deal = get_deal(actor=books.owner, deal_id=deal_id)
        with django_assert_num_queries(1):
            assert list_duplicates_of_deal(deal=deal) == [row]
    questions.drop_one(actor=books.owner, deal_id=double, dropped_id=double)
    (row,) = duplicate_rows(duplicates_of_night(night=night))
    assert (row.state, row.deal.is_void, row.other.is_void) == ("dropped", True, False)


def test_another_clubs_questions_are_not_among_ours(books: Books, strangers: Books) -> None:
    _, double = _pair(strangers)
    questions.raise_dispute(actor=strangers.owner, deal_id=double)
    assert not disputes_of_club(club=_club(books)).exists()
    assert not disputes_of_night(night=_night(books)).exists()
    assert not duplicates_of_night(night=_night(books)).exists()


# Nights


def test_nights_are_chosen_by_season_state_and_days(books: Books) -> None:
    for day in (date(2026, 9, 11), date(2026, 9, 18)):
        nights.open_night(actor=books.owner, club_id=books.club.pk, day=day)
    settle(books)
    club = _club(books)

    def days(**by: Any) -> list[str]:
        found = night_rows(nights_of_club(club=club, **by))
        return [f"{row.day:%d}" for row in found]

    assert days() == ["18", "11", "04"]
    assert days(state="open") == ["18", "11"]
    assert days(first_day=date(2026, 9, 11)) == ["18", "11"]
    assert days(last_day=date(2026, 9, 11)) == ["11", "04"]
    assert days(first_day=date(2026, 9, 5), last_day=date(2026, 9, 11)) == ["11"]
    assert days(season_id=books.season.pk) == ["18", "11", "04"]
    assert days(season_id=books.season.pk + 1) == []
    assert Settlement.objects.count() == 1
