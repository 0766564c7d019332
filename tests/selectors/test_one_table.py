"""What is read by an id alone: a table, a deal, their histories; never without a role there."""

from dataclasses import fields
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from scoring.actors import Actor, Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import JoinCode, RevisionKind
from scoring.selectors.codes import (
    CodeRow,
    DeviceRow,
    code_rows,
    codes_of_table,
    device_rows,
    devices_of_table,
)
from scoring.selectors.deals import Chosen, deal_rows, deals_of_night, deals_of_table, get_deal
from scoring.selectors.members import get_club
from scoring.selectors.nights import get_night
from scoring.selectors.questions import get_dispute
from scoring.selectors.revisions import RevisionRow, revision_rows, revisions_of_deal
from scoring.selectors.tables import TableState, get_table
from scoring.selectors.terms import get_terms, terms_of_table, terms_rows
from scoring.services.deals import revise_deal
from scoring.services.joining import create_code, join_table, revoke_code
from scoring.services.merges import merge_players
from scoring.services.nights import open_table
from scoring.services.questions import raise_dispute
from scoring.services.terms import cancel_terms, change_terms
from tests.books import DAY, Books
from tests.services.checks import revise


def _table(books: Books, actor: Actor | None = None) -> TableState:
    return get_table(actor=actor or books.owner, table_id=books.table.pk)


def _device(books: Books, role: str = "scorer") -> Actor:
    _, code = create_code(actor=books.owner, table_id=books.table.pk, role=role)
    return Actor.of_device(join_table(code=code, label="máy của Chi").device_id)


def _history(books: Books, deal_id: UUID) -> list[RevisionRow]:
    deal = get_deal(actor=books.owner, deal_id=deal_id)
    return list(revision_rows(revisions_of_deal(deal=deal), deal=deal, table=_table(books)))


# A table and its phones


def test_a_table_is_told_with_its_terms_and_the_actors_role(
    books: Books, django_assert_num_queries
) -> None:
    books.record()
    with django_assert_num_queries(1):
        table = _table(books)
    assert (table.label, table.last_number, table.stake_points) == ("Bàn 1", 1, 1)
    assert (table.club_slug, table.day, table.state) == (books.club.slug, DAY, "open")
    assert list(table.seats) == books.seats()
    assert not table.is_season_closed
    assert table.role is Role.OWNER
    assert _table(books, books.actor(Role.MEMBER)).role is Role.MEMBER


def test_a_phone_sees_its_table_and_no_other(books: Books) -> None:
    phone = _device(books)
    assert _table(books, phone).role is Role.SCORER
    assert _table(books, _device(books, "viewer")).role is Role.MEMBER
    other = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    elsewhere = books.record(table_id=other.pk).deal_id
    with pytest.raises(ServiceRefused, match="not_found"):
        get_table(actor=phone, table_id=other.pk)
    with pytest.raises(ServiceRefused, match="not_found"):
        get_deal(actor=phone, deal_id=elsewhere)
    assert get_deal(actor=phone, deal_id=books.record().deal_id).number == 1


def test_strangers_find_no_table_no_deal_and_no_dispute(books: Books, strangers: Books) -> None:
    deal_id = strangers.record().deal_id
    dispute = raise_dispute(actor=strangers.owner, deal_id=deal_id)
    for read in (
        lambda: get_table(actor=books.owner, table_id=strangers.table.pk),
        lambda: get_table(actor=books.owner, table_id=10**9),
        lambda: get_deal(actor=books.owner, deal_id=deal_id),
        lambda: get_deal(actor=books.owner, deal_id=uuid4()),
        lambda: get_dispute(actor=books.owner, dispute_id=dispute.pk),
        lambda: get_deal(actor=Actor.of_device(uuid4()), deal_id=deal_id),
    ):
        with pytest.raises(ServiceRefused) as caught:
            read()
        assert caught.value.code is ErrorCode.NOT_FOUND


