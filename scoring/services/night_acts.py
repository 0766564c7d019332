"""What somebody may do with a night's settling now, and when the night locks by itself.

Asks the permission matrix with what the selectors say. Writes nothing.
"""

from collections.abc import Sequence
from datetime import datetime

from scoring.actors import Role
from scoring.models import NightState
from scoring.permissions import Action, can
from scoring.selectors.night_settlement import NightSettlement
from scoring.services.settlements import LOCKED_AFTER


def list_acts(found: NightSettlement, *, role: Role | None) -> Sequence[str]:
    """`settle`, `reopen`, `lock`, `unlock`: those this role may do now, given a note."""
    reopen = Action.REOPEN_PAID if found.has_payments_made else Action.REOPEN
    acts = {
        NightState.OPEN: {"settle": Action.SETTLE},
        NightState.SETTLED: {"lock": Action.LOCK, "reopen": reopen},
        NightState.LOCKED: {"unlock": Action.UNLOCK},
    }[found.night_state]
    return [
        name
        for name, action in acts.items()
        if can(
            action,
            role=role,
            night_state=found.night_state,
            season_closed=found.is_season_closed,
        )
    ]


def locks_at(found: NightSettlement) -> datetime | None:
    """When `lock_due_nights` will lock the night; None while something is in the way."""
    is_due = found.night_state is NightState.SETTLED and not found.is_season_closed
    if not is_due or found.questions or found.plan.made_at is None:
        return None
    return found.plan.made_at + LOCKED_AFTER
