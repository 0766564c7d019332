"""The club's front page: what goes on, where the season stands, what to do next.

Knows what the page shows to which role. Asks a fixed number of statements, whatever was played.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actors import Actor
from scoring.permissions import Action, can
from scoring.selectors.deals import Name
from scoring.selectors.home import Home, OpenNight, PastNight, PlayedTable, get_home
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.records import (
    LatestU,
    LongestRun,
    find_latest_round_u,
    find_longest_run,
)
from scoring.selectors.season_top import RankedPlayer, SeasonTop
from scoring.templatetags.looks import day
from scoring.web.people import Called, call, call_people
from scoring.words import figures, terms

SHORTEST_RUN = 2


@dataclass(frozen=True, slots=True)
class TableView:
    """A table being played: `leader` is empty before anybody has points."""

    id: int
    label: str
    deals: str
    leader: str
    points: int


@dataclass(frozen=True, slots=True)
class NightView:
    """A night: running with its tables, or past with who was first."""

    day: date
    state: str
    tables: Sequence[TableView] = ()
    deals: str = ""
    first: str = ""
    points: int = 0


@dataclass(frozen=True, slots=True)
class RankView:
    """A row of the season's head; `movement` is up, down, same, new or empty."""

    rank: str
    player_id: str
    name: str
    value: str
    tone: str
    movement: str
    places: int


@dataclass(frozen=True, slots=True)
class RecordView:
    """A record in words, and where it was made."""

    title: str
    text: str
    day: date


@dataclass(frozen=True, slots=True)
class Step:
    """Something a new club has to do; `route` leads there for who may do it."""

    text: str
    is_done: bool
    route: str


@dataclass(frozen=True, slots=True)
class HomePage:
    """All the template needs. `steps` are empty once the club has played."""

    club: ClubRow
    home: Home
    running: Sequence[NightView]
    latest: Sequence[NightView]
    season: SeasonTop | None
    as_of: str
    top: Sequence[RankView]
    records: Sequence[RecordView]
    questions: str
    steps: Sequence[Step]
    may_record: bool
    may_settle: bool
    may_open: bool
    has_played: bool
    may_manage: bool
    may_own: bool


def get_home_page(*, actor: Actor, slug: str) -> HomePage:
    """The front page of a club; `not_found` for strangers."""
    club = get_club(actor=actor, slug=slug)
    home = get_home(club=club)
    u = find_latest_round_u(club=club)
    run = find_longest_run(season_id=home.season.id) if home.season else None
    called = call_people(_everybody(home, u, run))
    has_played = bool(home.open_nights or home.latest)
    return HomePage(
        club=club,
        home=home,
        running=[_running(night, called) for night in home.open_nights],
        latest=[_past(night, called) for night in home.latest],
        season=home.season,
        as_of=_as_of(home, ZoneInfo(club.time_zone)),
        top=[_ranked(row, home.season, called) for row in home.season.top] if home.season else [],
        records=_records(u, run, called),
        questions=_questions(home),
        steps=() if has_played else _steps(home, club),
        may_record=can(Action.RECORD, role=club.role),
        may_settle=can(Action.SETTLE, role=club.role),
        may_open=can(Action.OPEN_NIGHT, role=club.role)
        and not home.has_today
        and home.season is not None
        and home.player_count > 1,
        has_played=has_played,
        may_manage=can(Action.MANAGE_PLAYERS, role=club.role),
        may_own=can(Action.MANAGE_CLUB, role=club.role),
    )


def _as_of(home: Home, zone: ZoneInfo) -> str:
    """When the season's table was made, with the day where that was not today; "" before it was."""
    if home.season is None or home.season.built_at is None:
        return ""
    at = home.season.built_at.astimezone(zone)
    clock = f"{at:%H:%M}"
    return clock if at.date() == home.today else f"{clock} {day(at.date())}"


def _everybody(home: Home, u: LatestU | None, run: LongestRun | None) -> Iterable[Name]:
    for night in home.open_nights:
        for table in night.tables:
            yield from table.leaders
    for past in home.latest:
        yield from past.firsts
    if home.season:
        yield from (row.person for row in home.season.top)
    yield from (record.person for record in (u, run) if record is not None)


