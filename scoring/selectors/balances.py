"""Balances of a night: received less paid, over transfers in force."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, Q, QuerySet, Sum

from scoring.models import Player, Transfer
from scoring.selectors.nights import NightRow


@dataclass(frozen=True, slots=True)
class BalanceRow:
    """A player's balance; merged people are one row."""

    player_id: UUID
    name: str
    call_name: str
    points: int


def transfers_in_force(*, night_id: int) -> QuerySet[Transfer]:
    """What was played: deals as they stand, night adjustments, pot moves; payments are not."""
    return Transfer.objects.filter(
        Q(revision__current_of__table__night_id=night_id)
        | Q(adjustment__night_id=night_id)
        | Q(pot_move__table__night_id=night_id)
    )


def sums_by_account(*, night_id: int) -> Mapping[int, int]:
    """Signed points by account, pots and fund included; the values sum to zero.

    One statement: of two, the second could see a deal that the first has not.
    """
    sums: dict[int, int] = {}
    lines = transfers_in_force(night_id=night_id).order_by()
    received = lines.values_list("payee_id").annotate(total=Sum(F("points")))
    paid = lines.values_list("payer_id").annotate(total=-Sum(F("points")))
    for account_id, points in received.union(paid, all=True):
        sums[account_id] = sums.get(account_id, 0) + int(points)
    return sums


def list_balances(*, night: NightRow) -> Sequence[BalanceRow]:
    """Everybody who sat down or was adjusted, highest first, then by name; two statements."""
    return list_balances_of(night_id=night.id)


def list_balances_of(*, night_id: int) -> Sequence[BalanceRow]:
    """As `list_balances`, for who knows the night by its id."""
    sums = sums_by_account(night_id=night_id)
    players = Player.objects.filter(account__in=list(sums)).select_related("root", "account")
    rows: dict[UUID, BalanceRow] = {}
    order: dict[UUID, str] = {}
    for player in players:
        root = player.root
        known = rows.get(root.pk)
        points = sums[player.account.pk] + (known.points if known else 0)
        rows[root.pk] = BalanceRow(root.pk, root.name, root.call_name, points)
        order[root.pk] = root.sort_key
    return sorted(rows.values(), key=lambda row: (-row.points, order[row.player_id]))
