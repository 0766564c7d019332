"""What is asked again and again: planned once for each connection, and counted as any statement."""

import pytest
from django.db import connection

from scoring.selectors.board_table import get_board_table
from scoring.selectors.prepared import prepared_cursor
from tests.books import Books

PREPARED = "SELECT 1 FROM pg_prepared_statements WHERE statement LIKE '%scoring_presence%'"


@pytest.mark.postgres
def test_a_table_is_planned_once_however_often_it_is_asked_for(
    books: Books, django_assert_num_queries
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    for _ in range(3):
        with django_assert_num_queries(1):
            get_board_table(actor=books.owner, table_id=books.table.pk)
    with connection.cursor() as cursor:
        cursor.execute(PREPARED)
        assert len(cursor.fetchall()) == 1


def test_it_answers_on_both_databases(db, django_assert_num_queries) -> None:
    with django_assert_num_queries(1) as asked, prepared_cursor() as cursor:
        cursor.execute("SELECT %(one)s + 1", {"one": 41})
        assert cursor.fetchone() == (42,)
    assert "+ 1" in asked.captured_queries[0]["sql"]
