"""Bodies and fields that take exactly what they name: no number in a string, no instant without a
zone.

Knows JSON's types. A program's slip must be told, not guessed at: the books cannot be edited.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_datetime
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class Json(JSONParser):
    """A body of JSON. What is nested deeper than a program can follow is none."""

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """What was sent; `ParseError` where it cannot be read."""
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError("JSON nested too deeply") from error


class Whole(serializers.IntegerField):
    """A whole number: neither "5" nor 5.0 nor true is one."""

    def to_internal_value(self, data: Any) -> int:
        """The number as it came."""
        if type(data) is not int:
            self.fail("invalid")
        return data


class Text(serializers.CharField):
    """Words: a number is none."""

    def to_internal_value(self, data: Any) -> str:
        """The words, without the spaces around them."""
        if type(data) is not str:
            self.fail("invalid")
        return super().to_internal_value(data)


class Id(serializers.UUIDField):
    """A UUID as it is written everywhere: 36 characters."""

    def to_internal_value(self, data: Any) -> UUID:
        """The UUID."""
        if type(data) is not str or len(data) != 36:
            self.fail("invalid", value=data)
        found = super().to_internal_value(data)
        assert isinstance(found, UUID)
        return found


@extend_schema_field({"type": "string", "format": "date-time"})
class Instant(serializers.Field[datetime, str, str, Any]):
    """An ISO 8601 instant with its zone; without one it would mean another time elsewhere."""

    default_error_messages = {"invalid": "an ISO 8601 instant with its zone"}

    def to_internal_value(self, data: Any) -> datetime:
        """The aware instant."""
        try:
            found = parse_datetime(data) if type(data) is str else None
        except ValueError:
            found = None
        if found is None or found.tzinfo is None:
            self.fail("invalid")
        return found

    def to_representation(self, value: datetime) -> str:
        """As it is kept, in UTC."""
        return value.isoformat().replace("+00:00", "Z")


_SHEET = {
    "type": "object",
    "description": "`phom-sheet/1`; seats are player UUIDs, in `POST /score` any names.",
    "required": ["seats", "ending"],
    "properties": {
        "seats": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 4},
        "ending": {"type": "string", "enum": ["normal", "u", "fault", "drawn", "void"]},
    },
    "additionalProperties": True,
}


@extend_schema_field(_SHEET)
class SheetJson(serializers.Field[Any, Any, Any, Any]):
    """A `phom-sheet/1` as it came: the engine reads it, and says what is wrong with it."""

    def to_internal_value(self, data: Any) -> Any:
        """Whatever it is."""
        return data

    def to_representation(self, value: Any) -> Any:
        """JSON already."""
        return value


@extend_schema_field(
    {"type": "object", "description": "`phom-rules/1`", "additionalProperties": True}
)
class RulesJson(SheetJson):
    """A `phom-rules/1` as it came: the engine reads it."""
