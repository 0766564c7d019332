"""Ranking a season: tallies and policy in, the table out.

Knows who is ranked, the order of the rows and how ranks are counted; asks `values` what a season
is worth and `ties` who of equal players is ahead. The only orchestrator.
Rules S-01, S-30, S-31, S-40 and S-50 to S-53 of docs/standings.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import ceil

from scoring.engine.standings.meetings import Meetings
from scoring.engine.standings.policy import StandingsPolicy
from scoring.engine.standings.refusals import StandingsCode, StandingsRefused
from scoring.engine.standings.relations import find_roots
from scoring.engine.standings.table import Group, NextRank, StandingRow, StandingsTable, TieStep
from scoring.engine.standings.tallies import (
    PlayerSums,
    SeasonNight,
    SeasonSums,
    Sums,
    Tallies,
    Tally,
    add_up,
    join_sums,
)
from scoring.engine.standings.ties import EqualClass, TieBreaker
from scoring.engine.standings.values import (
    PlayerSeason,
    Value,
    amount_columns,
    player_season,
    units_of,
)


def rank_season(tallies: Tallies, policy: StandingsPolicy) -> StandingsTable:
    """Bảng xếp hạng: the season's table (S-01 to S-54).

    Raises StandingsRefused: SEED_MISSING, then the codes from ID_REPEATED to MERGED_MET.
    """
    return rank(tallies, policy).table


def rank_sums(sums: SeasonSums, policy: StandingsPolicy) -> StandingsTable:
    """The same table as `rank_season` makes of the same rows, from their sums; it raises alike."""
    _refuse_missing_seed(sums.seed, policy)
    roots = find_roots(sums)
    parts: dict[str, list[PlayerSums]] = {root: [] for root in sorted(set(roots.values()))}
    for line in sums.sums:
        parts[roots[line.player]].append(line)
    lines = {
        player: join_sums(own) if own else PlayerSums(player, Sums())
        for player, own in parts.items()
    }
    _, table = _seasons_and_table(sums, lines, roots, policy)
    return table


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """A table with what it was made from, for whoever compares two of them.

    `seasons` are those of all survivors, listed or not; `rows` their tallies. The nights stand
    by day, then by id.
    """

    tallies: Tallies
    seasons: Mapping[str, PlayerSeason]
    rows: Mapping[str, Sequence[Tally]]
    nights: Mapping[str, SeasonNight]
    table: StandingsTable


def rank(tallies: Tallies, policy: StandingsPolicy) -> Ranking:
    """As rank_season, with the working."""
    _refuse_missing_seed(tallies.seed, policy)
    roots = find_roots(tallies)
    rows: dict[str, list[Tally]] = {root: [] for root in sorted(set(roots.values()))}
    for row in tallies.tallies:
        rows[roots[row.player]].append(row)
    lines = {player: _line(player, own, policy) for player, own in rows.items()}
    seasons, table = _seasons_and_table(tallies, lines, roots, policy)
    nights = _by_day(tallies.nights)
    return Ranking(tallies=tallies, seasons=seasons, rows=rows, nights=nights, table=table)


def _line(player: str, rows: Sequence[Tally], policy: StandingsPolicy) -> PlayerSums:
    if not policy.drops_nights:
        played = [row.night for row in rows if row.deals]
        loose = [row.night for row in rows if not row.deals] if len(played) < len(rows) else ()
        return PlayerSums(player, add_up(rows), played, loose)
    if not rows:
        return PlayerSums(player, Sums())
    columns = dict(zip(Tally._fields, zip(*rows, strict=True), strict=True))
    return PlayerSums(
        player,
        Sums._make([sum(columns[name]) for name in Sums._fields]),
        nights=columns["night"],
        deals=columns["deals"],
        amounts=[columns[name] for name in amount_columns(policy)],
    )


def _refuse_missing_seed(seed: str | None, policy: StandingsPolicy) -> None:
    if policy.needs_seed and seed is None:
        raise StandingsRefused(StandingsCode.SEED_MISSING, "season.seed")


def _by_day(nights: Sequence[SeasonNight]) -> Mapping[str, SeasonNight]:
    """The nights by day, then by id."""
    return {one.night: one for one in sorted(nights, key=lambda one: (one.day, one.night))}


def _seasons_and_table(
    tallies: Tallies | SeasonSums,
    lines: Mapping[str, PlayerSums],
    roots: Mapping[str, str],
    policy: StandingsPolicy,
) -> tuple[dict[str, PlayerSeason], StandingsTable]:
    """From the lines of all survivors, by id."""
    seasons = _player_seasons(tallies, lines, roots, policy)
    breaker = TieBreaker(
        policy.tie_breaks,
        seasons,
        Meetings(tallies.meetings, roots, policy),
        tallies.seed or "",
    )
    return seasons, StandingsTable(policy, tuple(_rows(seasons, breaker, policy)))


def _player_seasons(
    tallies: Tallies | SeasonSums,
    lines: Mapping[str, PlayerSums],
    roots: Mapping[str, str],
    policy: StandingsPolicy,
) -> dict[str, PlayerSeason]:
    """The seasons of all survivors, by id."""
    guests = {one.player for one in tallies.players if one.is_guest}
    nights = _by_day(tallies.nights)
    in_order = list(nights)
    penalties = dict.fromkeys(lines, 0)
    for penalty in tallies.penalties:
        if policy.penalties == "count" and not penalty.is_cancelled:
            penalties[roots[penalty.player]] += penalty.points
    units = units_of(policy)
    open_nights = frozenset(night for night, one in nights.items() if one.state != "locked")
    return {
        player: player_season(
            player=player,
            is_guest=player in guests,
            own=own,
            units=units,
            penalties=penalties[player],
            nights=in_order,
            open_nights=open_nights,
            policy=policy,
        )
        for player, own in lines.items()
    }


def _rows(
    seasons: Mapping[str, PlayerSeason], breaker: TieBreaker, policy: StandingsPolicy
) -> list[StandingRow]:
    """All listed players in order (S-31)."""
    groups: dict[Group, list[PlayerSeason]] = {
        name: [] for name in ("ranked", "not_yet_ranked", "guest", "no_deals")
    }
    for season in seasons.values():
        group = _group(season, policy)
        if group is not None:
            groups[group].append(season)
    rows = _ranked_rows(groups.pop("ranked"), breaker)
    for name, members in groups.items():
        rows += [_unranked_row(season, name, policy) for season in _by_value(members)]
    return rows


def _group(season: PlayerSeason, policy: StandingsPolicy) -> Group | None:
    """Who is ranked (S-30); None is not in the table."""
    if season.is_guest and policy.guests == "hidden":
        return None
    if not season.sums.deals:
        return "no_deals"
    if season.is_guest and policy.guests == "listed":
        return "guest"
    if season.sums.deals < policy.min_deals or season.nights < policy.min_nights:
        return "not_yet_ranked"
    return "ranked"


def _by_value(seasons: Sequence[PlayerSeason]) -> list[PlayerSeason]:
    """Highest value first, then by id, in which they are given; nobody's value counts as 0."""
    return sorted(seasons, key=lambda season: -(season.value or 0))


