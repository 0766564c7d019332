"""The sample season, imported once: its figures, its order, its audit, and the same file again."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.db import transaction

from scoring.models import AuditEvent, AuditRun, Deal, Night, NightState, PossibleDuplicate, Table
from tests.commands.files import (
    EXPECTED,
    SAMPLE,
    Outcome,
    fingerprint,
    night_figures,
    run,
    season_figures,
)

pytestmark = pytest.mark.django_db

Figures = Mapping[str, Mapping[str, Any]]


@pytest.fixture(scope="module")
def imported(django_db_setup: None, django_db_blocker: Any) -> Iterator[Outcome]:
    """The import takes seconds, so the tests of this module share one; each rolls its own back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield run("import_deals", SAMPLE)
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _imported(imported: Outcome) -> None:
    """Every test here stands on the imported season."""


@pytest.fixture(scope="module")
def expected() -> Any:
    return json.loads(EXPECTED.read_text(encoding="utf-8"))


def test_every_deal_goes_in(imported: Outcome) -> None:
    assert (imported.error, imported.err) == ("", "")
    assert imported.out == "clb-mau, Mùa thu 2026: 300 deals recorded, 0 known, 0 bad lines\n"


def test_the_season_has_exactly_the_expected_figures(expected: Any) -> None:
    assert _only(expected["season"], season_figures()) == expected["season"]


def test_every_night_has_exactly_the_expected_figures(expected: Any) -> None:
    days = {day.isoformat() for day in Night.objects.values_list("day", flat=True)}
    assert days == set(expected["nights"])
    for day, figures in expected["nights"].items():
        assert _only(figures, night_figures(day)) == figures


def test_the_same_file_again_changes_nothing() -> None:
    before = fingerprint()
    again = run("import_deals", SAMPLE, "--strict")
    assert again.out == "clb-mau, Mùa thu 2026: 0 deals recorded, 300 known, 0 bad lines\n"
    assert fingerprint() == before


def test_the_audit_finds_nothing_and_leaves_its_run() -> None:
    outcome = run("audit_books")
    assert (outcome.out, outcome.error) == ("12 tables, 300 deals, 0 differences\n", "")
    left = AuditRun.objects.get()
    assert (left.deals_checked, left.differences) == (300, 0)


def test_nights_stay_open_and_no_deal_is_a_possible_duplicate() -> None:
    assert set(Night.objects.values_list("state", flat=True)) == {NightState.OPEN}
    assert not PossibleDuplicate.objects.exists()


def test_what_the_import_wrote_is_audited_as_the_import_s() -> None:
    assert set(AuditEvent.objects.values_list("actor_kind", flat=True)) == {"import"}
    assert AuditEvent.objects.filter(action="deal.record").count() == 300


def test_deals_of_a_table_are_numbered_in_file_order() -> None:
    in_file: dict[tuple[str, str], list[str]] = {}
    for text in SAMPLE.read_text(encoding="utf-8").splitlines()[1:]:
        said = json.loads(text)
        in_file.setdefault((said["night"], said["table"]), []).append(said["id"])
    assert Table.objects.count() == len(in_file)
    for table in Table.objects.select_related("night"):
        numbered = Deal.objects.filter(table=table).order_by("number").values_list("number", "pk")
        ids = in_file[table.night.day.isoformat(), table.label]
        assert [(n, str(pk)) for n, pk in numbered] == list(enumerate(ids, start=1))


def test_the_figures_add_up() -> None:
    figures = season_figures().values()
    assert sum(player["net_points"] for player in figures) == 0
    assert sum(player["net_bets"] for player in figures) == 0
    assert sum(player["eats"] for player in figures) == sum(player["eaten"] for player in figures)
    # Ranked by net points, highest first: the default policy, and nobody is level here.
    by_points = sorted(figures, key=lambda player: -player["net_points"])
    assert [player["rank"] for player in by_points] == list(range(1, len(by_points) + 1))
    for player in figures:
        assert player["u_wins"] == sum(player["u_by_kind"].values())
        # Every deal with a place is counted under one of the four.
        placed = sum(player[place] for place in ("firsts", "seconds", "thirds", "lasts"))
        assert placed <= player["deals"]


def test_the_nights_add_up_to_the_season() -> None:
    nights = [night_figures(day.isoformat()) for day in Night.objects.values_list("day", flat=True)]
    columns = ("net_points", "net_bets", "deals", "firsts", "lasts", "moms", "eats", "last_eats")
    for name, player in season_figures().items():
        for column in columns:
            assert player[column] == sum(
                night.get(name, player | {column: 0})[column] for night in nights
            )
        assert player["nights"] == sum(name in night for night in nights)


def test_csv_says_what_json_says() -> None:
    rows = list(
        csv.DictReader(
            io.StringIO(run("export_season", "clb-mau", "Mùa thu 2026", "--format", "csv").out)
        )
    )
    by_name = season_figures()
    assert [row["name"] for row in rows] == list(by_name)
    for row in rows:
        player = by_name[row["name"]]
        kinds = player.pop("u_by_kind")
        flat = player | {f"u_{kind}": count for kind, count in kinds.items()}
        assert row == {name: "" if value is None else str(value) for name, value in flat.items()}


def _only(expected: Figures, exported: Figures) -> dict[str, dict[str, Any]]:
    """The exported figures as far as the expected ones speak of them; everybody exported."""
    columns = list(next(iter(expected.values())))
    return {
        name: {column: figures[column] for column in columns} for name, figures in exported.items()
    }
