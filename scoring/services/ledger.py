"""The only writer of transfers, and of the counters that say something changed.

Knows accounts, points and sources. Knows nothing of rules: what is posted was decided by the engine
or typed by a manager.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import connection
from django.db.models import F

from scoring.actors import Actor, ActorKind
from scoring.dispatch import dispatch
from scoring.engine import Transfer as Line
from scoring.models import (
    Account,
    AccountKind,
    Adjustment,
    Payment,
    PaymentState,
    Season,
    Table,
    Transfer,
)


def post_deal(
    *, revision_id: UUID, lines: Sequence[Line], accounts: Mapping[str, int], stake_points: int
) -> int:
    """One transfer for each line of a score; `accounts` maps seat ids and `POT` to accounts.
    Returns how many.
    """
    Transfer.objects.bulk_create(
        Transfer(
            payer_id=accounts[line.payer],
            payee_id=accounts[line.payee],
            points=line.bets * stake_points,
            bets=line.bets,
            reason=line.reason,
            rule=line.rule,
            loser_account_id=accounts[line.for_seat] if line.for_seat else None,
            revision_id=revision_id,
        )
        for line in lines
    )
    return len(lines)


def post_adjustment(adjustment: Adjustment) -> None:
    """The one transfer of a night adjustment; insert it before the adjustment, which seals it."""
    assert adjustment.payer_id is not None
    assert adjustment.payee_id is not None
    Transfer.objects.create(
        payer_id=adjustment.payer_id,
        payee_id=adjustment.payee_id,
        points=adjustment.points,
        reason="adjustment",
        rule="R-42",
        adjustment_id=adjustment.pk,
    )


def post_payment(payment: Payment) -> None:
    """The transfer of a payment now final: from payee to payer, the debt shrinks."""
    Transfer.objects.create(
        payer_id=payment.payee_id,
        payee_id=payment.payer_id,
        points=payment.points,
        reason="waiver" if payment.state == PaymentState.WAIVED else "payment",
        rule="",
        payment=payment,
    )


def post_pot_move(*, move_id: UUID, pot_account_id: int, received: Mapping[int, int]) -> int:
    """Lines between a pot and accounts, signed by what the account receives; returns how many.

    Insert them before the move, which seals them.
    """
    lines = [
        Transfer(
            payer_id=pot_account_id if points > 0 else account_id,
            payee_id=account_id if points > 0 else pot_account_id,
            points=abs(points),
            reason="pot_close",
            rule="R-40",
            pot_move_id=move_id,
        )
        for account_id, points in received.items()
        if points
    ]
    return len(Transfer.objects.bulk_create(lines))


def find_or_open_carried_pot(club_id: int) -> Account:
    """What is carried from one night's pots to the next."""
    return Account.objects.get_or_create(club_id=club_id, kind=AccountKind.CARRIED_POT)[0]


def find_or_open_fund(club_id: int) -> Account:
    """The club's fund."""
    return Account.objects.get_or_create(club_id=club_id, kind=AccountKind.FUND)[0]


def touch_tables(*, night_id: int) -> None:
    """Something a phone at any table of this night should see has changed."""
    Table.objects.filter(night_id=night_id).update(version=F("version") + 1)


def touch_tables_of_club(club_id: int) -> None:
    """Somebody's name or who is who has changed; the caller holds the locks of all tables."""
    Table.objects.filter(night__club_id=club_id).update(version=F("version") + 1)


def make_season_dirty(season_id: int, *, actor: Actor) -> int:
    """The season's table may differ from now on; returns the new revision and asks for a refresh.

    Raw, because the ORM's update cannot return the value. Call it as late as can be: its row lock
    lasts to the commit.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE scoring_season SET dirty_revision = dirty_revision + 1"
            " WHERE id = %s RETURNING dirty_revision",
            [season_id],
        )
        (revision,) = cursor.fetchone()
    if actor.kind is not ActorKind.IMPORT:  # a file asks once, at its end
        dispatch("scoring.tasks.refresh_standings", season_id)
    return int(revision)


def make_club_dirty(club_id: int, *, actor: Actor) -> None:
    """Somebody of the roster is new, or another than before: every season of the club lists them.

    Closed seasons too, which show their snapshot: they may be opened again.
    """
    seasons = Season.objects.filter(club_id=club_id).order_by("pk")
    for season_id in list(seasons.values_list("pk", flat=True)):
        make_season_dirty(season_id, actor=actor)
