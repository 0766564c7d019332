"""The people around a table: who sits, plays, recorded, or may sit down, and what they are called.

One statement for the whole club, merged people among them. Knows no deals.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from uuid import UUID

from django.db.models import OuterRef, Subquery

from scoring.models import Player, TableTally
from scoring.selectors.called import Called, call_people
from scoring.selectors.deals import Name
from scoring.selectors.tables import TableState


class Crowd:
    """The people of the club, merged ones among them, read by one statement."""

    def __init__(self, table: TableState, *, with_roster: bool) -> None:
        people = Player.objects.filter(club_id=table.club_id).select_related("account")
        if with_roster:
            people = people.annotate(last_day=_last_day())
        self._table = table
        self._by_id = {str(player.pk): player for player in people}
        self._by_account = {player.account.pk: one for one, player in self._by_id.items()}
        self._by_login = {
            player.login_id: player for player in self._by_id.values() if player.login_id
        }
        self.roster = self._latest_first() if with_roster else ()

    def root(self, player_id: str) -> str:
        """Who somebody is by now."""
        return str(self._by_id[player_id].root_id)

    def full_name(self, player_id: str) -> str:
        """The name in the club's roster, which nobody else there has."""
        return self._by_id[player_id].name

    def points(self, sums: Mapping[int, int]) -> dict[str, int]:
        """Points of the night by person: of all who played, and 0 of those who only sit or wait."""
        seated = (*self._table.seats, *self._table.bench)
        points = dict.fromkeys((self.root(one) for one in seated), 0)
        for account_id, total in sums.items():
            if account_id in self._by_account:
                root = self.root(self._by_account[account_id])
                points[root] = points.get(root, 0) + total
        return points

    def names(self, player_ids: Iterable[str]) -> dict[str, str]:
        """What these and all of the roster are called beside each other; merged ones by who they
        are by now.
        """
        wanted = {*player_ids, *self.roster}
        wanted |= {self.root(one) for one in wanted}
        roots = (self._by_id[self.root(one)] for one in wanted)
        called: Called = call_people(Name(root.pk, root.name, root.call_name) for root in roots)
        return {one: called[UUID(self.root(one))] for one in sorted(wanted)}

    def author(self, login_id: int | None, user_name: str, label: str) -> str:
        """Who recorded something: the player of the login, else as it signs in, else what the
        phone is called; "" for a phone that said nothing.
        """
        player = self._by_login.get(login_id) if login_id else None
        return self._by_id[str(player.root_id)].call_name if player else user_name or label

    def _latest_first(self) -> Sequence[str]:
        """Everybody not merged away, those of the last nights first, then in Vietnamese order."""
        last: dict[UUID, date] = {}
        for player in self._by_id.values():
            day: date | None = player.last_day  # type: ignore[attr-defined] # annotated above
            if day is not None:
                last[player.root_id] = max(day, last.get(player.root_id, day))
        active = [one for one in self._by_id.values() if one.merged_into_id is None]
        active.sort(key=lambda one: (one.sort_key, str(one.pk)))
        active.sort(key=lambda one: last.get(one.pk, date.min), reverse=True)
        return [str(one.pk) for one in active]


def _last_day() -> Subquery:
    """The day of the last night somebody has a deal in."""
    played = TableTally.objects.filter(player_id=OuterRef("pk"), deals__gt=0)
    return Subquery(played.order_by("-table__night__day").values("table__night__day")[:1])
