"""Refusals over HTTP: RFC 9457 with our codes, for everything that can go wrong below /api/.

Knows every kind of refusal (engine, services, the framework's own) and its status. Makes no
decision. The body is `type`, `title`, `status`, `detail`, `code`, `values`, and `current` where
something holds now; `errors` lists the fields of a body that could not be read.
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_standardized_errors.formatter import flatten_errors
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import exception_handler as answer_of_framework

from scoring import messages
from scoring.engine import Refused
from scoring.engine.standings import StandingsRefused
from scoring.errors import ErrorCode, ServiceRefused
from scoring.words.terms import Word

MEDIA_TYPE = "application/problem+json"
ENGINE_STATUS = 422  # the sheet was understood, and is not possible under the rules

TITLES: Mapping[int, Word] = {
    400: gettext_lazy("Yêu cầu ghi sai"),
    401: gettext_lazy("Chưa đăng nhập"),
    403: gettext_lazy("Không đủ quyền"),
    404: gettext_lazy("Không tìm thấy"),
    405: gettext_lazy("Không làm được như vậy"),
    406: gettext_lazy("Không có dạng này"),
    409: gettext_lazy("Vướng điều đang có"),
    412: gettext_lazy("Đã khác trước"),
    415: gettext_lazy("Không đọc được dạng này"),
    422: gettext_lazy("Trái luật chơi"),
    428: gettext_lazy("Thiếu If-Match"),
    429: gettext_lazy("Nhanh quá"),
    500: gettext_lazy("Máy chủ gặp lỗi"),
    503: gettext_lazy("Tạm ngưng"),
}
# What the framework refuses by itself, under our names.
_CODES = {
    400: "request_invalid",
    401: "not_signed_in",
    403: "role_too_low",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    415: "media_type_unsupported",
    428: "if_match_missing",
    429: "too_many_requests",
    500: "server_failed",
}


class ProblemRenderer(JSONRenderer):
    """JSON under the media type of problems."""

    media_type = MEDIA_TYPE


class IfMatchMissing(exceptions.APIException):
    """A change of something that may have changed since must say what it was based on."""

    status_code = 428
    default_detail = gettext_lazy('Thiếu If-Match: ghi số lần sửa đã thấy, ví dụ "1".')
    default_code = "if_match_missing"


def answer_refused(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's exception handler; None lets a bug be a bug."""
    response: Response | None
    if isinstance(error, Refused | ServiceRefused):
        response = _of_refusal(error, context)
    elif isinstance(error, StandingsRefused):
        response = _of_policy(error)
    else:
        response = _of_framework(error, context)
    if response is not None:
        _as_problem(response, context)
    return response


def problem_of(status: int) -> HttpResponse:
    """A refusal that no view of ours could make: 400, 404 or 500."""
    said = {404: ErrorCode.NOT_FOUND, 400: ErrorCode.REQUEST_INVALID}.get(status)
    body = {
        "type": "about:blank",
        "title": str(TITLES[status]),
        "status": status,
        "detail": _sentence(said) if said else str(TITLES[status]),
        "code": _CODES[status],
        "values": {},
    }
    return JsonResponse(body, status=status, content_type=MEDIA_TYPE)


def _sentence(code: ErrorCode) -> str:
    values = {"field": "body"} if code is ErrorCode.REQUEST_INVALID else {}
    return messages.refusal(ServiceRefused(code, **values))


def _of_refusal(error: Refused | ServiceRefused, context: Mapping[str, Any]) -> Response:
    status = error.code.status if isinstance(error, ServiceRefused) else ENGINE_STATUS
    view: Any = context.get("view")
    names = view.names_for(error.values) if hasattr(view, "names_for") else {}
    body = {
        "type": "about:blank",
        "title": str(TITLES[status]),
        "status": status,
        "detail": messages.refusal(error, names),
        "code": str(error.code),
        "values": {name: _plain(value) for name, value in error.values.items()},
    }
    current = getattr(error, "current", None)
    if current is not None and hasattr(view, "show_current"):
        body["current"] = view.show_current(error)
    return Response(body, status=status)


def _of_policy(error: StandingsRefused) -> Response:
    """A policy that cannot be: the path of the option is its only value."""
    body = {
        "type": "about:blank",
        "title": str(TITLES[ENGINE_STATUS]),
        "status": ENGINE_STATUS,
        "detail": messages.refusal(error),
        "code": str(error.code),
        "values": {"path": error.path},
    }
    return Response(body, status=ENGINE_STATUS)


def _of_framework(error: Exception, context: Mapping[str, Any]) -> Response | None:
    response = answer_of_framework(error, dict(context))
    if response is None:
        return None
    status = response.status_code
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": str(TITLES.get(status, _("Yêu cầu bị từ chối"))),
        "status": status,
        "detail": _detail(error),
        "code": _CODES.get(status, "request_refused"),
        "values": {},
    }
    if isinstance(error, exceptions.ValidationError):
        found = flatten_errors(error.detail)
        body["errors"] = [
            {"field": item.attr or "", "code": item.code, "detail": str(item.detail)}
            for item in found
        ]
        first = body["errors"][0]
        path = first["field"] or "body"
        body["values"] = {"field": path}
        body["detail"] = messages.refusal(ServiceRefused(ErrorCode.REQUEST_INVALID, field=path))
    wait_seconds = getattr(error, "wait", None)
    if wait_seconds is not None:
        body["values"] = {"wait_seconds": int(wait_seconds) + 1}
    response.data = body
    return response


def _detail(error: Exception) -> str:
    if isinstance(error, Http404):
        return messages.refusal(ServiceRefused(ErrorCode.NOT_FOUND))
    if isinstance(error, PermissionDenied):
        return _("Tài khoản này không được làm việc đó.")
    return str(getattr(error, "detail", error))


def _plain(value: object) -> object:
    """A value as JSON has it; ids and days as text, tuples as lists."""
    if isinstance(value, bool | int | None):
        return value
    if isinstance(value, tuple | list | set | frozenset):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return str(value)


def _as_problem(response: Response, context: Mapping[str, Any]) -> None:
    """A problem is a problem for whoever asked, whatever form of answer they wanted."""
    response.content_type = MEDIA_TYPE
    request = context.get("request")
    if request is not None:
        request.accepted_renderer = ProblemRenderer()
        request.accepted_media_type = MEDIA_TYPE
