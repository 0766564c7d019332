"""Phones without a login: `Authorization: Device <token>`, got by typing a table's code.

Knows how a phone proves itself and how often it may ask. That it has rights at its table alone is
read by services and selectors, for every single call.
"""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from scoring.api.authentication import LoginToken, SiteSignIn
from scoring.services.joining import find_device

KEYWORD = b"device"


@dataclass(frozen=True, slots=True)
class DeviceAuth:
    """What stands in `request.auth` for a phone."""

    device_id: UUID


class DeviceToken(BaseAuthentication):
    """`Authorization: Device <token>`; a token whose code was revoked or has expired is dead."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, DeviceAuth] | None:
        """Nobody's login, and the phone; None where the header speaks of something else."""
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != KEYWORD:
            return None
        device_id = find_device(token=_ascii(parts[1])) if len(parts) == 2 else None
        if device_id is None:
            raise AuthenticationFailed(gettext_lazy("Mã của máy không còn dùng được."))
        return AnonymousUser(), DeviceAuth(device_id)

    def authenticate_header(self, request: Request) -> str:
        """So that a dead token is 401, not 403."""
        return "Device"


class DeviceTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # untyped there
    """How the schema tells of phones."""

    target_class = "scoring.api.devices.DeviceToken"
    name = "device"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """A header whose value begins with the word Device."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Device <token>`, from `POST /join`",
        }


class SignedInOrDevice(BasePermission):
    """Somebody who signed in, or a phone that joined."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Is there anybody?"""
        return request.user.is_authenticated or isinstance(request.auth, DeviceAuth)


class PhoneThrottle(UserRateThrottle):
    """Logins as everywhere; phones each by themselves: a whole table asks from one address."""

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """By login, by phone, by address."""
        if isinstance(request.auth, DeviceAuth):
            ident = f"device-{request.auth.device_id}"
            return self.cache_format % {"scope": self.scope, "ident": ident}
        return super().get_cache_key(request, view)


# What every operation at one table lets in.
AT_TABLE = (LoginToken, SiteSignIn, DeviceToken)


def _ascii(token: bytes) -> str:
    return token.decode("ascii", "replace")
