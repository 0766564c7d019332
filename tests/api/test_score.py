"""Scoring by the API: no club, no sign-in, nothing kept; the engine's answer with its words."""

from typing import Any

import pytest
from django.core.cache import cache

from scoring.engine import Refused, Ruleset, Score, Sheet, score
from tests.api.asking import Asking
from tests.engine.case_files import read_cases
from tests.services.checks import writes_nothing

pytestmark = pytest.mark.django_db

PLAIN: dict[str, Any] = {
    "seats": ["A", "B", "C", "D"],
    "ending": "normal",
    "hands": {
        "A": {"points": 5},
        "B": {"points": 12},
        "C": {"points": 20},
        "D": {"mom": True},
    },
    "eats": [{"eater": "B", "last_round": False}],
}


def test_anybody_may_have_a_sheet_scored_and_explained() -> None:
    with writes_nothing():
        told = Asking().post("/score", {"sheet": PLAIN, "names": {"A": "An"}}, status=200)
    assert told["format"] == "phom-score/1"
    assert told["places"] == {"A": 1, "B": 2, "C": 3, "D": 4}
    # Second 1, third 2, móm 4 to the first; the first pays 1 for the eaten card.
    assert told["net"] == {"A": 6, "B": 0, "C": -2, "D": -4}
    eat = told["transfers"][0]
    assert (eat["payer"], eat["payee"], eat["bets"], eat["points"]) == ("A", "B", 1, 1)
    assert (eat["rule"], eat["for"], eat["why"]) == ("R-11", None, "B ăn cây An đánh ra.")


def test_sentences_are_in_the_language_asked_for_and_points_at_the_stake_given() -> None:
    asked = {"sheet": PLAIN, "stake_points": 5}
    vi = Asking().post("/score", asked, status=200)["transfers"]
    en = Asking(Accept_Language="en").post("/score", asked, status=200, Accept_Language="en")
    assert [line["points"] for line in vi] == [5, 5, 10, 20]
    for line, other in zip(vi, en["transfers"], strict=True):
        assert line["why"] != other["why"]
        assert line["arithmetic"] != other["arithmetic"]
        assert (line["bets"], line["rule"]) == (other["bets"], other["rule"])


def test_a_rule_set_or_a_preset_decides() -> None:
    u = {"seats": ["A", "B", "C"], "ending": "u", "u": {"winner": "B", "kind": "plain"}}

    def net(**rules: Any) -> int:
        return int(Asking().post("/score", {"sheet": u, **rules}, status=200)["net"]["B"])

    assert net() == net(preset="seed") == 12
    assert net(preset="portal_5_10") == 10
    assert net(rules={"u_pay": {"plain": 9}}) == 18
    both = {"sheet": u, "preset": "seed", "rules": {}}
    Asking().refused(400, "request_invalid", "post", "/score", both)
    Asking().refused(400, "request_invalid", "post", "/score", {"sheet": u, "preset": "x"})


def test_what_cannot_be_is_422_with_code_values_and_sentence() -> None:
    three = PLAIN | {"eats": [{"eater": "B", "last_round": False}] * 3}
    asked = {"sheet": three, "names": {"B": "Bình"}}
    problem = Asking().refused(422, "three_eats_without_u", "post", "/score", asked)
    assert problem["values"] == {"seat": "B"}
    assert problem["detail"].startswith("Bình ăn ba cây")
    asked = {"sheet": PLAIN, "rules": {"eat_payee": "nobody"}}
    problem = Asking().refused(422, "ruleset_invalid", "post", "/score", asked)
    assert problem["values"] == {"field": "eat_payee"}
    tie = PLAIN | {"hands": {seat: {"points": 5} for seat in "ABCD"}, "eats": []}
    problem = Asking().refused(422, "tie_needs_order", "post", "/score", {"sheet": tie})
    assert problem["values"] == {"seats": ["A", "B", "C", "D"]}


@pytest.mark.parametrize("body", [{}, {"sheet": PLAIN, "stake_points": 0}, {"sheets": PLAIN}, []])
def test_what_is_of_another_form_is_400(body: Any) -> None:
    Asking().refused(400, "request_invalid", "post", "/score", body)


def test_every_case_of_the_rule_book_is_scored_as_the_engine_does() -> None:
    asking = Asking()
    for case in read_cases():
        cache.clear()  # the limit is somebody else's test
        asked = {"sheet": case["sheet"], "rules": case["rules"]}
        due, code = _due(**asked)
        if due is None:
            assert asking.post("/score", asked, status=422)["code"] == code, case
            continue
        told = asking.post("/score", asked, status=200)
        lines = due.to_json()["transfers"]
        assert isinstance(lines, list)
        assert [
            {key: line[key] for key in wanted}
            for line, wanted in zip(told["transfers"], lines, strict=True)
        ] == lines
        assert (told["net"], told["places"]) == (dict(due.net), dict(due.places))
        assert all(
            line["why"] and line["label"] and line["arithmetic"] for line in told["transfers"]
        )


def _due(sheet: Any, rules: Any) -> tuple[Score | None, str]:
    try:
        ruleset = Ruleset.from_json(rules)  # it is read first
        return score(Sheet.from_json(sheet), ruleset), ""
    except Refused as refused:
        return None, str(refused.code)


def test_a_seat_called_like_a_word_of_the_rules_changes_no_sentence() -> None:
    seats = ["plain", "winner", "POTT"]
    u = {"seats": seats, "ending": "u", "u": {"winner": "winner", "kind": "plain"}}
    asked = {"sheet": u, "names": {"plain": "An", "winner": "Bình"}}
    line = Asking().post("/score", asked, status=200)["transfers"][0]
    assert line["why"] == "Bình ù thường: mỗi người thua trả 6 cược."
    assert line["label"] == "Ù thường"
