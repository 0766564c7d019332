"""Settling a night, and what a correction behind it does to the plan.

A plain deal at stake 1: An is first and gets 1 + 2 + 3 = 6; Bình pays 1, Chi 2, Dũng 3.
"""

from uuid import uuid4

from scoring.actors import Role
from scoring.engine import canonical_json
from scoring.errors import ErrorCode
from scoring.models import AuditEvent, Payment, Season, Settlement, Table
from scoring.services import questions, settlements
from scoring.services.adjustments import cancel_adjustment
from scoring.services.season_life import close_season
from scoring.services.settlements import (
    balances_hash,
    lock_night,
    reopen_night,
)
from tests.books import Books
from tests.services.checks import (
    correct,
    last_event,
    phone,
    refuses,
    revise,
    settle,
    writes_nothing,
)
from tests.services.settling import (
    FUND,
    PAIRS,
    another_table,
    balances,
    gives,
    groups,
    in_night,
    left,
    live,
    next_night,
    pay,
    plan,
    states,
    states_of,
)

PLAIN_PLAN = {("Bình", "An", 1), ("Chi", "An", 2), ("Dũng", "An", 3)}


# Settling


def test_a_night_is_settled_by_a_plan_that_clears_it(books: Books) -> None:
    books.record()
    settlement = settle(books)
    assert balances(settlement) == {"An": 6, "Bình": -1, "Chi": -2, "Dũng": -3}
    assert plan(books) == PLAIN_PLAN
    assert (settlement.n, settlement.state, settlement.mode) == (1, "live", "fewest")
    assert (settlement.proven, settlement.lower_bound) == (True, 3)
    assert groups(settlement) == {frozenset({"An", "Bình", "Chi", "Dũng"})}
    assert settlement.sha256 == balances_hash(settlement.balances)
    assert canonical_json(settlement.balances).startswith('{"')
    assert (settlement.author_kind, settlement.author_login_id) == ("login", books.owner.login_id)
    assert states_of(books) == {"settled"}
    assert states(books) == {"proposed": 3}


def test_settling_is_audited_and_seen_by_phones_and_standings(books: Books) -> None:
    books.record()
    table = Table.objects.get(pk=books.table.pk)
    season = Season.objects.get(pk=books.season.pk)
    settlement = settle(books)
    event = last_event(books)
    assert (event.action, event.object_kind) == ("night.settle", "night")
    assert (event.object_id, event.night_id) == (str(books.night.pk), books.night.pk)
    assert event.after == {"n": 1, "mode": "fewest"}
    assert event.season_revision == season.dirty_revision + 1
    assert Table.objects.get(pk=table.pk).version > table.version
    assert settlement.made_at <= event.at


def test_two_who_are_quits_with_two_others_pay_among_themselves(books: Books) -> None:
    # An +5 from Bình, Chi +7 from Dũng: two groups of two, two payments.
    gives(books, 1, 0, 5)
    gives(books, 3, 2, 7)
    settlement = settle(books)
    assert plan(books) == {("Bình", "An", 5), ("Dũng", "Chi", 7)}
    assert groups(settlement) == {frozenset({"An", "Bình"}), frozenset({"Chi", "Dũng"})}
    assert (settlement.proven, settlement.lower_bound) == (True, 2)


def test_a_debt_passed_on_is_paid_once(books: Books) -> None:
    # Bình owes An 5, An owes Chi 5: An is quits.
    gives(books, 1, 0, 5)
    gives(books, 0, 2, 5)
    settlement = settle(books)
    assert balances(settlement) == {"Bình": -5, "Chi": 5}
    assert plan(books) == {("Bình", "Chi", 5)}


def test_pair_by_pair_pays_everybody_whom_one_owes(books: Books) -> None:
    gives(books, 1, 0, 5)
    gives(books, 0, 2, 5)
    settlement = settle(books, mode=PAIRS)
    assert plan(books) == {("Bình", "An", 5), ("An", "Chi", 5)}
    assert (settlement.mode, settlement.proven, settlement.lower_bound) == (PAIRS, False, 1)


def test_pair_by_pair_sets_off_what_two_owe_each_other(books: Books) -> None:
    # Bình owes An 1 for the places, An owes Bình 1 for the card: they are quits.
    books.record(books.sheet(eats=[(1, False)]))
    settle(books, mode=PAIRS)
    assert plan(books) == {("Chi", "An", 2), ("Dũng", "An", 3)}


def test_pair_by_pair_pays_the_pot_with_the_fewest_payments(pot_books: Books) -> None:
    # Stake 2. Places: Bình, Chi, Dũng owe An 2, 4, 6. The four antes of 2 are carried over; each
    # owes the carried pot its own.
    pot_books.record()
    settlement = settle(pot_books, mode=PAIRS)
    assert balances(settlement) == {"An": 10, "Bình": -4, "Chi": -6, "Dũng": -8, "CARRIED_POT": 8}
    assert plan(pot_books) == {
        *(("Bình", "An", 2), ("Chi", "An", 4), ("Dũng", "An", 6)),
        *((name, "CARRIED_POT", 2) for name in ("An", "Bình", "Chi", "Dũng")),
    }


