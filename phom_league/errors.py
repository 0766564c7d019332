"""What is answered where no view was reached or one failed: a page, or below /api/ a problem."""

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from scoring.api.problems import problem_of

_API = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: what was sent cannot even be read."""
    return problem_of(400) if _is_api(request) else defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: no such address."""
    return problem_of(404) if _is_api(request) else defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a bug, told in the log."""
    return problem_of(500) if _is_api(request) else defaults.server_error(request)


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith(_API)
