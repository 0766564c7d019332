"""The pot (gà): what a change of an earlier deal means for the ù that come after it.

A correction, void or restore of deal k changes what a later ù takes, and nothing else. The
difference is carried up from k + 1: other deals pass it on untouched, an ù that plays with the pot
gets a following revision and takes it, but for what rounding to its stake leaves. Architecture.md,
section 4; R-40.
"""

import uuid
from dataclasses import dataclass
from uuid import UUID

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Deal, DealRevision, RevisionKind
from scoring.selectors.people import Person
from scoring.selectors.pots import PotStep, list_steps_after
from scoring.selectors.sheets import read_sheet
from scoring.selectors.tables import TableContext, ruleset_of
from scoring.selectors.terms import Terms
from scoring.services import revisions
from scoring.services.revisions import Draft


@dataclass(frozen=True, slots=True)
class Followed:
    """An ù whose pot changed because an earlier deal did: «Ván 9: gà 7 → 5», in points."""

    deal_id: UUID
    number: int
    pot_before_points: int
    pot_after_points: int

    def to_json(self) -> dict[str, int]:
        """For the audit."""
        return {
            "number": self.number,
            "pot_before_points": self.pot_before_points,
            "pot_after_points": self.pot_after_points,
        }


def verify_not_overdrawn(*, pot_points: int, deal_number: int) -> None:
    """`pot_overdrawn` where a pot would be below zero behind this deal."""
    if pot_points < 0:
        raise ServiceRefused(
            ErrorCode.POT_OVERDRAWN, deal_number=deal_number, missing_points=-pot_points
        )


def carry_difference(
    *, actor: Actor, here: TableContext, number: int, cause: UUID, pot_points: int, difference: int
) -> list[Followed]:
    """Give every later ù the pot it should have had; stops as soon as nothing differs.

    `pot_points` is what the pot holds behind deal `number` now, `difference` how much that is more
    than before (both signed points). The caller holds the table's lock. Errors: `pot_overdrawn`,
    with the deal behind which the pot would be below zero; the engine's `amount_invalid` where a
    pot grows past what it may hold.
    """
    verify_not_overdrawn(pot_points=pot_points, deal_number=number)
    followed: list[Followed] = []
    if difference == 0:
        return followed
    steps = list_steps_after(
        table_id=here.table.pk, pot_account_id=here.pot_account_id, number=number
    )
    for step in steps:
        moved = step.pot_points
        if _plays_with_the_pot(step):
            moved = _follow(actor=actor, here=here, step=step, cause=cause, pot_points=pot_points)
            before = step.revision.pot_before_points
            assert before is not None
            assert before + difference == pot_points, "an ù's pot is the pot before it"
            followed.append(Followed(step.deal_id, step.number, before, pot_points))
        difference += moved - step.pot_points
        pot_points += moved
        verify_not_overdrawn(pot_points=pot_points, deal_number=step.number)
        if difference == 0:
            break
    return followed


def _plays_with_the_pot(step: PotStep) -> bool:
    revision = step.revision
    if revision.is_void or revision.pot_before_points is None:
        return False
    return read_sheet(revision.sheet).ending == "u"


def _follow(
    *, actor: Actor, here: TableContext, step: PotStep, cause: UUID, pot_points: int
) -> int:
    """Write the following revision of this ù over the pot it now has; returns what the pot gains by
    it.
    """
    old = step.revision
    assert ruleset_of(old.ruleset_version.canonical).pot_enabled
    scored = revisions.score_draft(
        Draft(
            revision_id=uuid.uuid4(),
            deal_id=step.deal_id,
            n=old.n + 1,
            kind=RevisionKind.FOLLOW,
            sheet=read_sheet(old.sheet),
            content_hash=old.content_hash,
            terms=Terms(old.stake_points, old.ruleset_version),
            people=_people_of(old),
            pot_account_id=here.pot_account_id,
            pot_before_points=pot_points,
            cause_id=cause,
            adjustment_notes=old.adjustment_notes,
        )
    )
    revision = revisions.write_revision(scored, actor=actor)
    Deal.objects.filter(pk=step.deal_id).update(current=revision)
    return scored.pot_points


def _people_of(revision: DealRevision) -> dict[str, Person]:
    """The people as the revision seated them: following changes nobody's seat."""
    seats = revision.seats.values_list("player_id", "account_id", "player__root_id")
    return {str(player): Person(player, root, account) for player, account, root in seats}
