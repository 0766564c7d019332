"""Standings in the embedded mode: threads of one process, messages in its memory, SQLite."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.processes import ROOT, own_database

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]


def test_what_is_recorded_is_in_the_table_soon_after_and_a_lost_message_is_made_good(
    tmp_path: Path,
) -> None:
    ours = {"DJANGO_SETTINGS_MODULE", "CELERY_BROKER_URL"}
    inherited = {name: value for name, value in os.environ.items() if name not in ours}
    with own_database(tmp_path) as database:
        done = subprocess.run(
            [sys.executable, "-m", "tests.tasks.embedded_evening"],
            cwd=ROOT,
            env=inherited
            | {
                "DJANGO_SETTINGS_MODULE": "phom_league.settings.embedded",
                "DATABASE_URL": database.url,
                "PHOM_DATA_DIR": str(tmp_path / "data"),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
        )
    assert done.returncode == 0, done.stdout
    said = json.loads(done.stdout.splitlines()[-1])
    assert said == dict.fromkeys(said, True), done.stdout
    assert done.stdout.count("\n") == 1, done.stdout
