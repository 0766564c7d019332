"""Every transfer is explained by its rule and the values a sentence about it needs."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine import Explanation, Ruleset, Sheet, explain, score
from tests.engine.case_files import Case, read_cases

SCORED = [case for case in read_cases() if "refused" not in case["expect"]]


def explained(sheet: dict[str, Any], **rules: Any) -> list[Explanation]:
    ruleset = Ruleset.from_json(rules)
    deal = Sheet.from_json(sheet)
    return list(explain(deal, ruleset, score(deal, ruleset)))


@pytest.mark.parametrize("case", SCORED, ids=lambda case: case["id"])
def test_explanations_match_the_transfers_and_their_arithmetic(case: Case) -> None:
    rules, sheet = Ruleset.from_json(case["rules"]), Sheet.from_json(case["sheet"])
    answer = score(sheet, rules)
    explanations = explain(sheet, rules, answer)
    assert len(explanations) == len(answer.transfers)
    for line, why in zip(answer.transfers, explanations, strict=True):
        values: dict[str, Any] = dict(why.values)
        assert (why.rule, why.reason) == (line.rule, line.reason)
        assert (values["payer"], values["payee"], values["bets"]) == (
            line.payer,
            line.payee,
            line.bets,
        )
        assert None not in {values.get("kind", ""), values.get("feeder", "")}
        if line.reason in {"u", "compensation"}:
            product = values["base_bets"] * values["times"] * values["multiplier"]
            assert values["rate_bets"] == product
            assert line.bets == product or values["several"] == "split"
        elif line.reason == "pot":
            parts = values["before_bets"] + values["ante_bets"] + values["eat_bets"]
            assert values["pot_bets"] == parts
        elif line.reason != "adjustment":
            assert line.bets == values["base_bets"] * values["multiplier"]


def test_a_place_names_places_points_and_the_table() -> None:
    hands = {"A": {"points": 9}, "B": {"points": 5}, "C": {"points": 20}}
    sheet = {"seats": ["A", "B", "C"], "ending": "normal", "hands": hands, "multiplier": 3}
    assert explained(sheet)[1] == Explanation(
        "R-04",
        "place",
        {
            "payer": "C",
            "payee": "B",
            "bets": 6,
            "base_bets": 2,
            "multiplier": 3,
            "place": 3,
            "payee_place": 1,
            "seat_count": 3,
            "payer_points": 20,
            "payee_points": 5,
            "table": "winner",
        },
    )


def test_a_mom_line_says_whether_the_hand_was_given_up() -> None:
    hands = {"A": {"points": 9}, "B": {"forfeit": True}, "C": {"mom": True}}
    sheet = {"seats": ["A", "B", "C"], "ending": "normal", "hands": hands}
    forfeit, mom = explained(sheet)
    assert forfeit.values == {
        "payer": "B",
        "payee": "A",
        "bets": 4,
        "base_bets": 4,
        "multiplier": 1,
        "forfeit": True,
    }
    assert mom.values["forfeit"] is False


def test_a_mom_line_says_who_is_first_where_everybody_is_mom() -> None:
    hands = {"A": {"mom": True, "points": 9}, "B": {"mom": True, "points": 7}}
    (why,) = explained({"seats": ["A", "B"], "ending": "normal", "hands": hands})
    assert why.values["all_mom"] == "lowest_points"


def test_eats_are_counted_for_each_eater_and_free_ones_have_no_line() -> None:
    sheet = {
        "seats": ["A", "B", "C"],
        "ending": "drawn",
        "eats": [
            {"eater": "B"},
            {"eater": "C"},
            {"eater": "B"},
            {"eater": "C", "last_round": True},
        ],
        "multiplier": 2,
    }
    second, last = explained(sheet, eat_pay=[0, 2, 3])
    assert second == Explanation(
        "R-11",
        "eat",
        {
            "payer": "A",
            "payee": "B",
            "bets": 4,
            "multiplier": 2,
            "base_bets": 2,
            "eater": "B",
            "feeder": "A",
            "number": 2,
        },
    )
    assert (last.rule, last.values["base_bets"], last.values["number"]) == ("R-12", 4, 2)


def test_an_eat_into_the_pot_still_names_its_eater() -> None:
    sheet = {"seats": ["A", "B"], "ending": "drawn", "eats": [{"eater": "B"}]}
    (why,) = explained(sheet, pot_enabled=True, eat_payee="pot")
    assert (why.values["payee"], why.values["eater"]) == ("POT", "B")


def test_an_u_names_its_kind_rate_and_who_is_spared() -> None:
    sheet = {
        "seats": ["A", "B", "C"],
        "ending": "u",
        "eats": [{"eater": "B", "last_round": True}],
        "u": {"winner": "B", "kind": "ten", "times": 2},
        "multiplier": 3,
    }
    why = explained(sheet, compensation_winner_ate_last="feeder_exempt")[1]
    assert why == Explanation(
        "R-21",
        "u",
        {
            "payer": "C",
            "payee": "B",
            "bets": 72,
            "base_bets": 12,
            "times": 2,
            "multiplier": 3,
            "rate_bets": 72,
            "kind": "ten",
            "winner_count": 1,
            "several": "first_in_turn",
            "exempt": "A",
        },
    )


def test_a_compensation_names_the_loser_and_the_option_that_decided() -> None:
    sheet = {
        "seats": ["A", "B", "C"],
        "ending": "u",
        "eats": [{"eater": "C", "last_round": True}, {"eater": "B", "last_round": True}],
        "u": {"winner": "B", "kind": "plain"},
    }
    for_a, for_c = explained(sheet)[2:]
    assert for_a.rule == "R-32"
    assert (for_a.values["payer"], for_a.values["loser"]) == ("C", "A")
    assert for_c.values["loser"] == "C"
    assert for_a.values["option"] == "last_other_eater"


def test_the_pot_says_what_it_was_made_of() -> None:
    sheet = {
        "seats": ["A", "B", "C"],
        "ending": "u",
        "eats": [{"eater": "C"}, {"eater": "B", "last_round": True}],
        "u": {"winner": "A", "kind": "plain", "compensator": "nobody"},
        "pot": 7,
        "adjustments": [{"payer": "B", "payee": "POT", "bets": 9}],
    }
    why = next(
        why
        for why in explained(sheet, pot_enabled=True, pot_ante=2, eat_payee="pot")
        if why.reason == "pot"
    )
    assert why.values == {
        "payer": "POT",
        "payee": "A",
        "bets": 18,
        "before_bets": 7,
        "ante_bets": 6,
        "eat_bets": 5,
        "pot_bets": 18,
        "winner_count": 1,
    }


def test_a_pot_of_one_is_still_shared_by_two_winners() -> None:
    u = {"winner": "A", "kind": "dry", "also": ["B"]}
    sheet = {"seats": ["A", "B"], "ending": "u", "u": u, "pot": 1}
    (why,) = explained(sheet, pot_enabled=True, dry_u_several="split")
    assert (why.values["payee"], why.values["bets"], why.values["winner_count"]) == ("A", 1, 2)


def test_antes_faults_and_adjustments_are_explained_in_order() -> None:
    sheet = {
        "seats": ["A", "B"],
        "ending": "fault",
        "fault": {"player": "B", "kind": "false_eat"},
        "multiplier": 2,
        "adjustments": [
            {"payer": "A", "payee": "B", "bets": 1},
            {"payer": "B", "payee": "A", "bets": 2, "note": "đánh sai"},
        ],
    }
    ante, _, fault, _, second = explained(sheet, pot_enabled=True, pot_ante=1, false_eat_pay=5)
    assert ante.values == {
        "payer": "A",
        "payee": "POT",
        "bets": 2,
        "base_bets": 1,
        "multiplier": 2,
    }
    assert (fault.values["base_bets"], fault.values["kind"]) == (5, "false_eat")
    assert second.values == {
        "payer": "B",
        "payee": "A",
        "bets": 2,
        "number": 2,
        "note": "đánh sai",
    }
