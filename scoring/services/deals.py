"""Recording deals and revising them: the hot path.

Everything happens inside the table's lock, in the order of architecture.md, section 5. Facts are
only added: a correction, a void or a restore is a new revision, and the ù behind it follow where
the pot they took has changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.utils import timezone

from scoring.actors import Actor, ActorKind
from scoring.engine import Sheet
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Deal, DealRevision, RevisionKind, Table
from scoring.permissions import Action
from scoring.selectors.deals import net_points_of
from scoring.selectors.neighbours import Neighbour, Neighbours, find_neighbours
from scoring.selectors.pots import pot_points_before, pot_points_of
from scoring.selectors.sheets import read_sheet
from scoring.selectors.tables import TableContext, load_table
from scoring.services import drafts, duplicates, ledger, locks, pots, revisions, settlements
from scoring.services.audit import write_event
from scoring.services.drafts import Sent
from scoring.services.inputs import is_played_at
from scoring.services.pots import Followed
from scoring.services.revisions import Scored
from scoring.services.rights import verify_at_table, verify_role_at_table
from scoring.services.tallies import recompute_tallies


@dataclass(frozen=True, slots=True)
class DealAnswer:
    """A deal as it stands after the call. `is_new` is False where the same call had been made.

    `net_points` are by player UUID, none for a deal out of the books. `followed` names the ù whose
    pot changed, `doubles` the deal it may be another phone's record of.
    """

    deal_id: UUID
    number: int
    revision_id: UUID
    n: int
    kind: str
    is_new: bool
    net_points: Mapping[str, int]
    followed: tuple[Followed, ...] = ()
    doubles: UUID | None = None


def record_deal(
    *,
    actor: Actor,
    table_id: int,
    deal_id: UUID,
    sheet: Sheet,
    played_at: datetime,
    stake_points: int | None = None,
    ruleset_version_id: int | None = None,
    base_number: int | None = None,
    seen_number: int | None = None,
    note: str = "",
) -> DealAnswer:
    """Record one ván and post its transfers; the same `deal_id` records once.

    `sheet` names players by UUID. `stake_points`, `ruleset_version_id` and `base_number` (the last
    deal number the phone knew) are what the phone showed; left out, what is in force. Where the
    phone counted deals of its own that nobody had been told of, `seen_number` is the last one it
    had heard of: the stake it showed was in force then. Errors: `not_found`, `role_too_low`,
    `deal_id_reused`, `night_settled`, `night_locked`, `season_closed`, `played_at_invalid`,
    `player_unknown`, `terms_unknown`, `pot_overdrawn`, and every refusal of the engine. Nothing is
    written then.
    """
    said = _Said(
        table_id=table_id,
        deal_id=deal_id,
        sent=Sent(sheet, stake_points, ruleset_version_id),
        played_at=played_at,
        base_number=base_number,
        seen_number=base_number if seen_number is None else seen_number,
        note=note,
    )
    try:
        return _record(actor, said)
    except IntegrityError:
        # No lock is common to two tables: the id may have gone in at another one meanwhile. Then
        # it is found now, and refused like one that had been there before.
        if connection.in_atomic_block or not Deal.objects.filter(pk=deal_id).exists():
            raise
        return _record(actor, said)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a phone said about one deal."""

    table_id: int
    deal_id: UUID
    sent: Sent
    played_at: datetime
    base_number: int | None
    seen_number: int | None
    note: str


@transaction.atomic
def _record(actor: Actor, said: _Said) -> DealAnswer:
    table_id, deal_id, sent = said.table_id, said.deal_id, said.sent
    locks.lock_table(table_id)
    here = load_table(actor=actor, table_id=table_id)
    sent_hash = sent.content_hash()
    # The id is looked up before the night's state is asked: a phone whose answer was lost has to
    # learn that its deal is in the books, also when the night was settled meanwhile.
    verify_role_at_table(here, Action.RECORD)
    if not is_played_at(said.played_at):
        raise ServiceRefused(ErrorCode.PLAYED_AT_INVALID, field="played_at")
    neighbours = find_neighbours(
        deal_id=deal_id,
        table_id=table_id,
        base_number=said.base_number,
        content_hash=sent_hash,
        played_at=said.played_at,
        received_at=timezone.now(),
    )
    if neighbours.known is not None:
        return _known_deal(neighbours.known, table_id=table_id, sent_hash=sent_hash)
    verify_at_table(here, Action.RECORD)
    number = here.table.last_number + 1
    scored = revisions.score_draft(
        drafts.draft_of_record(
            here,
            sent,
            deal_id=deal_id,
            base_number=said.base_number,
            seen_number=said.seen_number,
            content_hash=sent_hash,
        )
    )
    pots.verify_not_overdrawn(
        pot_points=(scored.draft.pot_before_points or 0) + scored.pot_points, deal_number=number
    )
    scored = drafts.with_notes(scored, club_id=here.club_id, note=said.note)
    Deal.objects.create(
        id=deal_id,
        table_id=table_id,
        number=number,
        played_at=said.played_at,
        current_id=scored.draft.revision_id,
    )
    revision = revisions.write_revision(scored, actor=actor)
    doubles = _mark_duplicate(actor, neighbours, deal_id=deal_id, revision=revision)
    _finish(actor=actor, here=here, scored=scored, revision=revision, number=number)
    return DealAnswer(
        deal_id=deal_id,
        number=number,
        revision_id=revision.pk,
        n=revision.n,
        kind=revision.kind,
        is_new=True,
        net_points=scored.net_points(),
        doubles=doubles,
    )


