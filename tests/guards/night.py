"""A night in which every guarded table has rows.

Knows the services. Asserts nothing.
"""

from typing import Any
from uuid import uuid4

from scoring.engine.standings import StandingsPolicy
from scoring.models import Payment, RevisionKind
from scoring.services import adjustments, payments, policies, season_life, settlements
from scoring.services.deals import revise_deal
from scoring.services.terms import cancel_terms, change_terms
from tests.books import Books, make_books


def make_night() -> Books:
    """As `make_open_night`, and more: the night was settled and the season closed; both are open
    again.

    Of the payments one was confirmed and taken back by its contrary, one is paid, the others are
    cancelled.
    """
    club = make_open_night()
    _settle_and_reopen(club)
    return club


def make_open_night() -> Books:
    """Stake 2, a pot with an ante of 1; adjustments and terms.

    Deal 1 is void, so the ù of deal 2 followed; deal 3 is corrected, deal 4 as it was recorded.
    """
    club = make_books(rules={"pot_enabled": True, "pot_ante": 1}, stake=2)
    first = club.record(club.sheet(eats=[(1, False)]), note="một dòng")
    club.record(club.sheet(u=(2, "plain"), eats=[(1, False), (1, True)]))
    third = club.record()
    club.record(club.sheet(seats=club.seats(2)))
    for kind, deal in ((RevisionKind.VOID, first), (RevisionKind.CORRECT, third)):
        revise_deal(
            actor=club.owner,
            deal_id=deal.deal_id,
            revision_id=uuid4(),
            based_on=deal.n,
            kind=kind,
            sheet=club.sheet(eats=[(3, False)]) if kind is RevisionKind.CORRECT else None,
        )
    _adjust(club)
    changed = change_terms(
        actor=club.owner, table_id=club.table.pk, terms_id=uuid4(), stake_points=3
    )
    cancel_terms(actor=club.owner, table_id=club.table.pk, terms_id=uuid4(), cancels_id=changed.pk)
    return club


def _settle_and_reopen(club: Books) -> None:
    in_club: dict[str, Any] = {"actor": club.owner, "club_id": club.club.pk}
    version = policies.publish_policy(**in_club, name="Cách xếp", policy=StandingsPolicy())
    policies.set_season_policy(
        **in_club, season_id=club.season.pk, version_id=version.pk, note="chốt cách xếp"
    )
    settled = settlements.settle_night(**in_club, night_id=club.night.pk, settlement_id=uuid4())
    first, second = Payment.objects.filter(settlement=settled).order_by("position")[:2]
    for step in (payments.mark_paid, payments.confirm):
        step(actor=club.owner, payment_id=first.pk)
    payments.mark_paid(actor=club.owner, payment_id=second.pk)
    payments.contrary_payment(
        actor=club.owner, payment_id=first.pk, contrary_id=uuid4(), note="chưa đưa"
    )
    season_life.close_season(**in_club, season_id=club.season.pk)
    season_life.reopen_season(**in_club, season_id=club.season.pk, note="còn một buổi")
    settlements.reopen_night(**in_club, night_id=club.night.pk, note="còn chơi")


def _adjust(club: Books) -> None:
    kept, cancelled = uuid4(), uuid4()
    for adjustment_id in (kept, cancelled):
        adjustments.adjust_night(
            actor=club.owner,
            club_id=club.club.pk,
            night_id=club.night.pk,
            adjustment_id=adjustment_id,
            payer=club.people[0].pk,
            payee=adjustments.FUND,
            points=10,
            note="tiền nước",
        )
    adjustments.penalise(
        actor=club.owner,
        club_id=club.club.pk,
        season_id=club.season.pk,
        adjustment_id=uuid4(),
        player_id=club.people[1].pk,
        points=-3,
    )
    adjustments.cancel_adjustment(
        actor=club.owner, club_id=club.club.pk, adjustment_id=uuid4(), cancels_id=cancelled
    )
