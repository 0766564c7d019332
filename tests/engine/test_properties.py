"""What holds for every deal (R-60), over random rule sets and sheets."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scoring.engine import POT, Refused, Ruleset, Score, Sheet, explain, score
from scoring.engine.parts import U_KINDS
from scoring.engine.ruleset import CHOICES

Json = dict[str, Any]

AMOUNTS = st.integers(0, 20)
FLAGS = (
    "round_u_allowed",
    "dry_u_allowed",
    "compensation_three_eats",
    "compensation_last_round",
)

properties = settings(
    max_examples=100, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
)


@st.composite
def rule_sets(draw: st.DrawFn) -> Json:
    rules: Json = {name: draw(st.sampled_from(words)) for name, words in CHOICES.items()}
    rules |= {name: draw(st.booleans()) for name in FLAGS}
    rules["eat_pay"] = [draw(AMOUNTS) for _ in range(3)]
    rules["place_pay"] = {str(n): [draw(AMOUNTS) for _ in range(n - 1)] for n in (2, 3, 4)}
    rules["u_pay"] = {kind: draw(AMOUNTS) for kind in U_KINDS}
    for name in ("mom_pay", "last_eat_pay", "false_u_pay", "false_eat_pay"):
        rules[name] = draw(AMOUNTS)
    rules["pot_enabled"] = draw(st.booleans())
    if rules["pot_enabled"]:
        rules["pot_ante"] = draw(st.integers(0, 3))
    else:
        rules["eat_payee"] = "eater"
    return rules


@st.composite
def sheets(
    draw: st.DrawFn,
    seat_counts: tuple[int, ...] = (2, 3, 4),
    endings: tuple[str, ...] = ("normal", "normal", "u", "u", "fault", "drawn"),
) -> Json:
    seats = list("ABCD"[: draw(st.sampled_from(seat_counts))])
    ending = draw(st.sampled_from(endings))
    sheet: Json = {
        "seats": seats,
        "starter": draw(st.sampled_from(seats)),
        "ending": ending,
        "laid_down": draw(st.permutations(seats)),
        "last_discards": draw(st.permutations(seats)),
        "multiplier": draw(st.integers(1, 3)),
    }
    eaters = draw(st.lists(st.sampled_from(seats), max_size=5))
    if ending == "normal":
        sheet["hands"] = {
            seat: {
                "points": draw(st.integers(1, 12)),
                "mom": seat not in eaters and draw(st.booleans()),
                "forfeit": draw(st.integers(0, 9)) == 0,
            }
            for seat in seats
        }
    elif ending == "u":
        sheet["u"] = draw(u_parts(seats, eaters))
    elif ending == "fault":
        kind = draw(st.sampled_from(["false_u", "false_eat"]))
        sheet["fault"] = {"player": draw(st.sampled_from(seats)), "kind": kind}
    last_from = draw(st.integers(0, 5))
    sheet["eats"] = [
        {"eater": eater, "last_round": index >= last_from}
        for index, eater in enumerate(keep_possible(eaters, sheet))
    ]
    return sheet


@st.composite
def u_parts(draw: st.DrawFn, seats: list[str], eaters: list[str]) -> Json:
    u: Json = {
        "winner": draw(st.sampled_from(seats)),
        "kind": draw(st.sampled_from(U_KINDS)),
        "times": draw(st.integers(1, 3)),
    }
    dry = [seat for seat in seats if seat not in eaters]
    if u["kind"] == "dry" and dry:
        u["winner"] = dry[0]
        u["also"] = [seat for seat in dry[1:] if draw(st.booleans())]
    losers = [seat for seat in seats if seat != u["winner"]]
    u["compensator"] = draw(st.sampled_from([None, None, None, "nobody", *losers]))
    return u


def keep_possible(eaters: list[str], sheet: Json) -> list[str]:
    """Eats up to the two everybody may have, and a third for who may have three."""
    may_have_three = sheet.get("u", {}).get("winner") or sheet.get("fault", {}).get("player")
    counts: Counter[str] = Counter()
    kept = []
    for eater in eaters:
        counts[eater] += 1
        if counts[eater] <= (3 if eater == may_have_three else 2):
            kept.append(eater)
    return kept


def scored(sheet: Json, rules: Json) -> Score:
    """The score; deals that are refused are of no interest here."""
    try:
        return score(Sheet.from_json(sheet), Ruleset.from_json(rules))
    except Refused:
        assume(condition=False)
        raise


def net_of(sheet: Json, rules: Json) -> dict[str, int]:
    return dict(scored(sheet, rules).net)


@properties
@given(sheets(), rule_sets())
def test_every_deal_sums_to_zero_and_net_is_the_sum_of_its_lines(sheet: Json, rules: Json) -> None:
    answer = scored(sheet, rules)
    net: Counter[str] = Counter(dict.fromkeys(sheet["seats"], 0))
    for line in answer.transfers:
        assert line.bets > 0
        assert line.payer != line.payee
        net[line.payer] -= line.bets
        net[line.payee] += line.bets
    assert dict(net) == answer.net
    assert sum(answer.net.values()) == 0


@properties
@given(sheets(), rule_sets(), st.integers(1, 3))
def test_turning_the_seats_turns_the_result(sheet: Json, rules: Json, turn: int) -> None:
    answer = scored(sheet, rules)
    seats = sheet["seats"]
    turned = scored(sheet | {"seats": [*seats[turn:], *seats[:turn]]}, rules)
    assert turned.places == answer.places
    assert turned.net == answer.net
    assert turned.compensator == answer.compensator


@properties
@given(sheets(), rule_sets(), st.data())
def test_one_more_ordinary_eat_changes_exactly_two_nets(
    sheet: Json, rules: Json, data: st.DataObject
) -> None:
    rules |= {"eat_payee": "eater", "eats_when_u": "stand", "eat_pay": [3, 5, 7]}
    before = net_of(sheet, rules)
    eater = data.draw(st.sampled_from(sheet["seats"]))
    assume(sum(eat["eater"] == eater for eat in sheet["eats"]) < 2)
    more = sheet | {"eats": [*sheet["eats"], {"eater": eater}]}
    after = net_of(more, rules)
    changed = {seat: after[seat] - before[seat] for seat in before if after[seat] != before[seat]}
    feeder = sheet["seats"][sheet["seats"].index(eater) - 1]
    assert set(changed) == {eater, feeder}
    assert changed[eater] == -changed[feeder] > 0


@properties
@given(sheets(seat_counts=(2,)), rule_sets())
def test_between_two_players_compensation_never_changes_a_net(sheet: Json, rules: Json) -> None:
    rules |= {"eats_when_u": "stand"}
    nets = [
        net_of(
            sheet,
            rules | {"compensation_three_eats": three_eats, "compensation_last_round": last_round},
        )
        for three_eats in (True, False)
        for last_round in (True, False)
    ]
    assert all(net == nets[0] for net in nets)


@properties
@given(sheets(), rule_sets())
def test_where_mom_seats_are_placed_never_changes_money(sheet: Json, rules: Json) -> None:
    nets = [net_of(sheet, rules | {"mom_place": mom_place}) for mom_place in CHOICES["mom_place"]]
    assert all(net == nets[0] for net in nets)


@properties
@given(sheets(), rule_sets())
def test_a_voided_deal_pays_nothing(sheet: Json, rules: Json) -> None:
    void = {key: sheet[key] for key in ("seats", "starter", "eats", "laid_down", "multiplier")}
    answer = score(Sheet.from_json(void | {"ending": "void"}), Ruleset.from_json(rules))
    assert answer.transfers == ()
    assert set(answer.net.values()) == {0}
    assert set(answer.places.values()) == {None}


@properties
@given(sheets(), rule_sets())
def test_writing_and_reading_changes_neither_sheet_nor_score(sheet: Json, rules: Json) -> None:
    read = Sheet.from_json(sheet)
    again = Sheet.from_json(json.loads(read.canonical()))
    assert again == read
    assert again.canonical() == read.canonical()
    ruleset = Ruleset.from_json(rules)
    assert Ruleset.from_json(ruleset.to_json()) == ruleset
    assert scored(again.to_json(), ruleset.to_json()) == scored(sheet, rules)


@properties
@given(sheets(), rule_sets())
def test_every_line_is_explained(sheet: Json, rules: Json) -> None:
    deal, ruleset = Sheet.from_json(sheet), Ruleset.from_json(rules)
    answer = scored(sheet, rules)
    explanations = explain(deal, ruleset, answer)
    assert [
        (line.rule, line.reason, line.payer, line.payee, line.bets) for line in answer.transfers
    ] == [
        (why.rule, why.reason, why.values["payer"], why.values["payee"], why.values["bets"])
        for why in explanations
    ]


@properties
@given(sheets(endings=("normal",)), rule_sets())
def test_places_are_what_counting_those_ahead_gives(sheet: Json, rules: Json) -> None:
    """A second definition: a seat's place is one more than the seats that are ahead of it."""
    rules |= {"mom_place": "by_points"}
    hands = sheet["hands"]
    order = sheet[{"laid_down": "laid_down", "last_discard": "last_discards"}[rules["tie_break"]]]

    def rank(seat: str) -> tuple[bool, int, int]:
        hand = hands[seat]
        return hand["mom"] or hand["forfeit"], hand["points"], order.index(seat)

    everybody_is_mom = all(rank(seat)[0] for seat in hands)
    assume(not everybody_is_mom or rules["all_mom"] == "lowest_points")
    expected = {
        seat: 1 + sum(rank(other) < rank(seat) for other in hands) for seat in sheet["seats"]
    }
    assert scored(sheet, rules).places == expected


@properties
@given(sheets(endings=("u",)), rule_sets(), st.integers(0, 50))
def test_the_pot_loses_exactly_what_was_in_it_when_somebody_is_u(
    sheet: Json, rules: Json, pot: int
) -> None:
    rules |= {"pot_enabled": True}
    net = net_of(sheet | {"pot": pot}, rules)
    assert net.get(POT, 0) == -pot