def test_pair_by_pair_joins_what_two_owe_directly_and_through_the_pot(pot_books: Books) -> None:
    # Stake 2. An's ù: 3 × 12, and 3 antes through the pot, the own one back: 36 + 6 = 42.
    pot_books.record(pot_books.sheet(u=(0, "plain")))
    settle(pot_books, mode=PAIRS)
    assert plan(pot_books) == {(name, "An", 14) for name in ("Bình", "Chi", "Dũng")}


def test_the_fund_takes_part(books: Books) -> None:
    # An won 6 and gives the fund 10.
    books.record()
    gives(books, 0, FUND, 10)
    settlement = settle(books)
    assert balances(settlement) == {"An": -4, "Bình": -1, "Chi": -2, "Dũng": -3, "FUND": 10}
    assert plan(books) == {
        *(("An", "FUND", 4), ("Bình", "FUND", 1), ("Chi", "FUND", 2), ("Dũng", "FUND", 3)),
    }


def test_all_tables_of_the_night_are_settled_together(books: Books) -> None:
    # At the second table the seats are turned: Dũng first gets 6, An pays 1, Bình 2, Chi 3.
    books.record()
    second = another_table(books)
    second.record(second.sheet(seats=[books.seat(index) for index in (3, 0, 1, 2)]))
    settlement = settle(books)
    assert balances(settlement) == {"An": 5, "Bình": -3, "Chi": -5, "Dũng": 3}
    assert plan(books) == {("Bình", "Dũng", 3), ("Chi", "An", 5)}
    assert states_of(books) == {"settled"}


def test_a_night_without_a_point_is_settled_without_a_payment(books: Books) -> None:
    settlement = settle(books)
    assert (settlement.balances, settlement.groups, settlement.proven) == ({}, [], True)
    assert plan(books) == set()
    assert states_of(books) == {"settled"}


def test_the_same_settling_sent_again_is_known(books: Books) -> None:
    books.record()
    settlement = settle(books)
    with writes_nothing():
        assert settle(books, settlement_id=settlement.pk).pk == settlement.pk
    reopen_night(**in_night(books))
    with writes_nothing():
        assert settle(books, settlement_id=settlement.pk).state == "reopened"


def test_an_id_of_another_settling_is_refused(books: Books) -> None:
    settlement = settle(books)
    later = next_night(books)
    with refuses(ErrorCode.SETTLEMENT_ID_REUSED, settlement_id=str(settlement.pk)):
        settle(later, settlement_id=settlement.pk)
    with refuses(ErrorCode.SETTLEMENT_ID_REUSED):
        settle(books, settlement_id=settlement.pk, mode=PAIRS)


def test_settling_is_refused_where_it_must_be(books: Books, strangers: Books) -> None:
    member = books.actor(Role.MEMBER)
    with refuses(ErrorCode.ROLE_TOO_LOW, needed="scorer"):
        settle(books, actor=member)
    with refuses(ErrorCode.NOT_FOUND, field="night_id"):
        settle(books, night_id=strangers.night.pk)
    with refuses(ErrorCode.NOT_FOUND):
        settle(books, actor=strangers.owner)
    settle(books, actor=books.actor(Role.SCORER))
    with refuses(ErrorCode.NIGHT_SETTLED):
        settle(books)
    lock_night(**in_night(books))
    with refuses(ErrorCode.NIGHT_LOCKED):
        settle(books)
    close_season(actor=books.owner, club_id=books.club.pk, season_id=books.season.pk)
    with refuses(ErrorCode.SEASON_CLOSED):
        settle(books)


def test_a_plan_does_not_hang_on_the_order_of_the_accounts(books: Books) -> None:
    """Solved by player UUIDs, which a rebuild of the books keeps."""
    books.record()
    settlement = settle(books)
    payees = list(Payment.objects.filter(settlement=settlement).order_by("position"))
    payers = [str(one.payer.player_id) for one in payees]
    assert payers == sorted(payers)


# Corrections in a settled night


def test_a_correction_makes_a_new_plan_of_what_is_left(books: Books) -> None:
    deal = books.record()
    first = settle(books)
    answer = correct(books, deal, books.sheet(multiplier=2), note="đếm nhầm")
    second = live(books)
    assert (answer.n, second.n, second.mode) == (2, 2, "fewest")
    assert plan(books) == {("Bình", "An", 2), ("Chi", "An", 4), ("Dũng", "An", 6)}
    first.refresh_from_db()
    assert first.state == "replaced"
    assert states(books) == {"cancelled": 3, "proposed": 3}
    event = last_event(books)
    assert (event.action, event.after) == ("night.replan", {"n": 2, "replaces": 1})


