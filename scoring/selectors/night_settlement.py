"""The settlement of a night as it is now: balances and what they are made of, the plan that counts
or the one that settling would make, its payments, and what is still in the way.

A fixed number of statements whatever the number of deals, people and payments; for an open night
two more for each table whose pot holds something.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Max, Q, Sum, Value
from django.db.models.functions import Coalesce

from scoring.models import (
    AccountKind,
    AuditEvent,
    Dispute,
    DisputeState,
    DuplicateState,
    NightState,
    PaymentState,
    Player,
    PossibleDuplicate,
    Season,
    SeasonState,
    Settlement,
    SettlementMode,
    Table,
)
from scoring.selectors.night_lines import Holder, NightLine, NightLines, list_night_lines
from scoring.selectors.nights import NightRow
from scoring.selectors.payments import NightPayment, list_night_payments
from scoring.selectors.previews import solve_preview, with_pots_closed
from scoring.selectors.reckonings import PairSum, Reckoning, reckon, sum_pairs
from scoring.selectors.settlements import find_live_settlement


@dataclass(frozen=True, slots=True)
class PlannedPayment:
    """A payment that settling now would propose, its ends by the keys of their holders."""

    payer: str
    payee: str
    points: int


@dataclass(frozen=True, slots=True)
class PlanRow:
    """Who pays whom. `n` counts the settlings of the night; it is None, like `id` and `made_at`,
    for a preview. `groups` are keys that pay among themselves; the `balances` the plan was made
    from, by key, sum to zero in each.
    """

    mode: str
    proven: bool
    lower_bound: int
    groups: Sequence[Sequence[str]]
    balances: Mapping[str, int]
    n: int | None = None
    id: UUID | None = None
    made_at: datetime | None = None
    proposed: Sequence[PlannedPayment] = ()

    @property
    def is_preview(self) -> bool:
        """Nothing is frozen yet."""
        return self.n is None


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A deal in dispute, or one of two that may be the same (`other_number` is the other)."""

    kind: str
    table_id: int
    number: int
    other_number: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class TableOfNight:
    """A table of the night: its place among the night's tables, from 1, and its label."""

    id: int
    index: int
    label: str


@dataclass(frozen=True, slots=True)
class NightSettlement:
    """All that a page or an answer says of a night's settling.

    `people` are players, the highest balance first; `others` the fund, the carried pot and pots
    that hold something. The points of both sum to zero, and so do what is left. `absent` are the
    keys of people who had left their table before the end.
    """

    night: NightRow
    is_season_closed: bool
    holders: Mapping[str, Holder]
    keys: Mapping[int, str]
    tables: Sequence[TableOfNight]
    people: Sequence[Reckoning]
    others: Sequence[Reckoning]
    pairs: Sequence[PairSum]
    plan: PlanRow
    payments: Sequence[NightPayment]
    questions: Sequence[OpenQuestion]
    absent: Sequence[str]

    @property
    def night_state(self) -> NightState:
        """Where the night stands, as permissions ask it."""
        return NightState(self.night.state)

    @property
    def is_all_square(self) -> bool:
        """Nobody won or lost a point, and nobody has handed anything over."""
        return not any(one.points or one.left_points for one in (*self.people, *self.others))

    @property
    def has_payments_made(self) -> bool:
        """Was anything paid, confirmed or waived, whatever was made of it since?"""
        return any(one.state != PaymentState.PROPOSED for one in self.payments)


def get_night_settlement(
    *, night: NightRow, mode: SettlementMode = SettlementMode.FEWEST
) -> NightSettlement:
    """The night's settling as it is now; `mode` is that of the preview while the night is open."""
    payments = list_night_payments(night_id=night.id)
    live = find_live_settlement(night_id=night.id)
    seats_of = list(
        Table.objects.filter(night_id=night.id)
        .order_by("pk")
        .values_list("pk", "label", "seats", "bench")
    )
    found = _lines(night, payments, live)
    by_key = reckon(found.lines)
    plan = _live_plan(live, found) if live else _preview(night, found, by_key, mode)
    people = sorted(
        (one for key, one in by_key.items() if found.holders[key].person),
        key=lambda one: (-one.points, found.holders[one.key].sort_key, one.key),
    )
    return NightSettlement(
        night=night,
        is_season_closed=is_season_closed(night),
        holders=found.holders,
        keys=found.keys,
        tables=[TableOfNight(row[0], index, row[1]) for index, row in enumerate(seats_of, start=1)],
        people=people,
        others=_others(by_key, found.holders),
        pairs=_pairs(found),
        plan=plan,
        payments=payments,
        questions=list_open_questions(night_id=night.id),
        absent=_absent(people, [seat for row in seats_of for seat in (*row[2], *row[3])]),
    )


@dataclass(frozen=True, slots=True)
class PastSettlement:
    """The n-th settling of a night: how many payments it proposed, and what was handed over."""

    id: UUID
    n: int
    mode: str
    state: str
    made_at: datetime
    author_kind: str
    author: str
    proven: bool
    lower_bound: int
    payment_count: int
    made_count: int
    made_points: int


