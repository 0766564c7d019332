"""The lines of a score: their order, the rule each cites, and what is not written."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine import Ruleset, Sheet, score
from tests.engine.case_files import Case, answer_to, read_cases

SCORED = [case for case in read_cases() if "refused" not in case["expect"]]
RULE_OF_REASON = {
    "place": {"R-04"},
    "mom": {"R-05"},
    "eat": {"R-11"},
    "last_eat": {"R-12"},
    "u": {"R-21"},
    "compensation": {"R-30", "R-31", "R-32", "R-34"},
    "ante": {"R-40"},
    "pot": {"R-40"},
    "fault": {"R-41"},
    "adjustment": {"R-42"},
}


def lines(sheet: dict[str, Any], **rules: Any) -> list[tuple[Any, ...]]:
    answer = score(Sheet.from_json(sheet), Ruleset.from_json(rules))
    return [
        (line.payer, line.payee, line.bets, line.reason, line.rule, line.for_seat)
        for line in answer.transfers
    ]


@pytest.mark.parametrize("case", SCORED, ids=lambda case: case["id"])
def test_every_line_is_positive_between_two_sides_and_cites_its_rule(case: Case) -> None:
    answer = answer_to(case)
    assert answer["format"] == "phom-score/1"
    assert list(answer["places"]) == case["sheet"]["seats"]
    for line in answer["transfers"]:
        assert line["bets"] > 0
        assert line["payer"] != line["payee"]
        assert line["rule"] in RULE_OF_REASON[line["reason"]]
        assert (line["for"] is None) == (line["reason"] != "compensation")


@pytest.mark.parametrize("case", SCORED, ids=lambda case: case["id"])
def test_the_pot_stands_in_net_exactly_when_a_line_names_it_and_last(case: Case) -> None:
    answer = answer_to(case)
    named = any("POT" in (line["payer"], line["payee"]) for line in answer["transfers"])
    assert list(answer["net"]) == case["sheet"]["seats"] + (["POT"] if named else [])


def test_a_normal_deal_lists_antes_eats_places_mom_and_adjustments() -> None:
    sheet = {
        "seats": ["A", "B", "C", "D"],
        "ending": "normal",
        "hands": {"A": {"points": 20}, "B": {"mom": True}, "C": {"points": 5}, "D": {"points": 9}},
        "eats": [{"eater": "D"}, {"eater": "A", "last_round": True}],
        "adjustments": [{"payer": "POT", "payee": "B", "bets": 2}],
    }
    assert lines(sheet, pot_enabled=True, pot_ante=1) == [
        ("A", "POT", 1, "ante", "R-40", None),
        ("B", "POT", 1, "ante", "R-40", None),
        ("C", "POT", 1, "ante", "R-40", None),
        ("D", "POT", 1, "ante", "R-40", None),
        ("C", "D", 1, "eat", "R-11", None),
        ("D", "A", 4, "last_eat", "R-12", None),
        ("D", "C", 1, "place", "R-04", None),
        ("A", "C", 2, "place", "R-04", None),
        ("B", "C", 4, "mom", "R-05", None),
        ("POT", "B", 2, "adjustment", "R-42", None),
    ]


def test_the_third_of_the_paired_table_pays_before_the_last() -> None:
    hands = {"A": {"points": 31}, "B": {"points": 5}, "C": {"points": 9}, "D": {"points": 20}}
    sheet = {"seats": ["A", "B", "C", "D"], "ending": "normal", "hands": hands}
    assert [line[:3] for line in lines(sheet, place_payee="paired")] == [
        ("D", "C", 1),
        ("A", "B", 2),
    ]


def test_losers_pay_by_seat_and_the_pot_follows() -> None:
    u = {"winner": "B", "kind": "plain"}
    sheet = {"seats": ["A", "B", "C"], "starter": "C", "ending": "u", "u": u, "pot": 3}
    assert lines(sheet, pot_enabled=True) == [
        ("A", "B", 6, "u", "R-21", None),
        ("C", "B", 6, "u", "R-21", None),
        ("POT", "B", 3, "pot", "R-40", None),
    ]


def test_each_loser_pays_several_winners_in_turn_order() -> None:
    u = {"winner": "A", "kind": "dry", "also": ["D"]}
    sheet = {"seats": ["A", "B", "C", "D"], "starter": "C", "ending": "u", "u": u, "pot": 3}
    assert [line[:4] for line in lines(sheet, pot_enabled=True, dry_u_several="all_collect")] == [
        ("B", "D", 6, "u"),
        ("B", "A", 6, "u"),
        ("C", "D", 6, "u"),
        ("C", "A", 6, "u"),
        ("POT", "D", 2, "pot"),
        ("POT", "A", 1, "pot"),
    ]


def test_opponents_are_paid_by_seat() -> None:
    fault = {"player": "B", "kind": "false_u"}
    sheet = {"seats": ["A", "B", "C"], "starter": "C", "ending": "fault", "fault": fault}
    assert lines(sheet) == [
        ("B", "A", 6, "fault", "R-41", None),
        ("B", "C", 6, "fault", "R-41", None),
    ]


@pytest.mark.parametrize(
    ("eats", "u", "rules", "payer", "rule"),
    [
        ("BBB", {}, {}, "A", "R-30"),
        ("BBBd", {}, {}, "A", "R-30"),
        ("BBBd", {}, {"compensation_precedence": "last_round"}, "D", "R-31"),
        ("bd", {}, {}, "D", "R-31"),
        ("db", {}, {}, "D", "R-32"),
        ("b", {}, {"compensation_winner_ate_last": "feeder_pays"}, "A", "R-32"),
        ("BBb", {}, {"compensation_winner_ate_last": "feeder_pays"}, "A", "R-30"),
        (
            "BBb",
            {},
            {
                "compensation_winner_ate_last": "feeder_pays",
                "compensation_precedence": "last_round",
            },
            "A",
            "R-32",
        ),
        ("BBB", {"compensator": "A"}, {}, "A", "R-34"),
        ("d", {"compensator": "C"}, {}, "C", "R-34"),
    ],
)
def test_a_compensator_pays_a_line_for_each_loser_itself_included(
    eats: str, u: dict[str, Any], rules: dict[str, Any], payer: str, rule: str
) -> None:
    """Small letters are last-round eats."""
    sheet = {
        "seats": ["A", "B", "C", "D"],
        "ending": "u",
        "eats": [{"eater": seat.upper(), "last_round": seat.islower()} for seat in eats],
        "u": {"winner": "B", "kind": "plain", **u},
    }
    assert lines(sheet, **rules)[len(eats) :] == [
        (payer, "B", 6, "compensation", rule, loser) for loser in "ACD"
    ]
