"""Phones without a login: a table's code, and the device that joined by it.

Codes and tokens are kept hashed; a code expires and can be revoked, and with it every phone that
joined by it.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from scoring.actors import Actor, Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Device, JoinCode
from scoring.permissions import Action
from scoring.selectors.phones import find_phone, hash_of_secret, standing_codes
from scoring.selectors.tables import load_table
from scoring.services import locks
from scoring.services.audit import keep_note, write_event
from scoring.services.rights import verify_at_table

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without 0 O 1 I
CODE_LENGTH = 6
LIFETIME = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Joined:
    """The token is shown once and kept by the phone; the server keeps its hash. It is good until
    the code expires.
    """

    device_id: UUID
    table_id: int
    token: str
    role: Role
    expires_at: datetime


@transaction.atomic
def create_code(*, actor: Actor, table_id: int, role: str) -> tuple[int, str]:
    """A new code for this table, `scorer` or `viewer`; returns its id and the code itself, shown
    once.
    """
    assert role in {"scorer", "viewer"}
    locks.lock_table(table_id)
    here = load_table(actor=actor, table_id=table_id)
    verify_at_table(here, Action.MANAGE_CODES)
    code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    row = JoinCode.objects.create(
        table_id=table_id,
        role=role,
        code_hash=hash_of_secret(code),
        expires_at=timezone.now() + LIFETIME,
    )
    write_event(
        actor=actor,
        club_id=here.club_id,
        night_id=here.night_id,
        action="code.create",
        object_kind="code",
        object_id=row.pk,
        after={"role": role, "table_id": table_id},
    )
    return row.pk, code


@transaction.atomic
def revoke_code(*, actor: Actor, code_id: int) -> None:
    """The code, and every phone that joined by it, has no rights from now on. Twice is once."""
    code = JoinCode.objects.select_for_update(no_key=True).filter(pk=code_id).first()
    if code is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    here = load_table(actor=actor, table_id=code.table_id)
    verify_at_table(here, Action.MANAGE_CODES)
    if code.revoked_at is not None:
        return
    JoinCode.objects.filter(pk=code_id).update(revoked_at=timezone.now())
    write_event(
        actor=actor,
        club_id=here.club_id,
        night_id=here.night_id,
        action="code.revoke",
        object_kind="code",
        object_id=code_id,
    )


@transaction.atomic
def join_table(*, code: str, label: str = "", is_watching: bool = False) -> Joined:
    """A phone joins by a code, whatever the case it was typed in; `is_watching` takes no more from
    a scorer's code than to see the table.

    Errors: `code_unknown`, also for expired and revoked.
    """
    row = standing_codes(code=code).select_related("table__night").first()
    if row is None:
        raise ServiceRefused(ErrorCode.CODE_UNKNOWN, field="code")
    club_id = row.table.night.club_id
    token = secrets.token_urlsafe(32)
    role = Role.SCORER if row.role == "scorer" and not is_watching else Role.MEMBER
    device = Device.objects.create(
        id=uuid4(),
        table=row.table,
        join_code=row,
        role=role,
        token_hash=hash_of_secret(token),
        label=keep_note(club_id=club_id, text=label),
    )
    write_event(
        actor=Actor.of_device(device.pk),
        club_id=club_id,
        night_id=row.table.night_id,
        action="device.join",
        object_kind="device",
        object_id=device.pk,
        after={"role": str(role), "table_id": row.table_id},
    )
    return Joined(device.pk, row.table_id, token, role, row.expires_at)


def find_device(*, token: str) -> UUID | None:
    """The device of this token, if the code it joined by still stands."""
    phone = find_phone(token=token)
    return phone.id if phone is not None and phone.is_live else None
