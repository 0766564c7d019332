"""What a pot holds when its night ends, and who gets it (R-40)."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q, Sum

from scoring.models import Account, AccountKind, Deal, DealSeat, PaymentState, Table, Transfer
from scoring.selectors.pots import into
from scoring.selectors.tables import ruleset_of


def carried_points(*, club_id: int) -> int:
    """What the club's carried pot holds: what pots left in it and took out of it, over all nights.

    A payment that is confirmed only hands over what is counted already; one that is waived never
    arrives, so it counts.
    """
    account = Account.objects.filter(club_id=club_id, kind=AccountKind.CARRIED_POT).first()
    if account is None:
        return 0
    lines = Transfer.objects.filter(
        Q(payer=account) | Q(payee=account),
        Q(pot_move__isnull=False) | Q(payment__state=PaymentState.WAIVED),
    )
    return int(lines.aggregate(points=Sum(into(account.pk)))["points"] or 0)


def held_before_closing(*, table_id: int, pot_account_id: int) -> int:
    """What play left in the pot: its opening and every deal in force."""
    lines = Transfer.objects.filter(
        Q(payer_id=pot_account_id) | Q(payee_id=pot_account_id),
        Q(revision__current_of__table_id=table_id)
        | Q(pot_move__table_id=table_id, pot_move__kind="opening"),
    )
    return int(lines.aggregate(points=Sum(into(pot_account_id)))["points"] or 0)


def closed_so_far(*, table_id: int, pot_account_id: int) -> dict[int, int]:
    """What each account has received from the pot by closings, less what reopenings took back."""
    lines = Transfer.objects.filter(
        pot_move__table_id=table_id, pot_move__kind__in=("closing", "reopening")
    ).values_list("payer_id", "payee_id", "points")
    received: dict[int, int] = {}
    for payer, payee, points in lines:
        account, change = (payee, points) if payer == pot_account_id else (payer, -points)
        received[account] = received.get(account, 0) + change
    return {account: points for account, points in received.items() if points}


def opening_points(*, table_id: int, pot_account_id: int) -> int:
    """What the pot was opened with."""
    lines = Transfer.objects.filter(
        pot_move__table_id=table_id, pot_move__kind="opening", payee_id=pot_account_id
    )
    return int(lines.aggregate(points=Sum("points"))["points"] or 0)


def closing_lines(*, table_id: int) -> Sequence[tuple[str | None, str | None, int]]:
    """Lines of closings and reopenings: payer and payee by player UUID, None for no player."""
    lines = Transfer.objects.filter(
        pot_move__table_id=table_id, pot_move__kind__in=("closing", "reopening")
    ).values_list("payer__player_id", "payee__player_id", "points")
    return [
        (str(payer) if payer else None, str(payee) if payee else None, points)
        for payer, payee, points in lines
    ]


def shares_at_closing(table: Table, *, held_points: int) -> dict[int, int] | None:
    """Who gets how much under the table's rules; None where it is carried over.

    `split_equal`: all who sat at the table that night, odd points by seat order of the last deal.
    `last_winner`: the winner of the last ù (several: equally), else place 1 of the last deal that
    has one. Nobody sat, or nobody won: it is carried over.
    """
    rule = ruleset_of(table.ruleset_version.canonical).pot_at_close
    if not held_points:
        return {}
    if rule == "carry_over":
        return None
    deals = list(
        Deal.objects.filter(table=table, current__seat_count__gt=0)
        .order_by("-number")
        .values_list("current_id", flat=True)
    )
    heirs = _last_winners(deals) if rule == "last_winner" else _all_who_sat(deals)
    return _shared(heirs, held_points) if heirs else None


def _last_winners(revision_ids: Sequence[UUID]) -> list[int]:
    """Accounts of those in place 1 of the last ù, else of the last deal with a place 1."""
    firsts = DealSeat.objects.filter(revision_id__in=revision_ids, place=1)
    order = {revision_id: position for position, revision_id in enumerate(revision_ids)}
    seats = sorted(
        firsts.values_list("revision_id", "seat", "account_id", "ending"),
        key=lambda row: (row[3] != "u", order[row[0]], row[1]),
    )
    return [row[2] for row in seats if row[0] == seats[0][0]]


def _all_who_sat(revision_ids: Sequence[UUID]) -> list[int]:
    """Accounts in seat order of the last deal, then the others as they are met going back."""
    seats = DealSeat.objects.filter(revision_id__in=revision_ids)
    order = {revision_id: position for position, revision_id in enumerate(revision_ids)}
    rows = sorted(
        seats.values_list("revision_id", "seat", "account_id", "player__root__account"),
        key=lambda row: (order[row[0]], row[1]),
    )
    by_root: dict[int, int] = {}
    for _, _, account, root in rows:
        by_root.setdefault(root, account)
    return list(by_root.values())


def _shared(heirs: Sequence[int], points: int) -> dict[int, int]:
    each, odd = divmod(points, len(heirs))
    shares = {account: each + (index < odd) for index, account in enumerate(heirs)}
    return {account: share for account, share in shares.items() if share}
