"""Settings under different environments, each in a process of its own."""

import json
import os
import stat
import subprocess
import sys

import pytest

from tests.architecture.reading import ROOT
from tests.checks import PRODUCTION

pytestmark = pytest.mark.sqlite

SHOW = """
import json, importlib, os
settings = importlib.import_module(os.environ["DJANGO_SETTINGS_MODULE"])
print(json.dumps({name: getattr(settings, name, None) for name in NAMES}, default=str))
"""


def show(names: list[str], env: dict[str, str]) -> dict:
    done = run(names, env)
    assert done.returncode == 0, done.stderr
    shown: dict = json.loads(done.stdout)
    return shown


def run(names: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SHOW.replace("NAMES", repr(names))],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)} | env,
        capture_output=True,
        text=True,
    )


@pytest.fixture
def embedded(tmp_path) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "phom_league.settings.embedded",
        "PHOM_DATA_DIR": str(tmp_path / "data"),
    }


def test_embedded_needs_nothing_set_and_keeps_its_key_to_itself(embedded, tmp_path) -> None:
    names = ["SECRET_KEY", "DEBUG", "DATABASES", "ALLOWED_HOSTS", "HOST", "PORT"]
    first, second = show(names, embedded), show(names, embedded)
    assert first == second
    assert len(first["SECRET_KEY"]) >= 50
    assert first["DEBUG"] is False
    assert first["ALLOWED_HOSTS"] == ["*"]
    assert (first["HOST"], first["PORT"]) == ("0.0.0.0", 8000)
    assert first["DATABASES"]["default"]["NAME"] == str(tmp_path / "data/phom.sqlite3")
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "data/secret_key").stat().st_mode) == 0o600


def test_any_sqlite_address_gets_the_same_options(embedded) -> None:
    database = show(["DATABASES"], embedded | {"DATABASE_URL": "sqlite:////tmp/elsewhere.sqlite3"})
    options = database["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode = WAL" in options["init_command"]


def test_no_request_is_a_transaction_as_a_whole(embedded) -> None:
    assert not show(["DATABASES"], embedded)["DATABASES"]["default"].get("ATOMIC_REQUESTS")


def test_postgresql_is_kept_open_and_may_prepare_statements() -> None:
    database = show(["DATABASES"], PRODUCTION)["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["CONN_MAX_AGE"] is None
    assert database["CONN_HEALTH_CHECKS"] is True
    assert database["OPTIONS"]["prepare_threshold"] == 0


@pytest.mark.parametrize(
    "name", ["SECRET_KEY", "DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "ALLOWED_HOSTS"]
)
def test_production_does_not_start_without(name: str) -> None:
    done = run(["DEBUG"], {key: value for key, value in PRODUCTION.items() if key != name})
    assert done.returncode != 0
    assert name in done.stderr


def test_cookies_are_for_https_when_the_public_address_is(embedded) -> None:
    names = ["SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "CSRF_TRUSTED_ORIGINS"]
    assert show(names, embedded)["SESSION_COOKIE_SECURE"] is False
    https = show(names, embedded | {"PHOM_PUBLIC_URL": "https://phom.example/"})
    assert https["SESSION_COOKIE_SECURE"] is True
    assert https["CSRF_TRUSTED_ORIGINS"] == ["https://phom.example"]
    assert show(names, PRODUCTION)["CSRF_COOKIE_SECURE"] is True


def test_a_broker_that_is_away_is_given_up_quickly() -> None:
    names = ["CELERY_TASK_PUBLISH_RETRY", "CELERY_BROKER_TRANSPORT_OPTIONS"]
    shown = show(names, PRODUCTION)
    assert shown["CELERY_TASK_PUBLISH_RETRY"] is False
    assert shown["CELERY_BROKER_TRANSPORT_OPTIONS"] == {
        "max_retries": 1,
        "interval_start": 0,
        "socket_timeout": 1,
        "socket_connect_timeout": 1,
    }


def test_the_browser_may_load_nothing_from_elsewhere_and_run_nothing_inline(
    client, settings
) -> None:
    policy = client.get("/livez").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_vietnamese_numbers_are_grouped_by_dots() -> None:
    from django.utils import formats, translation

    with translation.override("vi"):
        assert formats.localize(1234567) == "1.234.567"
        assert formats.localize(-1234.5) == "-1.234,5"
    with translation.override("en"):
        assert formats.localize(1234567) == "1,234,567"


def test_static_files_are_collected_with_hashed_names(settings, tmp_path) -> None:
    from django.core.management import call_command

    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    assert (tmp_path / "staticfiles.json").exists()