def list_settlements(*, night_id: int) -> Sequence[PastSettlement]:
    """Every settling of the night, the latest first; one statement."""
    made = Q(
        payments__state__in=(PaymentState.PAID, PaymentState.CONFIRMED, PaymentState.WAIVED),
        payments__contrary_of=None,
    )
    rows = (
        Settlement.objects.filter(night_id=night_id)
        .order_by("-n")
        .values("id", "n", "mode", "state", "made_at", "author_kind", "proven", "lower_bound")
        .annotate(
            author=Coalesce("author_login__username", Value("")),
            payment_count=Count(
                "payments", filter=Q(payments__split_of=None, payments__contrary_of=None)
            ),
            made_count=Count("payments", filter=made),
            made_points=Sum("payments__points", filter=made, default=0),
        )
    )
    return [PastSettlement(**row) for row in rows]


def find_settlement(*, settlement_id: UUID, night_id: int) -> PastSettlement | None:
    """A settling of this night by its id."""
    found = (one for one in list_settlements(night_id=night_id) if one.id == settlement_id)
    return next(found, None)


def settling_version(*, night: NightRow, login_id: int | None) -> str:
    """Changes whenever anything that a night's settling says to this login does.

    The versions of the tables rise under the locks of whatever changes the night or the names in
    it; the night's last event stands in for a night without a table. Whoever the login plays as
    may move payments of theirs.
    """
    versions = Table.objects.filter(night_id=night.id).order_by("pk")
    event = AuditEvent.objects.filter(night_id=night.id).aggregate(last=Max("id"))["last"]
    plays = Player.objects.filter(club_id=night.club_id, login_id=login_id or 0).order_by("pk")
    parts = (
        night.state,
        str(is_season_closed(night)),
        str(event or 0),
        *(str(version) for version in versions.values_list("version", flat=True)),
        *(str(player_id) for player_id in plays.values_list("pk", flat=True)),
    )
    return "-".join(parts)


def list_open_questions(*, night_id: int) -> Sequence[OpenQuestion]:
    """Disputes and possible duplicates nobody has decided: in the way of locking."""
    disputes = Dispute.objects.filter(deal__table__night_id=night_id, state=DisputeState.OPEN)
    pairs = PossibleDuplicate.objects.filter(
        deal__table__night_id=night_id, state=DuplicateState.OPEN
    )
    found = [
        OpenQuestion("dispute", table_id, number, note=note or "")
        for table_id, number, note in disputes.values_list(
            "deal__table_id", "deal__number", "note__text"
        )
    ]
    found += [
        OpenQuestion("duplicate", table_id, number, other_number=other)
        for table_id, number, other in pairs.values_list(
            "deal__table_id", "deal__number", "other__number"
        )
    ]
    return sorted(found, key=lambda one: (one.table_id, one.number, one.kind))


def _lines(
    night: NightRow, payments: Sequence[NightPayment], live: Settlement | None
) -> NightLines:
    accounts = {end for payment in payments for end in (payment.payer_id, payment.payee_id)}
    if live is not None:
        accounts |= {account for group in live.groups for account in group}
        accounts |= {int(account) for account in live.balances}
    found = list_night_lines(night_id=night.id, accounts=accounts)
    if night.state == NightState.OPEN:
        return with_pots_closed(found, night_id=night.id)
    return found


def _live_plan(live: Settlement, found: NightLines) -> PlanRow:
    return PlanRow(
        mode=live.mode,
        proven=live.proven,
        lower_bound=live.lower_bound,
        groups=[[found.keys[account] for account in group] for group in live.groups],
        balances={found.keys[int(account)]: points for account, points in live.balances.items()},
        n=live.n,
        id=live.pk,
        made_at=live.made_at,
    )


def _preview(
    night: NightRow, found: NightLines, by_key: Mapping[str, Reckoning], mode: SettlementMode
) -> PlanRow:
    plan = solve_preview(found, by_key, night_id=night.id, mode=mode)
    return PlanRow(
        mode=mode,
        proven=plan.proven,
        lower_bound=plan.lower_bound,
        groups=plan.groups,
        balances={key: one.left_points for key, one in by_key.items() if one.left_points},
        proposed=[PlannedPayment(one.payer, one.payee, one.points) for one in plan.payments],
    )


def _others(by_key: Mapping[str, Reckoning], holders: Mapping[str, Holder]) -> Sequence[Reckoning]:
    """The fund, the carried pot, and a table's pot where it holds something."""
    order = {AccountKind.FUND: 0, AccountKind.CARRIED_POT: 1, AccountKind.POT: 2}
    others = [
        one
        for key, one in by_key.items()
        if holders[key].person is None and (one.points or not holders[key].is_pot)
    ]
    return sorted(others, key=lambda one: (order[AccountKind(holders[one.key].kind)], one.key))


def _pairs(found: NightLines) -> Sequence[PairSum]:
    """Debts between two, by the debtor's and the creditor's name."""

    def place(key: str) -> tuple[bool, str, str]:
        holder = found.holders[key]
        return holder.person is None, holder.sort_key, key

    lines: Sequence[NightLine] = found.lines
    return sorted(sum_pairs(lines), key=lambda pair: (place(pair.debtor), place(pair.creditor)))


def _absent(people: Sequence[Reckoning], seats: Sequence[str]) -> Sequence[str]:
    """Who played and holds no seat, nor waits on a bench, at the end."""
    if not people:
        return []
    roots = Player.objects.filter(pk__in=[UUID(seat) for seat in seats]).values_list("root_id")
    present = {str(root) for (root,) in roots}
    return [one.key for one in people if one.key not in present]


def is_season_closed(night: NightRow) -> bool:
    """Is the night's season over?"""
    return Season.objects.filter(nights=night.id, state=SeasonState.CLOSED).exists()
