"""Who asks, and the tokens of their programs."""

from dataclasses import dataclass
from typing import Any

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, ScopedRateThrottle

from scoring.api.base import ApiView
from scoring.api.schema import operation
from scoring.api.serializers import me
from scoring.selectors.logins import get_login_by_password
from scoring.selectors.members import list_clubs
from scoring.services.tokens import create_token, revoke_token


@dataclass(frozen=True, slots=True)
class MeRow:
    """A login and its clubs."""

    user_name: str
    clubs: Any


class MeView(ApiView):
    """GET /me"""

    tag = "me"

    @operation(
        "Who asks, and their clubs",
        answer=me.Me,
        answered={
            "user_name": "demo",
            "clubs": [{"slug": "clb-demo", "name": "CLB Phỏm Bến Nghé", "role": "owner"}],
        },
    )
    def get(self, request: Request) -> Response:
        """The login and the clubs it has a role in."""
        row = MeRow(request.user.get_username(), list_clubs(actor=self.actor))
        return self.answer(me.Me, row)


class TokensView(ApiView):
    """POST /tokens: the only operation without a sign-in; it is one."""

    tag = "me"
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def get_throttles(self) -> list[BaseThrottle]:
        """Guessing passwords is slow."""
        self.throttle_scope = "sign_in"
        return [ScopedRateThrottle()]

    @operation(
        "Make a token by name and password",
        body=me.SignIn,
        answer=me.Token,
        status=201,
        refused=(409,),
        asked={"user_name": "demo", "password": "a password"},
        answered={
            "token": "64 characters, shown this once",
            "prefix": "8c1f0a7d5be2946",
            "expires_at": "2027-02-28T21:00:00+07:00",
        },
    )
    def post(self, request: Request) -> Response:
        """A token for `Authorization: Token …`; shown this once."""
        given = self.parse(me.SignIn)
        login_id = get_login_by_password(**given)
        return self.answer(me.Token, create_token(login_id=login_id), status=201)


class TokenView(ApiView):
    """DELETE /tokens/{prefix}"""

    tag = "me"

    @operation("Take a token back", status=204)
    def delete(self, request: Request, prefix: str) -> Response:
        """Its program is signed out at once."""
        revoke_token(login_id=self.actor.login_id or 0, prefix=prefix)
        return Response(status=204)
