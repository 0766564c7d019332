"""What a search may cost, counted in steps: a clock would give another plan another time."""

from __future__ import annotations

from dataclasses import dataclass


class Exhausted(Exception):
    """The search gave up: it may do no more steps."""


@dataclass
class Effort:
    """Steps done, and the limit where there is one: the bundles made, met and tried."""

    limit: int | None = None
    spent: int = 0

    @property
    def is_exhausted(self) -> bool:
        """Nothing more may be done."""
        return self.limit is not None and self.spent > self.limit

    def spend(self, steps: int) -> None:
        """Count, and raise Exhausted beyond the limit."""
        self.spent += steps
        if self.is_exhausted:
            raise Exhausted
