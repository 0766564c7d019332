"""A login as its own pages and programs see it: its tokens and how it signs in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.models import Authenticator
from django.contrib.auth import authenticate
from django.utils import timezone
from knox.models import AuthToken

from scoring.errors import ErrorCode, ServiceRefused


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token of a login: what it is known by, never the token itself."""

    prefix: str
    created_at: datetime
    expires_at: datetime


def list_tokens(*, login_id: int) -> Sequence[TokenRow]:
    """The tokens that still hold, the newest first."""
    tokens = AuthToken.objects.filter(user_id=login_id, expiry__gt=timezone.now())
    return [
        TokenRow(token.token_key, token.created, token.expiry)
        for token in tokens.order_by("-created", "pk")
    ]


def has_second_factor(*, login_id: int) -> bool:
    """Does this login sign in with a second step?"""
    return bool(Authenticator.objects.filter(user_id=login_id).exists())


def get_login_by_password(*, user_name: str, password: str) -> int:
    """The login of this name and password; which of the two was wrong is not told.

    Errors: `password_wrong`; `second_factor_needed` where a password alone does not sign in.
    """
    login = authenticate(username=user_name, password=password)
    if login is None or login.pk is None:
        raise ServiceRefused(ErrorCode.PASSWORD_WRONG, field="user_name")
    if has_second_factor(login_id=login.pk):
        raise ServiceRefused(ErrorCode.SECOND_FACTOR_NEEDED)
    return int(login.pk)
