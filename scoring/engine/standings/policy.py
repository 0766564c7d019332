"""The policy: by what a club ranks its season, and the format `phom-standings/1`.

Knows the options, their defaults and their sets. Knows nothing of tallies.
Section 3 of docs/standings.md. Values are asked for their exact type, because JSON true is an
int to Python and 5.0 equals 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Final, Literal, NoReturn, get_args

from scoring.engine.standings.refusals import StandingsCode, StandingsRefused

FORMAT: Final = "phom-standings/1"

Metric = Literal["net_points", "net_bets", "points_per_deal", "bets_per_deal", "place_points"]
Guests = Literal["listed", "ranked", "hidden"]
Penalties = Literal["count", "ignore"]
TieBreak = Literal["per_deal", "u_wins", "firsts", "compensations", "moms", "direct", "lot"]

CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "metric": get_args(Metric),
        "guests": get_args(Guests),
        "penalties": get_args(Penalties),
    }
)
"""The options that are one of a few words, with their words, the default first."""

RANGES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "drop_worst": (0, 1000),
        "best_of": (1, 1000),
        "keep_at_least": (1, 1000),
        "min_deals": (0, 100_000),
        "min_nights": (0, 1000),
        "direct_min_deals": (1, 1000),
    }
)
"""The options that are one whole number, with the smallest and the largest."""

TIE_BREAKS: Final[tuple[str, ...]] = get_args(TieBreak)
SEAT_COUNTS: Final = (2, 3, 4)
MAX_PLACE_POINTS: Final = 1000
MAX_SHARE: Final = 1000

PlacePoints = Mapping[int, tuple[int, ...]]

DEFAULT_PLACE_POINTS: Final[PlacePoints] = MappingProxyType(
    {2: (1, 0), 3: (2, 1, 0), 4: (3, 2, 1, 0)}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPolicy:
    """The options by which a season is ranked, complete.

    `place_points` gives per seat count what each place is worth, `unplaced_points` what a deal
    without a place is worth (S-20). `drop_share` is a share a / b of the player's nights.
    """

    metric: Metric = "net_points"
    place_points: PlacePoints = field(default_factory=lambda: dict(DEFAULT_PLACE_POINTS))
    unplaced_points: int = 0
    drop_worst: int = 0
    drop_share: tuple[int, int] = (0, 1)
    best_of: int | None = None
    keep_at_least: int = 1
    min_deals: int = 0
    min_nights: int = 0
    guests: Guests = "listed"
    penalties: Penalties = "count"
    tie_breaks: tuple[TieBreak, ...] = (
        "per_deal",
        "u_wins",
        "firsts",
        "compensations",
        "moms",
        "direct",
    )
    direct_min_deals: int = 1

    @classmethod
    def from_json(cls, obj: object) -> StandingsPolicy:
        """Read `phom-standings/1`; missing keys take the default, also inside `place_points`.

        Raises StandingsRefused: POLICY_INVALID for the first option amiss in the order of the
        fields above, keys nobody knows last; then POLICY_CONFLICT (S-10).
        """
        if type(obj) is not dict:
            _refuse("")
        if obj.get("format", FORMAT) != FORMAT:
            _refuse("format")
        read: dict[str, object] = {}
        for name in OPTIONS:
            if name in obj:
                read |= _read_option(name, obj[name])
        _refuse_unknown(obj, {"format", *OPTIONS}, "")
        policy = cls(**read)  # type: ignore[arg-type]
        _refuse_conflict(policy)
        return policy

    def to_json(self) -> dict[str, object]:
        """The policy as `phom-standings/1`, complete, with every default filled in."""
        obj: dict[str, object] = {"format": FORMAT}
        obj |= {name: getattr(self, name) for name in OPTIONS}
        rows = {str(seats): list(self.place_points[seats]) for seats in SEAT_COUNTS}
        obj["place_points"] = {**rows, "unplaced": self.unplaced_points}
        obj["drop_share"] = list(self.drop_share)
        obj["tie_breaks"] = list(self.tie_breaks)
        return obj

    @property
    def is_average(self) -> bool:
        """Whether the value is units per deal, a fraction, and not their sum (S-25)."""
        return self.metric in {"points_per_deal", "bets_per_deal"}

    @property
    def counts_points(self) -> bool:
        """Whether nets are read in points, and not in bets (S-20, S-42)."""
        return self.metric in {"net_points", "points_per_deal"}

    @property
    def drops_nights(self) -> bool:
        """Whether a night can be dropped, so that amounts are read by night (S-22)."""
        return self.drop_worst > 0 or self.drop_share[0] > 0 or self.best_of is not None

    @property
    def needs_seed(self) -> bool:
        """Whether lots may be drawn, so that the season must have a seed (S-43)."""
        return "lot" in self.tie_breaks


OPTIONS: Final = tuple(f.name for f in fields(StandingsPolicy) if f.name != "unplaced_points")
"""The keys of the policy in JSON, `format` apart; `place_points` holds `unplaced`, too."""


def _read_option(name: str, value: object) -> dict[str, object]:
    """The fields this option fills."""
    if name == "place_points":
        return _read_place_points(value)
    if name == "drop_share":
        return {name: _read_share(value)}
    if name == "tie_breaks":
        return {name: _read_tie_breaks(value)}
    if name in CHOICES:
        if type(value) is not str or value not in CHOICES[name]:
            _refuse(name)
        return {name: value}
    if name == "best_of" and value is None:
        return {name: None}
    low, high = RANGES[name]
    return {name: _read_whole(value, low, high, name)}


def _read_place_points(value: object) -> dict[str, object]:
    if type(value) is not dict:
        _refuse("place_points")
    rows = dict(DEFAULT_PLACE_POINTS)
    for seats in SEAT_COUNTS:
        if str(seats) in value:
            rows[seats] = _read_place_row(value[str(seats)], seats)
    unplaced = _read_place_value(value.get("unplaced", 0), "place_points.unplaced")
    _refuse_unknown(value, {"unplaced", *map(str, SEAT_COUNTS)}, "place_points.")
    return {"place_points": rows, "unplaced_points": unplaced}


def _read_place_row(value: object, seats: int) -> tuple[int, ...]:
    path = f"place_points.{seats}"
    if type(value) is not list or len(value) != seats:
        _refuse(path)
    row = tuple([_read_place_value(item, path) for item in value])
    if list(row) != sorted(row, reverse=True):
        _refuse(path)
    return row


def _read_place_value(value: object, path: str) -> int:
    return _read_whole(value, -MAX_PLACE_POINTS, MAX_PLACE_POINTS, path)


def _read_share(value: object) -> tuple[int, int]:
    path = "drop_share"
    if type(value) is not list or len(value) != 2:
        _refuse(path)
    below = _read_whole(value[1], 1, MAX_SHARE, path)
    return _read_whole(value[0], 0, below - 1, path), below


def _read_tie_breaks(value: object) -> tuple[str, ...]:
    path = "tie_breaks"
    if type(value) is not list or any(type(step) is not str for step in value):
        _refuse(path)
    if not set(value).issubset(TIE_BREAKS) or len(set(value)) < len(value) or "lot" in value[:-1]:
        _refuse(path)
    return tuple(value)


def _read_whole(value: object, low: int, high: int, path: str) -> int:
    if type(value) is not int or not low <= value <= high:
        _refuse(path)
    return value


def _refuse_unknown(obj: Mapping[str, object], known: set[str], prefix: str) -> None:
    unknown = sorted(obj.keys() - known)
    if unknown:
        _refuse(prefix + unknown[0])


def _refuse_conflict(policy: StandingsPolicy) -> None:
    ways = {
        "drop_worst": policy.drop_worst > 0,
        "drop_share": policy.drop_share[0] > 0,
        "best_of": policy.best_of is not None,
    }
    used = [name for name, is_used in ways.items() if is_used]
    if len(used) > 1:
        raise StandingsRefused(StandingsCode.POLICY_CONFLICT, used[1])


def _refuse(path: str) -> NoReturn:
    raise StandingsRefused(StandingsCode.POLICY_INVALID, path)
