"""How a club's tables were set last: what a new night or table is offered to open with."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scoring.models import Table


@dataclass(frozen=True, slots=True)
class LastSetting:
    """A table as it stood at the end; `seats` and `bench` are player UUIDs as text."""

    label: str
    stake_points: int
    ruleset_version_id: int
    seats: Sequence[str]
    bench: Sequence[str]


def list_last_settings(*, club_id: int, before: date | None = None) -> Sequence[LastSetting]:
    """The tables of the club's latest night that has any (before a day, where one is given), in
    the order they were opened; empty for a new club. Two statements.
    """
    tables = Table.objects.filter(night__club_id=club_id)
    if before is not None:
        tables = tables.filter(night__day__lt=before)
    latest = tables.order_by("-night__day").values_list("night_id", flat=True).first()
    if latest is None:
        return []
    return [
        LastSetting(
            table.label, table.stake_points, table.ruleset_version_id, table.seats, table.bench
        )
        for table in Table.objects.filter(night_id=latest).order_by("pk")
    ]
