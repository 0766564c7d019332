"""The locks, and the order they are taken in: club → tables by id → standing state.

Each is a bare `SELECT … FOR NO KEY UPDATE`: nothing read by a join in that statement could be
trusted, so nothing is read. It must be `NO KEY`: foreign keys are checked at the commit, by a key
share of the row they point to, and whoever records would wait there for the club while the one who
holds the club waits for its table. On SQLite a transaction takes the one write lock at BEGIN and
these do nothing.
"""

from scoring.models import Club, Night, Season, Table


def lock_table(table_id: int) -> None:
    """Recording, revising and terms: everything that happens at one table."""
    list(Table.objects.select_for_update(no_key=True).filter(pk=table_id).values_list("pk"))


def lock_tables_of_night(night_id: int) -> None:
    """Revising, night adjustments, payments: the night, which may have no table, then all its
    tables by id.
    """
    list(Night.objects.select_for_update(no_key=True).filter(pk=night_id).values_list("pk"))
    list(
        Table.objects.select_for_update(no_key=True)
        .filter(night_id=night_id)
        .order_by("pk")
        .values_list("pk")
    )


def lock_night(*, club_id: int, night_id: int) -> None:
    """Whatever writes a night's state: the club, so that no table is opened, then its tables."""
    lock_club(club_id)
    lock_tables_of_night(night_id)


def lock_club(club_id: int) -> None:
    """Seasons, nights and players of a club."""
    list(Club.objects.select_for_update(no_key=True).filter(pk=club_id).values_list("pk"))


def lock_club_and_tables(club_id: int) -> None:
    """Merging and unmerging: the club, then all its nights and all their tables by id."""
    lock_club(club_id)
    list(
        Night.objects.select_for_update(no_key=True)
        .filter(club_id=club_id)
        .order_by("pk")
        .values_list("pk")
    )
    list(
        Table.objects.select_for_update(of=("self",), no_key=True)
        .filter(night__club_id=club_id)
        .order_by("pk")
        .values_list("pk")
    )


def lock_season(season_id: int) -> None:
    """Penalties, the policy and closing: the season's row, after the club and its tables."""
    list(Season.objects.select_for_update(no_key=True).filter(pk=season_id).values_list("pk"))


def lock_tables_of_season(season_id: int) -> None:
    """Making a season's tallies anew: all its tables by id."""
    list(
        Table.objects.select_for_update(of=("self",), no_key=True)
        .filter(night__season_id=season_id)
        .order_by("pk")
        .values_list("pk")
    )
