"""A sheet says the same however it was written, and keeps what it says."""

from __future__ import annotations

import json

import pytest

from scoring.engine import Code, Hand, Refused, Ruleset, Sheet, canonical_json, score
from tests.engine.case_files import read_cases

FULL = {
    "seats": ["An", "Bình", "Chi"],
    "starter": "Chi",
    "ending": "u",
    "hands": {"An": {"melds": [["AS", "2S", "3S"]], "left": ["KD"]}, "Bình": {"mom": True}},
    "laid_down": ["Bình", "An"],
    "last_discards": ["An"],
    "eats": [{"eater": "An", "last_round": True}],
    "u": {"winner": "Chi", "kind": "plain", "compensator": "Bình"},
    "adjustments": [{"payer": "An", "payee": "POT", "bets": 1, "note": "đánh sai"}],
}


def readable_sheets() -> list[Sheet]:
    sheets = []
    for case in read_cases():
        try:
            sheets.append(Sheet.from_json(case["sheet"]))
        except Refused:
            continue
    return sheets


def test_every_sheet_of_the_cases_is_read_again_as_it_was_written() -> None:
    sheets = readable_sheets()
    assert len(sheets) > 400
    for sheet in sheets:
        assert Sheet.from_json(sheet.to_json()) == sheet
        assert Sheet.from_json(json.loads(sheet.canonical())).canonical() == sheet.canonical()


def test_what_is_left_out_and_what_is_written_as_default_give_the_same_text() -> None:
    short = Sheet.from_json(
        {"seats": ["A", "B"], "ending": "u", "u": {"winner": "B", "kind": "round"}}
    )
    long = Sheet.from_json(
        {
            "format": "phom-sheet/1",
            "pot": 0,
            "multiplier": 1,
            "seats": ["A", "B"],
            "starter": "A",
            "ending": "u",
            "hands": {"B": {}, "A": {"mom": False, "forfeit": False}},
            "laid_down": [],
            "last_discards": [],
            "eats": [],
            "u": {
                "winner": "B",
                "kind": "round",
                "last_round": True,
                "also": [],
                "compensator": None,
                "times": 1,
            },
            "adjustments": [],
        }
    )
    assert short == long
    assert short.canonical() == long.canonical()


def test_the_canonical_text_is_sorted_tight_and_composed() -> None:
    assert canonical_json({"b": [1, None], "a": "Bi\u0300nh"}) == '{"a":"Bình","b":[1,null]}'
    sheet = Sheet.from_json({"seats": ["Bi\u0300nh", "A"], "ending": "void"})
    assert sheet.canonical() == (
        '{"adjustments":[],"eats":[],"ending":"void","format":"phom-sheet/1",'
        '"hands":{"A":{"forfeit":false,"mom":false},"Bình":{"forfeit":false,"mom":false}},'
        '"laid_down":[],"last_discards":[],"multiplier":1,"pot":0,"seats":["Bình","A"],'
        '"starter":"Bình"}'
    )


def test_a_fraction_has_no_canonical_text() -> None:
    with pytest.raises(ValueError, match="no fraction"):
        canonical_json({"stake": 1.5})


def test_points_and_mom_are_filled_in_from_the_cards() -> None:
    sheet = Sheet.from_json(FULL)
    assert sheet.hands["An"].points == 13
    assert sheet.hands["An"].mom is False
    bare = Sheet.from_json(
        {"seats": ["A", "B"], "ending": "drawn", "hands": {"A": {"left": ["2S"]}}}
    )
    assert (bare.hands["A"].points, bare.hands["A"].mom) == (2, True)


def test_cards_typed_or_worked_out_give_equal_sheets() -> None:
    cards = {"melds": [["AS", "2S", "3S"]], "left": ["KD"]}
    typed = {**cards, "sent": [], "points": 13, "mom": False}
    sheets = [
        Sheet.from_json({"seats": ["A", "B"], "ending": "drawn", "hands": {"A": hand}})
        for hand in (cards, typed)
    ]
    assert sheets[0] == sheets[1]


def test_the_feeder_left_out_is_the_previous_seat() -> None:
    sheet = Sheet.from_json(FULL)
    assert sheet.eats[0].feeder == "Chi"
    assert sheet.previous_seat("Chi") == "Bình"


def test_turn_order_begins_with_the_starter() -> None:
    assert Sheet.from_json(FULL).turn_order() == ("Chi", "An", "Bình")


