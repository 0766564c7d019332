"""A figure, its bar, and how they are printed."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Figure:
    """One line of the table. `bar` is empty where there is none; `holds` says whether it is met."""

    what: str
    value: str
    bar: str = ""
    holds: bool = True

    def to_json(self) -> dict[str, object]:
        """For a process that measures on another database."""
        return asdict(self)


def print_table(figures: Sequence[Figure]) -> None:
    """Aligned columns, with a mark at what misses its bar."""
    widths = [max(len(getattr(row, name)) for row in figures) for name in ("what", "value", "bar")]
    for row in figures:
        mark = "" if not row.bar else "ok" if row.holds else "MISSED"
        cells = [row.what.ljust(widths[0]), row.value.rjust(widths[1]), row.bar.ljust(widths[2])]
        print("  ".join([*cells, mark]).rstrip())
