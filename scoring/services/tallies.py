"""The only writer of table tallies: always recomputed for whole tables, never patched."""

from functools import cache
from pathlib import Path

from django.db import connection

from scoring.models import TableTally

_ONE_TABLE = "= %s"
_TABLES_OF_SEASON = (
    "IN (SELECT own.id FROM scoring_table AS own"
    " JOIN scoring_night AS night ON night.id = own.night_id WHERE night.season_id = %s)"
)
# By default a million seats are added up through files; until the commit there is memory for it.
_SEASON_MEMORY = "SET LOCAL work_mem = '64MB'"
_SUMS_IN_ORDER = " SELECT * FROM season_sums ORDER BY table_id, player_id"


def recompute_tallies(table_id: int) -> None:
    """Sum the seats in force at the table anew (standings.md, S-02 to S-04), in one statement.

    The caller holds the table's lock.
    """
    with connection.cursor() as cursor:
        cursor.execute(_statement(), [table_id] * _statement().count("%s"))


def recompute_season_tallies(season_id: int) -> None:
    """The same for every table of a season, thrown away and summed together.

    The caller holds the locks of them all, inside its transaction.
    """
    TableTally.objects.filter(table__night__season_id=season_id).delete()
    insert, sums = _season_statements()
    parameters = [season_id] * sums.count("%s")
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.execute(insert + sums, parameters)
            return
        # What is read by an INSERT is read by one process; a table of its own is made by several.
        # In the order of its index, what follows takes half the time.
        cursor.execute(_SEASON_MEMORY)
        _, _, columns = insert.partition("INSERT INTO scoring_tabletally")
        cursor.execute(f"CREATE TEMPORARY TABLE season_sums {columns} AS {sums}", parameters)
        cursor.execute(insert + _SUMS_IN_ORDER)
        cursor.execute("DROP TABLE season_sums")


@cache
def _season_statements() -> tuple[str, str]:
    """Where the sums go, and the sums; no row stands there that they could be in conflict with."""
    text = _statement().replace(_ONE_TABLE, _TABLES_OF_SEASON)
    insert, select, rest = text.partition("\nSELECT\n")
    return insert, select + rest.partition("ON CONFLICT")[0]


@cache
def _statement() -> str:
    return Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
