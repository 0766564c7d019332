"""Are the guards there, exactly as their files say, and does the product notice when not?"""

from io import StringIO

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import connection

from scoring import guards
from scoring.checks import check_guards
from tests.books import Books
from tests.guards import raw

FACTS = {
    f"scoring_{name}"
    for name in (
        *("account", "adjustment", "auditevent", "deal", "dealrevision", "dealseat"),
        *("note", "payment", "policyversion", "potmove", "rulesetversion", "seasonsnapshot"),
        *("settlement", "tableterms", "transfer"),
    )
}
TRIGGERS = [guard for guard in guards.expected(connection.vendor) if guard.kind == "trigger"]
FUNCTIONS = [guard for guard in guards.expected(connection.vendor) if guard.kind == "function"]


def test_both_databases_guard_the_same_tables() -> None:
    assert set(guards.tables("sqlite")) == set(guards.tables("postgresql")) == FACTS


def test_both_databases_state_the_same_guards_but_for_replace_and_truncate() -> None:
    stated = {
        vendor: {
            guard.name
            for guard in guards.expected(vendor)
            if guard.kind == "trigger" and not guard.name.endswith(("_no_replace", "_no_truncate"))
        }
        for vendor in ("sqlite", "postgresql")
    }
    assert stated["sqlite"] == stated["postgresql"]


def test_a_file_guards_the_table_it_is_named_after() -> None:
    """Every trigger of a file stands on the table of its name, so `install` may ask for that."""
    for vendor in ("sqlite", "postgresql"):
        for guard in guards.expected(vendor):
            if guard.kind == "trigger":
                assert f" ON {guard.table} " in " ".join(guard.definition.split())


def test_after_the_migrations_no_guard_is_missing(db: None) -> None:
    assert guards.missing(connection) == []
    assert check_guards(None, ["default"]) == []


@pytest.mark.parametrize("guard", TRIGGERS, ids=lambda guard: guard.name)
def test_a_dropped_trigger_is_missing(books: Books, guard: guards.Guard) -> None:
    raw.drop_guards(guard.name)
    assert guards.missing(connection) == [guard.name]


@pytest.mark.postgres
def test_a_disabled_trigger_is_missing(books: Books) -> None:
    raw.settle_deferred()
    raw.execute("ALTER TABLE scoring_transfer DISABLE TRIGGER guard_transfer_no_update")
    raw.execute("ALTER TABLE scoring_deal ENABLE REPLICA TRIGGER guard_deal_pointer")
    assert guards.missing(connection) == ["guard_deal_pointer", "guard_transfer_no_update"]


def test_a_trigger_that_does_less_is_missing(books: Books) -> None:
    """The name is there; what it does is not what the file says."""
    raw.drop_guards("guard_transfer_no_update")
    if raw.is_sqlite():
        raw.execute(
            "CREATE TRIGGER guard_transfer_no_update BEFORE UPDATE ON scoring_transfer"
            " BEGIN SELECT 1; END"
        )
    else:
        raw.execute(
            "CREATE TRIGGER guard_transfer_no_update BEFORE UPDATE OF reason ON scoring_transfer"
            " FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('transfers are never changed')"
        )
    assert guards.missing(connection) == ["guard_transfer_no_update"]


def test_a_trigger_on_another_table_is_missing(books: Books) -> None:
    raw.drop_guards("guard_note_no_delete")
    if raw.is_sqlite():
        raw.execute(
            "CREATE TRIGGER guard_note_no_delete BEFORE DELETE ON scoring_heartbeat"
            " BEGIN SELECT RAISE(ABORT, 'guard: notes are never deleted'); END"
        )
    else:
        raw.execute(
            "CREATE TRIGGER guard_note_no_delete BEFORE DELETE ON scoring_heartbeat"
            " FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('notes are never deleted')"
        )
    assert guards.missing(connection) == ["guard_note_no_delete"]


@pytest.mark.postgres
@pytest.mark.parametrize("guard", FUNCTIONS, ids=lambda guard: guard.name)
def test_an_altered_function_is_missing(books: Books, guard: guards.Guard) -> None:
    raw.execute(
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql"
        " AS $$ BEGIN RETURN NEW; END $$"
    )
    assert guards.missing(connection) == [guard.name]


def test_lifted_guards_are_all_missing_and_come_back(books: Books) -> None:
    raw.settle_deferred()
    every = sorted(guard.name for guard in guards.expected(connection.vendor))
    with guards.lifted(connection):
        assert guards.missing(connection) == every
    assert guards.missing(connection) == []


def test_lifted_guards_come_back_after_an_error(books: Books) -> None:
    raw.settle_deferred()
    with pytest.raises(ZeroDivisionError), guards.lifted(connection):
        raise ZeroDivisionError
    assert guards.missing(connection) == []


def test_lifting_takes_guards_no_file_names_any_more(books: Books) -> None:
    """A guard that a release renamed must not stay behind, nor stop a migration."""
    raw.settle_deferred()
    if raw.is_sqlite():
        raw.execute(
            "CREATE TRIGGER guard_old BEFORE DELETE ON scoring_heartbeat BEGIN SELECT 1; END"
        )
    else:
        raw.execute(
            "CREATE FUNCTION scoring_guard_old() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN RETURN OLD; END $$"
        )
        raw.execute(
            "CREATE TRIGGER guard_old BEFORE DELETE ON scoring_heartbeat"
            " FOR EACH ROW EXECUTE FUNCTION scoring_guard_old()"
        )
    guards.install(connection)
    catalogue = "sqlite_master WHERE name" if raw.is_sqlite() else "pg_trigger WHERE tgname"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM {catalogue} = 'guard_old'")
        assert cursor.fetchone() == (0,)
    assert guards.missing(connection) == []


def test_the_system_check_names_what_is_missing(books: Books) -> None:
    raw.drop_guards("guard_deal_pointer", "guard_note_no_delete")
    (error,) = [
        message for message in run_checks(databases=["default"]) if message.id == "scoring.E001"
    ]
    assert "guard_deal_pointer, guard_note_no_delete" in error.msg
    assert "install_guards" in str(error.hint)


def test_the_system_check_asks_no_database_it_was_not_given(books: Books) -> None:
    raw.drop_guards("guard_deal_pointer")
    assert check_guards(None, None) == []


def test_install_guards_puts_everything_back(books: Books) -> None:
    raw.drop_guards("guard_deal_pointer", "guard_note_no_delete")
    out = StringIO()
    call_command("install_guards", stdout=out)
    assert out.getvalue() == f"{len(guards.expected(connection.vendor))} guards installed\n"
    assert guards.missing(connection) == []
