"""`serve` as a person meets it: a real process, a folder of its own, a free port."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.servers import free_port

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).resolve().parent.parent.parent
WAIT_SECONDS = 60


def start(folder: Path, port: int, **env: str) -> subprocess.Popen[str]:
    ours = {"PHOM_DATA_DIR": str(folder), "HOST": "127.0.0.1", "PORT": str(port)}
    unset = {"DATABASE_URL", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE", "WEB_CONCURRENCY"}
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=inherited | ours | env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def read_until_ready(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith("Ready"):
            return "".join(lines)
    raise AssertionError("".join(lines))


@contextmanager
def serving(folder: Path, port: int, **env: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = start(folder, port, **env)
    try:
        yield process, read_until_ready(process)
    finally:
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()


def sign_in(printed: str) -> str:
    found = re.search(r"demo sign-in +(\S+ +password +\S+)", printed)
    assert found, printed
    return found[1]


def test_it_serves_prints_the_same_sign_in_again_and_ends_without_a_word(tmp_path) -> None:
    folder, port = tmp_path / "data", free_port()
    with serving(folder, port) as (process, first):
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=WAIT_SECONDS)
        assert page.read() == b"ok\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout
        assert process.stdout.read() == ""
        assert process.wait(WAIT_SECONDS) == 0
    assert f"http://127.0.0.1:{port}" in first
    assert stat.S_IMODE((folder / "demo_password").stat().st_mode) == 0o600
    with serving(folder, port) as (_, second):
        assert sign_in(second) == sign_in(first)


def test_a_second_one_on_the_same_folder_is_refused_by_name(tmp_path) -> None:
    with serving(tmp_path, free_port()):
        second = start(tmp_path, free_port())
        said, _ = second.communicate(timeout=WAIT_SECONDS)
        assert second.returncode == 1
        assert (
            said == f"CommandError: Phom League is running already with the data in {tmp_path}.\n"
        )


def test_a_taken_port_is_named_with_the_next_one_to_try(tmp_path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start(tmp_path, port)
        said, _ = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 1
    assert said.startswith(f"CommandError: Cannot listen on 127.0.0.1 port {port}")
    assert f"PORT={port + 1} make run" in said


def test_more_than_one_process_is_refused(tmp_path) -> None:
    process = start(tmp_path, free_port(), WEB_CONCURRENCY="2")
    said, _ = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 1
    assert said.splitlines()[-1].startswith("Embedded mode is one process")


def test_the_public_address_is_printed_as_given(tmp_path) -> None:
    with serving(tmp_path, free_port(), PHOM_PUBLIC_URL="https://phom.example/") as (_, printed):
        assert "for phones       https://phom.example\n" in printed
