"""A POST with an Idempotency-Key is done once (architecture.md, section 9).

Knows the header and what to answer the second time. The key is kept in the audit event of what was
done, unique in its club, so it lives and dies with the transaction that did it.
"""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db import IntegrityError
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from scoring.actors import Actor, Once
from scoring.errors import ErrorCode, ServiceRefused
from scoring.selectors.events import find_done_before

HEADER = "Idempotency-Key"
LONGEST = 64
PATTERN = f"^[!-~]{{1,{LONGEST}}}$"  # as the schema says it: visible ASCII
_KEY = re.compile(PATTERN)
# How the databases say that the pair of club and key is there already: PostgreSQL by its
# constraint, SQLite by the guard that stands before it.
_SIGNS = ("audit_idempotency_key_once_per_club", "guard: audit events are never replaced")

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Made]):
    """What a request did: `made` by the service just now, or the `object_id` of what the same
    request made before.
    """

    made: Made | None = None
    object_id: str = ""

    @property
    def is_repeated(self) -> bool:
        """Was this done before?"""
        return bool(self.object_id)


def read_key(request: Request) -> Once | None:
    """The key of this POST and the hash of all it asks; None without the header.

    A key that is empty, over 64 characters or not visible ASCII is a `request_invalid`.
    """
    key = request.headers.get(HEADER)
    if key is None or request.method != "POST":
        return None
    if _KEY.fullmatch(key) is None:
        raise ValidationError({HEADER: f"1 - {LONGEST} characters"})
    asked = hashlib.sha256(request.get_full_path().encode() + b"\n" + request._request.body)  # noqa: SLF001 - DRF offers the bytes nowhere else
    return Once(key, asked.hexdigest())


def do_once(actor: Actor, *, club_id: int, run: Callable[[], Made]) -> Outcome[Made]:
    """Run the service, or say what it made when this key was here before.

    Errors: `idempotency_key_reused` where the key was used for something else; what `run` refuses.
    """
    if actor.once is None:
        return Outcome(made=run())
    found = _look_up(actor.once, club_id)
    if found is not None:
        return Outcome(object_id=found)
    try:
        return Outcome(made=run())
    except ServiceRefused:
        # What stands in the way may be what the twin of this request has just made.
        found = _look_up(actor.once, club_id)
        if found is None:
            raise
        return Outcome(object_id=found)
    except IntegrityError as error:
        # The twin of this request was faster; everything done here was taken back.
        if not any(sign in str(error) for sign in _SIGNS):
            raise
        found = _look_up(actor.once, club_id)
        assert found is not None
        return Outcome(object_id=found)


def _look_up(once: Once, club_id: int) -> str | None:
    before = find_done_before(club_id=club_id, key=once.key)
    if before is None:
        return None
    if before.content_hash != once.content_hash:
        raise ServiceRefused(ErrorCode.IDEMPOTENCY_KEY_REUSED, field=HEADER)
    return before.object_id
