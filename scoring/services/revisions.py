"""Writing one revision of a deal: from a sheet to sealed rows.

Knows the engine, the order rows are inserted in and what a revision stores. Knows nothing of locks,
rights and retries: `deals` and `pots` call it, both inside the table's lock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from scoring.actors import Actor
from scoring.engine import ENGINE_VERSION, POT, Score, Sheet, canonical_json, score
from scoring.engine.figures import SeatFigures, seat_figures
from scoring.models import DealRevision, DealSeat, Note, RevisionKind
from scoring.selectors.people import Person
from scoring.selectors.sheets import hash_of_content
from scoring.selectors.tables import ruleset_of
from scoring.selectors.terms import Terms
from scoring.services import ledger


@dataclass(frozen=True, slots=True)
class Draft:
    """A revision about to be written.

    `sheet` is without the pot and without notes; `people` by seat id.
    """

    revision_id: UUID
    deal_id: UUID
    n: int
    kind: RevisionKind
    sheet: Sheet
    content_hash: str
    terms: Terms
    people: Mapping[str, Person]
    pot_account_id: int
    pot_before_points: int | None
    base_number: int | None = None
    cause_id: UUID | None = None
    note: Note | None = None
    adjustment_notes: Sequence[int | None] = field(default_factory=list)

    @property
    def is_void(self) -> bool:
        """Does it take the deal out of the books?"""
        return self.kind is RevisionKind.VOID


@dataclass(frozen=True, slots=True)
class Scored:
    """A draft with what it comes to.

    `net_points` by seat id; `pot_points` is what the pot gains, negative when it pays.
    """

    draft: Draft
    score: Score | None
    seats: Sequence[SeatFigures]
    pot_points: int

    def net_points(self) -> dict[str, int]:
        """By player UUID, for the audit."""
        stake = self.draft.terms.stake_points
        return {figures.seat: figures.net_bets * stake for figures in self.seats}


def content_hash(sheet: Sheet, *, stake_points: int | None, ruleset_version_id: int | None) -> str:
    """What makes two calls one call: sheet without pot and notes, terms as sent."""
    return hash_of_content(
        sheet.without_notes().with_pot(0).to_json(),
        stake_points=stake_points,
        ruleset_version_id=ruleset_version_id,
    )


def stored_sheet(sheet: Sheet) -> str:
    """The text a revision keeps: canonical, without the pot and without typed words."""
    return canonical_json(sheet.without_notes().with_pot(0).to_json())


def score_draft(draft: Draft) -> Scored:
    """What the draft comes to under its terms and the pot before it.

    Errors: every refusal of the engine.
    """
    if draft.is_void:
        return Scored(draft=draft, score=None, seats=[], pot_points=0)
    stake = draft.terms.stake_points
    rules = ruleset_of(draft.terms.ruleset_version.canonical)
    sheet = draft.sheet
    if draft.pot_before_points is not None:
        sheet = sheet.with_pot(draft.pot_before_points // stake)
    result = score(sheet, rules)
    return Scored(
        draft=draft,
        score=result,
        seats=seat_figures(sheet, result),
        pot_points=result.net.get(POT, 0) * stake,
    )


def write_revision(
    scored: Scored, *, actor: Actor, recorded_at: datetime | None = None
) -> DealRevision:
    """Insert seats, transfers and, last, the revision that seals them.

    The deal's row is the caller's.
    """
    draft = scored.draft
    _write_seats(scored)
    transfer_count = 0
    if scored.score is not None:
        accounts = {seat: person.account_id for seat, person in draft.people.items()}
        transfer_count = ledger.post_deal(
            revision_id=draft.revision_id,
            lines=scored.score.transfers,
            accounts=accounts | {POT: draft.pot_account_id},
            stake_points=draft.terms.stake_points,
        )
    return DealRevision.objects.create(
        id=draft.revision_id,
        deal_id=draft.deal_id,
        n=draft.n,
        kind=draft.kind,
        sheet=stored_sheet(draft.sheet),
        content_hash=draft.content_hash,
        ruleset_version=draft.terms.ruleset_version,
        stake_points=draft.terms.stake_points,
        engine_version=ENGINE_VERSION,
        pot_before_points=draft.pot_before_points,
        cause_id=draft.cause_id,
        note=draft.note,
        adjustment_notes=list(draft.adjustment_notes),
        author_kind=actor.kind,
        author_login_id=actor.login_id,
        author_device=actor.device_id,
        source=actor.source,
        base_number=draft.base_number,
        recorded_at=recorded_at or timezone.now(),
        seat_count=len(scored.seats),
        transfer_count=transfer_count,
    )


def _write_seats(scored: Scored) -> None:
    draft = scored.draft
    DealSeat.objects.bulk_create(
        DealSeat(
            revision_id=draft.revision_id,
            seat=index,
            player_id=draft.people[figures.seat].player_id,
            account_id=draft.people[figures.seat].account_id,
            ending=figures.ending,
            place=figures.place,
            net_bets=figures.net_bets,
            net_points=figures.net_bets * draft.terms.stake_points,
            hand_points=figures.hand_points,
            is_mom=figures.is_mom,
            is_forfeit=figures.is_forfeit,
            eats=figures.eats,
            eaten=figures.eaten,
            last_eats=figures.last_eats,
            last_eaten=figures.last_eaten,
            is_compensator=figures.is_compensator,
            u_kind=figures.u_kind,
        )
        for index, figures in enumerate(scored.seats)
    )