@transaction.atomic
def revise_deal(
    *,
    actor: Actor,
    deal_id: UUID,
    revision_id: UUID,
    based_on: int,
    kind: str,
    sheet: Sheet | None = None,
    note: str = "",
    stake_points: int | None = None,
    ruleset_version_id: int | None = None,
) -> DealAnswer:
    """Correct, void or restore a deal; the same `revision_id` revises once.

    `kind` is correct, void or restore; `based_on` the n of the revision the person saw; `sheet`
    goes with `correct` alone. Stake and rule set are kept unless told otherwise. A void deal may be
    corrected (undo, then saved anew) or restored as it was. Errors: `not_found`, `role_too_low`,
    `revision_id_reused`, `stale_revision` (with the deal as it is), those of the matrix,
    `note_required`, `deal_void`, `deal_not_void`, `sheet_missing`, `sheet_unwanted`,
    `pot_overdrawn`, and every refusal of the engine.
    """
    kind = RevisionKind(kind)
    assert kind in {RevisionKind.CORRECT, RevisionKind.VOID, RevisionKind.RESTORE}
    table_id, night_id = _place_of(deal_id)
    # All tables of the night: in a settled one the plan is made anew, from all their balances.
    locks.lock_tables_of_night(night_id)
    here = load_table(actor=actor, table_id=table_id)
    verify_role_at_table(here, Action.REVISE)
    deal = Deal.objects.select_related("current__ruleset_version").get(pk=deal_id)
    sent = Sent(sheet, stake_points, ruleset_version_id)
    corrects = kind is RevisionKind.CORRECT and sheet is not None
    sent_hash = sent.content_hash() if corrects else _kept_hash(sent, deal.current)
    known = DealRevision.objects.filter(pk=revision_id).first()
    if known is not None:
        same_content = known.content_hash == sent_hash or not corrects
        return _known_revision(
            known, deal, is_same=same_content and (known.kind, known.n) == (kind, based_on + 1)
        )
    verify_at_table(here, Action.REVISE, note=note)
    _verify_revision(deal, based_on=based_on, kind=kind, sheet=sheet)
    scored = revisions.score_draft(
        drafts.draft_of_revision(
            here, deal, sent, revision_id=revision_id, kind=kind, content_hash=sent_hash
        )
    )
    scored = drafts.with_notes(scored, club_id=here.club_id, note=note)
    return _write_revised(actor=actor, here=here, deal=deal, scored=scored)


def _kept_hash(sent: Sent, current: DealRevision) -> str:
    """Of a void or a restore: the hash of the sheet that is kept, with other terms if any came."""
    if sent.stake_points is None and sent.ruleset_version_id is None:
        return current.content_hash
    return replace(sent, sheet=read_sheet(current.sheet)).content_hash()


def _write_revised(*, actor: Actor, here: TableContext, deal: Deal, scored: Scored) -> DealAnswer:
    before = deal.current
    pot_account_id = here.pot_account_id
    moved_before = pot_points_of(revision_id=before.pk, pot_account_id=pot_account_id)
    revision = revisions.write_revision(scored, actor=actor)
    Deal.objects.filter(pk=deal.pk).update(current=revision)
    followed: list[Followed] = []
    if moved_before != scored.pot_points:
        pot_before = pot_points_before(
            table_id=here.table.pk, pot_account_id=pot_account_id, number=deal.number
        )
        followed = pots.carry_difference(
            actor=actor,
            here=here,
            number=deal.number,
            cause=revision.pk,
            pot_points=pot_before + scored.pot_points,
            difference=scored.pot_points - moved_before,
        )
    _finish(
        actor=actor,
        here=here,
        scored=scored,
        revision=revision,
        number=deal.number,
        before=before,
        followed=followed,
    )
    settlements.replan_if_settled(actor=actor, club_id=here.club_id, night_id=here.night_id)
    return DealAnswer(
        deal_id=deal.pk,
        number=deal.number,
        revision_id=revision.pk,
        n=revision.n,
        kind=revision.kind,
        is_new=True,
        net_points=scored.net_points(),
        followed=tuple(followed),
    )


