"""Every case of the book of standings comes out as it was worked out, and they cover it."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring.engine.standings import StandingsCode, StandingsPolicy
from scoring.engine.standings.policy import CHOICES, OPTIONS, TIE_BREAKS
from tests.engine.standings.season_cases import Json, answer_to, read_cases, with_lists_reversed

CASES = read_cases()
REFUSED = [case for case in CASES if "refused" in case["expect"]]
RANKED = [case for case in CASES if "rows" in case["expect"]]
MOVED = [case for case in CASES if "movements" in case["expect"]]


def name(case: Json) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", RANKED, ids=name)
def test_a_season_is_ranked_as_the_book_says(case: Json) -> None:
    expected, rows = case["expect"]["rows"], answer_to(case)["rows"]
    assert [row["player"] for row in rows] == [row["player"] for row in expected]
    for row, wanted in zip(rows, expected, strict=True):
        assert {key: row[key] for key in wanted} == wanted


@pytest.mark.parametrize("case", MOVED, ids=name)
def test_ranks_move_as_the_book_says(case: Json) -> None:
    expected, movements = case["expect"]["movements"], answer_to(case)["movements"]
    assert movements.keys() == expected.keys()
    for player, wanted in expected.items():
        assert {key: movements[player][key] for key in wanted} == wanted


@pytest.mark.parametrize("case", REFUSED, ids=name)
def test_a_season_is_refused_by_code_and_path(case: Json) -> None:
    refused, expected = answer_to(case)["refused"], case["expect"]["refused"]
    assert {key: refused[key] for key in expected} == expected


@pytest.mark.parametrize("case", CASES, ids=name)
def test_the_order_of_the_lists_means_nothing(case: Json) -> None:
    answer, turned = answer_to(case), answer_to(with_lists_reversed(case))
    if "refused" in answer:
        assert turned["refused"]["code"] == answer["refused"]["code"]
    else:
        assert turned == answer


def test_no_two_cases_share_an_id() -> None:
    repeated = [name for name, count in Counter(map(name, CASES)).items() if count > 1]
    assert repeated == []


def test_every_case_expects_something() -> None:
    assert all(case["expect"].keys() <= {"rows", "movements", "refused"} for case in CASES)
    assert all(case["expect"] for case in CASES)


def test_every_code_is_met_with_its_path() -> None:
    with_path = [
        case["expect"]["refused"] for case in REFUSED if "path" in case["expect"]["refused"]
    ]
    assert {refused["code"] for refused in with_path} == {code.value for code in StandingsCode}


def test_every_word_of_every_option_is_met_in_a_ranked_case() -> None:
    defaults = StandingsPolicy().to_json()
    for option, words in CHOICES.items():
        assert {case["policy"].get(option, defaults[option]) for case in RANKED} == set(words)
    assert {step for case in RANKED for step in case["policy"].get("tie_breaks", [])} == set(
        TIE_BREAKS
    )


def test_every_option_is_met_away_from_its_default_in_a_ranked_case() -> None:
    defaults = StandingsPolicy().to_json()
    met = {
        option
        for case in RANKED
        for option, value in case["policy"].items()
        if value != defaults[option]
    }
    assert met == set(OPTIONS)


def test_every_kind_stage_and_cause_is_met() -> None:
    movements = [move for case in MOVED for move in answer_to(case)["movements"].values()]
    assert {move["kind"] for move in movements} == {"up", "down", "same", "new", "out"}
    stages = {"corrections", "nights"}
    causes = {f"{whose}_{stage}" for whose in ("own", "others", "both") for stage in stages}
    assert {cause for move in movements for cause in move["causes"]} == causes | {
        *("policy", "tie", "mixed")
    }
    assert {move["stage"] for move in movements} == {None, "policy", *stages}
