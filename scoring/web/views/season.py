"""The pages of seasons: the table, the list, and what managers do with them."""

import csv
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages as notices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring import messages
from scoring.permissions import Action, verify
from scoring.selectors.exports import get_season_export_by_id
from scoring.selectors.members import get_club
from scoring.selectors.season_stamps import get_season_stamp
from scoring.selectors.seasons import find_current_season
from scoring.services import policies, season_life, seasons
from scoring.web.forms.base import ServiceForm
from scoring.web.forms.season import SeasonForm
from scoring.web.freshness import find_unchanged, make_page_etag, tagged
from scoring.web.pages import action, actor_of, form_page, page
from scoring.web.season.list_page import get_list_page
from scoring.web.season.manage_page import get_manage_page, read_manage_forms
from scoring.web.season.table_page import get_season_page


@page
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The season of today, else the latest; a club without one has its list."""
    club = get_club(actor=actor_of(request), slug=slug)
    season_id = find_current_season(club)
    if season_id is None:
        return redirect("season-list", slug=slug)
    return redirect("season", slug=slug, season_id=season_id)


@page
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """The table, unless the browser has it as it is."""
    stamp = get_season_stamp(actor=actor_of(request), slug=slug, season_id=season_id)
    etag = make_page_etag(request, stamp.fingerprint)
    unchanged = find_unchanged(request, etag)
    if unchanged is not None:
        return unchanged
    found = get_season_page(stamp, query=request.GET.dict())
    return tagged(render(request, "season/show.html", {"page": found}), etag)


@page
def season_csv(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Everybody's figures, as the command exports them, for a spreadsheet."""
    club = get_club(actor=actor_of(request), slug=slug)
    export = get_season_export_by_id(club_id=club.id, season_id=season_id)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-{season_id}.csv"'
    response.write("\ufeff")  # without it a spreadsheet takes the marks for something else
    csv.writer(response, lineterminator="\n").writerows(export.to_rows())
    return response


@form_page
def season_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's seasons; managers open a new one here."""
    actor = actor_of(request)
    club = get_club(actor=actor, slug=slug)
    form = SeasonForm(request.POST or None)
    if request.method == "POST":
        verify(Action.MANAGE_SEASONS, role=club.role)
        opened: list[int] = []
        if form.attempt(
            lambda given: opened.append(
                seasons.open_season(actor=actor, club_id=club.id, **given).pk
            )
        ):
            notices.success(request, _("Đã mở mùa %(name)s.") % {"name": form.cleaned_data["name"]})
            return redirect("season", slug=slug, season_id=opened[0])
    found = get_list_page(club)
    return render(request, "season/list.html", {"page": found, "form": form}, status=form.status)


@page
def season_manage(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """What managers do with a season."""
    return _show_manage(request, slug, season_id)


@action
def season_days(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Other days."""
    return _manage(
        request, slug, season_id, "days", seasons.change_season_days, done=_("Đã đổi ngày của mùa.")
    )


@action
def season_policy(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Another policy; what it warns of is said on the page that follows."""

    def set_policy(**given: Any) -> None:
        for warned in policies.set_season_policy(**given).warnings:
            notices.warning(request, messages.warning(warned))

    return _manage(
        request, slug, season_id, "policy", set_policy, done=_("Đã chọn cách xếp hạng của mùa.")
    )


@action
def season_close(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """The end of the season."""
    return _manage(
        request, slug, season_id, "close", season_life.close_season, done=_("Đã kết thúc mùa.")
    )


@action
def season_reopen(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """The owner opens it again."""
    return _manage(
        request, slug, season_id, "reopen", season_life.reopen_season, done=_("Đã mở lại mùa.")
    )


def _manage(
    request: HttpRequest,
    slug: str,
    season_id: int,
    name: str,
    service: Callable[..., object],
    *,
    done: str,
) -> HttpResponse:
    """One form of the managing page, and the page again where it is refused."""
    actor = actor_of(request)
    club = get_club(actor=actor, slug=slug)
    form = read_manage_forms(club, season_id, name=name, data=request.POST)[name]
    ids = {"actor": actor, "club_id": club.id, "season_id": season_id}
    if form.attempt(lambda given: service(**ids, **given)):
        notices.success(request, done)
        return redirect("season-manage", slug=slug, season_id=season_id)
    return _show_manage(request, slug, season_id, forms={name: form}, status=form.status)


def _show_manage(
    request: HttpRequest,
    slug: str,
    season_id: int,
    *,
    forms: Mapping[str, ServiceForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    club = get_club(actor=actor_of(request), slug=slug)
    verify(Action.MANAGE_SEASONS, role=club.role)
    found = get_manage_page(club, season_id)
    shown = {**read_manage_forms(club, season_id), **(forms or {})}
    return render(request, "season/manage.html", {"page": found, "forms": shown}, status=status)
