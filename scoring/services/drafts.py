"""From what was sent to a draft of a revision: terms, people, pot and notes resolved.

Knows the table's context and the engine's types. Writes nothing but notes. The caller holds the
table's lock.
"""

import uuid
from dataclasses import dataclass, replace
from uuid import UUID

from scoring.engine import Sheet
from scoring.models import Deal, DealRevision, RevisionKind
from scoring.selectors.people import resolve_people
from scoring.selectors.pots import pot_points_before
from scoring.selectors.rulesets import get_ruleset_version
from scoring.selectors.sheets import read_sheet
from scoring.selectors.tables import TableContext, ruleset_of
from scoring.selectors.terms import Terms, get_terms_for_deal
from scoring.services import revisions
from scoring.services.audit import keep_note
from scoring.services.inputs import verify_stake
from scoring.services.revisions import Draft, Scored


@dataclass(frozen=True, slots=True)
class Sent:
    """What a phone sent: the sheet (none for void and restore) and the terms it showed, where it
    said so.
    """

    sheet: Sheet | None
    stake_points: int | None
    ruleset_version_id: int | None

    def content_hash(self) -> str:
        """What makes two calls the same call."""
        assert self.sheet is not None
        return revisions.content_hash(
            self.sheet,
            stake_points=self.stake_points,
            ruleset_version_id=self.ruleset_version_id,
        )


def draft_of_record(
    here: TableContext,
    sent: Sent,
    *,
    deal_id: UUID,
    base_number: int | None,
    seen_number: int | None,
    content_hash: str,
) -> Draft:
    """The first revision of the next deal here.

    Errors: `terms_unknown`, `player_unknown`, `player_repeated`.
    """
    assert sent.sheet is not None
    terms = get_terms_for_deal(
        here,
        stake_points=sent.stake_points,
        ruleset_version_id=sent.ruleset_version_id,
        seen_number=seen_number,
    )
    return Draft(
        revision_id=uuid.uuid4(),
        deal_id=deal_id,
        n=1,
        kind=RevisionKind.RECORD,
        sheet=sent.sheet,
        content_hash=content_hash,
        terms=terms,
        people=resolve_people(club_id=here.club_id, seats=sent.sheet.seats),
        pot_account_id=here.pot_account_id,
        pot_before_points=_pot_before(here, terms, number=here.table.last_number + 1),
        base_number=base_number,
    )


def draft_of_revision(
    here: TableContext,
    deal: Deal,
    sent: Sent,
    *,
    revision_id: UUID,
    kind: RevisionKind,
    content_hash: str,
) -> Draft:
    """The next revision of a deal: its own terms unless others were sent, its own sheet unless it
    is corrected.

    Errors: `stake_invalid`, `ruleset_unknown`, `player_unknown`, `player_repeated`.
    """
    current = deal.current
    is_void = kind is RevisionKind.VOID
    sheet = sent.sheet or read_sheet(current.sheet)
    terms = _revised_terms(here, current, sent)
    return Draft(
        revision_id=revision_id,
        deal_id=deal.pk,
        n=current.n + 1,
        kind=kind,
        sheet=sheet,
        content_hash=content_hash,
        terms=terms,
        people={} if is_void else resolve_people(club_id=here.club_id, seats=sheet.seats),
        pot_account_id=here.pot_account_id,
        pot_before_points=None if is_void else _pot_before(here, terms, number=deal.number),
        adjustment_notes=current.adjustment_notes if sent.sheet is None else (),
    )


def with_notes(scored: Scored, *, club_id: int, note: str) -> Scored:
    """Typed words go into notes of their own, which may be blanked later; the books keep only their
    ids.
    """
    draft = scored.draft
    kept = keep_note(club_id=club_id, text=note)
    typed = [adjustment.note or "" for adjustment in draft.sheet.adjustments]
    adjustment_notes = draft.adjustment_notes
    if any(typed):
        notes = [keep_note(club_id=club_id, text=words) for words in typed]
        adjustment_notes = [words.pk if words else None for words in notes]
    return replace(scored, draft=replace(draft, note=kept, adjustment_notes=adjustment_notes))


def _revised_terms(here: TableContext, current: DealRevision, sent: Sent) -> Terms:
    """The deal's own terms, unless the correction names others; rule sets only of this club."""
    version = current.ruleset_version
    if sent.ruleset_version_id is not None and sent.ruleset_version_id != version.pk:
        version = get_ruleset_version(club_id=here.club_id, version_id=sent.ruleset_version_id)
    if sent.stake_points is None:
        return Terms(current.stake_points, version)
    return Terms(verify_stake(sent.stake_points), version)


def _pot_before(here: TableContext, terms: Terms, *, number: int) -> int | None:
    """What the pot holds before this deal; None, and no statement, where the rules know no pot."""
    if not ruleset_of(terms.ruleset_version.canonical).pot_enabled:
        return None
    return pot_points_before(
        table_id=here.table.pk, pot_account_id=here.pot_account_id, number=number
    )