def _ranked_rows(seasons: Sequence[PlayerSeason], breaker: TieBreaker) -> list[StandingRow]:
    rows: list[StandingRow] = []
    above: tuple[int, Value] | None = None
    for one in _classes(seasons, breaker):
        rank = len(rows) + 1
        members = [breaker.seasons[player] for player in one.players]
        rows += [
            _row(
                season,
                "ranked",
                rank=rank,
                is_shared=len(members) > 1,
                decided_by=one.decided_by if above else None,
                tie_steps=tuple(breaker.applied.get(season.player, ())),
                next_rank=above and _next_rank(season, *above),
            )
            for season in members
        ]
        above = rank, _known(members[0].value)
    return rows


def _classes(seasons: Sequence[PlayerSeason], breaker: TieBreaker) -> list[EqualClass]:
    """Who shares a rank, the foremost first, by value and then by tie-breaks (S-40, S-41)."""
    classes = []
    for _, equal in groupby(_by_value(seasons), key=lambda season: season.value):
        first, *others = breaker.tell_apart([season.player for season in equal])
        classes += [EqualClass(first.players, "value"), *others]
    return classes


def _next_rank(season: PlayerSeason, rank_above: int, value_above: Value) -> NextRank:
    """The fewest whole points that would draw level with the rank directly above (S-53)."""
    have = season.counted_units + season.penalties
    # Sums are whole, and level with themselves over one deal.
    deals = season.kept_deals if isinstance(value_above, Fraction) else 1
    return NextRank(rank_above, ceil(value_above * deals) - have)


def _unranked_row(season: PlayerSeason, group: Group, policy: StandingsPolicy) -> StandingRow:
    row = _row(season, group)
    if group != "not_yet_ranked":
        return row
    return _row(
        season,
        group,
        missing_deals=max(0, policy.min_deals - season.sums.deals),
        missing_nights=max(0, policy.min_nights - season.nights),
    )


def _row(
    season: PlayerSeason,
    group: Group,
    *,
    rank: int | None = None,
    is_shared: bool = False,
    missing_deals: int = 0,
    missing_nights: int = 0,
    decided_by: str | None = None,
    tie_steps: tuple[TieStep, ...] = (),
    next_rank: NextRank | None = None,
) -> StandingRow:
    return StandingRow(
        player=season.player,
        group=group,
        rank=rank,
        is_shared=is_shared,
        value=season.value,
        counted_units=None if season.value is None else season.counted_units,
        penalties=season.penalties,
        deals=season.sums.deals,
        nights=season.nights,
        kept_deals=season.kept_deals,
        dropped=season.dropped,
        missing_deals=missing_deals,
        missing_nights=missing_nights,
        is_provisional=season.is_provisional,
        decided_by=decided_by,
        tie_steps=tie_steps,
        next=next_rank,
    )


def _known(value: Value | None) -> Value:
    assert value is not None  # ranked players had a deal (S-26, S-30)
    return value
