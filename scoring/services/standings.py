"""Keeping a season's table up to date, in the background.

The ranking itself takes no lock and no transaction. Only writing it does, for a moment, on a row
recording never touches. Whatever is recorded meanwhile has a task of its own; the sweep finds the
rest (architecture.md, section 6).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.engine.standings import StandingsTable, Tallies, checksum_of
from scoring.models import Season, SeasonState, StandingRow, StandingState
from scoring.selectors.seasons import list_seasons_named
from scoring.selectors.standings import rank_from_books
from scoring.selectors.sums_to_rank import rank_sums_from_books
from scoring.services import locks
from scoring.services.tallies import recompute_season_tallies

TRIES_OUTSIDE_THE_LOCK = 2


@dataclass(frozen=True, slots=True)
class Refreshed:
    """`did_build` is False where the table was up to date, or the season is closed."""

    season_id: int
    did_build: bool
    built_revision: int
    checksum: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A table just built, with what it was ranked from."""

    tallies: Tallies
    table: StandingsTable
    refreshed: Refreshed


def refresh_standings(*, season_id: int) -> Refreshed:
    """Bring the season's table up to date; doing it twice, or at once, is doing it once.

    Ranked outside the lock; where something was recorded meanwhile, again, and the third time
    inside it. A closed season shows its snapshot and is left alone.
    """
    read = _read(season_id)
    state, _ = StandingState.objects.get_or_create(season=read)
    if read.state == SeasonState.CLOSED or state.built_revision == read.dirty_revision:
        return _as_it_is(state)
    for _ in range(TRIES_OUTSIDE_THE_LOCK):
        refreshed = _write(season_id, read, rank_sums_from_books(read))
        if refreshed is not None:
            return refreshed
        read = _read(season_id)
    with transaction.atomic():
        _lock(season_id)
        read = _read(season_id)
        return _replace(read, rank_sums_from_books(read))


def refresh_by_name(*, club_slug: str, season_name: str) -> None:
    """For commands, which have no worker: bring what they are about to show up to date."""
    for season in list_seasons_named(club_slug=club_slug, season_name=season_name):
        refresh_standings(season_id=season.id)


def rebuild_standings(*, season_id: int) -> Refreshed:
    """Throw table and tallies away and make them anew from the seats, whatever its revision says.

    Recording in this season waits meanwhile. A closed season is left alone.
    """
    state, _ = StandingState.objects.get_or_create(season_id=season_id)
    with transaction.atomic():
        locks.lock_tables_of_season(season_id)
        _lock(season_id)
        read = _read(season_id)
        if read.state == SeasonState.CLOSED:
            return _as_it_is(state)
        recompute_season_tallies(season_id)
        return _replace(read, rank_sums_from_books(read))


def rank_for_closing(*, season_id: int) -> Ranked:
    """Rebuild the season's table, and say what it was ranked from, for a snapshot to keep.

    The caller holds the locks of all tables of the season, inside its transaction.
    """
    StandingState.objects.get_or_create(season_id=season_id)
    _lock(season_id)
    read = _read(season_id)
    recompute_season_tallies(season_id)
    tallies, table = rank_from_books(read)
    return Ranked(tallies=tallies, table=table, refreshed=_replace(read, table))


def _read(season_id: int) -> Season:
    """The season and, before anything else is read, its revision."""
    return Season.objects.select_related("policy_version").get(pk=season_id)


def _lock(season_id: int) -> StandingState:
    return StandingState.objects.select_for_update(no_key=True).get(season_id=season_id)


@transaction.atomic
def _write(season_id: int, read: Season, table: StandingsTable) -> Refreshed | None:
    """Write what was ranked, unless somebody wrote as much, or more was recorded: then None."""
    state = _lock(season_id)
    if state.built_revision >= read.dirty_revision:
        return _as_it_is(state)
    if _read(season_id).dirty_revision != read.dirty_revision:
        return None
    return _replace(read, table)


def _replace(season: Season, table: StandingsTable) -> Refreshed:
    """The rows that changed, and the state; the caller holds the state's lock."""
    rows = table.plain_rows()
    checksum = checksum_of(rows)
    _write_rows(season, rows)
    StandingState.objects.filter(season=season).update(
        built_revision=season.dirty_revision,
        built_at=timezone.now(),
        checksum=checksum,
        policy_version=season.policy_version,
    )
    return Refreshed(
        season_id=season.pk,
        did_build=True,
        built_revision=season.dirty_revision,
        checksum=checksum,
    )


def _write_rows(season: Season, rows: Sequence[Mapping[str, Any]]) -> None:
    """A deal changes a few rows of hundreds: what stands already is compared, and stays.

    Those that differ are deleted before any is written, because two may have changed places.
    """
    stored = StandingRow.objects.filter(season=season)
    left = {
        position: (str(player), rank, row)
        for position, player, rank, row in stored.values_list("position", "player", "rank", "row")
    }
    changed = [
        (position, row)
        for position, row in enumerate(rows)
        if left.pop(position, None) != (row["player"], row["rank"], row)
    ]
    gone = [*left, *(position for position, _ in changed)]
    if gone:
        stored.filter(position__in=gone).delete()
    StandingRow.objects.bulk_create(
        StandingRow(
            season=season, position=position, player_id=row["player"], rank=row["rank"], row=row
        )
        for position, row in changed
    )


def _as_it_is(state: StandingState) -> Refreshed:
    return Refreshed(
        season_id=state.season_id,
        did_build=False,
        built_revision=state.built_revision,
        checksum=state.checksum,
    )
