"""Comparing season tables with a ranking from the books, and snapshots with what they kept.

A table that is behind the books is not wrong, so it is compared only where it says it is up to
date. A snapshot is ranked again from its own input; a difference is told and never written over.
"""

import hashlib
import json
from collections.abc import Iterator

from scoring.engine import ENGINE_VERSION
from scoring.engine.standings import StandingsPolicy, StandingsRefused, Tallies, rank_season
from scoring.engine.standings.tallies import canonical_text
from scoring.models import (
    Club,
    PolicyVersion,
    Season,
    SeasonSnapshot,
    SeasonState,
    StandingRow,
    StandingState,
)
from scoring.selectors.differences import Difference
from scoring.selectors.movements import movements_from_books
from scoring.selectors.policies import parse_policy
from scoring.selectors.standings import rank_from_books


def audit_standings(club: Club) -> Iterator[Difference]:
    """Every policy of the club; every season's table last built, and every snapshot."""
    for version in PolicyVersion.objects.filter(policy__club=club).order_by("pk"):
        yield from _policy(version, f"{club.slug} policy version {version.pk}")
    for season in Season.objects.filter(club=club).select_related("policy_version").order_by("pk"):
        where = f"{club.slug}, {season.name}"
        if season.state == SeasonState.OPEN:
            yield from _built(season, where)
        for snapshot in season.snapshots.order_by("n"):
            yield from _snapshot(snapshot, f"{where} snapshot {snapshot.n}")


def _policy(version: PolicyVersion, where: str) -> Iterator[Difference]:
    """Hashed as it says, and canonical with its defaults filled in."""
    sha256 = hashlib.sha256(version.canonical.encode()).hexdigest()
    if version.sha256 != sha256:
        yield Difference(where, "sha256", version.sha256, sha256)
    try:
        policy = parse_policy(version.canonical)
    except (StandingsRefused, ValueError) as refused:
        yield Difference(where, "canonical", str(refused), "a phom-standings/1")
        return
    if canonical_text(policy.to_json()) != version.canonical:
        yield Difference(where, "canonical", "not canonical", "canonical")


def _built(season: Season, where: str) -> Iterator[Difference]:
    state = StandingState.objects.filter(season=season).first()
    if state is None or state.built_revision != season.dirty_revision:
        return
    _, table = rank_from_books(season)
    if state.checksum != table.checksum():
        yield Difference(where, "checksum of the table", state.checksum, table.checksum())
    columns = ("position", "player_id", "rank", "row")
    rows = StandingRow.objects.filter(season=season).order_by("position").values_list(*columns)
    stored = [(position, str(player), rank, row) for position, player, rank, row in rows]
    ranked = [
        (position, row.player, row.rank, row.to_json()) for position, row in enumerate(table.rows)
    ]
    for position in range(max(len(stored), len(ranked))):
        one = stored[position] if position < len(stored) else None
        other = ranked[position] if position < len(ranked) else None
        if one != other:
            yield Difference(where, f"row {position + 1}", one, other)
    yield from _movements(season, state, where)


def _movements(season: Season, state: StandingState, where: str) -> Iterator[Difference]:
    """Where they say that they belong to this table: of everybody what the books give.

    They are written a little after the table; until then they are those of an earlier one.
    """
    if state.movements_revision > state.built_revision:
        built = state.built_revision
        yield Difference(where, "revision of the movements", state.movements_revision, built)
    if state.movements_revision != state.built_revision:
        return
    stored: dict[str, object] = state.movements or {}
    rebuilt = movements_from_books(season)
    for player in sorted(stored.keys() | rebuilt.keys()):
        one, other = stored.get(player), rebuilt.get(player)
        if one != other:
            yield Difference(where, f"movement of {player}", one, other)


def _snapshot(snapshot: SeasonSnapshot, where: str) -> Iterator[Difference]:
    """Of an older engine a snapshot is kept as it is: it may well rank another way today."""
    if snapshot.engine_version != ENGINE_VERSION:
        return
    try:
        tallies = Tallies.from_json(json.loads(snapshot.tallies))
        policy = StandingsPolicy.from_json(json.loads(snapshot.policy))
        table = rank_season(tallies, policy)
        rows = json.loads(snapshot.rows)
    except (StandingsRefused, ValueError) as refused:
        yield Difference(where, "kept", str(refused), "readable and ranked")
        return
    if table.checksum() != snapshot.checksum:
        yield Difference(where, "checksum", snapshot.checksum, table.checksum())
    if rows != [row.to_json() for row in table.rows]:
        yield Difference(where, "rows", "other than its input gives", "as its input gives")
