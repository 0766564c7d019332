"""`manage.py audit_books`: are the books what a rebuild from nothing gives?"""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from scoring.services.audits import audit_books


class Command(BaseCommand):
    """Exit 1, and the list, when anything differs."""

    help = "Score every deal again and compare seats, transfers, tallies, pots and guards."

    def handle(self, *args: Any, **options: Any) -> None:
        """Audit and print."""
        report = audit_books(progress=self._progress if sys.stdout.isatty() else None)
        for difference in report.differences:
            self.stdout.write(str(difference))
        if report.older_engine:
            self.stdout.write(f"{report.older_engine} revisions scored by an older engine")
        self.stdout.write(
            f"{report.tables_checked} tables, {report.deals_checked} deals, "
            f"{len(report.differences)} differences"
        )
        if report.differences:
            sys.exit(1)

    def _progress(self, done: int, total: int) -> None:
        self.stdout.write(f"{done}/{total}", ending="\n" if done == total else "\r")
        self.stdout.flush()
