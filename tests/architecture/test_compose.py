"""docker-compose.yml, read as a file: does it say what the settings and commands need?"""

import re
from typing import Any

import pytest
import yaml

from tests.architecture.reading import READ_BY_LIBRARIES, ROOT, variables

pytestmark = pytest.mark.sqlite

APP_SERVICES = {"web", "worker", "beat", "migrate"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    read: dict[str, Any] = yaml.safe_load(text)
    return read


def test_the_services_are_the_app_four_times_and_two_servers(compose) -> None:
    assert set(compose["services"]) == APP_SERVICES | {"postgres", "redis"}


@pytest.mark.parametrize("name", sorted(APP_SERVICES))
def test_a_service_is_given_exactly_what_the_production_settings_read(compose, name) -> None:
    given = set(compose["services"][name]["environment"])
    assert given == variables("base", "production") | READ_BY_LIBRARIES


def test_the_settings_are_those_of_production(compose) -> None:
    environment = compose["services"]["web"]["environment"]
    assert environment["DJANGO_SETTINGS_MODULE"] == "phom_league.settings.production"


def test_secrets_come_from_outside_and_have_no_default(compose) -> None:
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        uses = re.findall(r"\$\{" + name + r"(.*?)\}", text)
        assert uses
        assert all(use.startswith(":?") for use in uses)


def test_there_is_one_beat_and_it_keeps_no_file(compose) -> None:
    beats = [name for name, it in compose["services"].items() if "beat" in it.get("command", [])]
    assert beats == ["beat"]
    assert compose["services"]["beat"]["deploy"]["replicas"] == 1
    assert "celery.beat:Scheduler" in compose["services"]["beat"]["command"]


def test_images_carry_a_version(compose) -> None:
    for name in ("postgres", "redis"):
        assert re.fullmatch(r"\w+:\d+\.\d+", compose["services"][name]["image"])
    froms = re.findall(
        r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert froms
    assert all(re.fullmatch(r"python:3\.\d+-slim-\w+", image) for image in froms)


def test_the_image_installs_by_hash_and_runs_as_nobody_special() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "--require-hashes" in text
    assert text.index("\nUSER phom") > text.index("\nRUN useradd")


def test_what_must_last_lies_on_volumes(compose) -> None:
    mounted = {
        name: [volume.split(":")[0] for volume in service["volumes"]]
        for name, service in compose["services"].items()
        if "volumes" in service
    }
    assert mounted == {"postgres": ["postgres"], "redis": ["redis"]}
    assert set(compose["volumes"]) == {"postgres", "redis"}


def test_the_app_starts_after_the_one_migration_and_the_broker(compose) -> None:
    for name in APP_SERVICES - {"migrate"}:
        after = compose["services"][name]["depends_on"]
        assert after["migrate"]["condition"] == "service_completed_successfully"
        assert after["redis"]["condition"] == "service_healthy"
    migrate = compose["services"]["migrate"]
    assert migrate["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert migrate["restart"] == "no"


def test_everything_that_can_say_how_it_is_says_it(compose) -> None:
    healthy = {name for name, service in compose["services"].items() if "healthcheck" in service}
    assert healthy == {"web", "worker", "postgres", "redis"}
