"""The tallies of a season: all that a table is made from, and the format `phom-tallies/1`.

Knows the values and how they are written. Knows no policy; whether the parts fit together is
asked in `relations`. Section 2 of docs/standings.md.

Tallies, meetings and their sums are named tuples: a season has tens of thousands of them, and
they are added up column by column.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

FORMAT: Final = "phom-tallies/1"
NO_KINDS: Final[Mapping[str, int]] = MappingProxyType({})

NightState = Literal["open", "settled", "locked"]


@dataclass(frozen=True, slots=True)
class SeasonPlayer:
    """Somebody of the roster; `merged_into` is who the player turned out to be (S-07)."""

    player: str
    is_guest: bool = False
    merged_into: str | None = None


@dataclass(frozen=True, slots=True)
class SeasonNight:
    """A night of the season on its club day, `YYYY-MM-DD`."""

    night: str
    day: str
    state: NightState = "locked"


@dataclass(frozen=True, slots=True)
class Penalty:
    """Ranking points given to a player, or taken where they are negative (S-06)."""

    penalty: str
    player: str
    points: int = 0
    is_cancelled: bool = False


class Sums(NamedTuple):
    """What is added up of a player: deals, nets, counts, and deals per seat count and place.

    `p4_2` counts the deals of four seats in which the player came second (S-04).
    """

    deals: int = 0
    net_points: int = 0
    net_bets: int = 0
    u_wins: int = 0
    moms: int = 0
    compensations: int = 0
    p2_1: int = 0
    p2_2: int = 0
    p3_1: int = 0
    p3_2: int = 0
    p3_3: int = 0
    p4_1: int = 0
    p4_2: int = 0
    p4_3: int = 0
    p4_4: int = 0

    @property
    def firsts(self) -> int:
        """Deals won, by ù too (S-04)."""
        return self.p2_1 + self.p3_1 + self.p4_1

    @property
    def seconds(self) -> int:
        """Deals in which the second place was not the last."""
        return self.p3_2 + self.p4_2

    @property
    def thirds(self) -> int:
        """Deals in which the third place was not the last."""
        return self.p4_3

    @property
    def lasts(self) -> int:
        """Deals in which the player had the last place, whatever its number."""
        return self.p2_2 + self.p3_3 + self.p4_4

    @property
    def unplaced(self) -> int:
        """Deals without a place for the player."""
        return self.deals - sum(self[6:15])


class Tally(NamedTuple):
    """The deals in force of one player at one table of one night (S-02).

    `table` is None in the row of the night's adjustments: nets only (S-03). The counters after
    the places are not read by the ranking (S-08).
    """

    night: str
    table: str | None
    player: str
    deals: int = 0
    net_points: int = 0
    net_bets: int = 0
    u_wins: int = 0
    moms: int = 0
    compensations: int = 0
    p2_1: int = 0
    p2_2: int = 0
    p3_1: int = 0
    p3_2: int = 0
    p3_3: int = 0
    p4_1: int = 0
    p4_2: int = 0
    p4_3: int = 0
    p4_4: int = 0
    eats: int = 0
    eaten: int = 0
    last_eats: int = 0
    last_eaten: int = 0
    u_by_kind: Mapping[str, int] = NO_KINDS

    @property
    def places(self) -> tuple[int, ...]:
        """The nine counters of places, those of two seats first."""
        return self[9:18]


assert Tally._fields[3:18] == Sums._fields


class PlayerSums(NamedTuple):
    """One player's tallies of a season, added up but for what a policy reads by night.

    Of `sums` the columns that `summed_columns` names are read. Where the policy drops nights,
    `nights`, `deals` and every column of `amounts` (those that `amount_columns` names) have a place
    for every row. Where it drops none, `nights` are those of the rows with a deal, and `loose` of
    the others.
    """

    player: str
    sums: Sums
    nights: Sequence[str] = ()
    loose: Sequence[str] = ()
    deals: Sequence[int] = ()
    amounts: Sequence[Sequence[int]] = ()


class Meeting(NamedTuple):
    """The deals in force at one table in which two players both sat (S-05).

    The nets are each one's own whole net in those deals, in the order of `players`.
    """

    night: str
    table: str
    players: tuple[str, str]
    deals: int = 0
    net_points: tuple[int, int] = (0, 0)
    net_bets: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tallies:
    """A season's tallies. Every part is a set: its order means nothing (S-01)."""

    season: str
    seed: str | None = None
    players: tuple[SeasonPlayer, ...] = ()
    nights: tuple[SeasonNight, ...] = ()
    tallies: tuple[Tally, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    penalties: tuple[Penalty, ...] = ()

    @classmethod
    def from_json(cls, obj: object, *, needs_seed: bool = False) -> Tallies:
        """Read a `phom-tallies/1` object as `json.loads` gives it; unknown keys are passed over.

        Raises StandingsRefused: SEED_MISSING if the policy needs a seed and there is none, then
        TALLIES_INVALID. Whether the parts fit together is asked when the season is ranked.
        """
        from scoring.engine.standings.reading import read_tallies

        return read_tallies(obj, needs_seed=needs_seed)

    def to_json(self) -> dict[str, object]:
        """The tallies as `phom-tallies/1`, complete, every list in order of its ids."""
        season: dict[str, str] = {"id": self.season}
        if self.seed is not None:
            season["seed"] = self.seed
        return {
            "format": FORMAT,
            "season": season,
            "players": [
                {"id": one.player, "guest": one.is_guest, "merged_into": one.merged_into}
                for one in sorted(self.players, key=lambda one: one.player)
            ],
            "nights": [
                {"id": one.night, "day": one.day, "state": one.state}
                for one in sorted(self.nights, key=lambda one: one.night)
            ],
            "tallies": [_tally_to_json(row) for row in sorted(self.tallies, key=_tally_order)],
            "meetings": [
                _meeting_to_json(row) for row in sorted(map(with_players_in_order, self.meetings))
            ],
            "penalties": [
                {
                    "id": one.penalty,
                    "player": one.player,
                    "points": one.points,
                    "cancelled": one.is_cancelled,
                }
                for one in sorted(self.penalties, key=lambda one: one.penalty)
            ],
        }

    def canonical(self) -> str:
        """The one text of these tallies, which a snapshot keeps (S-71)."""
        return canonical_text(self.to_json())


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSums:
    """A season's tallies as a database adds them up: one line a player. Every part is a set.

    For one policy alone, which says what is read by night.
    """

    seed: str | None = None
    players: tuple[SeasonPlayer, ...] = ()
    nights: tuple[SeasonNight, ...] = ()
    sums: tuple[PlayerSums, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    penalties: tuple[Penalty, ...] = ()


def canonical_text(obj: object) -> str:
    """JSON with keys sorted and no spaces; ids stay as they are, code point by code point (S-54).

    (The canonical JSON of sheets composes letters, which could make one id of two.)
    """
    return json.dumps(obj, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def with_players_in_order(meeting: Meeting) -> Meeting:
    """The same meeting with the lower id first."""
    if meeting.players[0] <= meeting.players[1]:
        return meeting
    return meeting._replace(
        players=meeting.players[::-1],
        net_points=meeting.net_points[::-1],
        net_bets=meeting.net_bets[::-1],
    )


def add_up(rows: Sequence[Tally]) -> Sums:
    """The sums of any number of tallies."""
    if not rows:
        return Sums()
    # The columns of ids and of what is not read are cheaper to turn than to cut off.
    return Sums._make(map(sum, tuple(zip(*rows, strict=True))[3:18]))


def join_sums(parts: Sequence[PlayerSums]) -> PlayerSums:
    """The lines of players who turned out to be one, as the first one's; at least one (S-07)."""
    if len(parts) == 1:
        return parts[0]
    return PlayerSums(
        parts[0].player,
        Sums._make(map(sum, zip(*[part.sums for part in parts], strict=True))),
        [night for part in parts for night in part.nights],
        [night for part in parts for night in part.loose],
        [deals for part in parts for deals in part.deals],
        [
            [amount for column in columns for amount in column]
            for columns in zip(*[part.amounts for part in parts], strict=True)
        ],
    )


def _tally_order(row: Tally) -> tuple[str, bool, str, str]:
    return row.night, row.table is not None, row.table or "", row.player


def _tally_to_json(row: Tally) -> dict[str, object]:
    counters = Sums._fields[6:15]
    places = list(row.places)
    return {
        **{name: value for name, value in row._asdict().items() if name not in counters},
        "places": {"2": places[:2], "3": places[2:5], "4": places[5:]},
        "u_by_kind": dict(row.u_by_kind),
    }


def _meeting_to_json(row: Meeting) -> dict[str, object]:
    return {
        **row._asdict(),
        "players": list(row.players),
        "net_points": list(row.net_points),
        "net_bets": list(row.net_bets),
    }
