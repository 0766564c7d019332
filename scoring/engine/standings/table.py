"""The table: ranked rows with the working, and the format `phom-standings-table/1`.

Knows how a table is written and hashed. Knows no rule by which it is made.
Rules S-50 to S-54 of docs/standings.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Final, Literal

from scoring.engine.standings.policy import StandingsPolicy
from scoring.engine.standings.tallies import canonical_text
from scoring.engine.standings.values import Value

FORMAT: Final = "phom-standings-table/1"

Group = Literal["ranked", "not_yet_ranked", "guest", "no_deals"]
Outcome = Literal["split", "equal", "not_met"]
Figure = int | Fraction | str | None
"""A whole number, an average, the hex digits of a lot, or None for `not_met`."""


@dataclass(frozen=True, slots=True)
class TieStep:
    """A step that was applied to a group of equal players, as one of them saw it (S-52)."""

    step: str
    others: tuple[str, ...]
    figure: Figure
    outcome: Outcome

    def to_json(self) -> dict[str, object]:
        """As it stands in `tie_steps`."""
        return {
            "step": self.step,
            "with": list(self.others),
            "figure": to_plain(self.figure),
            "outcome": self.outcome,
        }


@dataclass(frozen=True, slots=True)
class NextRank:
    """The rank directly above, and the ranking points that would draw level with it (S-53)."""

    rank: int
    to_level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow:
    """One player's row. `counted_units` is the `sum` of S-25; both it and `value` may be None."""

    player: str
    group: Group
    rank: int | None
    is_shared: bool
    value: Value | None
    counted_units: int | None
    penalties: int
    deals: int
    nights: int
    kept_deals: int
    dropped: tuple[str, ...]
    missing_deals: int
    missing_nights: int
    is_provisional: bool
    decided_by: str | None
    tie_steps: tuple[TieStep, ...]
    next: NextRank | None

    def to_json(self) -> dict[str, object]:
        """The row as in section 7, complete."""
        return {
            "player": self.player,
            "group": self.group,
            "rank": self.rank,
            "shared": self.is_shared,
            "value": to_plain(self.value),
            "sum": self.counted_units,
            "penalties": self.penalties,
            "deals": self.deals,
            "nights": self.nights,
            "kept_deals": self.kept_deals,
            "dropped": list(self.dropped),
            "missing": {"deals": self.missing_deals, "nights": self.missing_nights},
            "provisional": self.is_provisional,
            "decided_by": self.decided_by,
            "tie_steps": [step.to_json() for step in self.tie_steps],
            "next": self.next and {"rank": self.next.rank, "to_level": self.next.to_level},
        }


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Bảng xếp hạng: all listed players in order (S-31), under one policy."""

    policy: StandingsPolicy
    rows: tuple[StandingRow, ...]

    def to_json(self) -> dict[str, object]:
        """The table as `phom-standings-table/1`."""
        return {"format": FORMAT, "policy": self.policy.to_json(), "rows": self.plain_rows()}

    def canonical(self) -> str:
        """The one text of this table (S-54)."""
        return canonical_text(self.to_json())

    def checksum(self) -> str:
        """SHA-256 of the canonical rows, as 64 hex digits (S-54)."""
        return checksum_of(self.plain_rows())

    def plain_rows(self) -> list[dict[str, object]]:
        """The rows as in section 7."""
        return [row.to_json() for row in self.rows]


def checksum_of(rows: Sequence[dict[str, object]]) -> str:
    """A table's checksum, from its plain rows."""
    return sha256(canonical_text(rows).encode()).hexdigest()


def direct_groups(table: StandingsTable) -> tuple[tuple[str, ...], ...]:
    """The groups that reached `direct`, by id; the only ones whose meetings are needed (S-05).

    Ranking without meetings finds the same groups, so that they can be fetched afterwards.
    """
    return tuple(sorted({group for row in table.rows for group in _direct_group(row)}))


def _direct_group(row: StandingRow) -> Iterable[tuple[str, ...]]:
    # A step that splits is applied again to smaller groups: the first is the largest.
    groups = [tuple(sorted((row.player, *step.others))) for step in _direct_steps(row)]
    return groups[:1]


def _direct_steps(row: StandingRow) -> Iterable[TieStep]:
    return (step for step in row.tie_steps if step.step == "direct")


def to_plain(figure: Figure) -> int | str | list[int] | None:
    """For JSON: a fraction as numerator and denominator, in lowest terms."""
    if isinstance(figure, Fraction):
        return [figure.numerator, figure.denominator]
    return figure
