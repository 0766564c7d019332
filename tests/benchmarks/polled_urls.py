"""The addresses of the product, and a view that does nothing behind the same middleware."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from phom_league.urls import handler400, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler404", "handler500", "urlpatterns"]


def empty(request: HttpRequest) -> HttpResponse:
    """Nothing is asked, nothing is answered."""
    return HttpResponse()


urlpatterns = [path("empty", empty), *urlpatterns]
