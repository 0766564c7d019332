"""Comparing season tables with a ranking from the books, and snapshots with what they kept.

A table that is behind the books is not wrong, so it is compared only where it says it is up to
date. A snapshot is ranked again from its own input; a difference is told and never written over.
"""

import json
from collections.abc import Iterator

from scoring.engine import ENGINE_VERSION
from scoring.engine.standings import StandingsPolicy, Tallies, rank_season
from scoring.models import Club, Season, SeasonSnapshot, SeasonState, StandingRow, StandingState
from scoring.selectors.differences import Difference
from scoring.selectors.standings import rank_from_books


def audit_standings(club: Club) -> Iterator[Difference]:
    """Every season of the club: the table last built, and every snapshot."""
    for season in Season.objects.filter(club=club).select_related("policy_version").order_by("pk"):
        where = f"{club.slug}, {season.name}"
        if season.state == SeasonState.OPEN:
            yield from _built(season, where)
        for snapshot in season.snapshots.order_by("n"):
            yield from _snapshot(snapshot, f"{where} snapshot {snapshot.n}")


def _built(season: Season, where: str) -> Iterator[Difference]:
    state = StandingState.objects.filter(season=season).first()
    if state is None or state.built_revision != season.dirty_revision:
        return
    _, table = rank_from_books(season)
    if state.checksum != table.checksum():
        yield Difference(where, "checksum of the table", state.checksum, table.checksum())
    stored = list(
        StandingRow.objects.filter(season=season).order_by("position").values_list("row", flat=True)
    )
    ranked = [row.to_json() for row in table.rows]
    for position in range(max(len(stored), len(ranked))):
        one = stored[position] if position < len(stored) else None
        other = ranked[position] if position < len(ranked) else None
        if one != other:
            yield Difference(where, f"row {position + 1}", one, other)


def _snapshot(snapshot: SeasonSnapshot, where: str) -> Iterator[Difference]:
    """Of an older engine a snapshot is kept as it is: it may well rank another way today."""
    if snapshot.engine_version != ENGINE_VERSION:
        return
    tallies = Tallies.from_json(json.loads(snapshot.tallies))
    policy = StandingsPolicy.from_json(json.loads(snapshot.policy))
    table = rank_season(tallies, policy)
    if table.checksum() != snapshot.checksum:
        yield Difference(where, "checksum", snapshot.checksum, table.checksum())
    if json.loads(snapshot.rows) != [row.to_json() for row in table.rows]:
        yield Difference(where, "rows", "other than its input gives", "as its input gives")
