"""The lanes of the test run: `python -m tests.lanes all`, or one lane and pytest's own arguments.

    python -m tests.lanes postgres tests/guards -k replace

Knows which tests belong to which lane and starts the servers they need. A lane that is
missing something, or that finds no test, has failed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests import servers

ROOT = Path(__file__).resolve().parent.parent
# One more than processors: a lane with a browser waits half of its time.
LANES_AT_ONCE = 3
# The whole run has a quarter of an hour: what takes long is named.
SLOWEST = "--durations=20"


@dataclass(frozen=True)
class Lane:
    """Tests that run in one process: pytest's arguments and the servers they need."""

    name: str
    arguments: tuple[str, ...]
    paths: tuple[str, ...] = ("tests", "--ignore=tests/engine")
    needs_postgres: bool = False
    needs_redis: bool = False
    needs_chromium: bool = False


@dataclass(frozen=True)
class Result:
    """What a lane came to; `output` is pytest's own."""

    name: str
    exit_code: int
    passed: int
    failed: int
    skipped: int
    seconds: float
    output: str

    @property
    def is_green(self) -> bool:
        """Nothing failed, and something ran."""
        return self.exit_code == 0 and self.passed > 0


# The longest first: they run three at a time.
LANES = (
    Lane("table", ("-m", "browser"), paths=("tests/browser/table",), needs_chromium=True),
    Lane("sqlite", ("-m", "not postgres and not redis and not browser")),
    Lane(
        "postgres",
        ("-m", "not sqlite and not redis and not browser"),
        needs_postgres=True,
    ),
    Lane(
        "browser",
        ("-m", "browser"),
        paths=("tests/browser", "--ignore=tests/browser/table", "--ignore=tests/browser/outbox"),
        needs_chromium=True,
    ),
    Lane("outbox", ("-m", "browser"), paths=("tests/browser/outbox",), needs_chromium=True),
    # The bars of the outbox again, against the services of docker-compose.yml.
    Lane(
        "services",
        ("-m", "browser", "-k", "u14 or u15 or u17 or u18 or u20 or at_once"),
        paths=("tests/browser/outbox",),
        needs_postgres=True,
        needs_redis=True,
        needs_chromium=True,
    ),
    Lane(
        "engine",
        ("-p", "no:django", "--cov=scoring/engine", "--cov-branch", "--cov-fail-under=100"),
        paths=("tests/engine",),
    ),
    Lane("redis", ("-m", "redis"), needs_postgres=True, needs_redis=True),
)


def main() -> int:
    """0 when every lane that was asked for is green."""
    parser = argparse.ArgumentParser(prog="python -m tests.lanes")
    parser.add_argument("lane", choices=["all", *(lane.name for lane in LANES)])
    asked, rest = parser.parse_known_args()
    if asked.lane == "all":
        return run_all(rest)
    (lane,) = (lane for lane in LANES if lane.name == asked.lane)
    with ExitStack() as stack:
        return subprocess.run(command(lane, rest), env=environment(lane, stack)).returncode


def run_all(rest: list[str]) -> int:
    """Every lane, three at a time; their output one after the other, then the sum."""
    with ThreadPoolExecutor(LANES_AT_ONCE) as pool:
        results = []
        for result in pool.map(lambda lane: run(lane, rest), LANES):
            print(f"\n===== {result.name} =====\n{result.output}", flush=True)
            results.append(result)
    print(report(results), flush=True)
    return 0 if all(result.is_green for result in results) else 1


def run(lane: Lane, rest: list[str]) -> Result:
    """One lane, its output kept until it is over."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        report_file = Path(folder) / "report.xml"
        arguments = command(lane, [*rest, "-q", SLOWEST, f"--junitxml={report_file}"])
        try:
            env = environment(lane, stack) | {"COVERAGE_FILE": f"{folder}/coverage"}
        except servers.MissingError as error:
            return Result(lane.name, 1, 0, 1, 0, 0.0, str(error))
        done = subprocess.run(
            arguments, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        return read(lane, done, report_file)


def read(lane: Lane, done: subprocess.CompletedProcess[str], report_file: Path) -> Result:
    """The figures of a lane from its JUnit file; no file, no test, or a bad exit is a failure."""
    counts = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    seconds = 0.0
    if report_file.exists():
        for suite in ET.parse(report_file).getroot().iter("testsuite"):
            counts = {name: counts[name] + int(suite.get(name, 0)) for name in counts}
            seconds += float(suite.get("time", 0))
    failed = counts["failures"] + counts["errors"]
    passed = counts["tests"] - failed - counts["skipped"]
    if not failed and (done.returncode or not passed):
        failed = 1  # such as coverage below the bar, or an empty lane
    return Result(
        lane.name, done.returncode, passed, failed, counts["skipped"], seconds, done.stdout
    )


def report(results: list[Result]) -> str:
    """A line for each lane, and the sum as the last line."""
    lines = ["", "lane        passed  failed  skipped  seconds"]
    for result in results:
        mark = "" if result.is_green else "  <- not green"
        lines.append(
            f"{result.name:<10}{result.passed:>8}{result.failed:>8}"
            f"{result.skipped:>9}{result.seconds:>9.1f}{mark}"
        )
    passed = sum(result.passed for result in results)
    failed = sum(result.failed for result in results)
    skipped = sum(result.skipped for result in results)
    last = f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")
    return "\n".join([*lines, "", last])


def command(lane: Lane, rest: list[str]) -> list[str]:
    """What to run; a path among the arguments takes the place of the lane's own."""
    has_path = any(not argument.startswith("-") and "tests" in argument for argument in rest)
    paths = [] if has_path else list(lane.paths)
    return [sys.executable, "-m", "pytest", *paths, *lane.arguments, *rest]


def environment(lane: Lane, stack: ExitStack) -> dict[str, str]:
    """The environment of a lane, with its servers started until the stack is closed."""
    # Compiled once, for every lane and for every process that tests start.
    ours = {"DATABASE_URL", "CELERY_BROKER_URL", "PYTHONDONTWRITEBYTECODE"}
    env = {name: value for name, value in os.environ.items() if name not in ours}
    if lane.needs_chromium:
        env["PHOM_TEST_CHROMIUM"] = servers.chromium()
        # The browser's own event loop runs in the thread that uses the database.
        env["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    if lane.needs_postgres:
        env["DATABASE_URL"] = stack.enter_context(servers.postgres())
    if lane.needs_redis:
        env["CELERY_BROKER_URL"] = stack.enter_context(servers.redis())
    return env


if __name__ == "__main__":
    sys.exit(main())
