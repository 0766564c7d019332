"""Deciding open questions: possible duplicates and disputes.

Dropping a duplicate is an ordinary void with a reason; so it lives above `deals`, which only marks
the pair.
"""

from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import (
    Deal,
    DealRevision,
    Dispute,
    DisputeState,
    DuplicateState,
    PossibleDuplicate,
    RevisionKind,
)
from scoring.permissions import Action
from scoring.selectors.tables import TableContext, load_table
from scoring.services import ledger, locks
from scoring.services.audit import keep_note, write_event
from scoring.services.deals import revise_deal
from scoring.services.rights import verify_at_table

DROPPED_NOTE = "trùng ván"


@transaction.atomic
def keep_both(*, actor: Actor, deal_id: UUID, note: str = "") -> None:
    """The pair is two different deals.

    Errors: `not_found`, `duplicate_resolved`, those of the matrix.
    """
    here = _lock_and_load(actor, deal_id)
    verify_at_table(here, Action.RESOLVE_DUPLICATE, note=note)
    pair = _open_pair(deal_id)
    _resolve(pair, DuplicateState.BOTH_KEPT)
    _audit(actor, here, pair, action="duplicate.keep", note=note)


@transaction.atomic
def drop_one(*, actor: Actor, deal_id: UUID, dropped_id: UUID, note: str = "") -> None:
    """The pair marked at `deal_id` is one ván: void `dropped_id`, which is one of the two.

    Every open pair the dropped deal stands in is decided with it. Errors: `not_found`,
    `duplicate_resolved`, those of the matrix, `pot_overdrawn`.
    """
    here = _lock_and_load(actor, deal_id)
    verify_at_table(here, Action.RESOLVE_DUPLICATE, note=note)
    pair = _open_pair(deal_id)
    if dropped_id not in {pair.deal_id, pair.other_id}:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="dropped_id")
    _drop(actor, dropped_id, note=note)
    _audit(actor, here, pair, action="duplicate.drop", note=note)


@transaction.atomic
def drop_all_of(*, actor: Actor, deal_id: UUID, note: str = "") -> list[UUID]:
    """Void every deal, in an open pair at this table, that the phone behind `deal_id` recorded;
    returns them in order.

    For a long offline stretch that another phone recorded too; `deal_id` may be either side of a
    pair. All or nothing. Errors: as `drop_one`.
    """
    here = _lock_and_load(actor, deal_id)
    verify_at_table(here, Action.RESOLVE_DUPLICATE, note=note)
    pair = _open_one(PossibleDuplicate.objects.filter(Q(deal_id=deal_id) | Q(other_id=deal_id)))
    stretch = _stretch_of(deal_id, table_id=here.table.pk)
    # From the last one down: each void then changes the fewest ù behind it.
    for dropped_id in reversed(stretch):
        _drop(actor, dropped_id, note=note)
    _audit(actor, here, pair, action="duplicate.drop_all", note=note)
    return stretch


@transaction.atomic
def raise_dispute(*, actor: Actor, deal_id: UUID, note: str = "") -> Dispute:
    """Somebody with a role in the club says this deal is wrong.

    Errors: `not_found`, `night_locked`, `season_closed`, `dispute_not_yours` (a phone without a
    login).
    """
    here = _lock_and_load(actor, deal_id)
    verify_at_table(here, Action.DISPUTE)
    if actor.login_id is None:
        raise ServiceRefused(ErrorCode.DISPUTE_NOT_YOURS)
    kept = keep_note(club_id=here.club_id, text=note)
    dispute = Dispute.objects.create(deal_id=deal_id, raised_by_id=actor.login_id, note=kept)
    ledger.touch_tables(night_id=here.night_id)
    write_event(
        actor=actor,
        club_id=here.club_id,
        night_id=here.night_id,
        action="dispute.raise",
        object_kind="deal",
        object_id=deal_id,
        after={"dispute_id": dispute.pk},
        note=kept,
    )
    return dispute


