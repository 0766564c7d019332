"""A small club for tests: made through the services, as a club would be.

Knows how to make one and how to write a sheet in a line. Asserts nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from scoring.actors import Actor, Role
from scoring.engine import Ruleset as Rules
from scoring.engine import Sheet
from scoring.models import Club, Login, Night, Player, RulesetVersion, Season, Table
from scoring.services import clubs, nights, players, rulesets, seasons
from scoring.services.deals import DealAnswer, record_deal

DAY = date(2026, 9, 4)
EVENING = datetime(2026, 9, 4, 13, 0, tzinfo=UTC)
NAMES = ("An", "Bình", "Chi", "Dũng", "Giang")


@dataclass
class Books:
    """A club with five players, an open season, one night and one table of four."""

    owner: Actor
    club: Club
    people: Sequence[Player]
    season: Season
    night: Night
    table: Table
    version: RulesetVersion
    logins: dict[Role, Actor] = field(default_factory=dict)

    def seat(self, index: int) -> str:
        """The seat id of a player: their UUID as text."""
        return str(self.people[index].pk)

    def seats(self, count: int = 4) -> list[str]:
        """The first players in turn order."""
        return [self.seat(index) for index in range(count)]

    def sheet(self, **changes: Any) -> Sheet:
        """A plain deal of four with points 5, 12, 20, 31; keys given replace its own.

        Seats may be named by index: `eats=[(1, False)]` is an eat by seat 1, `u=(0, "plain")` an ù
        of seat 0, `adjustments=[(0, 1, 2)]` two bets from seat 0 to seat 1 (or "POT").
        """
        return Sheet.from_json(self.sheet_json(**changes))

    def sheet_json(self, **changes: Any) -> dict[str, Any]:
        """What `sheet` parses."""
        seats = changes.pop("seats", self.seats())
        obj: dict[str, Any] = {"seats": seats, "ending": "normal"}
        if "eats" in changes:
            made = changes.pop("eats")
            obj["eats"] = [{"eater": seats[i], "last_round": last} for i, last in made]
        if "adjustments" in changes:
            obj["adjustments"] = [
                {"payer": _who(seats, payer), "payee": _who(seats, payee), "bets": bets}
                for payer, payee, bets in changes.pop("adjustments")
            ]
        if "u" in changes:
            winner, kind = changes.pop("u")
            obj |= {"ending": "u", "u": {"winner": seats[winner], "kind": kind}}
        obj |= changes
        if obj["ending"] == "normal" and "hands" not in obj:
            points = (5, 12, 20, 31)
            obj["hands"] = {seat: {"points": points[i]} for i, seat in enumerate(seats)}
        return obj

    def record(self, sheet: Sheet | None = None, **arguments: Any) -> DealAnswer:
        """Record a deal at the table, as the owner, a minute after the one before."""
        given: Mapping[str, Any] = {
            "actor": self.owner,
            "table_id": self.table.pk,
            "deal_id": uuid4(),
            "sheet": sheet or self.sheet(),
            "played_at": EVENING + timedelta(minutes=self._deals_recorded()),
        }
        return record_deal(**{**given, **arguments})

    def open_second_table(self) -> Table:
        """Another table of the night, at stake 1, with the same people."""
        return nights.open_table(
            actor=self.owner,
            club_id=self.club.pk,
            night_id=self.night.pk,
            label="Bàn 2",
            stake_points=1,
            seats=[player.pk for player in self.people[:4]],
        )

    def actor(self, role: Role) -> Actor:
        """A login of the club in this role, made at the first call."""
        if role not in self.logins:
            login = Login.objects.create_user(f"{role}-{self.club.slug}")
            clubs.set_role(actor=self.owner, club_id=self.club.pk, login_id=login.pk, role=role)
            self.logins[role] = Actor.of_login(login.pk)
        return self.logins[role]

    def _deals_recorded(self) -> int:
        return Table.objects.values_list("last_number", flat=True).get(pk=self.table.pk)


def make_books(
    *, slug: str = "clb-mau", rules: Mapping[str, Any] | None = None, stake: int = 1
) -> Books:
    """A club of this slug; `rules` are differences from the seed preset."""
    login = Login.objects.create_user(f"owner-{slug}")
    owner = Actor.of_login(login.pk)
    club = clubs.create_club(actor=owner, slug=slug, name=f"CLB {slug}")
    version = club.default_ruleset_version
    if rules:
        version = rulesets.publish_ruleset(
            actor=owner, club_id=club.pk, name="Luật bàn", rules=Rules.from_json(dict(rules))
        )
    assert version is not None
    people = [players.add_player(actor=owner, club_id=club.pk, name=name) for name in NAMES]
    season = seasons.open_season(
        actor=owner,
        club_id=club.pk,
        name="Mùa thu 2026",
        first_day=date(2026, 9, 1),
        last_day=date(2026, 12, 31),
    )
    night = nights.open_night(actor=owner, club_id=club.pk, day=DAY)
    table = nights.open_table(
        actor=owner,
        club_id=club.pk,
        night_id=night.pk,
        label="Bàn 1",
        stake_points=stake,
        seats=[player.pk for player in people[:4]],
        ruleset_version_id=version.pk,
    )
    return Books(
        owner=owner,
        club=club,
        people=people,
        season=season,
        night=night,
        table=table,
        version=version,
    )


def uuids(count: int) -> list[UUID]:
    """Fresh ids, as phones make them."""
    return [uuid4() for _ in range(count)]


def _who(seats: Sequence[str], who: int | str) -> str:
    return seats[who] if isinstance(who, int) else who