def test_codes_and_phones_are_told_without_their_secrets(
    books: Books, django_assert_num_queries
) -> None:
    first, _ = create_code(actor=books.owner, table_id=books.table.pk, role="viewer")
    _device(books)
    revoke_code(actor=books.owner, code_id=first)
    table = _table(books)
    with django_assert_num_queries(2):
        codes = code_rows(codes_of_table(table=table))
        devices = device_rows(devices_of_table(table=table))
    assert [(code.role, code.device_count, code.is_live) for code in codes] == [
        ("scorer", 1, True),
        ("viewer", 0, False),
    ]
    assert [(phone.label, phone.role, phone.is_live) for phone in devices] == [
        ("máy của Chi", "scorer", True)
    ]
    told = [field.name for row in (CodeRow, DeviceRow) for field in fields(row)]
    assert not any("hash" in name or "token" in name for name in told)


def test_an_expired_code_is_not_live_and_neither_are_its_phones(books: Books) -> None:
    _device(books)
    code = JoinCode.objects.get()
    JoinCode.objects.update(expires_at=code.created_at - timedelta(days=1))
    assert [row.is_live for row in code_rows(codes_of_table(table=_table(books)))] == [False]
    assert [row.is_live for row in device_rows(devices_of_table(table=_table(books)))] == [False]


# Terms


def test_terms_are_told_last_first_with_what_was_taken_back(
    books: Books, django_assert_num_queries
) -> None:
    books.record()
    change, back = uuid4(), uuid4()
    at: dict[str, Any] = {"actor": books.owner, "table_id": books.table.pk}
    change_terms(**at, terms_id=change, stake_points=5, bench=[books.people[4].pk])
    cancel_terms(**at, terms_id=back, cancels_id=change)
    table = _table(books)
    with django_assert_num_queries(1):
        rows = terms_rows(terms_of_table(table=table))
    assert [(row.n, row.changed, row.stake_points, row.is_cancelled) for row in rows] == [
        (3, "cancel", 1, False),
        (2, "stake,seats", 5, True),
        (1, "open", 1, False),
    ]
    assert rows[0].cancels_id == change
    assert rows[1].bench == [books.seat(4)]
    assert get_terms(table=table, terms_id=back).from_number == 2


def test_another_tables_terms_are_not_found(books: Books, strangers: Books) -> None:
    theirs = terms_rows(terms_of_table(table=_table(strangers)))[0]
    with pytest.raises(ServiceRefused, match="not_found"):
        get_terms(table=_table(books), terms_id=theirs.id)


# One deal and lists of deals


def test_one_deal_takes_three_statements_whatever_happened_in_it(
    pot_books: Books, django_assert_num_queries
) -> None:
    plain = pot_books.record().deal_id
    busy = pot_books.record(
        pot_books.sheet(u=(0, "plain"), eats=[(1, False), (2, True), (3, False)])
    ).deal_id
    for deal_id in (plain, busy):
        with django_assert_num_queries(3):
            row = get_deal(actor=pot_books.owner, deal_id=deal_id)
        assert row.id == deal_id
        assert sum(seat.net_points for seat in row.seats) == sum(
            line.points if line.payer is None else -line.points
            for line in row.lines
            if line.payer is None or line.payee is None
        )
    assert len({line.id for line in row.lines}) == len(row.lines)


def test_deals_are_chosen_by_player_and_by_ending(books: Books, django_assert_num_queries) -> None:
    plain = books.record().deal_id
    u = books.record(books.sheet(u=(1, "plain"))).deal_id
    pair = books.record(books.sheet(seats=books.seats(2))).deal_id
    void = books.record().deal_id
    revise(books, void, "void")
    table, an, chi = _table(books), books.people[0].pk, books.people[2].pk

    def chosen(**by) -> list[UUID]:
        with django_assert_num_queries(3):
            rows = deal_rows(deals_of_table(table=table, chosen=Chosen(**by)))
        return [row.id for row in rows]

    assert chosen() == [void, pair, u, plain]
    assert chosen(player_id=an) == [pair, u, plain]
    assert chosen(player_id=chi) == [u, plain]
    assert chosen(ending="u") == [u]
    assert chosen(ending="normal", player_id=chi) == [plain]
    assert chosen(ending="void") == [void]
    club = get_club(actor=books.owner, slug=books.club.slug)
    night = get_night(club=club, day=DAY)
    rows = deal_rows(deals_of_night(night=night, chosen=Chosen(ending="normal")))
    assert [row.id for row in rows] == [pair, plain]