@transaction.atomic
def settle_dispute(*, actor: Actor, dispute_id: int, note: str = "") -> None:
    """A manager has looked at it. Errors: `not_found`, `role_too_low`, `dispute_settled`."""
    deal_id = Dispute.objects.filter(pk=dispute_id).values_list("deal_id", flat=True).first()
    if deal_id is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    here = _lock_and_load(actor, deal_id)
    verify_at_table(here, Action.SETTLE_DISPUTE)
    settled = Dispute.objects.filter(pk=dispute_id, state=DisputeState.OPEN).update(
        state=DisputeState.SETTLED, settled_at=timezone.now()
    )
    if not settled:
        raise ServiceRefused(ErrorCode.DISPUTE_SETTLED)
    ledger.touch_tables(night_id=here.night_id)
    write_event(
        actor=actor,
        club_id=here.club_id,
        night_id=here.night_id,
        action="dispute.settle",
        object_kind="deal",
        object_id=deal_id,
        after={"dispute_id": dispute_id},
        note=keep_note(club_id=here.club_id, text=note),
    )


def _lock_and_load(actor: Actor, deal_id: UUID) -> TableContext:
    """All tables of the night, as revising locks them: dropping a duplicate is a void."""
    place = Deal.objects.filter(pk=deal_id).values_list("table_id", "table__night_id").first()
    if place is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    table_id, night_id = place
    locks.lock_tables_of_night(night_id)
    return load_table(actor=actor, table_id=table_id)


def _stretch_of(deal_id: UUID, *, table_id: int) -> list[UUID]:
    """Deals of this table in open pairs, on either side, first recorded by the same phone."""
    source = DealRevision.objects.values_list("source", flat=True).get(deal_id=deal_id, n=1)
    pairs = PossibleDuplicate.objects.filter(state=DuplicateState.OPEN, deal__table_id=table_id)
    paired = {one for pair in pairs.values_list("deal_id", "other_id") for one in pair}
    deals = Deal.objects.filter(pk__in=paired, revisions__n=1, revisions__source=source)
    return list(deals.order_by("number").values_list("pk", flat=True))


def _open_pair(deal_id: UUID) -> PossibleDuplicate:
    """The open pair that is marked at this deal."""
    return _open_one(PossibleDuplicate.objects.filter(deal_id=deal_id))


def _open_one(pairs: QuerySet[PossibleDuplicate]) -> PossibleDuplicate:
    if not pairs.exists():
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    pair = pairs.filter(state=DuplicateState.OPEN).order_by("pk").first()
    if pair is None:
        raise ServiceRefused(ErrorCode.DUPLICATE_RESOLVED)
    return pair


def _resolve(pair: PossibleDuplicate, state: DuplicateState) -> None:
    PossibleDuplicate.objects.filter(pk=pair.pk).update(state=state, resolved_at=timezone.now())


def _drop(actor: Actor, deal_id: UUID, *, note: str) -> None:
    """Void the deal if it still stands, and close the pairs it is in."""
    current = DealRevision.objects.get(current_of=deal_id)
    if current.kind != RevisionKind.VOID:
        revise_deal(
            actor=actor,
            deal_id=deal_id,
            # Made from the revision it acts on, so that two phones that drop the same deal do one
            # thing.
            revision_id=uuid5(current.pk, "duplicate"),
            based_on=current.n,
            kind=RevisionKind.VOID,
            note=note.strip() or DROPPED_NOTE,
        )
    pairs = PossibleDuplicate.objects.filter(state=DuplicateState.OPEN)
    for pair in pairs.filter(deal_id=deal_id) | pairs.filter(other_id=deal_id):
        _resolve(pair, DuplicateState.DROPPED)


def _audit(
    actor: Actor, here: TableContext, pair: PossibleDuplicate, *, action: str, note: str
) -> None:
    ledger.touch_tables(night_id=here.night_id)
    write_event(
        actor=actor,
        club_id=here.club_id,
        night_id=here.night_id,
        action=action,
        object_kind="deal",
        object_id=pair.deal_id,
        after={"other": str(pair.other_id)},
        note=keep_note(club_id=here.club_id, text=note),
    )
