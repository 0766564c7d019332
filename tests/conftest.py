"""What every test stands on: settings, Hypothesis profiles, no skips where they are forbidden.

Imports no Django by itself: the engine's tests run without it (`-p no:django`).
"""

import gc
import os
from collections.abc import Generator, Iterator
from typing import Any

import hypothesis
import pytest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_league.settings.test")

hypothesis.settings.register_profile("default", deadline=None, print_blob=True)
hypothesis.settings.register_profile("ci", hypothesis.settings.get_profile("default"))
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "default")

Report = Generator[None, pytest.TestReport, pytest.TestReport]

SKIPS_ARE_FORBIDDEN = os.environ.get("PHOM_FORBID_SKIPS") == "1"


def pytest_configure(config: pytest.Config) -> None:
    """Set Django up before any test module is imported, unless this run is without it."""
    if config.pluginmanager.hasplugin("django"):
        import django

        from phom_league.translations import compile_translations

        compile_translations()
        django.setup()


def pytest_collection_finish() -> None:
    """What was imported stays: it need not be gone through at each collection of garbage."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Report:
    """With PHOM_FORBID_SKIPS=1 a test that was skipped has failed."""
    report = yield
    return _without_skip(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Report:
    """With PHOM_FORBID_SKIPS=1 a module that was skipped has failed."""
    report = yield
    return _without_skip(report)


def _without_skip(report: pytest.TestReport) -> pytest.TestReport:
    if SKIPS_ARE_FORBIDDEN and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and skips are forbidden: {report.longrepr}"
    return report


@pytest.fixture(autouse=True, scope="session")
def flush_lifts_guards(request: pytest.FixtureRequest) -> Iterator[None]:
    """A transactional test ends with Django's flush, which the guards of the facts would refuse."""
    if not request.config.pluginmanager.hasplugin("django"):
        yield
        return
    from django.db import connection
    from django.test import TransactionTestCase

    from scoring import guards

    flush = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def flush_without_guards(self: TransactionTestCase) -> None:
        with guards.lifted(connection):
            flush(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", flush_without_guards)
        yield


@pytest.fixture(autouse=True, scope="session")
def static_files_are_found_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every client of a test builds the middleware anew, which looks for each static file there is:
    once for all clients that would find the same.
    """
    if not request.config.pluginmanager.hasplugin("django"):
        yield
        return
    from whitenoise.middleware import WhiteNoiseMiddleware

    find = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[tuple[object, ...], dict[str, object]] = {}

    def find_once(self: Any) -> None:
        served_as = (self.static_prefix, self.static_root, self.max_age)
        if served_as not in found:
            find(self)
            found[served_as] = self.files
        self.files = dict(found[served_as])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", find_once)
        yield


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium, which asks nobody for anything; phom.test is this machine, insecure."""
    return browser_type_launch_args | {
        "executable_path": os.environ["PHOM_TEST_CHROMIUM"],
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--host-resolver-rules=MAP phom.test 127.0.0.1",
        ],
    }
