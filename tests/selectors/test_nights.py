"""What pages read of a night: balances, deals with their reasons, tables, terms; and who is who."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest

from scoring.actors import Actor, Role
from scoring.engine import Sheet
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Account, DealRevision, RevisionKind, Table, Transfer
from scoring.selectors.balances import list_balances, sums_by_account
from scoring.selectors.deals import DealRow, list_deals
from scoring.selectors.members import (
    find_role,
    find_role_at_table,
    get_club,
    list_clubs,
)
from scoring.selectors.nights import (
    NightRow,
    get_night,
    list_tables,
    night_rows,
    nights_of_club,
)
from scoring.selectors.roster import get_player, ids_by_name, list_players
from scoring.selectors.seasons import find_season_by_name, find_season_of_day, get_season_by_id
from scoring.selectors.terms import list_terms
from scoring.services import questions
from scoring.services.adjustments import FUND, adjust_night
from scoring.services.deals import revise_deal
from scoring.services.joining import create_code, join_table
from scoring.services.merges import merge_players
from scoring.services.nights import open_night
from scoring.services.players import add_player
from scoring.services.terms import cancel_terms, change_terms
from tests.books import DAY, Books
from tests.services.checks import settle
from tests.services.settling import pay


def _night(books: Books) -> NightRow:
    return get_night(club=get_club(actor=books.owner, slug=books.club.slug), day=DAY)


def _deals(books: Books) -> list[DealRow]:
    return list(list_deals(night=_night(books)))


def _void(books: Books, deal_id) -> None:
    revise_deal(
        actor=books.owner,
        deal_id=deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.VOID,
        note="ghi nhầm",
    )


# Balances


def test_balances_are_highest_first_then_by_name(books: Books) -> None:
    books.record()
    # The second deal turns the places round: Dũng 6, Chi -1, Bình -2, An -3.
    books.record(books.sheet(seats=books.seats()[::-1]))
    rows = list_balances(night=_night(books))
    assert [(row.name, row.points) for row in rows] == [
        ("An", 3),
        ("Dũng", 3),
        ("Bình", -3),
        ("Chi", -3),
    ]


def test_balances_hold_adjustments_and_leave_void_deals_out(books: Books) -> None:
    _void(books, books.record().deal_id)
    adjust_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=uuid4(),
        payer=books.people[4].pk,
        payee=FUND,
        points=7,
    )
    assert [(row.name, row.points) for row in list_balances(night=_night(books))] == [("Giang", -7)]
    assert sum(sums_by_account(night_id=books.night.pk).values()) == 0


def test_every_night_sums_to_zero_with_its_pot(pot_books: Books) -> None:
    pot_books.record()
    pot_books.record(pot_books.sheet(u=(1, "plain")))
    pot_books.record()
    sums = sums_by_account(night_id=pot_books.night.pk)
    assert sum(sums.values()) == 0
    assert sum(row.points for row in list_balances(night=_night(pot_books))) == -8


def test_payments_do_not_change_what_was_played(books: Books) -> None:
    books.record()
    settle(books)
    row = _night(books)
    before = list_balances(night=row)
    for payer, state in (("Bình", "paid"), ("Chi", "confirmed"), ("Dũng", "waived")):
        pay(books, payer, "An", to=state)
    assert list_balances(night=row) == before
    assert [one.points for one in before] == [6, -1, -2, -3]


def test_a_closed_pot_is_in_the_balances(pot_books: Books) -> None:
    """Carried over: nobody's, and the pot holds nothing; the sum is zero all the same."""
    pot_books.record()
    settle(pot_books)
    sums = sums_by_account(night_id=pot_books.night.pk)
    pot = Table.objects.get(pk=pot_books.table.pk).pot_account.pk
    carried = Account.objects.get(club=pot_books.club, kind="carried_pot").pk
    assert (sums[pot], sums[carried], sum(sums.values())) == (0, 8, 0)


def test_merged_people_have_one_balance(books: Books) -> None:
    books.record()
    books.record(books.sheet(seats=[*books.seats(3), books.seat(4)]))
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[3].pk,
    )
    rows = {row.name: row.points for row in list_balances(night=_night(books))}
    assert rows == {"An": 12, "Bình": -2, "Chi": -4, "Dũng": -6}


# Deals


