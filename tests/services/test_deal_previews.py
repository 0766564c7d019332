"""A preview is what would be booked: line by line, under every rule, and writes nothing."""

from uuid import uuid4

import pytest

from scoring.actors import Role
from scoring.engine import Sheet
from scoring.errors import ErrorCode, ServiceRefused
from scoring.selectors.deals import DealRow, get_deal
from scoring.selectors.sheet_forms import get_rules, get_sheet_of_deal, get_sheet_terms
from scoring.services.deal_previews import preview_correction, preview_deal
from scoring.services.settlements import settle_night
from scoring.services.terms import change_terms
from tests.books import make_books
from tests.services.checks import everything

pytestmark = pytest.mark.django_db


def lines(row: DealRow) -> list[tuple]:
    """What a reader sees of the money."""
    return [
        (line.payer, line.payee, line.loser, line.points, line.reason, line.rule, line.values)
        for line in row.lines
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"eats": [(1, False), (2, True)], "multiplier": 2},
        {"u": (0, "ten"), "eats": [(2, True)]},
        {"ending": "drawn", "adjustments": [(0, 1, 2)]},
        {"ending": "void"},
    ],
)
def test_what_is_previewed_is_what_is_booked(changes) -> None:
    books = make_books(slug="clb-xem", rules={"pot_enabled": True, "pot_ante": 1}, stake=3)
    books.record()
    sheet = books.sheet(**changes)
    before = everything()
    shown = preview_deal(actor=books.owner, table_id=books.table.pk, sheet=sheet)
    assert everything() == before
    booked = get_deal(actor=books.owner, deal_id=books.record(sheet).deal_id)
    assert lines(shown) == lines(booked)
    assert shown.seats == booked.seats
    assert (shown.number, shown.pot_before_points) == (booked.number, booked.pot_before_points)


def test_a_correction_is_previewed_under_the_terms_of_its_deal(books) -> None:
    deal = books.record()
    change_terms(actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), stake_points=9)
    shown = preview_correction(
        actor=books.owner, deal_id=deal.deal_id, sheet=books.sheet(eats=[(1, False)])
    )
    assert [seat.net_points for seat in shown.seats] == [5, 0, -2, -3]


def test_a_preview_is_refused_as_recording_would_be(books) -> None:
    deal, sheet = books.record(), books.sheet()
    for actor, code in (
        (books.actor(Role.MEMBER), ErrorCode.ROLE_TOO_LOW),
        (make_books(slug="clb-la").owner, ErrorCode.NOT_FOUND),
    ):
        for run in (
            lambda actor=actor: preview_deal(actor=actor, table_id=books.table.pk, sheet=sheet),
            lambda actor=actor: preview_correction(actor=actor, deal_id=deal.deal_id, sheet=sheet),
        ):
            with pytest.raises(ServiceRefused) as refused:
                run()
            assert refused.value.code is code
    with pytest.raises(ServiceRefused) as refused:
        preview_correction(actor=books.owner, deal_id=uuid4(), sheet=sheet)
    assert refused.value.code is ErrorCode.NOT_FOUND
    settle_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        settlement_id=uuid4(),
    )
    with pytest.raises(ServiceRefused) as refused:
        preview_correction(actor=books.owner, deal_id=deal.deal_id, sheet=sheet)
    assert refused.value.code is ErrorCode.NOTE_REQUIRED


def test_the_form_knows_the_terms_and_who_starts(books, django_assert_num_queries) -> None:
    with django_assert_num_queries(2):
        fresh = get_sheet_terms(table_id=books.table.pk)
    assert (fresh.stake_points, fresh.last_number, fresh.starter) == (1, 0, "")
    books.record(books.sheet(u=(2, "plain")))
    assert get_sheet_terms(table_id=books.table.pk).starter == books.seat(2)
    assert get_rules(club_id=books.club.pk, version_id=books.version.pk) == fresh.rules
    with pytest.raises(ServiceRefused):
        get_rules(club_id=make_books(slug="clb-la").club.pk, version_id=books.version.pk)


def test_a_deal_opens_with_the_words_beside_its_lines(books, django_assert_num_queries) -> None:
    typed = books.sheet_json(adjustments=[(0, 1, 2)])
    typed["adjustments"][0]["note"] = "phạt"
    books.record(Sheet.from_json(typed))
    with django_assert_num_queries(2):
        known = get_sheet_of_deal(table_id=books.table.pk, number=1)
    assert known.sheet.adjustments[0].note == "phạt"
    with pytest.raises(ServiceRefused):
        get_sheet_of_deal(table_id=books.table.pk, number=2)
