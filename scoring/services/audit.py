"""The only writer of audit events, and of the words people type."""

from collections.abc import Mapping

from django.utils import timezone

from scoring.actors import Actor
from scoring.models import AuditEvent, Note
from scoring.names import storable


def write_event(
    *,
    actor: Actor,
    club_id: int,
    action: str,
    object_kind: str,
    object_id: object,
    night_id: int | None = None,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    note: Note | None = None,
    season_revision: int | None = None,
) -> None:
    """One thing done; call it last, inside the transaction that did it.

    `before` and `after` hold no names. The first event of a request keeps its Idempotency-Key.
    """
    once = actor.once if actor.once is not None and actor.once.take() else None
    AuditEvent.objects.create(
        club_id=club_id,
        night_id=night_id,
        action=action,
        object_kind=object_kind,
        object_id=str(object_id),
        before=before,
        after=after,
        note=note,
        actor_kind=actor.kind,
        actor_login_id=actor.login_id,
        actor_device=actor.device_id,
        request_id=actor.request_id,
        season_revision=season_revision,
        idempotency_key=once.key if once else None,
        idempotency_hash=once.content_hash if once else "",
        at=timezone.now(),
    )


def keep_note(*, club_id: int, text: str) -> Note | None:
    """The typed words as a note, None where nothing was typed; at most 500 characters."""
    text = storable(text).strip()
    return Note.objects.create(club_id=club_id, text=text[:500]) if text else None