def _known_deal(known: Neighbour, *, table_id: int, sent_hash: str) -> DealAnswer:
    """The same call again: the deal as it stands now, whatever happened to it since."""
    if known.table_id != table_id or known.first_hash != sent_hash:
        raise ServiceRefused(ErrorCode.DEAL_ID_REUSED, deal_id=str(known.deal_id))
    return DealAnswer(
        deal_id=known.deal_id,
        number=known.number,
        revision_id=known.revision_id,
        n=known.n,
        kind=known.kind,
        is_new=False,
        net_points=net_points_of(revision_id=known.revision_id),
    )


def _known_revision(known: DealRevision, deal: Deal, *, is_same: bool) -> DealAnswer:
    """The same call again: the deal as it stands now. Only the same content is the same call."""
    if known.deal_id != deal.pk or not is_same:
        raise ServiceRefused(ErrorCode.REVISION_ID_REUSED, revision_id=str(known.pk))
    return DealAnswer(
        deal_id=deal.pk,
        number=deal.number,
        revision_id=deal.current.pk,
        n=deal.current.n,
        kind=deal.current.kind,
        is_new=False,
        net_points=net_points_of(revision_id=deal.current.pk),
    )


def _mark_duplicate(
    actor: Actor, neighbours: Neighbours, *, deal_id: UUID, revision: DealRevision
) -> UUID | None:
    """Pair the deal with the one another phone may have recorded already; imports never are."""
    if actor.kind is ActorKind.IMPORT:
        return None
    found = neighbours.find_duplicated(
        source=actor.source,
        base_number=revision.base_number,
        content_hash=revision.content_hash,
    )
    if found is None:
        return None
    other, why = found
    duplicates.pair(deal_id=deal_id, other_id=other.deal_id, why=why)
    return other.deal_id


def _place_of(deal_id: UUID) -> tuple[int, int]:
    """Table and night, read without a lock: a deal never leaves its table, a table its night."""
    deals = Deal.objects.filter(pk=deal_id)
    place = deals.values_list("table_id", "table__night_id").first()
    if place is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    return place


def _verify_revision(deal: Deal, *, based_on: int, kind: RevisionKind, sheet: Sheet | None) -> None:
    current = deal.current
    if based_on != current.n:
        raise ServiceRefused(
            ErrorCode.STALE_REVISION,
            field="based_on",
            n=current.n,
            current={"deal_id": str(deal.pk), "n": current.n, "kind": current.kind},
        )
    if kind is RevisionKind.CORRECT and sheet is None:
        raise ServiceRefused(ErrorCode.SHEET_MISSING, field="sheet")
    if kind is not RevisionKind.CORRECT and sheet is not None:
        raise ServiceRefused(ErrorCode.SHEET_UNWANTED, field="sheet")
    if kind is RevisionKind.VOID and current.kind == RevisionKind.VOID:
        raise ServiceRefused(ErrorCode.DEAL_VOID)
    if kind is RevisionKind.RESTORE and current.kind != RevisionKind.VOID:
        raise ServiceRefused(ErrorCode.DEAL_NOT_VOID)


def _finish(
    *,
    actor: Actor,
    here: TableContext,
    scored: Scored,
    revision: DealRevision,
    number: int,
    before: DealRevision | None = None,
    followed: Sequence[Followed] = (),
) -> None:
    """What every write at a table ends with: tallies, counters, the season's mark, the audit."""
    recompute_tallies(here.table.pk)
    Table.objects.filter(pk=here.table.pk).update(
        version=F("version") + 1, last_number=max(here.table.last_number, number)
    )
    write_event(
        actor=actor,
        club_id=here.club_id,
        night_id=here.night_id,
        action=f"deal.{revision.kind}",
        object_kind="deal",
        object_id=revision.deal_id,
        before=None if before is None else _summary(before),
        after=_summary(revision)
        | {
            "number": number,
            "net_points": scored.net_points(),
            "followed": [deal.to_json() for deal in followed],
        },
        note=scored.draft.note,
        season_revision=ledger.make_season_dirty(here.season_id, actor=actor),
    )


def _summary(revision: DealRevision) -> dict[str, object]:
    return {"n": revision.n, "kind": str(revision.kind), "stake_points": revision.stake_points}
