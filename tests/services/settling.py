"""What tests of settling read and do: a plan by names, a payment by its ends, another night.

Asserts nothing.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from scoring.models import (
    Account,
    Night,
    Payment,
    PotMove,
    Settlement,
    SettlementMode,
    Table,
    Transfer,
)
from scoring.selectors.pot_closing import carried_points, opening_points
from scoring.selectors.settlements import (
    balances_to_settle,
    find_live_settlement,
    list_payments,
    name_of,
)
from scoring.services import adjustments, nights, payments
from tests.books import DAY, Books, make_books

PAIRS = SettlementMode.PAIR_BY_PAIR
FUND = adjustments.FUND


def pot_club(pot_at_close: str, **rules: Any) -> Books:
    """A club with a pot: an ante of 1 bet at stake 1, closed as `pot_at_close` says."""
    return make_books(
        slug="clb-dong-ga",
        rules={"pot_enabled": True, "pot_ante": 1, "pot_at_close": pot_at_close, **rules},
    )


def in_night(books: Books) -> dict[str, Any]:
    """The arguments that name the night, and its owner as the actor."""
    return {"actor": books.owner, "club_id": books.club.pk, "night_id": books.night.pk}


def gives(books: Books, payer: int | str, payee: int | str, points: int) -> UUID:
    """A night adjustment from one player (by index, or the fund) to another; its id."""
    adjustment_id = uuid4()
    who = [end if isinstance(end, str) else books.people[end].pk for end in (payer, payee)]
    adjustments.adjust_night(
        **in_night(books), adjustment_id=adjustment_id, payer=who[0], payee=who[1], points=points
    )
    return adjustment_id


def live(books: Books) -> Settlement:
    """The plan that counts now."""
    found = find_live_settlement(night_id=books.night.pk)
    if found is None:
        raise LookupError("no live plan")
    return found


def plan(books: Books) -> set[tuple[str, str, int]]:
    """Payments of the live plan that are not cancelled: payer, payee, points."""
    return {(row.payer, row.payee, row.points) for row in list_payments(settlement=live(books))}


def balances(settlement: Settlement) -> Mapping[str, int]:
    """What a plan was made from, by names."""
    return _named({int(account): points for account, points in settlement.balances.items()})


def left(books: Books) -> Mapping[str, int]:
    """What is left to settle now, by names."""
    return _named(balances_to_settle(night_id=books.night.pk, club_id=books.club.pk))


def groups(settlement: Settlement) -> set[frozenset[str]]:
    """The groups of a plan, by names."""
    return {frozenset(_named(dict.fromkeys(group, 0))) for group in settlement.groups}


def payment(books: Books, payer: str, payee: str) -> Payment:
    """The payment of the live plan between these two."""
    row = next(
        row
        for row in list_payments(settlement=live(books))
        if (row.payer, row.payee) == (payer, payee)
    )
    return Payment.objects.get(pk=row.id)


def pay(books: Books, payer: str, payee: str, *, to: str = "paid") -> Payment:
    """The owner moves this payment of the live plan to `paid`, `confirmed` or `waived`."""
    found = payment(books, payer, payee)
    steps = {
        "paid": [payments.mark_paid],
        "confirmed": [payments.mark_paid, payments.confirm],
        "waived": [payments.waive],
    }
    for step in steps[to]:
        step(actor=books.owner, payment_id=found.pk)
    found.refresh_from_db()
    return found


def states(books: Books) -> Mapping[str, int]:
    """How many payments of the night are in each state."""
    counted: dict[str, int] = {}
    for state in Payment.objects.filter(settlement__night=books.night).values_list(
        "state", flat=True
    ):
        counted[state] = counted.get(state, 0) + 1
    return counted


def next_night(books: Books, *, days: int = 1, label: str = "Bàn 1") -> Books:
    """The same club in a later night, at a table of the same rules."""
    night = nights.open_night(
        actor=books.owner, club_id=books.club.pk, day=DAY + timedelta(days=days)
    )
    return _at(books, night, label)


def another_table(books: Books, label: str = "Bàn 2") -> Books:
    """The same night at one more table of the same rules."""
    return _at(books, books.night, label)


def opened_with(books: Books) -> int:
    """What the table's pot was opened with."""
    pot = Table.objects.get(pk=books.table.pk).pot_account
    return opening_points(table_id=books.table.pk, pot_account_id=pot.pk)


def states_of(books: Books) -> set[str]:
    """The state of the night and of its tables, which are the same."""
    tables = Table.objects.filter(night=books.night).values_list("state", flat=True)
    return {Night.objects.get(pk=books.night.pk).state, *tables}


def posted_by(one: Payment) -> list[tuple[str, str, int, str]]:
    """The lines of a payment: who gives to whom, how much, and why."""
    lines = Transfer.objects.filter(payment=one).select_related("payer__player", "payee__player")
    return [
        (line.payer.player.name, line.payee.player.name, line.points, line.reason)
        for line in lines
        if line.payer.player and line.payee.player
    ]


def carried(books: Books) -> int:
    """What the club's carried pot holds."""
    return carried_points(club_id=books.club.pk)


def pot_moves(books: Books) -> list[tuple[str, int]]:
    """Pot moves of the table: their kind, and how many points went into the pot (− out of it)."""
    pot = Table.objects.get(pk=books.table.pk).pot_account.pk
    found = []
    for move in PotMove.objects.filter(table=books.table).order_by("recorded_at"):
        lines = Transfer.objects.filter(pot_move=move)
        into = sum(line.points if line.payee_id == pot else -line.points for line in lines)
        found.append((move.kind, into))
    return found


def pot_shares(books: Books) -> dict[str, int]:
    """What the pots of the night gave to players, by name, taken together."""
    shares: dict[str, int] = {}
    lines = Transfer.objects.filter(pot_move__table__night=books.night).select_related(
        "payer__player", "payee__player"
    )
    for line in lines:
        for end, points in ((line.payee, line.points), (line.payer, -line.points)):
            if end.player is not None:
                shares[end.player.name] = shares.get(end.player.name, 0) + points
    return {name: points for name, points in shares.items() if points}


def _at(books: Books, night: Night, label: str) -> Books:
    table = nights.open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=night.pk,
        label=label,
        stake_points=books.table.stake_points,
        seats=[player.pk for player in books.people[:4]],
        ruleset_version_id=books.version.pk,
    )
    return Books(
        owner=books.owner,
        club=books.club,
        people=books.people,
        season=books.season,
        night=night,
        table=table,
        version=books.version,
        logins=books.logins,
    )


def _named(points: Mapping[int, int]) -> dict[str, int]:
    accounts = Account.objects.filter(pk__in=points).select_related("player__root")
    return {name_of(account): points[account.pk] for account in accounts}
