"""A cursor for a statement that is asked again and again.

PostgreSQL plans what it is given anew each time, and for a statement of many joins that takes
longer than answering. What goes through this cursor it plans once for each connection.
"""

from typing import Any

from django.db import connection
from django.db.backends.utils import CursorDebugWrapper, CursorWrapper


def prepared_cursor() -> CursorWrapper:
    """A cursor of the connection; SQLite keeps its statements by itself.

    Goes round Django's own cursor, which writes the values into the statement, so that no two are
    alike. It is counted as any other (`assertNumQueries`).
    """
    if connection.vendor != "postgresql":
        return connection.cursor()
    import psycopg

    connection.ensure_connection()
    cursor = psycopg.Cursor(connection.connection)
    return (_Counted if connection.queries_logged else CursorWrapper)(cursor, connection)


class _Counted(CursorDebugWrapper):
    """Django would ask its own cursor what was executed; here the statement itself is told."""

    def execute(self, sql: Any, params: Any = None) -> Any:
        with self.debug_sql(sql, params):
            return CursorWrapper.execute(self, sql, params)
