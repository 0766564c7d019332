"""What another policy in the middle of a season warns of.

Knows two policies and the penalties of the season. Refuses nothing. Rule S-11 of docs/standings.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.standings.policy import Metric, StandingsPolicy
from scoring.engine.standings.tallies import Penalty


class WarningCode(StrEnum):
    """Why somebody should look twice."""

    PENALTIES_KEEP_NUMBER = "penalties_keep_number"
    """The metric changes while penalties are in force: −10 points become −10 bets, or places."""


@dataclass(frozen=True, slots=True)
class PolicyWarning:
    """`penalties` in force keep their number, given in the unit of `before`, read in `after`'s."""

    code: WarningCode
    before: Metric
    after: Metric
    penalties: int


def policy_warnings(
    before: StandingsPolicy, after: StandingsPolicy, penalties: Iterable[Penalty]
) -> tuple[PolicyWarning, ...]:
    """What to warn of when a season is ranked by `after` from now on (S-11).

    A penalty is in force while it is not cancelled, also under a policy that ignores penalties:
    the next one may count them again.
    """
    in_force = sum(not penalty.is_cancelled for penalty in penalties)
    if before.metric == after.metric or not in_force:
        return ()
    keep = WarningCode.PENALTIES_KEEP_NUMBER
    return (PolicyWarning(keep, before.metric, after.metric, in_force),)
