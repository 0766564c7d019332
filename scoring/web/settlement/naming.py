"""How holders of accounts and origins of points are called on the settlement page, and where a deal
is found.

Knows the people and tables of one night. Asks no database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from scoring.selectors.night_lines import ADJUSTMENT, DEAL, FUND, POT_MOVE, Holder, Origin
from scoring.selectors.night_settlement import NightSettlement, TableOfNight
from scoring.selectors.reckonings import ReasonSum
from scoring.web.people import Called, call_people
from scoring.web.settlement.rows import PartView, ReasonView
from scoring.words import settling


@dataclass(frozen=True, slots=True)
class Naming:
    """The words of one night: `called` are people by id, `night_url` is where its deals stand."""

    holders: Mapping[str, Holder]
    tables: Mapping[int, TableOfNight]
    called: Called
    zone: ZoneInfo
    night_url: str

    @classmethod
    def of(cls, found: NightSettlement, *, zone: ZoneInfo, night_url: str) -> "Naming":
        """The words for this night."""
        people = [holder.person for holder in found.holders.values() if holder.person]
        tables = {table.id: table for table in found.tables}
        return cls(found.holders, tables, call_people(people), zone, night_url)

    def name(self, key: str) -> str:
        """Hùng, Quỹ CLB, Gà mang sang, Gà bàn 1."""
        holder = self.holders[key]
        if holder.person is not None:
            return self.called[holder.person.player_id]
        if holder.table_id is not None:
            return settling.pot_of(self.tables[holder.table_id].label)
        return str(settling.FUND if key == FUND else settling.CARRIED_POT)

    def full_name(self, key: str) -> str:
        """The name as it stands in the roster."""
        person = self.holders[key].person
        return person.name if person else self.name(key)

    def deal(self, table_id: int, number: int) -> str:
        """Ván 12; with its table where the night has several."""
        said = {"number": number, "table": self.tables[table_id].label}
        if len(self.tables) > 1:
            return _("%(table)s, ván %(number)s") % said
        return _("ván %(number)s") % said

    def deal_url(self, table_id: int, number: int) -> str:
        """Where the deal stands, opened."""
        return f"{self.night_url}#ban-{self.tables[table_id].index}-van-{number}"

    def reasons(self, sums: Sequence[ReasonSum]) -> Sequence[ReasonView]:
        """Sums by reason with their parts in words."""
        return [
            ReasonView(settling.reason(one.reason), one.points, self._parts(one)) for one in sums
        ]

    def _parts(self, one: ReasonSum) -> Sequence[PartView]:
        """Where points of one reason come from; tables are told where there are several of them."""
        tables = {part.origin.table_id for part in one.parts}
        return [
            PartView(
                self._origin(part.origin, with_table=len(tables) > 1),
                self._url(part.origin),
                part.points,
            )
            for part in one.parts
        ]

    def clock(self, instant: datetime) -> str:
        """23:41, and the day where it is not told otherwise: 23:41 ngày 14/06."""
        here = instant.astimezone(self.zone)
        return _("%(time)s ngày %(day)s") % {"time": f"{here:%H:%M}", "day": f"{here:%d/%m}"}

    def _origin(self, origin: Origin, *, with_table: bool) -> str:
        if origin.kind == DEAL and origin.table_id is not None and origin.number is not None:
            if not with_table:
                return _("ván %(number)s") % {"number": origin.number}
            return self.deal(origin.table_id, origin.number)
        if origin.kind == ADJUSTMENT:
            return origin.note or _("ghi tay của buổi")
        if origin.kind == POT_MOVE and origin.table_id is not None:
            return settling.pot_of(self.tables[origin.table_id].label)
        assert origin.at is not None, "a payment was made at a time"
        return f"{origin.at.astimezone(self.zone):%H:%M}"

    def _url(self, origin: Origin) -> str:
        if origin.kind == DEAL and origin.table_id is not None and origin.number is not None:
            return self.deal_url(origin.table_id, origin.number)
        return ""