def test_the_pot_is_filled_in_by_whoever_scores() -> None:
    sheet = Sheet.from_json(FULL)
    assert sheet.with_pot(7).pot == 7
    assert sheet.with_pot(7).with_pot(0) == sheet


def test_notes_can_be_left_behind() -> None:
    sheet = Sheet.from_json(FULL).without_notes()
    assert "đánh sai" not in sheet.canonical()
    assert sheet == Sheet.from_json(
        FULL | {"adjustments": [{"payer": "An", "payee": "POT", "bets": 1}]}
    )


def test_renaming_reaches_every_place_a_player_is_named() -> None:
    names = {"An": "1", "Bình": "2", "Chi": "3"}
    renamed = Sheet.from_json(FULL).with_players(names)
    assert renamed == Sheet.from_json(
        {
            "seats": ["1", "2", "3"],
            "starter": "3",
            "ending": "u",
            "hands": {"1": FULL["hands"]["An"], "2": {"mom": True}},  # type: ignore[index]
            "laid_down": ["2", "1"],
            "last_discards": ["1"],
            "eats": [{"eater": "1", "last_round": True}],
            "u": {"winner": "3", "kind": "plain", "compensator": "2"},
            "adjustments": [{"payer": "1", "payee": "POT", "bets": 1, "note": "đánh sai"}],
        }
    )
    back = {new: old for old, new in names.items()}
    assert renamed.with_players(back) == Sheet.from_json(FULL)


@pytest.mark.parametrize(
    "case",
    [case for case in read_cases() if "refused" not in case["expect"]],
    ids=lambda case: case["id"],
)
def test_a_renamed_deal_has_the_renamed_score(case: dict[str, object]) -> None:
    names = {seat: seat.lower() for seat in "ABCD"}
    rules = Ruleset.from_json(case["rules"])
    sheet = Sheet.from_json(case["sheet"])
    net = score(sheet, rules).net
    renamed = score(sheet.with_players(names), rules).net
    assert renamed == {names.get(seat, seat): bets for seat, bets in net.items()}


def test_nobody_stays_nobody_and_a_stranger_a_stranger_when_players_are_renamed() -> None:
    sheet = Sheet.from_json(
        {
            "seats": ["A", "B"],
            "ending": "u",
            "eats": [{"eater": "Z"}],
            "u": {"winner": "A", "kind": "dry", "also": ["B"], "compensator": "nobody"},
        }
    ).with_players({"A": "1", "B": "2"})
    assert sheet.u is not None
    assert (sheet.u.winner, sheet.u.also, sheet.u.compensator) == ("1", ("2",), "nobody")
    assert sheet.eats[0].eater == "Z"


def test_finish_and_the_offender_are_renamed() -> None:
    normal = Sheet.from_json({"seats": ["A", "B"], "ending": "normal", "finish": ["B", "A"]})
    assert normal.with_players({"A": "1"}).finish == ("B", "1")
    fault = Sheet.from_json(
        {"seats": ["A", "B"], "ending": "fault", "fault": {"player": "A", "kind": "false_u"}}
    ).with_players({"A": "1"})
    assert fault.fault is not None
    assert fault.fault.player == "1"


def test_two_names_of_one_player_meet_when_they_are_renamed() -> None:
    sheet = Sheet.from_json(
        {
            "seats": ["An", "Chi"],
            "ending": "normal",
            "hands": {"Anh": {"points": 5}, "Chi": {"points": 7}},
            "eats": [{"eater": "Anh"}],
        }
    ).with_players({"An": "1", "Anh": "1", "Chi": "2"})
    assert sheet.hands == {"1": Hand(points=5), "2": Hand(points=7)}
    assert sheet.eats[0].feeder == "2"
    assert score(sheet, Ruleset()).net == {"1": 2, "2": -2}


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ({"seats": ["An", "Anh"], "ending": "drawn"}, Code.PLAYER_REPEATED),
        (
            {
                "seats": ["An", "Chi"],
                "ending": "drawn",
                "hands": {"An": {"points": 5}, "Anh": {"points": 6}},
            },
            Code.PLAYER_REPEATED,
        ),
        (
            {
                "seats": ["An", "Chi"],
                "ending": "drawn",
                "adjustments": [{"payer": "An", "payee": "Anh", "bets": 1}],
            },
            Code.SHEET_INVALID,
        ),
    ],
)
def test_one_player_cannot_be_two_under_two_names(sheet: object, code: Code) -> None:
    with pytest.raises(Refused) as caught:
        Sheet.from_json(sheet).with_players({"An": "1", "Anh": "1"})
    assert caught.value.code is code
