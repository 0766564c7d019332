"""The pages of one table by its id: to score at it, and to look on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.actors import Actor, ActorKind, Role
from scoring.selectors.authors import name_of_actor
from scoring.selectors.board import get_board
from scoring.selectors.board_table import BoardTable
from scoring.web.freshness import find_unchanged, make_page_etag, tagged
from scoring.web.phones import page_at_table
from scoring.web.score_page import find_links, is_in_app
from scoring.web.table_words import table_words
from scoring.web.watch_page import get_watch_page, site_of


@page_at_table
def table(request: HttpRequest, found: BoardTable, actor: Actor) -> HttpResponse:
    """Where deals are recorded; who may only look is led to where one looks on."""
    if not found.state.role.covers(Role.SCORER):
        return redirect("table-watch", table_id=found.state.id)
    shown = {
        "board": get_board(found, actor=actor),
        "words": table_words(),
        "links": find_links(found, actor=actor),
        "writer": name_of_actor(actor=actor, club_id=found.state.club_id),
        "is_in_app": is_in_app(request.headers.get("User-Agent", "")),
    }
    return render(request, "table/score.html", shown)


@page_at_table
def watch(request: HttpRequest, found: BoardTable, actor: Actor) -> HttpResponse:
    """Ranking and deals, unless the browser has them as they are."""
    who = actor.device_id if actor.kind is ActorKind.DEVICE else ""
    etag = make_page_etag(request, found.stamp, who)
    unchanged = find_unchanged(request, etag)
    if unchanged is not None:
        return tagged(unchanged, etag)
    page = get_watch_page(found, actor=actor, site=site_of(request))
    return tagged(render(request, "watch/show.html", {"page": page}), etag)
