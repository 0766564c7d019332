"""An import killed in the middle is completed by the next one, on a database of its own.

The commands run in processes of their own and no server runs beside them.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.files import EXPECTED, SAMPLE
from tests.commands.processes import Database, own_database, wait_for_deals

# Ends with one object: what was printed by the audit, and what by the export.
LOOK = """
import io, json
from django.core.management import call_command
said = []
for command in (["audit_books"], ["export_season", "clb-mau", "Mùa thu 2026"]):
    out = io.StringIO()
    call_command(*command, stdout=out)
    said.append(out.getvalue())
print(json.dumps(said))
"""


pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def database(transactional_db: None, tmp_path: Path) -> Iterator[Database]:
    with own_database(tmp_path) as made:
        yield made


def test_an_import_killed_in_the_middle_is_completed_by_the_next(database: Database) -> None:
    recorded = kill_after(database, 20)
    assert 20 <= recorded < 300
    completed = f"{300 - recorded} deals recorded, {recorded} known, 0 bad lines"
    assert completed in database.manage("import_deals", SAMPLE, "--strict")
    # What an import that nobody killed gives too (test_sample_season).
    audited, exported = json.loads(database.manage("shell", "-c", LOOK).splitlines()[-1])
    assert audited == "12 tables, 300 deals, 0 differences\n"
    expected = json.loads(EXPECTED.read_text(encoding="utf-8"))["season"]
    assert figures(exported, columns=list(expected["An"])) == expected
    assert deals_in_order(database) == deals_of_the_file()
    assert database.rows("SELECT COUNT(*) FROM scoring_club") == [(1,)]
    assert database.rows("SELECT COUNT(*) FROM scoring_possibleduplicate") == [(0,)]


def figures(exported: str, *, columns: list[str]) -> dict[str, dict[str, int]]:
    players = json.loads(exported)["players"]
    return {player["name"]: {name: player[name] for name in columns} for player in players}


def kill_after(database: Database, count: int) -> int:
    """Import until `count` deals are committed, then SIGKILL; returns how many there are then."""
    process = database.start("import_deals", SAMPLE)
    try:
        wait_for_deals(database, process, at_least=count)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == -9
    return database.count_deals()


def deals_in_order(database: Database) -> list[tuple[str, str, int, str]]:
    """Day, label, number and id of every deal."""
    rows = database.rows(
        "SELECT night.day, tables.label, deal.number, deal.id FROM scoring_deal AS deal"
        " JOIN scoring_table AS tables ON tables.id = deal.table_id"
        " JOIN scoring_night AS night ON night.id = tables.night_id"
    )
    return sorted((str(day), label, n, str(pk).replace("-", "")) for day, label, n, pk in rows)


def deals_of_the_file() -> list[tuple[str, str, int, str]]:
    counts: dict[tuple[str, str], int] = {}
    found = []
    for text in SAMPLE.read_text(encoding="utf-8").splitlines()[1:]:
        said = json.loads(text)
        at = (said["night"], said["table"])
        counts[at] = counts.get(at, 0) + 1
        found.append((*at, counts[at], said["id"].replace("-", "")))
    return sorted(found)
