"""Reading a `phom-tallies/1` object: types, signs and lengths.

Knows keys, types and the defaults of keys left out. Whoever is named may still be a stranger,
and anything may be there twice: that is asked in `relations`.
Section 2 of docs/standings.md. Values are asked for their exact type, because JSON true is an
int to Python and 5.0 equals 5.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any, Final, NoReturn, TypeVar, get_args

from scoring.engine.standings.refusals import StandingsCode, StandingsRefused
from scoring.engine.standings.tallies import (
    FORMAT,
    NO_KINDS,
    Meeting,
    NightState,
    Penalty,
    SeasonNight,
    SeasonPlayer,
    Tallies,
    Tally,
    with_players_in_order,
)

Item = TypeVar("Item")

SEED: Final = re.compile(r"[A-Za-z0-9.-]{1,64}")
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# Half of a surrogate pair is no text: it has no UTF-8, so no bytes, no lot and no checksum.
HALF_A_PAIR: Final = re.compile("[\ud800-\udfff]")
STATES: Final = get_args(NightState)
EATS: Final = ("eats", "eaten", "last_eats", "last_eaten")
NO_PLACES: Final[Mapping[str, Sequence[int]]] = MappingProxyType(
    {"2": (0, 0), "3": (0, 0, 0), "4": (0, 0, 0, 0)}
)
UNPLACED: Final = (0,) * 9


def read_tallies(obj: object, *, needs_seed: bool) -> Tallies:
    """The whole input. Raises StandingsRefused(SEED_MISSING, TALLIES_INVALID), in that order."""
    if type(obj) is not dict:
        refuse("")
    if obj.get("format", FORMAT) != FORMAT:
        refuse("format")
    season = obj.get("season")
    if type(season) is not dict:
        refuse("season")
    seed = season.get("seed")
    if seed is None and needs_seed:
        raise StandingsRefused(StandingsCode.SEED_MISSING, "season.seed")
    if seed is not None and (type(seed) is not str or not SEED.fullmatch(seed)):
        refuse("season.seed")
    return Tallies(
        season=_read_id(season, "id", "season"),
        seed=seed,
        players=_read_list(obj, "players", _read_player),
        nights=_read_list(obj, "nights", _read_night),
        tallies=_read_list(obj, "tallies", _read_tally),
        meetings=_read_list(obj, "meetings", _read_meeting),
        penalties=_read_list(obj, "penalties", _read_penalty),
    )


def refuse(path: str) -> NoReturn:
    """Raise StandingsRefused(TALLIES_INVALID) that names the field."""
    raise StandingsRefused(StandingsCode.TALLIES_INVALID, path)


def _read_list(
    obj: Mapping[str, object], key: str, read: Callable[[Mapping[str, Any], str], Item]
) -> tuple[Item, ...]:
    items = obj.get(key, [])
    if type(items) is not list:
        refuse(key)
    read_items = []
    for index, item in enumerate(items):
        path = f"{key}.{index}"
        if type(item) is not dict:
            refuse(path)
        read_items.append(read(item, path))
    return tuple(read_items)


def _read_player(obj: Mapping[str, Any], path: str) -> SeasonPlayer:
    merged = obj.get("merged_into") is not None
    return SeasonPlayer(
        _read_id(obj, "id", path),
        _read_flag(obj, "guest", path),
        _read_id(obj, "merged_into", path) if merged else None,
    )


def _read_night(obj: Mapping[str, Any], path: str) -> SeasonNight:
    day, state = obj.get("day"), obj.get("state", "locked")
    if not _is_day(day):
        refuse(f"{path}.day")
    if type(state) is not str or state not in STATES:
        refuse(f"{path}.state")
    return SeasonNight(_read_id(obj, "id", path), day, state)  # type: ignore[arg-type]


def _is_day(value: object) -> bool:
    """`YYYY-MM-DD` of a day there is; such days stand in order of time when in order of text."""
    if type(value) is not str or not DAY.fullmatch(value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _read_tally(obj: Mapping[str, Any], path: str) -> Tally:
    table = None if obj.get("table") is None else _read_id(obj, "table", path)
    deals = _read_count(obj, "deals", path)
    places = _read_places(obj["places"], f"{path}.places") if "places" in obj else UNPLACED
    if sum(places) > deals:
        refuse(f"{path}.places")
    kinds = _read_kinds(obj["u_by_kind"], f"{path}.u_by_kind") if "u_by_kind" in obj else NO_KINDS
    columns = (
        _read_id(obj, "night", path),
        table,
        _read_id(obj, "player", path),
        deals,
        _read_whole(obj, "net_points", path),
        _read_whole(obj, "net_bets", path),
        _read_count(obj, "u_wins", path),
        _read_count(obj, "moms", path),
        _read_count(obj, "compensations", path),
        *places,
        *[_read_count(obj, name, path) for name in EATS],
        kinds,
    )
    if table is None:
        _refuse_counts(obj, kinds, path)
    return Tally._make(columns)


def _refuse_counts(obj: Mapping[str, Any], kinds: Mapping[str, int], path: str) -> None:
    """Adjustments are nets only (S-03); places without deals are refused already."""
    for name in ("deals", "u_wins", "moms", "compensations", *EATS):
        if obj.get(name):
            refuse(f"{path}.{name}")
    if any(kinds.values()):
        refuse(f"{path}.u_by_kind")


def _read_places(value: object, path: str) -> tuple[int, ...]:
    """The nine counters, from two seats to four."""
    if type(value) is not dict:
        refuse(path)
    read = dict(NO_PLACES)
    for key, row in value.items():
        if key not in read or type(row) is not list or len(row) != int(key):
            refuse(f"{path}.{key}")
        for count in row:
            if type(count) is not int or count < 0:
                refuse(f"{path}.{key}")
        read[key] = row
    return (*read["2"], *read["3"], *read["4"])


def _read_kinds(value: object, path: str) -> Mapping[str, int]:
    if type(value) is not dict:
        refuse(path)
    return {kind: _read_count(value, kind, path) for kind in value}


def _read_meeting(obj: Mapping[str, Any], path: str) -> Meeting:
    players = obj.get("players")
    if type(players) is not list or len(players) != 2 or not all(map(_is_id, players)):
        refuse(f"{path}.players")
    if players[0] == players[1]:
        refuse(f"{path}.players")
    meeting = Meeting(
        _read_id(obj, "night", path),
        _read_id(obj, "table", path),
        (players[0], players[1]),
        _read_count(obj, "deals", path),
        _read_nets(obj, "net_points", path),
        _read_nets(obj, "net_bets", path),
    )
    return with_players_in_order(meeting)


def _read_nets(obj: Mapping[str, Any], name: str, path: str) -> tuple[int, int]:
    nets = obj.get(name, [0, 0])
    if type(nets) is not list or len(nets) != 2 or any(type(net) is not int for net in nets):
        refuse(f"{path}.{name}")
    return nets[0], nets[1]


def _read_penalty(obj: Mapping[str, Any], path: str) -> Penalty:
    return Penalty(
        _read_id(obj, "id", path),
        _read_id(obj, "player", path),
        _read_whole(obj, "points", path),
        _read_flag(obj, "cancelled", path),
    )


def _is_id(value: object) -> bool:
    return type(value) is str and (value.isascii() or not HALF_A_PAIR.search(value))


def _read_id(obj: Mapping[str, Any], name: str, path: str) -> str:
    value = obj.get(name)
    if type(value) is not str or not _is_id(value):
        refuse(f"{path}.{name}")
    return value


def _read_flag(obj: Mapping[str, Any], name: str, path: str) -> bool:
    value = obj.get(name, False)
    if type(value) is not bool:
        refuse(f"{path}.{name}")
    return value


def _read_whole(obj: Mapping[str, Any], name: str, path: str) -> int:
    value = obj.get(name, 0)
    if type(value) is not int:
        refuse(f"{path}.{name}")
    return value


def _read_count(obj: Mapping[str, Any], name: str, path: str) -> int:
    value = obj.get(name, 0)
    if type(value) is not int or value < 0:
        refuse(f"{path}.{name}")
    return value
