"""A random history of a club: play, corrections, adjustments, penalties, merges, policies.

Knows what may be asked of the services. What they refuse has not happened, and that is all right.
"""

import random
from collections.abc import Callable
from datetime import date
from typing import Any

from scoring.engine import Refused
from scoring.errors import ServiceRefused
from scoring.models import Adjustment, Deal, Night, Player
from scoring.services import merges, players, settlements
from tests.books import Books
from tests.services import seasons
from tests.services.checks import revise

POLICIES: tuple[dict[str, Any], ...] = (
    {},
    {"metric": "net_bets", "tie_breaks": ["direct"]},
    {"metric": "place_points", "tie_breaks": ["direct", "lot"]},
    {"metric": "points_per_deal", "min_deals": 2, "guests": "ranked"},
)


class History:
    """Steps drawn one after the other; `tables` are where people play."""

    def __init__(self, books: Books, drawn: random.Random) -> None:
        self.books, self.drawn = books, drawn
        self.ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
        self.tables = [books.table.pk]
        twin = players.add_player(**self.ids, name="Sinh Đôi")
        guest = players.add_player(**self.ids, name="Khách", is_guest=True)
        self.people = [*(player.pk for player in books.people), twin.pk, guest.pk]

    def play(self, steps: int) -> None:
        """So many steps; those refused count."""
        ways: list[tuple[int, Callable[[], object]]] = [
            (9, self._record),
            (4, self._revise),
            (2, self._adjust),
            (2, self._cancel),
            (1, self._penalise),
            (2, self._merge),
            (1, self._rank_by),
            (1, self._settle),
            (1, self._reopen),
        ]
        weights = [weight for weight, _ in ways]
        for _, step in self.drawn.choices(ways, weights, k=steps):
            try:
                step()
            except (ServiceRefused, Refused):
                continue

    def open_night(self, day: date) -> None:
        """A table on this day, and its first deal: of two who are nobody else."""
        self.tables.append(seasons.open_table(self.books, day, people=[]).pk)
        alone = Player.objects.filter(pk__in=self.people, merged_into=None).order_by("sort_key")
        seats = [str(player.pk) for player in alone[:2]]
        self.books.record(self.books.sheet(seats=seats), table_id=self.tables[-1])

    def _sheet(self) -> Any:
        count = self.drawn.randint(2, 4)
        seats = [str(pk) for pk in self.drawn.sample(self.people, count)]
        changes: dict[str, Any] = {"seats": seats, "multiplier": self.drawn.randint(1, 3)}
        ending = self.drawn.choice(("normal", "normal", "u", "u", "drawn", "fault"))
        if ending == "u":
            changes["u"] = (self.drawn.randrange(count), self.drawn.choice(("plain", "ten")))
        elif ending == "fault":
            changes |= {"ending": ending, "fault": {"player": seats[0], "kind": "false_u"}}
        elif ending == "drawn":
            changes["ending"] = ending
        else:
            changes["eats"] = [(self.drawn.randrange(count), self.drawn.random() < 0.5)]
        return self.books.sheet(**changes)

    def _record(self) -> object:
        return self.books.record(self._sheet(), table_id=self.drawn.choice(self.tables))

    def _revise(self) -> object:
        deals = list(Deal.objects.filter(table_id__in=self.tables).order_by("table_id", "number"))
        if not deals:
            return None
        deal = self.drawn.choice(deals)
        if deal.current.kind == "void":
            return revise(self.books, deal.pk, "restore", note="nhầm")
        if self.drawn.random() < 0.4:
            return revise(self.books, deal.pk, "void", note="nhầm")
        return revise(self.books, deal.pk, "correct", sheet=self._sheet(), note="nhầm")

    def _adjust(self) -> object:
        payer, payee = self.drawn.sample(range(len(self.books.people)), 2)
        return seasons.adjust(self.books, payer, payee, self.drawn.randint(1, 20))

    def _cancel(self) -> object:
        found = Adjustment.objects.filter(club=self.books.club, cancels=None)
        ids = list(found.order_by("recorded_at").values_list("pk", flat=True))
        if ids:
            seasons.cancel(self.books, self.drawn.choice(ids))
        return None

    def _penalise(self) -> object:
        who = self.drawn.randrange(len(self.books.people))
        return seasons.penalise(self.books, who, self.drawn.choice((-9, -4, 6)))

    def _merge(self) -> object:
        merged = Player.objects.filter(club=self.books.club, merged_into__isnull=False).first()
        if merged is not None:
            return merges.unmerge_player(**self.ids, player_id=merged.pk)
        player, into = self.drawn.sample(self.people, 2)
        return merges.merge_players(**self.ids, player_id=player, into_id=into)

    def _rank_by(self) -> object:
        seasons.rank_by(self.books, **self.drawn.choice(POLICIES))
        return None

    def _settle(self) -> object:
        night = self.drawn.choice(list(Night.objects.filter(club=self.books.club).order_by("pk")))
        return seasons.settle(self.books, night)

    def _reopen(self) -> object:
        night = self.drawn.choice(list(Night.objects.filter(club=self.books.club).order_by("pk")))
        return settlements.reopen_night(**self.ids, night_id=night.pk, note="chơi tiếp")
