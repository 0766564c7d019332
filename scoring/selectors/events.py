"""Audit events, looked up by the key of the request that caused them."""

from dataclasses import dataclass

from scoring.models import AuditEvent


@dataclass(frozen=True, slots=True)
class DoneBefore:
    """What a request with this key did: the object it touched, and the hash of what was asked."""

    object_kind: str
    object_id: str
    content_hash: str


def find_done_before(*, club_id: int, key: str) -> DoneBefore | None:
    """What the request with this Idempotency-Key did in this club; one statement."""
    event = (
        AuditEvent.objects.filter(club_id=club_id, idempotency_key=key)
        .values_list("object_kind", "object_id", "idempotency_hash")
        .first()
    )
    return DoneBefore(*event) if event else None
