"""`manage.py import_deals FILE [--club SLUG] [--strict]`: a season recorded elsewhere goes into the
books.
"""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.engine import Refused
from scoring.errors import ServiceRefused
from scoring.management.setup import set_up_if_empty
from scoring.services.deal_files import BadLine
from scoring.services.imports import apply_import, plan_import


class Command(BaseCommand):
    """Two passes: nothing is written before every line was read and scored."""

    help = (
        "Import deals from a phom-deals/1 file; the same file again completes an interrupted run."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """FILE, --club, --strict."""
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--club", metavar="SLUG", help="the club, if not the one of the file")
        parser.add_argument(
            "--strict", action="store_true", help="one bad line, and nothing is written"
        )

    def handle(
        self, *args: Any, file: Path, club: str | None, strict: bool, **options: Any
    ) -> None:
        """Plan, list what is bad, apply, and say what came of it."""
        set_up_if_empty()
        try:
            with file.open(encoding="utf-8") as lines:
                plan = plan_import(lines, club_slug=club)
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{file}: {error}") from error
        except (Refused, ServiceRefused) as refused:
            raise CommandError(f"line 1: {refused}") from refused
        if plan.bad_lines and strict:
            self._list(plan.bad_lines)
            raise CommandError(f"{len(plan.bad_lines)} bad lines, nothing was written")
        try:
            report = apply_import(plan, progress=self._progress if sys.stdout.isatty() else None)
        except ServiceRefused as refused:
            raise CommandError(f"line 1: {refused}") from refused
        self._list(report.bad_lines)
        self.stdout.write(
            f"{report.club_slug}, {report.season_name}: {report.recorded} deals recorded, "
            f"{report.known} known, {len(report.bad_lines)} bad lines"
        )

    def _list(self, bad_lines: Any) -> None:
        for bad in bad_lines:
            self.stderr.write(_shown(bad))

    def _progress(self, done: int, total: int) -> None:
        end = "\n" if done == total else "\r"
        self.stdout.write(f"{done}/{total}", ending=end)
        self.stdout.flush()


def _shown(bad: BadLine) -> str:
    values = "".join(
        f" {name}={value}" for name, value in bad.values.items() if name not in {"field", "path"}
    )
    return f"line {bad.line_number}: {bad.code} {bad.field}{values}"
