"""Where in a club a page is: the night of its day, and a table by its place in the night.

Knows addresses: /clb/<slug>/buoi/<day>/ban/<n>/. What cannot be found there is `not_found`, whoever
owns it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from django.urls import reverse

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.permissions import Action, can_now, verify_now
from scoring.selectors.deals import Name
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.nights import NightRow, TableRow, get_night, list_tables
from scoring.selectors.roster import list_players
from scoring.selectors.seasons import get_season_by_id
from scoring.selectors.tables import TableState, get_table
from scoring.web.people import Called, call_people


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A table with its night and club; `position` counts from 1 in the order they were opened."""

    club: ClubRow
    night: NightRow
    table: TableState
    position: int

    @property
    def zone(self) -> ZoneInfo:
        """Where the club's clock is."""
        return ZoneInfo(self.club.time_zone)

    def url(self, route: str, **more: object) -> str:
        """A page of this table."""
        here = {"slug": self.club.slug, "day": self.night.day, "n": self.position}
        return reverse(route, kwargs=here | more)

    @property
    def night_url(self) -> str:
        """The page of its night, at this table."""
        night = reverse("night", kwargs={"slug": self.club.slug, "day": self.night.day})
        return f"{night}#ban-{self.position}"

    def may(self, action: Action) -> bool:
        """Would the matrix let the actor do it here now?"""
        return can_now(
            action,
            role=self.table.role,
            state=self.table.state,
            season_closed=self.table.is_season_closed,
        )

    def verify(self, action: Action) -> None:
        """Refuse what the matrix does not allow here now, before anything is typed."""
        verify_now(
            action,
            role=self.table.role,
            state=self.table.state,
            season_closed=self.table.is_season_closed,
        )


def find_table(*, actor: Actor, slug: str, day: date, position: int) -> TablePlace:
    """The table; four statements. Errors: `not_found`."""
    club = get_club(actor=actor, slug=slug)
    night = get_night(club=club, day=day)
    tables: Sequence[TableRow] = list_tables(night=night)
    if not 1 <= position <= len(tables):
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="table")
    table = get_table(actor=actor, table_id=tables[position - 1].id)
    return TablePlace(club=club, night=night, table=table, position=position)


def verify_night(*, club: ClubRow, night: NightRow, action: Action) -> None:
    """Refuse what the matrix does not allow in this night now, before anything is typed."""
    season = get_season_by_id(club_id=club.id, season_id=night.season_id)
    verify_now(action, role=club.role, state=night.state, season_closed=season.state == "closed")


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody a form may name: what they are called, by UUID as text, in Vietnamese order."""

    called: Called
    names: Mapping[str, str]


def read_roster(club: ClubRow) -> Roster:
    """The people of the club; one statement."""
    players = list_players(club_id=club.id)
    called = call_people(Name(player.id, player.name, player.call_name) for player in players)
    return Roster(called, {str(player.id): called[player.id] for player in players})
