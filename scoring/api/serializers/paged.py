"""Long lists by cursor: what they may be asked with, and the page they are answered with."""

from functools import cache
from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from scoring.api.base import Input


class Paged(Input):
    """What every long list may be asked with."""

    cursor = serializers.CharField(required=False)
    page_size = serializers.IntegerField(required=False, min_value=1, max_value=200)


@cache
def paged(shown: type[serializers.Serializer[Any]]) -> Any:
    """A page of these; `next` and `previous` are addresses, or null."""
    return inline_serializer(
        f"{shown.__name__}Page",
        {
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": shown(many=True),
        },
    )


@cache
def listed(shown: type[serializers.Serializer[Any]]) -> Any:
    """A short list, whole."""
    return inline_serializer(f"{shown.__name__}List", {"results": shown(many=True)})
