"""The night page: one club, one night, put together from the selectors for the template.

Knows what the page shows and in which order. Asks a fixed number of statements, whatever the
number of deals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.actors import Actor
from scoring.permissions import Action, can_now
from scoring.selectors.adjustments import adjustment_rows, adjustments_of_night
from scoring.selectors.balances import BalanceRow, list_balances
from scoring.selectors.deals import DealRow, Name, list_deals
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.nights import NightRow, TableRow, get_night, list_tables
from scoring.selectors.questions import (
    dispute_rows,
    disputes_of_night,
    duplicate_rows,
    duplicates_of_night,
)
from scoring.selectors.roster import list_players
from scoring.selectors.seasons import get_season_by_id
from scoring.selectors.terms import TermsRow, list_terms
from scoring.web.charts import Chart
from scoring.web.deal_views import DealView, view_deal
from scoring.web.dividers import Divider, list_dividers
from scoring.web.night_filters import Filters, read_filters
from scoring.web.night_lines import (
    AdjustmentView,
    DoubleView,
    OpenDisputeView,
    draw_night,
    view_adjustment,
    view_dispute,
    view_double,
)
from scoring.web.people import Called, call_people
from scoring.web.sharing import Below, Holder, Share, below_deal
from scoring.web.sparklines import Sparkline, draw_sparklines
from scoring.words import settling, sharing

NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class BalanceView:
    """A line of the ranking; people with equal points share a rank."""

    rank: int
    is_shared: bool
    name: str
    full_name: str
    points: int
    sparkline: Sparkline | None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with its deals and what changed between them, newest first; `pot_points` is None
    without a pot. `position` counts from 1, as in its address; `hidden_count` deals are filtered
    out.
    """

    id: int
    anchor: str
    position: int
    label: str
    stake_points: int
    next_number: int
    seats: Sequence[str]
    deal_count: int
    hidden_count: int
    pot_points: int | None
    items: Sequence[DealView | Divider]


@dataclass(frozen=True, slots=True)
class NightPage:
    """All the template needs. `elsewhere_points` lie in pots and the fund; with the balances they
    sum to zero. `may` names what the actor may do in this night as it stands.
    """

    club: ClubRow
    night: NightRow
    is_season_closed: bool
    balances: Sequence[BalanceView]
    elsewhere_points: int
    chart: Chart | None
    filters: Filters
    tables: Sequence[TableView]
    adjustments: Sequence[AdjustmentView]
    doubles: Sequence[DoubleView]
    disputes: Sequence[OpenDisputeView]
    may: Mapping[str, bool]
    share: Share

    @property
    def url(self) -> str:
        """Its address, which those of its tables and deals begin with."""
        return reverse("night", kwargs={"slug": self.club.slug, "day": self.night.day})

    @property
    def is_provisional(self) -> bool:
        """Can its points still change?"""
        return self.night.state != "locked"


def get_night_page(
    *, actor: Actor, slug: str, day: date, query: Mapping[str, str] = NOTHING, site: str
) -> NightPage:
    """The page of a night, its deals filtered by `query`; `site` is the address other phones reach
    this site by. `not_found` for strangers and for days without a night.
    """
    club = get_club(actor=actor, slug=slug)
    night = get_night(club=club, day=day)
    season = get_season_by_id(club_id=club.id, season_id=night.season_id)
    deals = list_deals(night=night)
    rows = list_balances(night=night)
    tables = list_tables(night=night)
    called, names = _names(club, deals, rows, tables)
    zone = ZoneInfo(club.time_zone)
    history = list_terms(night_id=night.id)
    people = [(str(row.player_id), called[row.player_id]) for row in rows]
    filters = read_filters(query, deals=deals, people=sorted(people, key=lambda one: one[1]))
    positions = {table.id: index for index, table in enumerate(tables, start=1)}
    adjustments = adjustment_rows(adjustments_of_night(night=night), club=club)
    doubles = duplicate_rows(duplicates_of_night(night=night, state="open"))
    disputes = dispute_rows(disputes_of_night(night=night, state="open"), club_id=club.id)
    is_season_closed = season.state == "closed"
    balances = _balances(rows, deals, called)
    return NightPage(
        club=club,
        night=night,
        is_season_closed=is_season_closed,
        balances=balances,
        elsewhere_points=-sum(row.points for row in rows),
        chart=draw_night(deals, rows, called=called, zone=zone),
        filters=filters,
        tables=[
            _table(table, index, deals, history.get(table.id, []), called, names, zone, filters)
            for index, table in enumerate(tables, start=1)
        ],
        adjustments=[view_adjustment(row, called=called, zone=zone) for row in adjustments],
        doubles=[view_double(row, positions=positions) for row in doubles],
        disputes=[view_dispute(row, positions=positions) for row in disputes],
        may=_may(club, night, is_season_closed=is_season_closed),
        share=Share(
            club=club.name,
            day=day,
            facts=[
                *([sharing.tables([table.label for table in tables])] if tables else []),
                settling.deal_count(night.deal_count),
            ],
            people=[Holder(one.name, one.points) for one in balances],
            others=_elsewhere(rows),
            below=_last_deal(deals, tables, called, zone),
            is_locked=night.state == "locked",
            standing=sharing.standing(night.state, is_season_closed=is_season_closed),
            url=site + reverse("night", kwargs={"slug": slug, "day": day}),
        ),
    )


