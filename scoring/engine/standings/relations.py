"""Do the parts of a season's tallies fit together, and who is who after merges (S-07)?

Knows ids. Knows no numbers and no policy. Each reason is asked of the whole input before the
next, so that the order of the lists cannot change the answer (S-01).
Section 10 of docs/standings.md.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import Final

from scoring.engine.standings.refusals import StandingsCode, StandingsRefused
from scoring.engine.standings.tallies import Meeting, SeasonPlayer, SeasonSums, Tallies

NIGHT_TABLE_PLAYER: Final = itemgetter(0, 1, 2)
PLAYER: Final = attrgetter("player")


def find_roots(tallies: Tallies | SeasonSums) -> Mapping[str, str]:
    """Each player's survivor, who is the player itself where nothing was merged.

    Sums have one line a player, so that a second one is refused as a row is.

    Raises StandingsRefused: ID_REPEATED, ROW_REPEATED, UNKNOWN_PLAYER, UNKNOWN_NIGHT,
    MERGE_CYCLE, MERGED_MET, in that order.
    """
    players = [one.player for one in tallies.players]
    nights = [one.night for one in tallies.nights]
    penalties = [one.penalty for one in tallies.penalties]
    for name, ids in (("players", players), ("nights", nights), ("penalties", penalties)):
        _refuse_repeated(ids, StandingsCode.ID_REPEATED, name, ".id")
    if isinstance(tallies, Tallies):
        keys: list[Hashable] = list(map(NIGHT_TABLE_PLAYER, tallies.tallies))
        row_players = [row.player for row in tallies.tallies]
        row_nights = [row.night for row in tallies.tallies]
    else:
        keys = list(map(PLAYER, tallies.sums))
        row_players = [line.player for line in tallies.sums]
        row_nights = [night for line in tallies.sums for night in (*line.nights, *line.loose)]
    _refuse_repeated(keys, StandingsCode.ROW_REPEATED, "tallies", "")
    _refuse_repeated(
        [(row.night, row.table, frozenset(row.players)) for row in tallies.meetings],
        StandingsCode.ROW_REPEATED,
        "meetings",
        "",
    )
    _refuse_unknown_players(tallies, row_players, set(players))
    for name, named in (
        ("tallies", row_nights),
        ("meetings", [row.night for row in tallies.meetings]),
    ):
        _refuse_strangers(named, set(nights), StandingsCode.UNKNOWN_NIGHT, name, ".night")
    roots = _follow_pointers(tallies.players)
    _refuse_merged_met(tallies.meetings, roots)
    return roots


def _refuse_repeated(keys: Sequence[Hashable], code: StandingsCode, name: str, field: str) -> None:
    if len(set(keys)) == len(keys):
        return
    first = {key: index for index, key in reversed(list(enumerate(keys)))}
    repeated = next(index for index, key in enumerate(keys) if first[key] != index)
    raise StandingsRefused(code, f"{name}.{repeated}{field}")


def _refuse_unknown_players(
    tallies: Tallies | SeasonSums, row_players: Sequence[str], known: Collection[str]
) -> None:
    # A player who was not merged is its own target, and known.
    targets = [
        one.player if one.merged_into is None else one.merged_into for one in tallies.players
    ]
    for name, named, field in (
        ("players", targets, ".merged_into"),
        ("tallies", row_players, ".player"),
        ("meetings", [row.players[0] for row in tallies.meetings], ".players"),
        ("meetings", [row.players[1] for row in tallies.meetings], ".players"),
        ("penalties", [one.player for one in tallies.penalties], ".player"),
    ):
        _refuse_strangers(named, known, StandingsCode.UNKNOWN_PLAYER, name, field)


def _refuse_strangers(
    named: Sequence[str], known: Collection[str], code: StandingsCode, name: str, field: str
) -> None:
    strangers = set(named).difference(known)
    if strangers:
        index = next(index for index, one in enumerate(named) if one in strangers)
        raise StandingsRefused(code, f"{name}.{index}{field}")


def _follow_pointers(players: Sequence[SeasonPlayer]) -> Mapping[str, str]:
    merged_into = {one.player: one.merged_into for one in players}
    roots: dict[str, str] = {}
    for one in players:
        at, trail = one.player, dict[str, None]()
        while at not in roots and (target := merged_into[at]) is not None:
            if at in trail:
                index = list(merged_into).index(at)
                raise StandingsRefused(StandingsCode.MERGE_CYCLE, f"players.{index}.merged_into")
            trail[at] = None
            at = target
        roots |= dict.fromkeys([*trail, at], roots.get(at, at))
    return roots


def _refuse_merged_met(meetings: Sequence[Meeting], roots: Mapping[str, str]) -> None:
    for index, row in enumerate(meetings):
        if roots[row.players[0]] == roots[row.players[1]]:
            raise StandingsRefused(StandingsCode.MERGED_MET, f"meetings.{index}.players")
