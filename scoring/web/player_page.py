"""A player's page: one person over all nights or those of one season, put together for the
template.

Knows what the page shows and in which order. Asks a fixed number of statements, whatever the number
of deals and nights.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.actors import Actor
from scoring.permissions import Action, can
from scoring.selectors.figures import U_KINDS, PlayerFigures
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.profiles import (
    NightSum,
    OpponentRow,
    PersonRow,
    Profile,
    SeasonChoice,
    UWin,
    get_person,
    get_profile,
    list_seasons_of,
)
from scoring.selectors.records import OwnRun, find_own_run
from scoring.templatetags.looks import day as day_in_words
from scoring.web.charts import Chart, Series, draw_chart
from scoring.words import figures as said
from scoring.words import terms

LAST_NIGHTS = 10
BAR = 1000


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A stretch of the bar of places. `x` and `width` are text: numbers would be grouped."""

    kind: str
    label: str
    count: int
    share: str
    x: str
    width: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A figure with its name; `detail` says what it is made of."""

    label: str
    value: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class UView:
    """One ù: its kind in words, and where it was."""

    label: str
    win: UWin


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """All the template needs. `season` is None for all of them; `nights` are the last ones, the
    latest first; `run` is None without a first, `best` and `worst` without a night.
    """

    club: ClubRow
    person: PersonRow
    can_manage: bool
    seasons: Sequence[SeasonChoice]
    season: SeasonChoice | None
    figures: PlayerFigures
    places: Sequence[PlaceView]
    tiles: Sequence[Tile]
    u_wins: Sequence[UView]
    run: OwnRun | None
    best: NightSum | None
    worst: NightSum | None
    nights: Sequence[NightSum]
    chart: Chart | None
    opponents: Sequence[OpponentRow]
    elsewhere_points: int


def get_player_page(
    *, actor: Actor, slug: str, player_id: UUID, season_id: int | None = None
) -> PlayerPage | PersonRow:
    """The page of a root; for somebody merged away the person alone, who names the root.

    `not_found` for strangers, for other clubs' people and seasons.
    """
    club = get_club(actor=actor, slug=slug)
    person = get_person(club_id=club.id, player_id=player_id)
    if person.root_id != player_id:
        return person
    profile = get_profile(club_id=club.id, player_id=player_id, season_id=season_id)
    seasons = list_seasons_of(club_id=club.id, player_id=player_id)
    played = [night for night in profile.nights if night.deals]
    return PlayerPage(
        club=club,
        person=person,
        can_manage=can(Action.MANAGE_PLAYERS, role=club.role),
        seasons=seasons,
        season=next((season for season in seasons if season.id == season_id), None),
        figures=profile.figures,
        places=view_places(profile.figures),
        tiles=_tiles(profile.figures),
        u_wins=[UView(terms.u_kind(win.kind), win) for win in profile.u_wins],
        run=find_own_run(player_id=player_id, season_id=season_id),
        best=max(played, key=lambda night: night.points, default=None),
        worst=min(played, key=lambda night: night.points, default=None),
        nights=profile.nights[: -LAST_NIGHTS - 1 : -1],
        chart=_chart(person, profile),
        opponents=profile.opponents,
        elsewhere_points=profile.elsewhere_points,
    )


def view_places(figures: PlayerFigures) -> Sequence[PlaceView]:
    """Nhất, nhì, ba, bét, and the deals without a place; they add up to all deals."""
    counts = {
        "first": (terms.PLACES[1], figures.firsts),
        "second": (terms.PLACES[2], figures.seconds),
        "third": (terms.PLACES[3], figures.thirds),
        "last": (terms.PLACES[4], figures.lasts),
    }
    rest = figures.deals - sum(count for _label, count in counts.values())
    counts["none"] = (_("không xếp hạng"), rest)
    views: list[PlaceView] = []
    before = 0
    for kind, (label, count) in counts.items():
        x, end = (BAR * part // (figures.deals or 1) for part in (before, before + count))
        share = _("%(percent)s %%") % {"percent": _percent(count, figures.deals)}
        views.append(PlaceView(kind, str(label), count, share, str(x), str(end - x)))
        before += count
    return [view for view in views if view.count or view.kind != "none"]


def _tiles(figures: PlayerFigures) -> Sequence[Tile]:
    by_kind = [
        f"{terms.u_kind(kind)} {said.number(figures.u_by_kind[kind])}"
        for kind in U_KINDS
        if figures.u_by_kind.get(kind)
    ]
    return [
        Tile(_("Ù"), said.number(figures.u_wins), " · ".join(by_kind)),
        Tile(
            _("Ăn"),
            said.number(figures.eats),
            _("bị ăn %(n)s") % {"n": said.number(figures.eaten)},
        ),
        Tile(
            _("Ăn chốt"),
            said.number(figures.last_eats),
            _("bị ăn chốt %(n)s") % {"n": said.number(figures.last_eaten)},
        ),
        Tile(_("Móm"), said.number(figures.moms), _share(figures.moms, figures.deals)),
        Tile(_("Đền"), said.number(figures.compensations)),
    ]


def _share(count: int, deals: int) -> str:
    """6 % số ván; "" where there is none."""
    if not count or not deals:
        return ""
    return _("%(percent)s %% số ván") % {"percent": _percent(count, deals)}


def _percent(count: int, deals: int) -> int:
    """Rounded to the nearest, halves up."""
    return (200 * count + deals) // (2 * (deals or 1))


def _chart(person: PersonRow, profile: Profile) -> Chart | None:
    return running_sum(
        chart_id="cong-don",
        name=person.call_name,
        title=_("Điểm cộng dồn"),
        nights=[(night.day, night.points) for night in profile.nights],
    )


def running_sum(
    *, chart_id: str, name: str, title: str, nights: Sequence[tuple[date, int]]
) -> Chart | None:
    """One line of points added up night by night; None for fewer than two nights."""
    if len(nights) < 2:
        return None
    walk, total = [(0, 0)], 0
    for step, (_day, points) in enumerate(nights, start=1):
        total += points
        walk.append((step, total))
    days = [day_in_words(day) for day, _points in nights]
    story = {"first": days[0], "last": days[-1], "points": said.signed(total)}
    return draw_chart(
        chart_id=chart_id,
        title=title,
        said=_("Từ %(first)s đến %(last)s: %(points)s.") % story,
        step_name=_("Buổi"),
        labels=["", *(_short(day) for day, _points in nights)],
        lines=[Series(name, walk, is_mine=True)],
    )


def _short(day: date) -> str:
    """A day without its year, for the foot of the chart."""
    return format_date(day, pgettext("mẫu ngày ngắn của Django", "d/m"))
