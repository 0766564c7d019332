"""A later migration of a guarded table keeps every guard and every row.

The migrations are made up here, and taken back by the test that applies them.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from scoring import guards
from scoring.checks import check_guards
from scoring.guards.operations import WithoutGuards
from tests.guards import raw
from tests.guards.night import make_night, make_open_night

pytestmark = pytest.mark.django_db(transaction=True)


def _add(model: str) -> Operation:
    return migrations.AddField(model, "weather", models.IntegerField(null=True))


def _alter(model: str, name: str) -> Operation:
    """A wider column: SQLite makes the whole table anew."""
    return migrations.AlterField(model, name, models.CharField(max_length=200))


ADDED = [_add("dealseat"), _add("transfer")]
CHANGED = [
    *ADDED,
    _add("deal"),
    _alter("dealrevision", "source"),
    _alter("tableterms", "changed"),
    _alter("adjustment", "author_kind"),
    migrations.AddIndex("transfer", models.Index(fields=["reason"], name="transfer_by_reason")),
]


class Failed(Exception):
    """A migration that fails half way."""


def _fail(apps: object, schema_editor: object) -> None:
    raise Failed


def _apply(operations: list[Operation], *, backwards: bool = False) -> None:
    """What `migrate` does with a migration behind the last."""
    state = MigrationLoader(connection).project_state()
    migration = type("MadeUp", (migrations.Migration,), {"operations": operations})(
        "made_up", "scoring"
    )
    with connection.schema_editor(atomic=True) as editor:
        (migration.unapply if backwards else migration.apply)(state, editor)


def _without_weather(contents: dict[str, list[raw.Row]]) -> dict[str, list[raw.Row]]:
    return {
        table: [{name: value for name, value in row.items() if name != "weather"} for row in rows]
        for table, rows in contents.items()
    }


def _guards_left() -> int:
    """Triggers and functions that no table stands under any more."""
    catalogues = (
        ("SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger'",)
        if raw.is_sqlite()
        else (
            "SELECT COUNT(*) FROM pg_trigger WHERE tgname LIKE 'guard%'",
            "SELECT COUNT(*) FROM pg_proc WHERE proname LIKE 'scoring_guard%'",
        )
    )
    found = 0
    with connection.cursor() as cursor:
        for sql in catalogues:
            cursor.execute(sql)
            found += cursor.fetchone()[0]
    return found


@contextmanager
def _guards_restored() -> Iterator[None]:
    """Whatever happens inside, the next test finds every guard."""
    try:
        yield
    finally:
        guards.install(connection)


@pytest.mark.parametrize("operations", [ADDED, CHANGED], ids=["two fields", "many changes"])
def test_a_migration_of_guarded_tables_keeps_guards_and_rows(operations: list[Operation]) -> None:
    books = make_night()
    before = raw.contents()
    wrapped = WithoutGuards(*operations)
    _apply(wrapped)
    try:
        assert guards.missing(connection) == []
        assert check_guards(None, ["default"]) == []
        after = raw.contents()
        assert all(row["weather"] is None for row in after["scoring_transfer"])
        assert _without_weather(after) == before
        with raw.refused("guard: transfers are never changed"):
            raw.execute("UPDATE scoring_transfer SET weather = 1")
    finally:
        _apply(wrapped, backwards=True)
    assert guards.missing(connection) == []
    assert raw.contents() == before
    with raw.refused("guard: seats of deals are never deleted"):
        raw.execute("DELETE FROM scoring_dealseat")
    assert books.record().number == 5


def test_a_migration_that_fails_leaves_the_guards_where_they_were() -> None:
    make_night()
    before = raw.contents()
    fails = migrations.RunPython(_fail, migrations.RunPython.noop)
    with pytest.raises(Failed):
        _apply(WithoutGuards(_add("transfer"), fails))
    assert guards.missing(connection) == []
    assert raw.contents() == before


@pytest.mark.sqlite
def test_without_the_wrapping_sqlite_loses_guards_and_the_check_says_so() -> None:
    with _guards_restored():
        wider = [_alter("auditevent", "action")]
        _apply(wider)
        lost = guards.missing(connection)
        assert "guard_auditevent_no_delete" in lost
        (error,) = check_guards(None, ["default"])
        assert error.id == "scoring.E001"
        assert "guard_auditevent_no_delete" in error.msg
        guards.install(connection)
        _apply(WithoutGuards(*wider), backwards=True)
    assert guards.missing(connection) == []


def test_the_operations_say_what_they_do_and_change_no_state() -> None:
    lift, install = WithoutGuards()
    assert (lift.describe(), install.describe()) == ("Lift the guards", "Install the guards")
    state = MigrationLoader(connection).project_state()
    for operation in (lift, install):
        before = state.clone()
        operation.state_forwards("scoring", state)
        assert state == before
        assert operation.reversible


def test_migrations_go_back_to_nothing_and_forward_again() -> None:
    make_open_night()  # what was settled has no place in the tables of before
    try:
        call_command("migrate", "scoring", "zero", verbosity=0)
        left = [
            name for name in connection.introspection.table_names() if name.startswith("scoring_")
        ]
        assert left == []
        assert _guards_left() == 0
        call_command("migrate", "scoring", "0001", verbosity=0)
        assert raw.count_all()["scoring_transfer"] == 0
        (error,) = check_guards(None, ["default"])
        assert error.id == "scoring.E001"
    finally:
        call_command("migrate", verbosity=0)
    assert guards.missing(connection) == []
    assert make_night().record().number == 5


def test_the_models_have_no_change_without_a_migration() -> None:
    call_command("makemigrations", "scoring", check=True, dry_run=True, verbosity=0)
