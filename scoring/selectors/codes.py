"""Join codes of a table, and the phones that joined by them. The codes themselves are kept hashed
and cannot be read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, QuerySet
from django.utils import timezone

from scoring.models import Device, JoinCode
from scoring.selectors.tables import TableState


@dataclass(frozen=True, slots=True)
class CodeRow:
    """A code by its id; `is_live` is False once it is revoked or expired."""

    id: int
    role: str
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    device_count: int
    is_live: bool


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A phone; it may act as long as its code stands. `role` is the one it acts with."""

    id: UUID
    label: str
    role: str
    code_id: int
    joined_at: datetime
    is_live: bool


def codes_of_table(*, table: TableState) -> QuerySet[JoinCode]:
    """Codes ever made for the table, the last first, for pages and `code_rows`."""
    codes = JoinCode.objects.filter(table_id=table.id).annotate(device_count=Count("devices"))
    return codes.order_by("-pk")


def code_rows(page: Iterable[JoinCode]) -> Sequence[CodeRow]:
    """A page of `codes_of_table`."""
    now = timezone.now()
    return [
        CodeRow(
            id=code.pk,
            role=code.role,
            created_at=code.created_at,
            expires_at=code.expires_at,
            revoked_at=code.revoked_at,
            device_count=code.device_count,  # type: ignore[attr-defined] # annotated above
            is_live=_is_live(code, now),
        )
        for code in page
    ]


def devices_of_table(*, table: TableState) -> QuerySet[Device]:
    """Phones that joined the table, the last first, for pages and `device_rows`."""
    devices = Device.objects.filter(table_id=table.id).select_related("label", "join_code")
    return devices.order_by("-created_at", "-pk")


def device_rows(page: Iterable[Device]) -> Sequence[DeviceRow]:
    """A page of `devices_of_table`."""
    now = timezone.now()
    return [
        DeviceRow(
            id=device.pk,
            label=device.label.text if device.label else "",
            role=device.role,
            code_id=device.join_code_id,
            joined_at=device.created_at,
            is_live=_is_live(device.join_code, now),
        )
        for device in page
    ]


def _is_live(code: JoinCode, now: datetime) -> bool:
    return Device.is_live(revoked_at=code.revoked_at, expires_at=code.expires_at, now=now)
