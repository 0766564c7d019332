"""What a deal would come to if it were recorded or corrected now. Writes nothing, locks nothing.

Goes the way of `deals` up to the engine, so that what is shown is what would be booked; what
happens at the table meanwhile can still change it.
"""

from uuid import UUID, uuid4

from django.utils import timezone

from scoring.actors import Actor
from scoring.engine import Sheet
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Deal, RevisionKind
from scoring.permissions import Action
from scoring.selectors.deal_previews import Previewed, names_of_seats, preview_row
from scoring.selectors.deals import DealRow
from scoring.selectors.tables import TableContext, load_table, ruleset_of
from scoring.services import drafts, revisions
from scoring.services.drafts import Sent
from scoring.services.revisions import Draft
from scoring.services.rights import verify_at_table


def preview_deal(
    *,
    actor: Actor,
    table_id: int,
    sheet: Sheet,
    stake_points: int | None = None,
    ruleset_version_id: int | None = None,
    base_number: int | None = None,
) -> DealRow:
    """The next deal of this table. Errors: those of `record_deal`, but for ids and clocks."""
    here = load_table(actor=actor, table_id=table_id)
    verify_at_table(here, Action.RECORD)
    draft = drafts.draft_of_record(
        here,
        Sent(sheet, stake_points, ruleset_version_id),
        deal_id=uuid4(),
        base_number=base_number,
        seen_number=base_number,
        content_hash="",
    )
    return _row(here, draft, number=here.table.last_number + 1)


def preview_correction(*, actor: Actor, deal_id: UUID, sheet: Sheet, note: str = "") -> DealRow:
    """The deal with another sheet. Errors: those of `revise_deal`, but for ids and staleness."""
    deal = Deal.objects.select_related("current__ruleset_version").filter(pk=deal_id).first()
    if deal is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    here = load_table(actor=actor, table_id=deal.table_id)
    verify_at_table(here, Action.REVISE, note=note)
    draft = drafts.draft_of_revision(
        here,
        deal,
        Sent(sheet, None, None),
        revision_id=uuid4(),
        kind=RevisionKind.CORRECT,
        content_hash="",
    )
    return _row(here, draft, number=deal.number)


def _row(here: TableContext, draft: Draft, *, number: int) -> DealRow:
    scored = revisions.score_draft(draft)
    assert scored.score is not None, "nothing is previewed that is void"
    stake = draft.terms.stake_points
    previewed = Previewed(
        deal_id=draft.deal_id,
        table_id=here.table.pk,
        table_label=here.table.label,
        number=number,
        now=timezone.now(),
        stake_points=stake,
        ruleset_version_id=draft.terms.ruleset_version.pk,
        pot_before_points=draft.pot_before_points,
        sheet=draft.sheet.with_pot((draft.pot_before_points or 0) // stake),
        rules=ruleset_of(draft.terms.ruleset_version.canonical),
        score=scored.score,
        seats=scored.seats,
    )
    return preview_row(
        previewed, names=names_of_seats(club_id=here.club_id, seats=draft.sheet.seats)
    )
