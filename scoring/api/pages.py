"""Long lists by cursor: stable while rows are added, the same cost on every page."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class Pages(CursorPagination):
    """`?cursor=` and `?page_size=` (at most 200); the newest first unless a list says otherwise."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


def answer_page(
    view: APIView,
    request: Request,
    *,
    rows: QuerySet[Any, Any],
    ordering: Sequence[str],
    shown: type[serializers.Serializer[Any]],
    row_of: Callable[[Any], object] | None = None,
    rows_of: Callable[[Sequence[Any]], Sequence[object]] | None = None,
) -> Response:
    """One page of `rows`, in this order (its last column has to be unique), shown by `shown`;
    `row_of` makes a frozen row of what the query gives, `rows_of` all rows of the page at once.
    """
    pages = Pages()
    pages.ordering = tuple(ordering)
    found = pages.paginate_queryset(rows, request, view=view) or []
    made: Sequence[object] = [row_of(item) for item in found] if row_of else found
    if rows_of is not None:
        made = rows_of(found)
    return pages.get_paginated_response(shown(made, many=True).data)
