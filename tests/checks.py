"""`python -m tests.checks`: everything that can be said about the code without running tests.

Each check is a command; all run, and the ones that failed are named at the end.
"""

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
MANAGE = [sys.executable, "manage.py"]

TEST_SETTINGS = {"DJANGO_SETTINGS_MODULE": "phom_league.settings.test"}
# Nothing is connected to: the checks of deployment only look at the settings.
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "phom_league.settings.production",
    "SECRET_KEY": "checks-only-" + "abcdefghijklmnopqrstuvwxyz0123456789" * 2,
    "DATABASE_URL": "postgresql://phom:phom@localhost/phom",
    "CELERY_BROKER_URL": "redis://localhost:6379/0",
    "CACHE_URL": "redis://localhost:6379/1",
    "ALLOWED_HOSTS": "phom.example",
    "PHOM_PUBLIC_URL": "https://phom.example",
}


@dataclass(frozen=True)
class Check:
    """A command that must exit with 0."""

    name: str
    command: list[str]
    env: dict[str, str] = field(default_factory=dict)


CHECKS = [
    Check("style", [str(BIN / "ruff"), "check", "."]),
    Check("format", [str(BIN / "ruff"), "format", "--check", "."]),
    Check("imports", [str(BIN / "lint-imports"), "--no-cache"]),
    Check("templates", [str(BIN / "djlint"), "templates", "--lint", "--quiet"]),
    Check("settings", [*MANAGE, "check", "--fail-level", "WARNING"], TEST_SETTINGS),
    Check("deployment", [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
    Check("migrations", [*MANAGE, "makemigrations", "--check", "--dry-run"], TEST_SETTINGS),
    Check("translations", [sys.executable, "-m", "tests.translations"], TEST_SETTINGS),
    Check("types", [str(BIN / "mypy")]),
]


def main() -> int:
    """0 when every check passed."""
    failed = [check.name for check in CHECKS if not passes(check)]
    print(f"\nmake check: {'failed: ' + ', '.join(failed) if failed else 'all is well'}")
    return 1 if failed else 0


def passes(check: Check) -> bool:
    """Run it and say how it went; its output only when it failed."""
    done = subprocess.run(
        check.command,
        cwd=ROOT,
        env=os.environ | check.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    print(f"{'ok  ' if done.returncode == 0 else 'FAIL'}  {check.name}", flush=True)
    if done.returncode:
        print(done.stdout, flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
