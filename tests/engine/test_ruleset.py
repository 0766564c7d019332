"""Rule sets are read strictly and written completely."""

from __future__ import annotations

import pytest

from scoring.engine import PRESETS, Ruleset

SEED = {
    "format": "phom-rules/1",
    "place_pay": {"2": [1], "3": [1, 2], "4": [1, 2, 3]},
    "place_payee": "winner",
    "mom_pay": 4,
    "mom_place": "shared_last",
    "all_mom": "lowest_points",
    "tie_break": "laid_down",
    "zero_points_is_u": True,
    "eat_pay": [1, 1, 1],
    "last_eat_pay": 4,
    "eat_payee": "eater",
    "eats_when_u": "stand",
    "u_pay": {"plain": 6, "zero": 6, "ten": 12, "round": 12, "dry": 6},
    "round_u_allowed": True,
    "dry_u_allowed": True,
    "dry_u_when": "dealt",
    "dry_u_several": "first_in_turn",
    "u_losers_place": "unplaced",
    "compensation_three_eats": True,
    "compensation_last_round": True,
    "compensation_winner_ate_last": "last_other_eater",
    "compensation_precedence": "three_eats",
    "pot_enabled": False,
    "pot_ante": 0,
    "pot_at_close": "carry_over",
    "false_u_pay": 6,
    "false_eat_pay": 6,
    "quit_as": "mom",
    "next_starter": "winner",
}


def test_nothing_said_is_the_seed_with_every_default() -> None:
    assert Ruleset.from_json({}).to_json() == SEED
    assert Ruleset.preset("seed") == Ruleset()


def test_a_complete_rule_set_is_read_as_it_was_written() -> None:
    assert Ruleset.from_json(SEED) == Ruleset()


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_survives_writing_and_reading(name: str) -> None:
    preset = Ruleset.preset(name)
    assert Ruleset.from_json(preset.to_json()) == preset


def test_the_presets_are_those_of_the_rule_book() -> None:
    assert Ruleset.preset("portal_5_10").to_json() == SEED | {
        "u_pay": {"plain": 5, "zero": 5, "ten": 10, "round": 10, "dry": 5},
        "eat_pay": [1, 2, 3],
        "all_mom": "first_to_lay_down",
        "mom_place": "by_laid_down",
    }
    assert Ruleset.preset("pot_table").to_json() == SEED | {
        "pot_enabled": True,
        "eat_payee": "pot",
        "u_pay": {"plain": 5, "zero": 5, "ten": 10, "round": 10, "dry": 5},
    }
    assert Ruleset.preset("simple").to_json() == SEED | {
        "eat_pay": [0, 0, 0],
        "last_eat_pay": 0,
        "compensation_last_round": False,
    }
    assert list(PRESETS) == ["seed", "portal_5_10", "pot_table", "simple"]


def test_an_unknown_preset_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(KeyError):
        Ruleset.preset("house")


def test_two_rule_sets_do_not_share_their_tables() -> None:
    assert Ruleset().u_pay is not Ruleset().u_pay
    assert Ruleset().place_pay is not Ruleset().place_pay