def _running(night: OpenNight, called: Called) -> NightView:
    return NightView(
        day=night.day,
        state="open",
        tables=[_table(table, called) for table in night.tables],
    )


def _table(table: PlayedTable, called: Called) -> TableView:
    if table.last_number:
        deals = _("ván %(number)s") % {"number": figures.number(table.last_number)}
    else:
        deals = _("chưa có ván nào")
    return TableView(
        id=table.id,
        label=table.label,
        deals=deals,
        leader=_people(table.leaders, called),
        points=table.points,
    )


def _past(night: PastNight, called: Called) -> NightView:
    deals = ngettext("%(n)s ván", "%(n)s ván", night.deal_count) % {
        "n": figures.number(night.deal_count)
    }
    return NightView(
        day=night.day,
        state=night.state,
        deals=deals,
        first=_people(night.firsts, called),
        points=night.points,
    )


def _people(people: Sequence[Name], called: Called) -> str:
    return terms.people([call(person, called) for person in people])


def _ranked(row: RankedPlayer, season: SeasonTop | None, called: Called) -> RankView:
    is_signed = season is None or season.metric != "place_points"
    value = Fraction(row.value or 0)
    return RankView(
        rank=f"={row.rank}" if row.is_shared else str(row.rank),
        player_id=str(row.person.player_id),
        name=call(row.person, called),
        value="" if row.value is None else _value(value, is_signed=is_signed),
        tone="even" if not value or not is_signed else "gain" if value > 0 else "loss",
        movement=_movement(row),
        places=abs(row.places_up or 0),
    )


def _value(value: Fraction, *, is_signed: bool) -> str:
    """+182, 34 where nothing can be lost, +0,92 for an average."""
    if value.denominator == 1:
        return figures.signed(int(value)) if is_signed else figures.number(int(value))
    shown = figures.average(value.numerator, value.denominator)
    return f"+{shown}" if is_signed and value > 0 else shown


def _movement(row: RankedPlayer) -> str:
    if row.is_new:
        return "new"
    if row.places_up is None:
        return ""
    return "up" if row.places_up > 0 else "down" if row.places_up < 0 else "same"


def _records(u: LatestU | None, run: LongestRun | None, called: Called) -> Sequence[RecordView]:
    records: list[RecordView] = []
    if u is not None:
        text = _("%(name)s %(kind)s, ván %(number)s") % {
            "name": call(u.person, called),
            "kind": terms.u_kind(u.kind),
            "number": figures.number(u.number),
        }
        records.append(RecordView(_("Ù tròn gần nhất"), text, u.day))
    if run is not None and run.length >= SHORTEST_RUN:
        text = _("%(name)s nhất %(n)s ván liền") % {
            "name": call(run.person, called),
            "n": figures.number(run.length),
        }
        records.append(RecordView(_("Chuỗi nhất dài nhất mùa"), text, run.day))
    return records


def _questions(home: Home) -> str:
    """Deals that wait for a decision; "" where none do."""
    said: list[str] = []
    if count := home.open_duplicates:
        said.append(
            ngettext("%(n)s cặp ván nghi trùng", "%(n)s cặp ván nghi trùng", count)
            % {"n": figures.number(count)}
        )
    if count := home.open_disputes:
        said.append(
            ngettext("%(n)s khiếu nại", "%(n)s khiếu nại", count) % {"n": figures.number(count)}
        )
    return terms.people(said)


def _steps(home: Home, club: ClubRow) -> Sequence[Step]:
    """What a club does before its first night, in order; each with its door for who may open it."""
    manages = can(Action.MANAGE_PLAYERS, role=club.role)
    opens = can(Action.OPEN_NIGHT, role=club.role)
    return [
        Step(_("Thêm ít nhất hai người chơi"), home.player_count > 1, "player-list" * manages),
        Step(_("Mở mùa giải đầu tiên"), home.season is not None, "season-list" * manages),
        Step(_("Mở buổi chơi đầu tiên"), False, "night-open" * opens),  # noqa: FBT003
    ]
