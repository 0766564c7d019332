"""What a table's pot holds, in points."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import BigIntegerField, Case, F, OuterRef, Q, Subquery, Sum, When
from django.db.models.functions import Coalesce

from scoring.models import Deal, DealRevision, Transfer


@dataclass(frozen=True, slots=True)
class PotStep:
    """A deal and what its revision in force moved into the pot (negative: out of it)."""

    deal_id: UUID
    number: int
    revision: DealRevision
    pot_points: int


def pot_points_before(*, table_id: int, pot_account_id: int, number: int) -> int:
    """What the pot holds before deal `number`: its opening, and the deals in force below it."""
    total = Transfer.objects.filter(
        Q(payer_id=pot_account_id) | Q(payee_id=pot_account_id),
        Q(revision__current_of__table_id=table_id, revision__current_of__number__lt=number)
        | Q(pot_move__table_id=table_id, pot_move__kind="opening"),
    ).aggregate(points=Sum(into(pot_account_id)))["points"]
    return int(total or 0)


def pot_points_of(*, revision_id: UUID, pot_account_id: int) -> int:
    """What one revision moves into the pot, negative where the pot pays."""
    total = Transfer.objects.filter(
        Q(payer_id=pot_account_id) | Q(payee_id=pot_account_id), revision_id=revision_id
    ).aggregate(points=Sum(into(pot_account_id)))["points"]
    return int(total or 0)


def list_steps_after(*, table_id: int, pot_account_id: int, number: int) -> Sequence[PotStep]:
    """The deals behind deal `number`, in order, with what each moved; one statement."""
    moved = (
        Transfer.objects.filter(
            Q(payer_id=pot_account_id) | Q(payee_id=pot_account_id),
            revision_id=OuterRef("current_id"),
        )
        .order_by()
        .values("revision_id")
        .annotate(points=Sum(into(pot_account_id)))
        .values("points")
    )
    deals = (
        Deal.objects.filter(table_id=table_id, number__gt=number)
        .select_related("current__ruleset_version")
        .annotate(pot_points=Coalesce(Subquery(moved), 0, output_field=BigIntegerField()))
        .order_by("number")
    )
    return [PotStep(deal.pk, deal.number, deal.current, int(deal.pot_points)) for deal in deals]


def into(pot_account_id: int) -> Case:
    """A line's points as the account sees them: positive in, negative out."""
    return Case(When(payee_id=pot_account_id, then=F("points")), default=-F("points"))