def test_a_correction_leaves_what_was_paid_confirmed_and_waived(books: Books) -> None:
    # The correction doubles all: An +12, Bình -2, Chi -4, Dũng -6. Bình's 1 is confirmed, Chi's 2
    # are paid, Dũng's 3 waived: left are 1, 2 and 3 once more.
    deal = books.record()
    settle(books)
    kept = [
        pay(books, "Bình", "An", to="confirmed"),
        pay(books, "Chi", "An"),
        pay(books, "Dũng", "An", to="waived"),
    ]
    assert left(books) == {}
    before = list(Payment.objects.filter(pk__in=[one.pk for one in kept]).order_by("pk").values())
    correct(books, deal, books.sheet(multiplier=2), note="đếm nhầm")
    assert plan(books) == PLAIN_PLAN
    after = list(Payment.objects.filter(pk__in=[one.pk for one in kept]).order_by("pk").values())
    assert after == before
    assert states(books) == {"confirmed": 1, "paid": 1, "waived": 1, "proposed": 3}


def test_after_a_correction_the_money_may_go_back(books: Books) -> None:
    # Everything was paid, then the deal is void: An gives it all back.
    deal = books.record()
    settle(books)
    for payer in ("Bình", "Chi", "Dũng"):
        pay(books, payer, "An", to="confirmed")
    revise(books, deal, "void", note="ván chơi thử")
    assert plan(books) == {("An", "Bình", 1), ("An", "Chi", 2), ("An", "Dũng", 3)}
    revise(books, deal, "restore", note="không, ván thật")
    assert plan(books) == set()
    assert left(books) == {}


def test_a_correction_that_changes_no_balance_makes_no_plan(books: Books) -> None:
    deal = books.record()
    settlement = settle(books)
    pay(books, "Bình", "An")
    hands = {
        seat: {"points": points} for seat, points in zip(books.seats(), (4, 9, 21, 40), strict=True)
    }
    correct(books, deal, books.sheet(hands=hands), note="nhập sai điểm")
    assert live(books).pk == settlement.pk
    assert states(books) == {"paid": 1, "proposed": 2}
    assert not AuditEvent.objects.filter(action="night.replan").exists()


def test_a_plan_pair_by_pair_is_made_anew_pair_by_pair(books: Books) -> None:
    # Bình pays An 1 of the places before the sheet is doubled.
    deal = books.record()
    settle(books, mode=PAIRS)
    pay(books, "Bình", "An")
    correct(books, deal, books.sheet(multiplier=2), note="đếm nhầm")
    assert live(books).mode == PAIRS
    assert plan(books) == {("Bình", "An", 1), ("Chi", "An", 4), ("Dũng", "An", 6)}


def test_a_night_adjustment_in_a_settled_night_is_planned(books: Books) -> None:
    # Dũng gives the fund 10 and takes that back.
    books.record()
    settle(books)
    adjustment_id = gives(books, 3, FUND, 10)
    assert plan(books) == {
        *(("Bình", "An", 1), ("Chi", "An", 2), ("Dũng", "An", 3), ("Dũng", "FUND", 10)),
    }
    cancel_adjustment(
        actor=books.owner, club_id=books.club.pk, adjustment_id=uuid4(), cancels_id=adjustment_id
    )
    assert plan(books) == PLAIN_PLAN
    assert live(books).n == 3


def test_dropping_a_duplicate_in_a_settled_night_makes_a_new_plan(books: Books) -> None:
    books.record(actor=phone(books), base_number=0)
    double = books.record(actor=phone(books), base_number=0)
    assert double.doubles is not None
    settle(books)
    # Two deals: twice 1, 2 and 3.
    assert plan(books) == {("Bình", "An", 2), ("Chi", "An", 4), ("Dũng", "An", 6)}
    questions.drop_one(
        actor=books.owner, deal_id=double.deal_id, dropped_id=double.deal_id, note="trùng"
    )
    assert plan(books) == PLAIN_PLAN


def test_an_open_night_is_not_planned(books: Books) -> None:
    deal = books.record()
    correct(books, deal, books.sheet(multiplier=2))
    assert not Settlement.objects.exists()
    settle(books)
    reopen_night(**in_night(books))
    correct(books, deal, books.sheet(multiplier=3))
    assert [one.state for one in Settlement.objects.all()] == ["reopened"]


# Trying


def test_trying_to_settle_tells_the_plan_and_writes_nothing(books: Books) -> None:
    books.record()
    trying = {**in_night(books), "settlement_id": uuid4()}
    with writes_nothing():
        told = settlements.try_settling(**trying, commit=False)
    assert told.to_json()["balances"] == {"An": 6, "Bình": -1, "Chi": -2, "Dũng": -3}
    assert set(told.payments) == PLAIN_PLAN
    assert settlements.try_settling(**trying, commit=True) == told
    assert plan(books) == PLAIN_PLAN
