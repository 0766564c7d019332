"""Auditing the books: every table in a transaction of its own, so that recording goes on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from scoring.models import AuditRun
from scoring.selectors.audits import (
    audit_club,
    audit_table,
    find_guard_differences,
    list_club_ids,
    list_table_ids,
)
from scoring.selectors.differences import Difference

AUDIT_EVERY = timedelta(hours=20)


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit came to; clean when `differences` is empty."""

    differences: Sequence[Difference]
    deals_checked: int
    tables_checked: int
    older_engine: int


def audit_books(*, progress: Callable[[int, int], None] | None = None) -> AuditReport:
    """Score every deal again and compare everything with a rebuild; leaves an `AuditRun`."""
    started_at = timezone.now()
    differences = list(find_guard_differences())
    deals_checked = older_engine = 0
    table_ids = list_table_ids()
    for done, table_id in enumerate(table_ids, start=1):
        with transaction.atomic():
            _see_one_moment()
            audit = audit_table(table_id)
        differences += audit.differences
        deals_checked += audit.deals_checked
        older_engine += audit.older_engine
        if progress is not None:
            progress(done, len(table_ids))
    for club_id in list_club_ids():
        with transaction.atomic():
            _see_one_moment()
            differences += audit_club(club_id)
    AuditRun.objects.create(
        started_at=started_at,
        finished_at=timezone.now(),
        deals_checked=deals_checked,
        differences=len(differences),
    )
    return AuditReport(differences, deals_checked, len(table_ids), older_engine)


def audit_when_due() -> AuditReport | None:
    """Audit if the last run is older than twenty hours, or there is none."""
    last = AuditRun.objects.order_by("-finished_at").first()
    if last is not None and timezone.now() - last.finished_at < AUDIT_EVERY:
        return None
    return audit_books()


def _see_one_moment() -> None:
    """PostgreSQL: one snapshot for the whole transaction. SQLite has the write lock anyway."""
    if connection.vendor == "postgresql" and not connection.savepoint_ids:
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
