"""The plan a night would get now, by the mode it is settled in.

Knows what is left, who sat where, and the engine's ways to settle. Writes nothing: the service
freezes the plan it is given.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count

from scoring.engine import (
    Plan,
    fewest_payments,
    pair_by_pair,
    tables_first,
    through_host,
    top_creditor,
)
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import (
    Account,
    DealSeat,
    Night,
    Payment,
    PaymentState,
    Player,
    Settlement,
    SettlementMode,
)
from scoring.selectors.settlements import (
    balances_to_settle,
    debts_of_night,
    roots_of_accounts,
)


@dataclass(frozen=True, slots=True)
class NightPlan:
    """What is `left` by account, and the `plan` that clears it over the keys of `accounts`.

    A key is a player's UUID, or the kind of a club's account: both outlive a rebuild. `host_id` is
    the account everybody settles with, where there is one.
    """

    left: Mapping[int, int]
    plan: Plan
    accounts: Mapping[str, int]
    host_id: int | None = None


def plan_of_night(night: Night, *, mode: SettlementMode, host_id: int | None = None) -> NightPlan:
    """The plan for what is left in the night; `host_id` only where everybody settles with one."""
    left = balances_to_settle(night_id=night.pk, club_id=night.club_id)
    assert sum(left.values()) == 0, "what is left to settle sums to zero"
    planned = _planned(night, left, mode=mode, host_id=host_id)
    _verify_clears(planned)
    return planned


def still_proposed(live: Settlement) -> dict[tuple[int, int], int]:
    """The points still proposed in a plan by payer and payee; parts of one payment together."""
    rest: dict[tuple[int, int], int] = {}
    proposed = Payment.objects.filter(settlement=live, state=PaymentState.PROPOSED)
    for payer, payee, points in proposed.values_list("payer_id", "payee_id", "points"):
        rest[payer, payee] = rest.get((payer, payee), 0) + points
    return rest


def still_holds(live: Settlement, night: Night) -> bool:
    """Do the payments still proposed do for what is left now?

    A plan that clears the balances stays, whatever a new one would look like. Pair by pair it has
    to be what each two people owe each other, too.
    """
    left = balances_to_settle(night_id=night.pk, club_id=night.club_id)
    proposed = still_proposed(live)
    if SettlementMode(live.mode) is SettlementMode.PAIR_BY_PAIR:
        planned = _pair_by_pair(night, left)
        return proposed == {
            (planned.accounts[one.payer], planned.accounts[one.payee]): one.points
            for one in planned.plan.payments
        }
    rest: dict[int, int] = {}
    for (payer, payee), points in proposed.items():
        rest[payer] = rest.get(payer, 0) - points
        rest[payee] = rest.get(payee, 0) + points
    return {account: points for account, points in rest.items() if points} == left


def host_account(*, club_id: int, player_id: UUID) -> int:
    """The account of whoever this player of the club is by now; `player_unknown` for others."""
    host = Player.objects.filter(club_id=club_id, pk=player_id).values_list("root__account")
    account = host.first()
    if account is None:
        raise ServiceRefused(ErrorCode.PLAYER_UNKNOWN, field="host_id", seat=str(player_id))
    return int(account[0])


def is_host(settlement: Settlement, account_id: int | None) -> bool:
    """Is this the host of the plan, whoever they are by now, or nobody asked for?"""
    if account_id is None or settlement.host_id is None:
        return account_id is None
    root_of = roots_of_accounts(club_id=settlement.club_id)
    return account_id == root_of.get(settlement.host_id, settlement.host_id)


def host_among(balances: Mapping[str, int], people: Collection[str]) -> str:
    """The person who receives most; one of the club's accounts only where nobody else is left."""
    among = {key: points for key, points in balances.items() if key in people}
    return top_creditor(among or balances)


def pair_plan(direct: Mapping[tuple[str, str], int], *, through: Mapping[str, int]) -> Plan:
    """Everybody settles with everybody they owe directly.

    What went `through` a pot has no creditor by name; it is settled with the fewest payments.
    """
    debts = dict(direct)
    for payment in fewest_payments(through).payments:
        pair = (payment.payer, payment.payee)
        debts[pair] = debts.get(pair, 0) + payment.points
    return pair_by_pair(debts)