_ACTIONS = {
    "record": Action.RECORD,
    "terms": Action.CHANGE_TERMS,
    "revise": Action.REVISE,
    "open_table": Action.OPEN_NIGHT,
    "adjust": Action.ADJUST_NIGHT,
    "settle": Action.SETTLE,
    "dispute": Action.DISPUTE,
    "settle_dispute": Action.SETTLE_DISPUTE,
    "resolve": Action.RESOLVE_DUPLICATE,
    "codes": Action.MANAGE_CODES,
}


def _may(club: ClubRow, night: NightRow, *, is_season_closed: bool) -> Mapping[str, bool]:
    return {
        name: can_now(action, role=club.role, state=night.state, season_closed=is_season_closed)
        for name, action in _ACTIONS.items()
    }


def _names(
    club: ClubRow,
    deals: Sequence[DealRow],
    rows: Sequence[BalanceRow],
    tables: Sequence[TableRow],
) -> tuple[Called, dict[str, str]]:
    """What people are called, by id and by the UUID text of seats; the roster is asked only for
    seats nobody played.
    """
    people = [seat.person for deal in deals for seat in deal.seats]
    people += [Name(row.player_id, row.name, row.call_name) for row in rows]
    known = {str(person.player_id) for person in people}
    if any(seat not in known for table in tables for seat in table.seats):
        people += [
            Name(player.id, player.name, player.call_name)
            for player in list_players(club_id=club.id)
            if any(str(player.id) in table.seats for table in tables)
        ]
    called = call_people(people)
    return called, {str(player_id): name for player_id, name in called.items()}


def _balances(
    rows: Sequence[BalanceRow], deals: Sequence[DealRow], called: Called
) -> Sequence[BalanceView]:
    lines: Mapping[UUID, Sparkline] = draw_sparklines(
        sorted(deals, key=lambda deal: (deal.played_at, deal.table_id, deal.number))
    )
    points = [row.points for row in rows]
    return [
        BalanceView(
            rank=points.index(row.points) + 1,
            is_shared=points.count(row.points) > 1,
            name=called[row.player_id],
            full_name=row.name,
            points=row.points,
            sparkline=lines.get(row.player_id),
        )
        for row in rows
    ]


def _elsewhere(rows: Sequence[BalanceRow]) -> Sequence[Holder]:
    """What pots and the fund hold, if it is anything."""
    points = -sum(row.points for row in rows)
    return [Holder(_("Gà và quỹ đang giữ"), points)] if points else []


def _last_deal(
    deals: Sequence[DealRow], tables: Sequence[TableRow], called: Called, zone: ZoneInfo
) -> Below:
    """The deal played last at any table of the night."""
    played = [deal for deal in deals if not deal.is_void]
    if not played:
        return Below("", nothing=_("Buổi chưa có ván nào"))
    last = max(played, key=lambda deal: (deal.played_at, deal.table_id, deal.number))
    labels = {table.id: table.label for table in tables}
    table = labels[last.table_id] if len(tables) > 1 else ""
    return below_deal(view_deal(last, called=called, zone=zone, anchor=""), table=table)


def _table(
    table: TableRow,
    index: int,
    deals: Sequence[DealRow],
    history: Sequence[TermsRow],
    called: Called,
    names: dict[str, str],
    zone: ZoneInfo,
    filters: Filters,
) -> TableView:
    own = sorted(
        (deal for deal in deals if deal.table_id == table.id), key=lambda deal: -deal.number
    )
    views = [
        view_deal(
            deal,
            called=called,
            zone=zone,
            anchor=f"ban-{index}-van-{deal.number}",
            address=f"ban/{index}/van/{deal.number}/",
        )
        for deal in own
    ]
    shown = [view for deal, view in zip(own, views, strict=True) if filters.shows(deal)]
    dividers = [] if filters.is_on else list_dividers(history, names=names)
    return TableView(
        id=table.id,
        anchor=f"ban-{index}",
        position=index,
        label=table.label,
        stake_points=table.stake_points,
        next_number=table.last_number + 1,
        seats=[names[seat] for seat in table.seats if seat in names],
        deal_count=sum(not view.is_void for view in views),
        hidden_count=len(views) - len(shown),
        pot_points=next((view.pot[1] for view in views if view.pot), None),
        items=_weave(shown, dividers),
    )


def _weave(views: Sequence[DealView], dividers: Sequence[Divider]) -> Sequence[DealView | Divider]:
    """Newest first; a divider stands below the first deal played under it."""
    keyed: list[tuple[int, int, DealView | Divider]] = [(view.number, 1, view) for view in views]
    keyed += [(divider.from_number, 0, divider) for divider in dividers]
    keyed.sort(key=lambda item: (-item[0], -item[1]))
    return [item for _number, _kind, item in keyed]
