"""The first command on a fresh machine: a database without a table."""

from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import connection

from scoring.management import setup
from tests.commands.processes import Database


@pytest.mark.sqlite
def test_an_import_into_nothing_sets_the_database_up_and_keeps_every_guard(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'fresh.sqlite3'}", tmp_path)
    sample = Path(__file__).resolve().parent.parent / "data" / "season-small.jsonl"
    assert "300 deals recorded, 0 known, 0 bad lines" in database.manage("import_deals", sample)
    assert "0 differences" in database.manage("audit_books")


@pytest.mark.django_db
def test_a_database_that_is_there_is_left_alone(monkeypatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(setup, "call_command", lambda name, **_: called.append(name))
    setup.set_up_if_empty()
    assert called == []


@pytest.mark.django_db
def test_in_the_services_mode_the_operator_is_told_what_to_type(monkeypatch, settings) -> None:
    settings.IS_EMBEDDED = False
    monkeypatch.setattr(connection.introspection, "table_names", list)
    with pytest.raises(CommandError, match=r"type: manage\.py migrate"):
        setup.set_up_if_empty()
