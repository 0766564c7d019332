"""Each thing the audit compares in settlings and standings, damaged alone: the audit names it."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.models import F

from scoring import guards
from scoring.models import (
    AuditRun,
    Night,
    Payment,
    PaymentState,
    PolicyVersion,
    SeasonSnapshot,
    Settlement,
    StandingRow,
    StandingState,
    Table,
    Transfer,
)
from scoring.services import merges, payments, settlements
from scoring.services.audits import audit_books
from scoring.services.movements import compute_movements
from tests.books import Books, make_books
from tests.guards.raw import settle_deferred
from tests.services import seasons
from tests.services.checks import correct
from tests.shared import made_once

Damage = Callable[[Books], object]


def make_season() -> Books:
    """A night with a pot, settled and planned anew after a correction; a table, two snapshots.

    Of the payments of the first plan one is split, one half of it paid; one is confirmed and
    another confirmed and taken back.
    """
    club = make_books(rules={"pot_enabled": True, "pot_ante": 1}, stake=2)
    deal = club.record(club.sheet(eats=[(1, False)]))
    club.record(club.sheet(u=(0, "plain")))
    club.record(club.sheet(u=(0, "ten")))
    club.record(club.sheet(eats=[(2, True)]))
    seasons.penalise(club, 2, -3)
    seasons.rank_by(club, drop_worst=0, tie_breaks=["direct"])
    settlement = seasons.settle(club)
    first, second, third = settlement.payments.order_by("position")[:3]
    payments.split_payment(
        actor=club.owner, payment_id=first.pk, points=1, part_ids=(uuid4(), uuid4())
    )
    part = Payment.objects.filter(split_of=first).order_by("points")[0]
    payments.mark_paid(actor=club.owner, payment_id=part.pk)
    for payment in (second, third):
        payments.mark_paid(actor=club.owner, payment_id=payment.pk)
        payments.confirm(actor=club.owner, payment_id=payment.pk)
    payments.contrary_payment(
        actor=club.owner, payment_id=third.pk, contrary_id=uuid4(), note="chưa đưa"
    )
    correct(club, deal, club.sheet(eats=[(3, False)], multiplier=2), note="ghi nhầm")
    seasons.close(club)
    seasons.reopen(club)
    seasons.penalise(club, 0, -5)
    seasons.close(club)
    seasons.reopen(club)
    seasons.refresh(club)
    compute_movements(season_id=club.season.pk)
    return club


@pytest.fixture(scope="module")
def _season(django_db_setup, django_db_blocker):
    with made_once(django_db_blocker, make_season) as season:
        yield season


@pytest.fixture
def books(_season, db):
    return deepcopy(_season)


def _found(damage: Callable[[], object]) -> list[str]:
    """What the audit says once the damage is done, guards back in place."""
    settle_deferred()
    with guards.lifted(connection):
        damage()
        settle_deferred()
    return [str(difference) for difference in audit_books().differences]


def _plan(n: int = 1) -> Any:
    return Settlement.objects.filter(n=n)


def _live() -> Settlement:
    return Settlement.objects.get(state="live")


def _payment(**which: Any) -> Any:
    """The first payment that is so, as a query to update it by."""
    found = Payment.objects.filter(**which).order_by("position", "points")
    return Payment.objects.filter(pk=found[0].pk)


def _move_balance(books: Books) -> None:
    plan = _live()
    account = min(plan.balances)
    _plan(plan.n).update(balances={**plan.balances, account: plan.balances[account] + 1})


def _break_group(books: Books) -> None:
    plan = _live()
    _plan(plan.n).update(groups=[plan.groups[0][:-1], *plan.groups[1:]])


def _row(books: Books, position: int = 0) -> Any:
    return StandingRow.objects.filter(season=books.season, position=position)


def _row_says(books: Books, **values: Any) -> None:
    row = _row(books).get().row
    _row(books).update(row={**row, **values})


def _swap_rows(books: Books) -> None:
    rows = StandingRow.objects.filter(season=books.season)
    rows.filter(position=0).update(position=99)
    rows.filter(position=1).update(position=0)
    rows.filter(position=99).update(position=1)


def _state(books: Books) -> Any:
    return StandingState.objects.filter(season=books.season)


def _movements_say(books: Books, **said: Any) -> None:
    """Of the first player; None takes the movement away."""
    player, movements = books.seat(0), _state(books).get().movements
    changed = {**movements, player: {**movements[player], **said}}
    _state(books).update(movements=changed if said else {**movements, player: None})


def _snapshot(n: int, column: str, old: str, new: str) -> None:
    snapshots = SeasonSnapshot.objects.filter(n=n)
    text = getattr(snapshots.get(), column)
    assert old in text
    snapshots.update(**{column: text.replace(old, new, 1)})


def _policy_says(canonical: str) -> None:
    PolicyVersion.objects.update(canonical=canonical)


def _lines(reason: str) -> Any:
    line = Transfer.objects.filter(reason=reason).order_by("pk")[0]
    return Transfer.objects.filter(pk=line.pk)


DAMAGES: dict[str, tuple[Damage, str]] = {
    # Plans
    "a gap in the plans": (lambda books: _plan().update(n=9), "settlement 9: n is 9, should be"),
    "a plan's hash": (lambda books: _plan().update(sha256="0" * 64), "settlement 1: sha256 is 000"),
    "a plan's balances": (_move_balance, "sha256 is "),
    "balances that payments leave": (_move_balance, "balances its payments leave is "),
    "a group that does not sum to zero": (_break_group, "sum of group "),
    "no live plan in a settled night": (
        lambda books: _plan(_live().n).update(state="replaced"),
        "clb-mau/2026-09-04: live settlements is 0, should be 1",
    ),
    "a live plan in an open night": (
        lambda books: (
            Night.objects.update(state="open"),
            Table.objects.update(state="open"),
        ),
        "clb-mau/2026-09-04: live settlements is 1, should be 0",
    ),
    # Payments
    "a payment of other points": (
        lambda books: _payment(state="proposed").update(points=F("points") + 1),
        "balances its payments leave is ",
    ),
    "a payment turned round": (
        lambda books: _payment(settlement=_live()).update(payer=F("payee"), payee=F("payer")),
        "balances the plan clears is ",
    ),
    "a proposed payment that was taken away": (
        lambda books: _payment(settlement=_live(), state="proposed").update(state="cancelled"),
        "balances the plan clears is ",
    ),
    "a confirmed payment without its transfer": (
        lambda books: _lines("payment").delete(),
        ": transfer is None, should be ",
    ),
    "a transfer of other points": (
        lambda books: _lines("payment").update(points=F("points") + 1),
        ": transfer is ",
    ),
    "a transfer turned round": (
        lambda books: _lines("payment").update(payer=F("payee"), payee=F("payer")),
        ": transfer is ",
    ),
    "a payment that was only paid, with a transfer": (
        lambda books: _payment(state="confirmed").update(state=PaymentState.PAID),
        ", should be None",
    ),
    "parts that are not the whole": (
        lambda books: _payment(split_of__isnull=False).update(points=F("points") + 1),
        ": sum of its parts is ",
    ),
    "a part that runs the other way": (
        lambda books: _payment(split_of__isnull=False).update(payer=F("payee"), payee=F("payer")),
        ": ends of a part is ",
    ),
    "a contrary payment of other points": (
        lambda books: _payment(contrary_of__isnull=False).update(points=F("points") + 1),
        ": taken back by is ",
    ),
    # Pots
    "a closing of other points": (
        lambda books: _lines("pot_close").update(points=F("points") + 1),
        "/Bàn 1: closed out of the pot is ",
    ),
    "a closing that is gone": (
        lambda books: _lines("pot_close").delete(),
        "/Bàn 1: closed out of the pot is ",
    ),
    # Tables of the season
    "a checksum": (
        lambda books: _state(books).update(checksum="0" * 64),
        "Mùa thu 2026: checksum of the table is 000",
    ),
    "a row's value": (
        lambda books: _row_says(books, value=1_000_000),
        "Mùa thu 2026: row 1 is ",
    ),
    "a row's rank": (lambda books: _row(books).update(rank=7), "Mùa thu 2026: row 1 is "),
    "a row's player": (
        lambda books: (
            _row(books, 4).delete(),
            _row(books).update(player_id=UUID(books.seat(4))),
        ),
        "Mùa thu 2026: row 1 is ",
    ),
    "a row that is gone": (lambda books: _row(books, 4).delete(), "row 5 is None, should be "),
    "rows in another order": (_swap_rows, "Mùa thu 2026: row 2 is "),
    "a table that says it is newer than it is": (
        lambda books: _up_to_date(books, seasons.penalise(books, 3, 50)),
        "Mùa thu 2026: checksum of the table is ",
    ),
    "a tally": (
        lambda books: books.table.tallies.update(net_points=F("net_points") + 1),
        "Mùa thu 2026: row 1 is ",
    ),
    # Movements
    "where somebody went": (
        lambda books: _movements_say(books, kind="down", to=4),
        "Mùa thu 2026: movement of ",
    ),
    "a movement that is gone": (_movements_say, " is None, should be {'kind': "),
    "a movement of somebody who is not listed": (
        lambda books: _state(books).update(
            movements={**_state(books).get().movements, "ai đó": {"kind": "up"}}
        ),
        "Mùa thu 2026: movement of ai đó is {'kind': 'up'}, should be None",
    ),
    "no movements at all": (
        lambda books: _state(books).update(movements=None),
        "Mùa thu 2026: movement of ",
    ),
    "movements newer than the table": (
        lambda books: _state(books).update(movements_revision=F("built_revision") + 1),
        "Mùa thu 2026: revision of the movements is ",
    ),
    # Snapshots
    "a snapshot's checksum": (
        lambda books: SeasonSnapshot.objects.filter(n=1).update(checksum="0" * 64),
        "Mùa thu 2026 snapshot 1: checksum is 000",
    ),
    "a snapshot's rows": (
        lambda books: _snapshot(2, "rows", '"rank":1', '"rank":2'),
        "Mùa thu 2026 snapshot 2: rows is ",
    ),
    "a snapshot's tallies": (
        lambda books: _snapshot(2, "tallies", '"points":-5', '"points":-6'),
        "Mùa thu 2026 snapshot 2: checksum is ",
    ),
    "a snapshot's policy": (
        lambda books: _snapshot(1, "policy", '"net_points"', '"net_bets"'),
        "Mùa thu 2026 snapshot 1: checksum is ",
    ),
    "a snapshot nobody can read": (
        lambda books: SeasonSnapshot.objects.filter(n=1).update(tallies="{"),
        "Mùa thu 2026 snapshot 1: kept is ",
    ),
    "a snapshot nobody can rank": (
        lambda books: _snapshot(1, "policy", '"drop_worst":0', '"drop_worst":-1'),
        "Mùa thu 2026 snapshot 1: kept is policy_invalid",
    ),
    # Policies
    "a policy's hash": (
        lambda books: PolicyVersion.objects.update(sha256="0" * 64),
        ": sha256 is 000",
    ),
    "a policy with a space": (
        lambda books: _policy_says(json.dumps(json.loads(PolicyVersion.objects.get().canonical))),
        ": canonical is not canonical, should be canonical",
    ),
}


def _up_to_date(books: Books, _done: UUID) -> None:
    """The state says so, whatever was done."""
    books.season.refresh_from_db()
    _state(books).update(built_revision=books.season.dirty_revision)


def test_without_damage_nothing_is_found_and_the_run_is_kept(books: Books) -> None:
    assert [str(one) for one in audit_books().differences] == []
    assert AuditRun.objects.get().differences == 0


@pytest.mark.parametrize("name", DAMAGES)
def test_what_was_damaged_is_named(books: Books, name: str) -> None:
    damage, words = DAMAGES[name]
    found = _found(lambda: damage(books))
    assert any(words in one for one in found), found
    assert AuditRun.objects.get().differences == len(found)


def test_a_table_behind_the_books_is_not_wrong(books: Books) -> None:
    seasons.penalise(books, 3, 50)
    assert seasons.is_behind(books)
    assert [str(one) for one in audit_books().differences] == []


def test_movements_that_are_still_being_computed_are_not_wrong(books: Books) -> None:
    seasons.penalise(books, 3, 50)
    seasons.refresh(books)
    assert [str(one) for one in audit_books().differences] == []
    _state(books).update(movements={})
    assert [str(one) for one in audit_books().differences] == []


def test_people_merged_after_a_night_was_locked_are_one_in_its_plan(books: Books) -> None:
    """Nobody plans a locked night anew; the accounts its payments name are one person's now."""
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    table = seasons.open_table(books, books.night.day.replace(day=11))
    seats = [books.seat(3), books.seat(4)]
    books.record(books.sheet(seats=seats), table_id=table.pk)
    other = seasons.open_table(books, books.night.day.replace(day=12))
    books.record(books.sheet(seats=[books.seat(1), books.seat(2)]), table_id=other.pk)
    seasons.settle(books, table.night)
    settlements.lock_night(**ids, night_id=table.night_id)
    # Giang (who met Dũng) turns out to be Chi.
    merges.merge_players(**ids, player_id=books.people[4].pk, into_id=books.people[2].pk)
    assert [str(one) for one in audit_books().differences] == []
