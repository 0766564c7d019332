"""Who pays whom: a plan for balances that are known, and for those a night would have if it were
settled now.

Knows the modes and the engine's solvers. Works on keys of holders, which outlive a rebuild.
"""

from collections.abc import Mapping, Sequence

from scoring.engine import Plan, fewest_payments, tables_first, through_host
from scoring.models import AccountKind, SettlementMode, Table
from scoring.selectors.night_lines import (
    CARRIED_POT,
    POT_MOVE,
    Holder,
    NightLine,
    NightLines,
    Origin,
    holders_of,
)
from scoring.selectors.plans import host_among, pair_plan, tables_of_accounts
from scoring.selectors.pot_closing import shares_at_closing
from scoring.selectors.reckonings import Reckoning, direct_debts

MODES: tuple[str, ...] = tuple(SettlementMode.values)
USUAL_MODE = SettlementMode.FEWEST


def find_mode(name: str) -> SettlementMode | None:
    """The mode of this name, if it is one."""
    return SettlementMode(name) if name in MODES else None


def solve_preview(
    found: NightLines,
    balances: Mapping[str, Reckoning],
    *,
    night_id: int,
    mode: SettlementMode,
) -> Plan:
    """The plan that settling now would freeze; `found` has the closings of the pots.

    With one host it is whoever receives most. A statement only for the mode that asks who sat at
    which table.
    """
    left = {key: one.left_points for key, one in balances.items() if one.left_points}
    if mode is SettlementMode.PAIR_BY_PAIR:
        return _pair_by_pair(found, left)
    if mode is SettlementMode.ONE_HOST:
        people = [key for key, holder in found.holders.items() if holder.person]
        return through_host(left, host_among(left, people) if left else None)
    if mode is SettlementMode.TABLES_FIRST:
        tables = tables_of_accounts(night_id=night_id)
        at_tables = {found.keys[pk]: table for pk, table in tables.items() if pk in found.keys}
        return tables_first(left, {key: at_tables[key] for key in left if key in at_tables})
    return fewest_payments(left)


def _pair_by_pair(found: NightLines, left: Mapping[str, int]) -> Plan:
    pots = [holder.key for holder in found.holders.values() if holder.is_pot]
    direct = direct_debts(found.lines, pots=pots)
    through = dict(left)
    for (debtor, creditor), points in direct.items():
        through[debtor] = through.get(debtor, 0) + points
        through[creditor] = through.get(creditor, 0) - points
    return pair_plan(direct, through=through)


def with_pots_closed(found: NightLines, *, night_id: int) -> NightLines:
    """The lines with those that closing the pots would post (R-40); writes nothing.

    A statement for the tables where a pot holds something, and two for each of them.
    """
    held = _held(found)
    if not held:
        return found
    tables = Table.objects.filter(night_id=night_id, pk__in=held).select_related("ruleset_version")
    shares = {
        table.pk: shares_at_closing(table, held_points=held[table.pk])
        for table in tables.order_by("pk")
    }
    accounts = {account for share in shares.values() for account in share or ()}
    unknown = holders_of(accounts - found.keys.keys()) if accounts - found.keys.keys() else {}
    keys = {**found.keys, **{account: holder.key for account, holder in unknown.items()}}
    holders = {
        CARRIED_POT: Holder(CARRIED_POT, AccountKind.CARRIED_POT),
        **{holder.key: holder for holder in unknown.values()},
        **found.holders,
    }
    closing = [
        line
        for table_id, share in shares.items()
        for line in _closing_lines(table_id, share, held_points=held[table_id], keys=keys)
    ]
    return NightLines([*found.lines, *closing], holders, keys)


def _held(found: NightLines) -> dict[int, int]:
    """What the pots hold, by table."""
    held: dict[int, int] = {}
    for line in found.lines:
        for key, points in ((line.payee, line.points), (line.payer, -line.points)):
            table_id = found.holders[key].table_id
            if table_id is not None:
                held[table_id] = held.get(table_id, 0) + points
    return {table_id: points for table_id, points in held.items() if points}


def _closing_lines(
    table_id: int, share: Mapping[int, int] | None, *, held_points: int, keys: Mapping[int, str]
) -> Sequence[NightLine]:
    received = (
        [(CARRIED_POT, held_points)]
        if share is None
        else [(keys[account], points) for account, points in share.items()]
    )
    pot = f"POT:{table_id}"
    return [
        NightLine(pot, key, points, "pot_close", Origin(POT_MOVE, table_id=table_id))
        for key, points in received
    ]
