"""What every operation stands on: who asks, what came in, how it is answered.

A view parses, calls one service or selector, and answers. Knows no noun of the product.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.conf import settings
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.actors import Actor
from scoring.api.authentication import actor_of
from scoring.api.problems import IfMatchMissing
from scoring.errors import ServiceRefused
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.roster import names_by_id

REVISION_TAG = r'^(?:W/)?"([0-9]{1,9})"$'


class Input(serializers.Serializer[Any]):
    """A body. A key nobody knows is refused like a wrong value: a typing error must not be taken
    for a wish left out. `forms` are the ways in which keys go together, as JSON Schema has them:
    the body has exactly one of them.
    """

    forms: ClassVar[Sequence[Mapping[str, Any]]] = ()

    def to_internal_value(self, data: Any) -> Any:
        """What DRF does, and unknown keys named."""
        if isinstance(data, Mapping):
            unknown = [str(key) for key in data if key not in self.fields]
            if unknown:
                raise ValidationError({key: ["unknown"] for key in unknown})
        return super().to_internal_value(data)


class Output(serializers.Serializer[Any]):
    """An answer, read from a frozen row of a selector."""


class ApiView(APIView):
    """An operation for somebody who signed in."""

    @cached_property
    def actor(self) -> Actor:
        """Who asks, as services want it."""
        return actor_of(self.request)

    def parse(self, wanted: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """The body, checked for its form; `request_invalid` names the path of what is wrong."""
        given = wanted(data=self.request.data)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    def parse_query(self, wanted: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """The query string, checked in the same way."""
        given = wanted(data=self.request.query_params.dict())
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    def answer(
        self,
        shown: type[serializers.Serializer[Any]],
        row: object,
        *,
        status: int = 200,
        etag: str = "",
    ) -> Response:
        """One row as JSON."""
        response = Response(shown(row).data, status=status)
        return tagged(response, etag) if etag else response

    def answer_list(
        self, shown: type[serializers.Serializer[Any]], rows: Iterable[object], *, etag: str = ""
    ) -> Response:
        """A short list, whole: `{"results": [...]}`. Long ones are paged (`pages.py`)."""
        response = Response({"results": shown(list(rows), many=True).data})
        return tagged(response, etag) if etag else response

    def unchanged(self, etag: str) -> Response | None:
        """304 when the asker has this state already, else None."""
        response = get_conditional_response(self.request._request, etag=etag)  # noqa: SLF001 - DRF has no way of its own
        if response is None or response.status_code != 304:
            return None
        return tagged(Response(status=304), etag)

    def based_on(self) -> int:
        """The revision that If-Match names; 428 without, `request_invalid` when it is no number."""
        given = self.request.headers.get("If-Match")
        if given is None:
            raise IfMatchMissing
        found = re.fullmatch(REVISION_TAG, given.strip())
        if found is None:
            raise ValidationError({"If-Match": ["a revision number in quotes"]})
        return int(found[1])

    def names_for(self, values: Mapping[str, object]) -> Mapping[str, str]:
        """Call names of the people a refusal speaks of, asked for only where there are any."""
        said = [values.get("seat"), *_listed(values.get("seats"))]
        ids = [str(seat) for seat in said if seat]
        club_id = self.club_id_of_refusal() if ids else None
        return {} if club_id is None else names_by_id(club_id=club_id, player_ids=ids)

    def club_id_of_refusal(self) -> int | None:
        """The club whose people a refusal may name, where the view knows one."""
        return None

    def show_current(self, refused: ServiceRefused) -> object:
        """What holds now, as JSON; views whose services send a `current` say how it looks."""
        return refused.current


class ClubView(ApiView):
    """An operation inside the club of the address; strangers learn nothing, not even a 403."""

    club: ClubRow

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Sign-in and limits, then the club."""
        super().initial(request, *args, **kwargs)
        self.club = get_club(actor=self.actor, slug=self.kwargs["slug"])

    def club_id_of_refusal(self) -> int | None:
        """The club of the address, once it is known."""
        club: ClubRow | None = getattr(self, "club", None)
        return None if club is None else club.id


def make_etag(request: Request, *parts: object) -> str:
    """The tag of a state for this viewer: what changed, the language, who looks, the release."""
    tail = (get_language(), request.user.pk, settings.RELEASE)
    return '"' + ":".join(str(part) for part in (*parts, *tail)) + '"'


def tagged(response: Response, etag: str) -> Response:
    """The answer with its tag: to be asked for again each time, kept by nobody but the asker."""
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie", "Authorization", "Accept-Language"))
    return response


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, tuple | list) else []