def _planned(
    night: Night, left: Mapping[int, int], *, mode: SettlementMode, host_id: int | None
) -> NightPlan:
    if mode is SettlementMode.PAIR_BY_PAIR:
        return _pair_by_pair(night, left)
    if mode is SettlementMode.ONE_HOST:
        return _through_host(night, left, host_id=host_id)
    accounts = _accounts_by_key(list(left))
    balances = {key: left[pk] for key, pk in accounts.items()}
    if mode is SettlementMode.FEWEST:
        return NightPlan(left, fewest_payments(balances), accounts)
    tables = tables_of_accounts(night_id=night.pk)
    at_tables = {key: tables[pk] for key, pk in accounts.items() if pk in tables}
    return NightPlan(left, tables_first(balances, at_tables), accounts)


def _through_host(night: Night, left: Mapping[int, int], *, host_id: int | None) -> NightPlan:
    """The host named, whoever they are by now; else the person who receives most.

    Fund and carried pot can hand nothing round: they are guests, and host only where nobody else
    has a balance.
    """
    if host_id is not None:
        host_id = roots_of_accounts(club_id=night.club_id).get(host_id, host_id)
    accounts = _accounts_by_key([*left, *([host_id] if host_id else [])])
    keys = {account: key for key, account in accounts.items()}
    balances = {keys[account]: points for account, points in left.items()}
    people = _people_among(accounts)
    if host_id is None and balances:
        host_id = accounts[
            host_among(balances, [key for key, pk in accounts.items() if pk in people])
        ]
    plan = through_host(balances, keys.get(host_id or 0))
    return NightPlan(left, plan, accounts, host_id)


def _pair_by_pair(night: Night, left: Mapping[int, int]) -> NightPlan:
    """Somebody may pay and receive who is quits in all."""
    direct, through = debts_of_night(night_id=night.pk, club_id=night.club_id)
    everybody = {account for pair in direct for account in pair} | through.keys()
    accounts = _accounts_by_key(list(everybody))
    keys = {account: key for key, account in accounts.items()}
    debts = {(keys[one], keys[other]): points for (one, other), points in direct.items()}
    plan = pair_plan(debts, through={keys[key]: points for key, points in through.items()})
    return NightPlan(left, plan, accounts)


def tables_of_accounts(*, night_id: int) -> dict[int, int]:
    """The table at which everybody sat in most deals in force; of several the one opened first.

    Merged people are one account, their root's. Who sat in none belongs to no table.
    """
    seats = (
        DealSeat.objects.filter(revision__current_of__table__night_id=night_id)
        .order_by()
        .values_list("player__root__account", "revision__deal__table_id")
        .annotate(deals=Count("pk"))
    )
    most: dict[int, tuple[int, int]] = {}
    for account, table, deals in seats:
        most[account] = min(most.get(account, (0, 0)), (-deals, table))
    return {account: table for account, (_, table) in most.items()}


def _verify_clears(planned: NightPlan) -> None:
    """A plan that does not clear its balances is never given."""
    rest = dict(planned.left)
    for payment in planned.plan.payments:
        payer, payee = planned.accounts[payment.payer], planned.accounts[payment.payee]
        rest[payer] = rest.get(payer, 0) + payment.points
        rest[payee] = rest.get(payee, 0) - payment.points
    assert not any(rest.values()), "a plan clears the balances it was made from"


def _accounts_by_key(accounts: list[int]) -> dict[str, int]:
    rows = Account.objects.filter(pk__in=accounts).values_list("pk", "kind", "player_id")
    return {str(player) if player else kind.upper(): pk for pk, kind, player in rows}


def _people_among(accounts: Mapping[str, int]) -> set[int]:
    people = Account.objects.filter(pk__in=accounts.values(), player__isnull=False)
    return set(people.values_list("pk", flat=True))
