"""A table for who only looks on: the ranking, the last deal explained, the deals before it.

Knows what the page shows and in which order. Asks six statements, whatever was played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.actors import Actor, ActorKind, Role
from scoring.selectors.balances import BalanceRow, list_balances_of
from scoring.selectors.board_table import BoardTable
from scoring.selectors.called import Called, call_people
from scoring.selectors.deals import DealRow, Name, deal_rows, deals_of_table
from scoring.selectors.ends import names_of_people
from scoring.selectors.tables import TableState
from scoring.web.deal_views import DealView, view_deal
from scoring.web.sharing import Below, Holder, Share, below_deal
from scoring.words import figures, sharing

DEALS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the night's ranking; `is_here` for who sits at this table."""

    rank: int
    is_shared: bool
    name: str
    full_name: str
    points: int
    is_here: bool


@dataclass(frozen=True, slots=True)
class WatchPage:
    """All the template needs. `last` is None before the first deal; `deals` are those before it,
    latest first. `night_url` and `score_url` are "" for who may not go there.
    """

    table: TableState
    club_name: str
    seats: Sequence[str]
    standings: Sequence[Standing]
    last: DealView | None
    deals: Sequence[DealView]
    url: str
    share: Share
    night_url: str
    score_url: str

    @property
    def next_number(self) -> int:
        """The deal that is being played."""
        return self.table.last_number + 1

    @property
    def is_open(self) -> bool:
        """Is it being played?"""
        return _is_open(self.table)


def get_watch_page(found: BoardTable, *, actor: Actor, site: str) -> WatchPage:
    """The page of a table; `site` is the address people reach it under."""
    table = found.state
    deals = deal_rows(deals_of_table(table=table)[:DEALS_SHOWN])
    rows = list_balances_of(night_id=table.night_id)
    names = names_of_people(club_id=table.club_id, player_ids=table.seats)
    seated = {one: names[one] for one in table.seats}  # as they sit, whoever was found first
    called = call_people(_everybody(deals, rows, seated))
    zone = ZoneInfo(found.time_zone)
    views = [
        view_deal(deal, called=called, zone=zone, anchor=f"van-{deal.number}") for deal in deals
    ]
    standings = _rank(rows, seated, called)
    url = reverse("table-watch", kwargs={"table_id": table.id})
    is_login = actor.kind is ActorKind.LOGIN
    return WatchPage(
        table=table,
        club_name=found.club_name,
        seats=[called[seated[one].player_id] for one in table.seats],
        standings=standings,
        last=views[0] if views else None,
        deals=views[1:],
        url=url,
        share=_share(found, standings, views, url=site + url),
        night_url=reverse("night", kwargs={"slug": table.club_slug, "day": table.day})
        if is_login
        else "",
        score_url=reverse("table", kwargs={"table_id": table.id})
        if table.role.covers(Role.SCORER)
        else "",
    )


def _is_open(table: TableState) -> bool:
    return table.state == "open" and not table.is_season_closed


def _share(
    found: BoardTable, standings: Sequence[Standing], deals: Sequence[DealView], *, url: str
) -> Share:
    """The table as it is shown; the ranking is that of the night, as on the page."""
    table = found.state
    now = _("Đang chơi ván %(number)s") % {"number": figures.number(table.last_number + 1)}
    last = next((deal for deal in deals if not deal.is_void), None)
    away = _("không ngồi bàn này")
    return Share(
        club=found.club_name,
        day=table.day,
        facts=[table.label, *([now] if _is_open(table) else [])],
        people=[
            Holder(one.name, one.points, note="" if one.is_here else away) for one in standings
        ],
        below=below_deal(last) if last else Below("", nothing=_("Bàn chưa có ván nào")),
        is_locked=table.state == "locked",
        standing=sharing.standing(table.state, is_season_closed=table.is_season_closed),
        url=url,
    )


def site_of(request: HttpRequest) -> str:
    """The address people and their phones reach this site under, without a slash at the end."""
    return settings.PHOM_PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")


def _everybody(
    deals: Sequence[DealRow], rows: Sequence[BalanceRow], seated: Mapping[str, Name]
) -> Sequence[Name]:
    people = [seat.person for deal in deals for seat in deal.seats]
    people += [Name(row.player_id, row.name, row.call_name) for row in rows]
    return [*people, *seated.values()]


def _rank(
    rows: Sequence[BalanceRow], seated: Mapping[str, Name], called: Called
) -> Sequence[Standing]:
    """Everybody with points tonight, and who sits here without any; the highest first."""
    here = {name.player_id: name for name in seated.values()}
    known: dict[UUID, tuple[str, int]] = {row.player_id: (row.name, row.points) for row in rows}
    for player_id, name in here.items():
        known.setdefault(player_id, (name.name, 0))
    points = [held for _name, held in known.values()]
    ranked = sorted(known.items(), key=lambda item: -item[1][1])
    return [
        Standing(
            rank=sum(other > held for other in points) + 1,
            is_shared=points.count(held) > 1,
            name=called[player_id],
            full_name=name,
            points=held,
            is_here=player_id in here,
        )
        for player_id, (name, held) in ranked
    ]
