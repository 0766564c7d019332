"""The only writer of table tallies: always recomputed for a whole table, never patched."""

from functools import cache
from pathlib import Path

from django.db import connection


def recompute_tallies(table_id: int) -> None:
    """Sum the seats in force at the table anew (standings.md, S-02 to S-04), in one statement.

    The caller holds the table's lock.
    """
    with connection.cursor() as cursor:
        cursor.execute(_statement(), [table_id] * 4)


@cache
def _statement() -> str:
    return Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
