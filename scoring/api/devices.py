"""Phones without a login: `Authorization: Device <token>`, got by typing a table's code, or the
cookie that holds the same token.

Knows how a phone proves itself and how often it may ask. That it has rights at its table alone is
read by services and selectors, for every single call.
"""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from scoring.api.authentication import LoginToken, SiteSignIn
from scoring.selectors.phones import find_phone, stands_in_for
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


class DeviceCookie(SessionAuthentication):
    """The cookie of a phone that joined on the pages; changes need the CSRF token, as forms do.

    A dead one is nobody's sign-in. It stays on the phone until a page has said so there.
    """

    def authenticate(self, request: Request) -> tuple[AnonymousUser, DeviceAuth] | None:
        """The phone, unless the request says otherwise who asks: by a header, or by the sign-in of
        somebody with a role in the club.
        """
        token = request.COOKIES.get(settings.PHONE_COOKIE_NAME)
        if not token or get_authorization_header(request):
            return None
        phone = find_phone(token=token)
        if phone is None or not phone.is_live:
            return None
        login_id = request._request.user.pk  # noqa: SLF001 - the sign-in of the site, as DRF reads it
        if login_id is not None:
            address = request.parser_context["kwargs"]
            named = {name: address.get(name) for name in ("table_id", "deal_id")}
            if not stands_in_for(phone, login_id=login_id, **named):
                return None
        self.enforce_csrf(request)
        return AnonymousUser(), DeviceAuth(phone.id)


class DeviceCookieScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # untyped there
    """How the schema tells of the cookie of phones."""

    target_class = "scoring.api.devices.DeviceCookie"
    name = "device_cookie"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """The cookie that joining on the pages leaves."""
        return {"type": "apiKey", "in": "cookie", "name": settings.PHONE_COOKIE_NAME}


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
AT_TABLE = (LoginToken, DeviceCookie, SiteSignIn, DeviceToken)


def _ascii(token: bytes) -> str:
    return token.decode("ascii", "replace")
