"""The ledger of one night line by line: who gave whom how many points, why, and in which deal.

Knows accounts by who holds them, merged people at the end of their pointers. Adds nothing up.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import (
    BigIntegerField,
    CharField,
    DateTimeField,
    Expression,
    F,
    IntegerField,
    QuerySet,
    UUIDField,
    Value,
)

from scoring.models import Account, AccountKind, Payment, PaymentState, Transfer
from scoring.selectors.deals import Name

DEAL, ADJUSTMENT, POT_MOVE, PAYMENT = "deal", "adjustment", "pot_move", "payment"
FUND, CARRIED_POT = "FUND", "CARRIED_POT"


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds an account.

    `key` outlives a rebuild: a player's UUID as text, `FUND`, `CARRIED_POT`, or `POT:` and the
    table's id. `person` is None for the club's accounts, `login_id` is the person's own login.
    """

    key: str
    kind: str
    person: Name | None = None
    sort_key: str = ""
    login_id: int | None = None
    table_id: int | None = None

    @property
    def is_pot(self) -> bool:
        """A table's pot, which is nobody's hand."""
        return self.kind == AccountKind.POT


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a line comes from: a deal (table, number, id), an adjustment with its note, a pot's
    opening or closing at a table, a payment.
    """

    kind: str
    id: UUID | None = None
    table_id: int | None = None
    number: int | None = None
    at: datetime | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class NightLine:
    """`payer` gives `payee` points, both by the keys of their holders."""

    payer: str
    payee: str
    points: int
    reason: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class NightLines:
    """All lines of a night in force, payments that are not confirmed yet among them, and who holds
    the accounts by key. `keys` gives the key of an account by its id.
    """

    lines: Sequence[NightLine]
    holders: Mapping[str, Holder]
    keys: Mapping[int, str]


_COLUMNS = (
    *("line_payer", "line_payee", "points", "line_reason", "line_kind"),
    *("line_id", "line_table", "line_number", "line_at", "line_note"),
)
_Row = tuple[int, int, int, str, str, Any, Any, Any, Any, Any]


def list_night_lines(*, night_id: int, accounts: Iterable[int] = ()) -> NightLines:
    """The night's ledger; two statements, each table asked by its own index.

    `accounts` are further accounts whose holders are wanted, of payments and plans. A payment that
    is paid and not confirmed counts as made: it stays when a new plan is made. What two people who
    were merged into one gave each other is left out.
    """
    rows = _rows(night_id)
    wanted = {account for row in rows for account in row[:2]} | set(accounts)
    by_account = holders_of(wanted)
    lines = [
        NightLine(
            payer=by_account[payer].key,
            payee=by_account[payee].key,
            points=points,
            reason=reason,
            origin=Origin(kind, source_id, table_id, number, at, note or ""),
        )
        for payer, payee, points, reason, kind, source_id, table_id, number, at, note in rows
        if by_account[payer].key != by_account[payee].key
    ]
    return NightLines(
        lines=lines,
        holders={holder.key: holder for holder in by_account.values()},
        keys={account: holder.key for account, holder in by_account.items()},
    )


def holders_of(accounts: Iterable[int]) -> Mapping[int, Holder]:
    """Who holds each of these accounts; one statement."""
    found = Account.objects.filter(pk__in=set(accounts)).select_related("player__root")
    return {account.pk: _holder(account) for account in found}


def _holder(account: Account) -> Holder:
    if account.player is None:
        at_table = f"POT:{account.table_id}" if account.table_id else account.kind.upper()
        return Holder(at_table, account.kind, table_id=account.table_id)
    root = account.player.root
    return Holder(
        key=str(root.pk),
        kind=account.kind,
        person=Name(root.pk, root.name, root.call_name),
        sort_key=root.sort_key,
        login_id=root.login_id,
    )


def _rows(night_id: int) -> Sequence[_Row]:
    """Deals in playing order of their tables, adjustments, pot moves, payments; one statement."""
    deals = _lines(
        Transfer.objects.filter(revision__current_of__table__night_id=night_id),
        DEAL,
        id=F("revision__current_of__pk"),
        table=F("revision__current_of__table_id"),
        number=F("revision__current_of__number"),
        at=F("revision__current_of__played_at"),
    )
    adjustments = _lines(
        Transfer.objects.filter(adjustment__night_id=night_id),
        ADJUSTMENT,
        id=F("adjustment_id"),
        at=F("adjustment__recorded_at"),
        note=F("adjustment__note__text"),
    )
    moves = _lines(
        Transfer.objects.filter(pot_move__table__night_id=night_id),
        POT_MOVE,
        id=F("pot_move_id"),
        table=F("pot_move__table_id"),
        at=F("pot_move__recorded_at"),
    )
    final = _lines(
        Transfer.objects.filter(payment__settlement__night_id=night_id),
        PAYMENT,
        id=F("payment_id"),
        at=F("payment__state_at"),
    )
    rows: list[_Row] = list(deals.union(adjustments, moves, final, _paid(night_id), all=True))
    order = {kind: index for index, kind in enumerate((DEAL, ADJUSTMENT, POT_MOVE, PAYMENT))}
    return sorted(rows, key=lambda row: (order[row[4]], row[6] or 0, row[7] or 0, row[8]))


def _paid(night_id: int) -> QuerySet[Any, _Row]:
    """Payments paid and not confirmed, as the transfer they will post: from payee to payer."""
    paid = Payment.objects.filter(settlement__night_id=night_id, state=PaymentState.PAID)
    return _lines(
        paid,
        PAYMENT,
        payer=F("payee_id"),
        payee=F("payer_id"),
        reason=Value("payment"),
        id=F("pk"),
        at=F("state_at"),
    )


def _lines(rows: QuerySet[Any, Any], kind: str, **columns: Any) -> QuerySet[Any, _Row]:
    """Ten columns of the same types, whatever the source."""
    absent: dict[str, Expression] = {
        "id": Value(None, output_field=UUIDField()),
        "table": Value(None, output_field=BigIntegerField()),
        "number": Value(None, output_field=IntegerField()),
        "at": Value(None, output_field=DateTimeField()),
        "note": Value(None, output_field=CharField()),
    }
    given: dict[str, Expression | F] = {
        "payer": F("payer_id"),
        "payee": F("payee_id"),
        "reason": F("reason"),
    }
    given |= {"kind": Value(kind), **absent, **columns}
    named = {f"line_{name}": value for name, value in given.items()}
    lines: QuerySet[Any, _Row] = rows.order_by().annotate(**named).values_list(*_COLUMNS)
    return lines
