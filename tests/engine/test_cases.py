"""Every case of the rule book comes out as it was worked out by hand, and they cover it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from scoring.engine import PRESETS, Code, Ruleset
from scoring.engine.parts import ENDINGS, FAULT_KINDS, U_KINDS
from scoring.engine.ruleset import CHOICES
from tests.engine.case_files import Case, answer_to, read_cases, sums

CASES = read_cases()
REFUSED = [case for case in CASES if "refused" in case["expect"]]
SCORED = [case for case in CASES if "refused" not in case["expect"]]
WITH_VALUES = [case for case in REFUSED if "values" in case]


@pytest.mark.parametrize("case", SCORED, ids=lambda case: case["id"])
def test_a_deal_is_scored_as_the_rule_book_says(case: Case) -> None:
    answer, expected = answer_to(case), case["expect"]
    assert "refused" not in answer
    assert answer["places"] == expected["places"]
    assert sums(answer["transfers"]) == sums(expected["transfers"])
    assert answer["net"] == expected["net"]
    assert answer["compensator"] == expected["compensator"]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["id"])
def test_a_deal_is_refused_by_its_code(case: Case) -> None:
    assert answer_to(case)["refused"]["code"] == case["expect"]["refused"]


@pytest.mark.parametrize("case", WITH_VALUES, ids=lambda case: case["id"])
def test_a_refusal_says_where(case: Case) -> None:
    code = case["expect"]["refused"]
    assert answer_to(case) == {"refused": {"code": code, **case["values"]}}


def test_no_two_cases_share_an_id() -> None:
    repeated = [name for name, count in Counter(case["id"] for case in CASES).items() if count > 1]
    assert repeated == []


def test_every_code_is_met_in_a_refused_case_with_its_values() -> None:
    assert {case["expect"]["refused"] for case in WITH_VALUES} == {code.value for code in Code}


def test_every_word_of_every_option_is_met_in_a_scored_case() -> None:
    defaults = Ruleset().to_json()
    for option, words in CHOICES.items():
        met = {case["rules"].get(option, defaults[option]) for case in SCORED}
        assert met == set(words), option


def test_every_other_option_is_met_away_from_its_default() -> None:
    defaults = Ruleset().to_json()
    met = {
        option
        for case in SCORED
        for option, value in case["rules"].items()
        if value != defaults[option]
    }
    assert met == set(defaults) - {"format"}


def test_every_ending_and_every_kind_of_u_and_fault_is_met_in_a_scored_case() -> None:
    def met(*keys: str) -> set[Any]:
        sheets = [case["sheet"] for case in SCORED]
        return {
            sheet[keys[0]] if len(keys) == 1 else sheet[keys[0]][keys[1]]
            for sheet in sheets
            if keys[0] in sheet
        }

    assert met("ending") == set(ENDINGS)
    assert met("u", "kind") == set(U_KINDS)
    assert met("fault", "kind") == set(FAULT_KINDS)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_met_in_a_scored_case(name: str) -> None:
    preset = Ruleset.preset(name)
    assert any(Ruleset.from_json(case["rules"]) == preset for case in SCORED)