def test_deals_come_newest_first_with_seats_and_reasons(books: Books) -> None:
    books.record(books.sheet(eats=[(1, True)]), note="căng")
    books.record()
    second, first = _deals(books)
    assert (second.number, first.number, first.note) == (2, 1, "căng")
    assert [seat.person.call_name for seat in first.seats] == ["An", "Bình", "Chi", "Dũng"]
    assert [seat.place for seat in first.seats] == [1, 2, 3, 4]
    eat = first.lines[0]
    assert eat.payer is not None
    assert eat.payee is not None
    assert (eat.payer.name, eat.payee.name, eat.bets, eat.points) == ("An", "Bình", 4, 4)
    assert (eat.reason, eat.rule) == ("last_eat", "R-12")
    assert eat.values
    assert not first.is_void
    assert not first.is_revised


def test_a_void_deal_is_listed_with_its_note_and_nothing_else(books: Books) -> None:
    _void(books, books.record().deal_id)
    (deal,) = _deals(books)
    assert (deal.is_void, deal.is_revised, deal.kind, deal.note) == (True, True, "void", "ghi nhầm")
    assert (deal.seats, deal.lines) == ([], [])


def test_the_pot_and_the_compensator_are_named(pot_books: Books) -> None:
    pot_books.record(pot_books.sheet(u=(2, "plain"), eats=[(1, True)]))
    (deal,) = _deals(pot_books)
    ante = deal.lines[0]
    assert (ante.reason, ante.payee) == ("ante", None)
    pot = next(line for line in deal.lines if line.reason == "pot")
    assert pot.payer is None
    losers = [line.loser.name for line in deal.lines if line.loser is not None]
    assert losers == ["An", "Bình", "Dũng"]
    assert [seat.is_compensator for seat in deal.seats] == [False, True, False, False]
    assert (deal.ending, deal.u_kind, deal.pot_before_points) == ("u", "plain", 0)


def test_merged_people_are_shown_under_the_name_they_have_now(books: Books) -> None:
    books.record(books.sheet(seats=[*books.seats(3), books.seat(4)]))
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[3].pk,
    )
    (deal,) = _deals(books)
    assert deal.seats[3].person.name == "Dũng"
    assert deal.seats[3].person.player_id == books.people[3].pk
    payers = [line.payer.name for line in deal.lines if line.payer]
    assert payers == ["Bình", "Chi", "Dũng"]


def test_an_open_question_marks_a_deal_until_it_is_settled(books: Books) -> None:
    deal = books.record()
    dispute = questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id)
    assert _deals(books)[0].is_questioned
    questions.settle_dispute(actor=books.owner, dispute_id=dispute.pk)
    assert not _deals(books)[0].is_questioned


def test_lines_of_another_engine_have_no_words(books: Books) -> None:
    """Where today's engine no longer gives these lines, the amounts stay and the reasons go."""
    from django.db import connection

    from scoring import guards
    from tests.guards.raw import settle_deferred

    books.record()
    settle_deferred()
    with guards.lifted(connection):
        line = Transfer.objects.order_by("pk")[0]
        Transfer.objects.filter(pk=line.pk).update(bets=9, points=9)
    (deal,) = _deals(books)
    assert deal.lines[0].points == 9
    assert all(not one.values for one in deal.lines)


def test_a_sheet_todays_engine_refuses_is_listed_all_the_same(books: Books) -> None:
    from django.db import connection

    from scoring import guards
    from tests.guards.raw import settle_deferred

    deal = books.record()
    settle_deferred()
    with guards.lifted(connection):
        bare = Sheet.from_json({"seats": books.seats(), "ending": "normal"})
        DealRevision.objects.filter(deal_id=deal.deal_id).update(sheet=bare.canonical())
    assert [line.points for line in _deals(books)[0].lines] == [1, 2, 3]


# Nights, tables, terms


def test_nights_are_counted_and_latest_first(books: Books) -> None:
    books.record()
    _void(books, books.record().deal_id)
    later = open_night(actor=books.owner, club_id=books.club.pk, day=DAY + timedelta(days=3))
    club = get_club(actor=books.owner, slug=books.club.slug)
    nights = nights_of_club(club=club)
    first, second = night_rows(nights)
    assert (first.id, first.deal_count, first.table_count) == (later.pk, 0, 0)
    assert (second.day, second.deal_count, second.table_count) == (DAY, 1, 1)
    assert second.season_name == "Mùa thu 2026"
    assert [night.id for night in night_rows(nights[:1])] == [later.pk]
    with pytest.raises(ServiceRefused) as caught:
        get_night(club=club, day=date(2026, 9, 5))
    assert caught.value.code is ErrorCode.NOT_FOUND


def test_a_night_of_another_club_on_that_day_is_not_this_clubs(
    books: Books, strangers: Books
) -> None:
    assert _night(books).id == books.night.pk
    assert _night(strangers).id == strangers.night.pk


