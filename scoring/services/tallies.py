"""The only writer of table tallies: always recomputed for whole tables, never patched."""

from functools import cache
from pathlib import Path

from django.db import connection

_ONE_TABLE = "= %s"
_TABLES_OF_SEASON = (
    "IN (SELECT own.id FROM scoring_table AS own"
    " JOIN scoring_night AS night ON night.id = own.night_id WHERE night.season_id = %s)"
)


def recompute_tallies(table_id: int) -> None:
    """Sum the seats in force at the table anew (standings.md, S-02 to S-04), in one statement.

    The caller holds the table's lock.
    """
    _recompute(_ONE_TABLE, table_id)


def recompute_season_tallies(season_id: int) -> None:
    """The same for every table of a season, still in one statement; the caller holds them all."""
    _recompute(_TABLES_OF_SEASON, season_id)


def _recompute(which_tables: str, key: int) -> None:
    statement = _statement().replace(_ONE_TABLE, which_tables)
    with connection.cursor() as cursor:
        cursor.execute(statement, [key] * statement.count("%s"))


@cache
def _statement() -> str:
    return Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