def test_a_merged_players_deals_are_found_by_either_of_their_ids(books: Books) -> None:
    mine = books.record(books.sheet(seats=books.seats(2))).deal_id
    guest, root = books.people[0].pk, books.people[4].pk
    merge_players(actor=books.owner, club_id=books.club.pk, player_id=guest, into_id=root)
    for player_id in (guest, root):
        rows = deal_rows(deals_of_table(table=_table(books), chosen=Chosen(player_id=player_id)))
        assert [row.id for row in rows] == [mine]
        assert rows[0].seats[0].person.name == "Giang"


# Revisions


def test_the_history_of_a_deal_tells_before_and_after(books: Books) -> None:
    deal = books.record()
    phone = _device(books)
    revise(books, deal, "correct", sheet=books.sheet(eats=[(1, False)]), actor=phone)
    revise(books, deal, "void", note="ghi nhầm")
    rows = _history(books, deal.deal_id)
    assert [(row.n, row.kind, row.note) for row in rows] == [
        (3, "void", "ghi nhầm"),
        (2, "correct", ""),
        (1, "record", ""),
    ]
    void, corrected, recorded = rows
    assert recorded.before is None
    assert recorded.after == corrected.before
    assert corrected.after == void.before
    assert [seat.net_points for seat in recorded.after.seats] == [6, -1, -2, -3]
    assert [seat.net_points for seat in corrected.after.seats] == [5, 0, -2, -3]
    assert void.after.is_void
    assert void.after.seats == []
    assert void.after.sheet == corrected.after.sheet
    assert (corrected.author.kind, corrected.author.device) == ("device", "máy của Chi")
    assert void.author.name == f"owner-{books.club.slug}"


def test_the_history_names_the_deal_whose_pot_was_followed(pot_books: Books) -> None:
    first = pot_books.record()
    second = pot_books.record(pot_books.sheet(u=(1, "plain")))
    revise(pot_books, first, "void")
    last = _history(pot_books, second.deal_id)[0]
    assert (last.kind, last.cause_number) == ("follow", 1)
    assert last.before is not None
    # Ván 1's four antes of one bet at stake 2 are gone from the pot.
    assert (last.before.pot_before_points, last.after.pot_before_points) == (8, 0)


def test_a_page_of_a_long_history_takes_as_many_statements_as_a_short_one(
    books: Books, django_assert_num_queries
) -> None:
    deal = books.record()
    for _ in range(3):
        revise(books, deal, "correct", sheet=books.sheet(eats=[(1, False)]))
        revise(books, deal, "correct", sheet=books.sheet())
    row, table = get_deal(actor=books.owner, deal_id=deal.deal_id), _table(books)
    for page in (slice(0, 2), slice(0, 7)):
        with django_assert_num_queries(5):
            rows = revision_rows(revisions_of_deal(deal=row)[page], deal=row, table=table)
        assert all(one.before or one.n == 1 for one in rows)
    assert len(rows) == 7


def test_an_author_is_called_by_their_player_where_they_have_one(books: Books) -> None:
    from scoring.models import Player

    deal = books.record()
    Player.objects.filter(pk=books.people[2].pk).update(login_id=books.owner.login_id)
    assert _history(books, deal.deal_id)[0].author.name == "Chi"
    assert revise_deal(
        actor=books.owner,
        deal_id=deal.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.VOID,
    ).is_new
