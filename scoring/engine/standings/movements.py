"""Movements (lên xuống hạng): how ranks changed between an earlier table and now, and by what.

Knows the four tables, the three stages between them and how a movement is written; why one
player passed another is asked in `crossings`. Rules S-60 to S-66 of docs/standings.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.engine.standings.crossings import Crossing, Stage
from scoring.engine.standings.policy import StandingsPolicy
from scoring.engine.standings.ranking import rank
from scoring.engine.standings.tallies import Tallies

Kind = Literal["up", "down", "same", "new", "out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """What happened to one player's rank. `stage` is given for `new` and `out` only (S-66).

    `causes` are places by cause, without zeros; they add up to from − to.
    """

    kind: Kind
    from_rank: int | None
    to_rank: int | None
    stage: str | None
    causes: Mapping[str, int]
    crossings: tuple[Crossing, ...]

    def to_json(self) -> dict[str, object]:
        """As in section 8."""
        return {
            "kind": self.kind,
            "from": self.from_rank,
            "to": self.to_rank,
            "stage": self.stage,
            "causes": dict(self.causes),
            "crossings": [crossing.to_json() for crossing in self.crossings],
        }


def season_movements(
    before: Tallies,
    corrected: Tallies,
    after: Tallies,
    policy: StandingsPolicy,
    policy_before: StandingsPolicy,
) -> dict[str, Movement]:
    """The movements by player id, in its order (S-61).

    `before` are the facts in force at the earlier moment, `corrected` those in force now less
    what was first recorded since, `after` those in force now (S-60). Raises StandingsRefused as
    rank_season does.
    """
    tables = [rank(before, policy_before)]
    tables.append(tables[0] if policy == policy_before else rank(before, policy))
    tables.append(tables[1] if corrected is before else rank(corrected, policy))
    tables.append(rank(after, policy))
    stages = [
        Stage("policy", tables[0], tables[1]),
        Stage("corrections", tables[1], tables[2]),
        Stage("nights", tables[2], tables[3]),
    ]
    listed = sorted(row.player for row in tables[-1].table.rows)
    first, last = stages[0].start_ranks, stages[-1].end_ranks
    return {
        player: _movement(player, stages) for player in listed if player in first or player in last
    }


def _movement(player: str, stages: Sequence[Stage]) -> Movement:
    from_rank = stages[0].start_ranks.get(player)
    to_rank = stages[-1].end_ranks.get(player)
    if from_rank is None or to_rank is None:
        changing = [stage.name for stage in stages if stage.changes_whether_ranked(player)]
        return Movement(
            kind="new" if from_rank is None else "out",
            from_rank=from_rank,
            to_rank=to_rank,
            stage=changing[-1],
            causes={},
            crossings=(),
        )
    crossings: tuple[Crossing, ...] = ()
    causes = Counter({"mixed": from_rank - to_rank})
    if all(player in stage.end_ranks for stage in stages):
        crossings = tuple(one for stage in stages for one in stage.crossings_of(player))
        causes = Counter()
        for one in crossings:
            causes[one.cause] += one.places
    assert sum(causes.values()) == from_rank - to_rank  # nothing is left over (S-62)
    return Movement(
        kind=_kind(from_rank, to_rank),
        from_rank=from_rank,
        to_rank=to_rank,
        stage=None,
        causes={cause: places for cause, places in sorted(causes.items()) if places},
        crossings=crossings,
    )


def _kind(from_rank: int, to_rank: int) -> Kind:
    if from_rank == to_rank:
        return "same"
    return "up" if to_rank < from_rank else "down"
