"""The audit log: its page, and the whole of it as a file."""

import csv
import io
import json
from collections.abc import Iterable, Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils import translation

from scoring.selectors.audit_log import EventRow, iterate_events
from scoring.selectors.exports import safe_cell
from scoring.selectors.members import get_club
from scoring.web.audit_page import get_audit_page, read_query
from scoring.web.pages import actor_of, page
from scoring.words import audit as words


@page
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """Who did what, newest first, as far as this person may read it."""
    found = get_audit_page(actor=actor_of(request), slug=slug, given=request.GET.dict())
    return render(request, "audit/list.html", {"page": found})


@page
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The same, whole, as CSV or, with `dang=json`, as JSON; the filters hold."""
    actor = actor_of(request)
    club = get_club(actor=actor, slug=slug)
    rows = iterate_events(club=club, actor=actor, wanted=read_query(request.GET.dict()).wanted)
    is_json = request.GET.get("dang") == "json"
    kind, write = ("json", _json) if is_json else ("csv", _csv)
    answer: HttpResponseBase = StreamingHttpResponse(
        write(rows, club.slug, translation.get_language() or "vi"),
        content_type="application/json" if is_json else "text/csv; charset=utf-8",
    )
    answer.headers["Content-Disposition"] = f'attachment; filename="nhat-ky-{club.slug}.{kind}"'
    return answer  # type: ignore[return-value] # pages answer whole or in pieces


def _csv(rows: Iterable[EventRow], slug: str, language: str) -> Iterator[str]:
    """A header and a line for each event; with the mark by which spreadsheets know UTF-8."""
    yield "\ufeff" + _line(words.COLUMNS)
    for row in rows:
        # The stream outlives the request, and with it the language of the thread.
        with translation.override(language):
            cells = [safe_cell(cell) for cell in words.to_cells(row, {})]
        yield _line(cells)


def _line(cells: Iterable[object]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerow(cells)
    return buffer.getvalue()


def _json(rows: Iterable[EventRow], slug: str, language: str) -> Iterator[str]:
    """`{"format": "phom-audit/1", "club": …, "events": […]}`, an event a line."""
    yield f'{{"format": "phom-audit/1", "club": {json.dumps(slug)}, "events": ['
    separator = "\n"
    for row in rows:
        with translation.override(language):
            told = words.to_json(row, {})
        yield separator + json.dumps(told, ensure_ascii=False)
        separator = ",\n"
    yield "\n]}\n"