def test_tables_say_what_they_play_for(books: Books) -> None:
    books.record()
    (table,) = list_tables(night=_night(books))
    assert (table.label, table.last_number, table.stake_points) == ("Bàn 1", 1, 1)
    assert list(table.seats) == books.seats()


def test_terms_are_listed_with_what_was_taken_back(books: Books) -> None:
    table: dict[str, Any] = {"actor": books.owner, "table_id": books.table.pk}
    changed = change_terms(**table, terms_id=uuid4(), stake_points=5)
    cancel_terms(**table, terms_id=uuid4(), cancels_id=changed.pk)
    rows = list_terms(night_id=books.night.pk)[books.table.pk]
    assert [(row.n, row.changed, row.stake_points, row.is_cancelled) for row in rows] == [
        (1, "open", 1, False),
        (2, "stake", 5, True),
        (3, "cancel", 1, False),
    ]


def test_seasons_are_found_by_day_name_and_id(books: Books, strangers: Books) -> None:
    club: dict[str, Any] = {"club_id": books.club.pk}
    for day, found in (
        (date(2026, 9, 1), True),
        (date(2026, 12, 31), True),
        (date(2027, 1, 1), False),
    ):
        assert (find_season_of_day(**club, day=day) is not None) is found
    assert find_season_by_name(**club, name=" MÙA thu  2026") == books.season
    assert find_season_by_name(**club, name="Mùa đông") is None
    assert get_season_by_id(**club, season_id=books.season.pk) == books.season
    with pytest.raises(ServiceRefused):
        get_season_by_id(**club, season_id=strangers.season.pk)


# People


def test_the_roster_is_in_vietnamese_order_without_the_merged(books: Books) -> None:
    for name in ("Trần Ân", "Lê Ăn", "Đào", "Bùi Dung", "Ánh"):
        add_player(actor=books.owner, club_id=books.club.pk, name=name)
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[2].pk,
        into_id=books.people[0].pk,
    )
    names = [row.name for row in list_players(club_id=books.club.pk)]
    assert names == ["An", "Ánh", "Lê Ăn", "Trần Ân", "Bình", "Bùi Dung", "Dũng", "Đào", "Giang"]


def test_names_mean_the_living_first_then_aliases(books: Books) -> None:
    ids = ids_by_name(club_id=books.club.pk)
    assert ids["bình"] == books.people[1].pk
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[0].pk,
    )
    assert ids_by_name(club_id=books.club.pk)["giang"] == books.people[0].pk


def test_a_player_is_got_in_its_own_club_only(books: Books, strangers: Books) -> None:
    assert get_player(club_id=books.club.pk, player_id=books.people[0].pk) == books.people[0]
    with pytest.raises(ServiceRefused) as caught:
        get_player(club_id=books.club.pk, player_id=strangers.people[0].pk)
    assert caught.value.code is ErrorCode.NOT_FOUND


def test_a_club_is_seen_by_those_with_a_role(books: Books, strangers: Books) -> None:
    assert get_club(actor=books.actor(Role.MEMBER), slug="clb-mau").role is Role.MEMBER
    for actor in (strangers.owner, Actor.of_login(10**9)):
        for slug in ("clb-mau", "clb-nào-đó"):
            with pytest.raises(ServiceRefused) as caught:
                get_club(actor=actor, slug=slug)
            assert caught.value.code is ErrorCode.NOT_FOUND
    assert [club.slug for club in list_clubs(actor=books.owner)] == ["clb-mau"]
    assert list_clubs(actor=Actor.system()) == []


def test_roles_are_read_where_they_hold(books: Books, strangers: Books) -> None:
    club: dict[str, Any] = {"club_id": books.club.pk}
    table: dict[str, Any] = {"table_id": books.table.pk}
    scorer = books.actor(Role.SCORER)
    assert find_role(actor=scorer, **club) is Role.SCORER
    assert find_role_at_table(actor=scorer, **table) is Role.SCORER
    assert find_role(actor=strangers.owner, **club) is None
    assert find_role_at_table(actor=strangers.owner, **table) is None
    assert find_role_at_table(actor=scorer, table_id=10**9) is None
    assert find_role(actor=Actor.importer(), **club) is Role.OWNER
    for role, held in (("scorer", Role.SCORER), ("viewer", Role.MEMBER)):
        _, code = create_code(actor=books.owner, **table, role=role)
        device = Actor.of_device(join_table(code=code).device_id)
        assert find_role_at_table(actor=device, **table) is held
        assert find_role_at_table(actor=device, table_id=strangers.table.pk) is None
        assert find_role(actor=device, **club) is None
