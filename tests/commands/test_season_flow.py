"""A season by the commands alone: imported, settled, exported with ranks, rebuilt, audited."""

import json

import pytest

from scoring.models import Night, NightState, Season, StandingState
from tests.commands.files import SAMPLE, run, season_figures

pytestmark = pytest.mark.django_db

SLUG, SEASON = "clb-mau", "Mùa thu 2026"


def test_a_season_goes_from_a_file_to_ranks_that_a_rebuild_confirms() -> None:
    assert run("import_deals", SAMPLE).error == ""
    days = [day.isoformat() for day in Night.objects.order_by("day").values_list("day", flat=True)]
    played = season_figures()
    for day in days:
        tried = json.loads(run("settle_night", SLUG, day, "--json").out)
        settled = json.loads(run("settle_night", SLUG, day, "--commit", "--json").out)
        assert settled == tried
        verify_plan_clears(settled)
        assert "night_settled" in run("settle_night", SLUG, day, "--commit").error
    assert set(Night.objects.values_list("state", flat=True)) == {NightState.SETTLED}

    figures = season_figures()
    assert sorted(figures) == sorted(played)
    ranks = [player["rank"] for player in figures.values() if player["rank"] is not None]
    assert min(ranks) == 1
    assert len(ranks) == len(figures)
    best = min(figures.values(), key=lambda player: player["rank"])
    assert best["net_points"] == max(player["net_points"] for player in figures.values())

    season = Season.objects.get()
    kept = StandingState.objects.get(season=season)
    assert kept.built_revision == season.dirty_revision
    rebuilt = run("rebuild_standings", SLUG, SEASON)
    assert rebuilt.out == f"{SLUG}, {SEASON}: {kept.checksum}\n"
    assert season_figures() == figures
    assert run("audit_books").out == "12 tables, 300 deals, 0 differences\n"


def verify_plan_clears(settled: dict) -> None:
    """Sums to zero, and its payments clear it, from debtors to creditors."""
    rest = dict(settled["balances"])
    assert sum(rest.values()) == 0
    for payment in settled["payments"]:
        assert settled["balances"][payment["payer"]] < 0 < settled["balances"][payment["payee"]]
        rest[payment["payer"]] += payment["points"]
        rest[payment["payee"]] -= payment["points"]
    assert not any(rest.values())
    assert sorted(name for group in settled["groups"] for name in group) == sorted(rest)
    assert len(settled["payments"]) == len(rest) - len(settled["groups"])
    assert settled["proven"] is True
