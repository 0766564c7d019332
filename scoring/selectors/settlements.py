"""What a night comes to: balances to settle, debts between two people, payments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import (
    Account,
    AccountKind,
    Dispute,
    DuplicateState,
    Night,
    NightState,
    Payment,
    PaymentState,
    PossibleDuplicate,
    Settlement,
    SettlementState,
    Transfer,
)

COUNTED = (PaymentState.PAID, PaymentState.CONFIRMED, PaymentState.WAIVED)


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """One payment of a night, as a page or a command shows it."""

    id: UUID
    payer_id: int
    payee_id: int
    payer: str
    payee: str
    points: int
    state: str


@dataclass(frozen=True, slots=True)
class Open:
    """What is not decided yet in a night."""

    duplicates: int
    disputes: int


def get_night_in_club(*, club_id: int, night_id: int) -> Night:
    """A night of this club with its season; `not_found` for everything else."""
    night = Night.objects.select_related("season").filter(pk=night_id, club_id=club_id).first()
    if night is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="night_id")
    return night


def find_live_settlement(*, night_id: int) -> Settlement | None:
    """The plan that counts now, if the night is settled."""
    return Settlement.objects.filter(night_id=night_id, state=SettlementState.LIVE).first()


def list_settled_nights(*, club_id: int) -> Sequence[int]:
    """Nights of the club that are settled, locked ones too: each has a plan."""
    nights = Night.objects.filter(club_id=club_id).exclude(state=NightState.OPEN)
    return list(nights.order_by("pk").values_list("pk", flat=True))


def ledger_of_night(*, night_id: int) -> QuerySet[Transfer]:
    """Everything in force that counts in the night: deals, adjustments, pot moves, payments."""
    return Transfer.objects.filter(
        Q(revision__current_of__table__night_id=night_id)
        | Q(adjustment__night_id=night_id)
        | Q(pot_move__table__night_id=night_id)
        | Q(payment__settlement__night_id=night_id)
    )


def balances_to_settle(*, night_id: int, club_id: int) -> dict[int, int]:
    """What is left to hand over: signed points by account, zeros left out; the values sum to zero.

    Merged people are one account, their root's. What is paid but not confirmed counts as handed
    over: it stays when a new plan is made.
    """
    root_of = roots_of_accounts(club_id=club_id)
    left: dict[int, int] = {}
    for payer, payee, points in pair_sums(night_id=night_id):
        for account, change in ((payer, -points), (payee, points)):
            root = root_of.get(account, account)
            left[root] = left.get(root, 0) + change
    for payer, payee, points in _paid(night_id=night_id):
        for account, change in ((payer, points), (payee, -points)):
            root = root_of.get(account, account)
            left[root] = left.get(root, 0) + change
    return {account: points for account, points in left.items() if points}


def pair_sums(*, night_id: int) -> Sequence[tuple[int, int, int]]:
    """What passed from account to account over the night's ledger; one statement."""
    return list(
        ledger_of_night(night_id=night_id)
        .order_by()
        .values_list("payer_id", "payee_id")
        .annotate(total=Sum("points"))
    )


def roots_of_accounts(*, club_id: int) -> Mapping[int, int]:
    """The account of the root, for every player's account of the club whose player is merged."""
    merged = Account.objects.filter(club_id=club_id, player__merged_into__isnull=False)
    return dict(merged.values_list("pk", "player__root__account"))


def debts_of_night(
    *, night_id: int, club_id: int
) -> tuple[dict[tuple[int, int], int], dict[int, int]]:
    """For pair by pair: what people owe each other directly, and what they owe through pots.

    The first maps (debtor, creditor) to points, both ways netted by the engine; the second are
    signed balances that came about through pots, which are nobody's hand; both less what is paid.
    """
    root_of = roots_of_accounts(club_id=club_id)
    pots = set(
        Account.objects.filter(club_id=club_id, kind=AccountKind.POT).values_list("pk", flat=True)
    )
    direct: dict[tuple[int, int], int] = {}
    through: dict[int, int] = {}
    for payer, payee, points in pair_sums(night_id=night_id):
        ends = (root_of.get(payer, payer), root_of.get(payee, payee))
        if payer in pots or payee in pots:
            through[ends[0]] = through.get(ends[0], 0) - points
            through[ends[1]] = through.get(ends[1], 0) + points
        elif ends[0] != ends[1]:
            direct[ends] = direct.get(ends, 0) + points
    for payer, payee, points in _paid(night_id=night_id):
        # A payment made is a debt the other way.
        ends = (root_of.get(payee, payee), root_of.get(payer, payer))
        if ends[0] != ends[1]:
            direct[ends] = direct.get(ends, 0) + points
    return direct, {account: points for account, points in through.items() if points}


def has_payments_made(*, night_id: int) -> bool:
    """Did anybody pay, confirm or waive anything in this night?"""
    return Payment.objects.filter(settlement__night_id=night_id, state__in=COUNTED).exists()


def count_open(*, night_id: int) -> Open:
    """Open possible duplicates and disputes: shown when settling, in the way of locking."""
    return Open(
        duplicates=PossibleDuplicate.objects.filter(
            deal__table__night_id=night_id, state=DuplicateState.OPEN
        ).count(),
        disputes=Dispute.objects.filter(deal__table__night_id=night_id, state="open").count(),
    )


def list_payments(*, settlement: Settlement) -> Sequence[PaymentRow]:
    """The payments of a plan in its order, cancelled ones left out."""
    payments = (
        Payment.objects.filter(settlement=settlement)
        .exclude(state=PaymentState.CANCELLED)
        .select_related("payer__player__root", "payee__player__root")
        .order_by("position", "pk")
    )
    return [
        PaymentRow(
            id=payment.pk,
            payer_id=payment.payer_id,
            payee_id=payment.payee_id,
            payer=name_of(payment.payer),
            payee=name_of(payment.payee),
            points=payment.points,
            state=payment.state,
        )
        for payment in payments
    ]


def name_of(account: Account) -> str:
    """The root's name; `FUND` and `CARRIED_POT` for the club's own accounts."""
    if account.player is None:
        return account.kind.upper()
    return account.player.root.name


def _paid(*, night_id: int) -> Sequence[tuple[int, int, int]]:
    paid = Payment.objects.filter(settlement__night_id=night_id, state=PaymentState.PAID)
    return list(paid.values_list("payer_id", "payee_id", "points"))
