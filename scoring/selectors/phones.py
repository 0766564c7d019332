"""A phone that joined a table: who it is by its token, and whether its code still stands.

Knows tokens and codes by their hashes alone. Changes nothing.
"""

import hashlib
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from scoring.actors import Role
from scoring.models import Deal, Device, JoinCode, Membership, NightState


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone, whatever became of its code. `is_live` says that it still stands, `is_revoked` that
    somebody took it back; `is_running` that the night of its table is being played.
    """

    id: UUID
    table_id: int
    club_id: int
    role: Role
    is_live: bool
    is_revoked: bool
    is_running: bool


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a code that stands lets in to. `people` are player UUIDs as text: who sits, in turn
    order, then who waits.
    """

    club_id: int
    club_name: str
    table_id: int
    label: str
    day: date
    state: str
    last_number: int
    is_scorer: bool
    seats: tuple[str, ...]
    bench: tuple[str, ...]


def hash_of_secret(secret: str) -> str:
    """What is kept of a code or a token."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def tidy_code(typed: str) -> str:
    """A code as it was made, whatever the case and the gaps it was typed with."""
    return "".join(typed.split()).upper()


def find_phone(*, token: str) -> Phone | None:
    """The phone of this token; None where nobody was given it; one statement."""
    device = (
        Device.objects.select_related("join_code", "table__night")
        .filter(token_hash=hash_of_secret(token))
        .first()
    )
    if device is None:
        return None
    code, night = device.join_code, device.table.night
    return Phone(
        id=device.pk,
        table_id=device.table_id,
        club_id=night.club_id,
        role=Role(device.role),
        is_live=Device.is_live(
            revoked_at=code.revoked_at, expires_at=code.expires_at, now=timezone.now()
        ),
        is_revoked=code.revoked_at is not None,
        is_running=night.state == NightState.OPEN,
    )


def stands_in_for(
    phone: Phone, *, login_id: int, table_id: int | None = None, deal_id: UUID | None = None
) -> bool:
    """Is the phone the one who acts, though somebody signed in on it? Only at its own table (or
    on a deal there, where no table is named), and only where that login has no role: a role in the
    club goes before the phone.
    """
    is_here = table_id == phone.table_id
    if table_id is None and deal_id is not None:
        is_here = Deal.objects.filter(pk=deal_id, table_id=phone.table_id).exists()
    if not is_here:
        return False
    return not Membership.objects.filter(login_id=login_id, club_id=phone.club_id).exists()


def standing_codes(*, code: str) -> QuerySet[JoinCode]:
    """The one code that was typed, whatever its case, as long as it stands; or none."""
    return JoinCode.objects.filter(
        code_hash=hash_of_secret(tidy_code(code)),
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
    )


def find_invitation(*, code: str) -> Invitation | None:
    """Where this code leads, as long as it stands; one statement."""
    row = standing_codes(code=code).select_related("table__night__club").first()
    if row is None:
        return None
    table = row.table
    return Invitation(
        club_id=table.night.club_id,
        club_name=table.night.club.name,
        table_id=table.pk,
        label=table.label,
        day=table.night.day,
        state=table.state,
        last_number=table.last_number,
        is_scorer=row.role == "scorer",
        seats=tuple(table.seats),
        bench=tuple(table.bench),
    )
