"""Tokens by which programs sign in as a login: made, counted, taken back.

Kept hashed; whoever lost one makes another. Knows nothing of clubs.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from knox.models import AuthToken

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Login

MOST_TOKENS = 20


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token in clear, shown this once; `prefix` is what it is known by later."""

    token: str
    prefix: str
    expires_at: datetime


@transaction.atomic
def create_token(*, login_id: int) -> NewToken:
    """Make a token for this login.

    Errors: `too_many_tokens` at twenty that have not expired.
    """
    login = Login.objects.select_for_update().get(pk=login_id)
    AuthToken.objects.filter(user=login, expiry__lte=timezone.now()).delete()
    if AuthToken.objects.filter(user=login).count() >= MOST_TOKENS:
        raise ServiceRefused(ErrorCode.TOO_MANY_TOKENS, at_most=MOST_TOKENS)
    made, token = AuthToken.objects.create(login)
    return NewToken(token=token, prefix=made.token_key, expires_at=made.expiry)


def revoke_token(*, login_id: int, prefix: str) -> None:
    """Take a token back; its program is signed out at once.

    Errors: `not_found` for another login's token.
    """
    gone, _ = AuthToken.objects.filter(user_id=login_id, token_key=prefix).delete()
    if not gone:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="prefix")
