"""Which phone somebody signed in on: `X-Phom-Phone`, a UUID the phone drew by itself.

Knows the header and what it makes of a login. A phone that joined by a code is known by its token,
and no header makes it another one.
"""

import re
from dataclasses import replace
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from scoring.actors import Actor, ActorKind

HEADER = "X-Phom-Phone"
PATTERN = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"  # as the schema says it
_UUID = re.compile(PATTERN)

PHONE = OpenApiParameter(
    HEADER,
    {"type": "string", "pattern": PATTERN},
    OpenApiParameter.HEADER,
    description=(
        "The UUID this phone drew for itself: two phones of one login are two, and what both"
        " record is marked as possibly the same. Means nothing from a phone that joined by a code."
    ),
)


def on_its_phone(actor: Actor, request: Request) -> Actor:
    """A login as this one phone of its; anybody else as they are.

    A value that is no UUID is a `request_invalid`.
    """
    given = request.headers.get(HEADER)
    if given is None:
        return actor
    if _UUID.fullmatch(given) is None:
        raise ValidationError({HEADER: "a UUID"})
    if actor.kind is not ActorKind.LOGIN:
        return actor
    return replace(actor, device_id=UUID(given))
