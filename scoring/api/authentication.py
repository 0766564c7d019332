"""Who asks: a token of a login, or the site's own sign-in.

Knows how a request proves who it is. What that one may do is read by services and selectors.
"""

from typing import Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from scoring.actors import Actor
from scoring.api.idempotency import read_key


class LoginToken(TokenAuthentication):  # type: ignore[misc] # untyped there
    """`Authorization: Token …`, made on the page "Tôi"; kept hashed, expiring, revocable."""

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        """The login and its token; what is no token at all is a dead one, never a bug."""
        if not token.isascii():
            raise AuthenticationFailed
        found: tuple[Any, Any] = super().authenticate_credentials(token)
        return found

    def _cleanup_token(self, auth_token: Any) -> bool:
        """Is it dead? Knox would read all other tokens of the login too, for every request."""
        is_dead: bool = auth_token.expiry is not None and auth_token.expiry < timezone.now()
        if is_dead:
            auth_token.delete()
        return is_dead


class SiteSignIn(SessionAuthentication):
    """The cookie of the pages; changes need the CSRF token, as forms do."""


class LoginTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # untyped there
    """How the schema tells of tokens."""

    target_class = "scoring.api.authentication.LoginToken"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """A header whose value begins with the word Token."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token <key>`",
        }


class SiteSignInScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # untyped there
    """How the schema tells of the cookie."""

    target_class = "scoring.api.authentication.SiteSignIn"
    name = "cookie"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """The cookie that a sign-in on the pages leaves."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


def actor_of(request: Request) -> Actor:
    """The one who asks, as services want it: a login, or the device a token stands for.

    Carries the Idempotency-Key of a POST, so that the first audit event keeps it.
    """
    device = getattr(request.auth, "device_id", None)
    request_id = request.headers.get("X-Request-Id", "")[:64]
    key = read_key(request)
    if device is not None and not request.user.is_authenticated:
        return Actor.of_device(device, request_id=request_id, once=key)
    assert request.user.pk is not None, "operations stand behind the sign-in"
    return Actor.of_login(request.user.pk, request_id=request_id, once=key)
