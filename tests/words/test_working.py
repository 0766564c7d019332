"""The working of a row, movements and policies in both languages, every word with its English."""

import re
from typing import Any

import pytest
from django.utils import translation

from scoring.engine.standings import StandingsPolicy
from scoring.engine.standings.policy import CHOICES, TIE_BREAKS
from scoring.words import figures, policies, working

pytestmark = pytest.mark.sqlite

VIETNAMESE = re.compile(r"[ăđơưạảấầẩẫậắằẳẵặẹẻẽềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]", re.IGNORECASE)
ROW: dict[str, Any] = {
    "player": "b",
    "group": "ranked",
    "rank": 2,
    "shared": False,
    "value": 40,
    "sum": 50,
    "penalties": -10,
    "deals": 80,
    "nights": 6,
    "kept_deals": 64,
    "dropped": ["n3"],
    "missing": {"deals": 0, "nights": 0},
    "provisional": True,
    "decided_by": "value",
    "tie_steps": [],
    "next": {"rank": 1, "to_level": 3},
}


def table(**options: Any) -> working.Table:
    names = {"a": "An", "b": "Bo", "c": "Can"}
    return working.Table(StandingsPolicy.from_json(options), names, {"n3": "04/09"})


def told(code: str, row: dict[str, Any], **options: Any) -> list[str]:
    with translation.override(code):
        return [said.text for said in working.row({**ROW, **row}, table(**options))]


def verify_english(sentences: list[str]) -> None:
    for sentence in sentences:
        assert sentence.strip()
        assert "%(" not in sentence
        assert not VIETNAMESE.search(sentence.replace("đền", "").replace("móm", "")), sentence


def test_a_sum_is_told_with_its_drops_and_penalties() -> None:
    assert told("vi", {}) == [
        "Tạm tính: có buổi chưa khóa.",
        "Các buổi được tính cộng lại: 50 điểm trong 5 buổi.",
        "Bỏ 1 buổi kém nhất: 04/09.",
        "Điểm phạt và điểm thưởng: −10.",
        "Điểm xếp hạng: 40 điểm.",
        "Thêm 3 điểm xếp hạng nữa là bằng hạng 1.",
    ]


def test_an_average_is_told_as_a_division_with_the_exact_fraction() -> None:
    row = {"value": [5, 8], "penalties": -10}
    assert "Chia cho các ván được tính: 40 ÷ 64 ván = 0,63 (5/8)." in told(
        "vi", row, metric="bets_per_deal"
    )
    verify_english(told("en", row, metric="bets_per_deal"))


@pytest.mark.parametrize("step", TIE_BREAKS)
@pytest.mark.parametrize("outcome", ["split", "equal", "not_met"])
def test_every_tie_step_is_a_sentence(step, outcome) -> None:
    figure: Any = {"per_deal": [1, 2], "lot": "4b153220" * 8}.get(step, 3)
    steps = [
        {
            "step": step,
            "with": ["a", "c"],
            "figure": None if outcome == "not_met" else figure,
            "outcome": outcome,
        }
    ]
    row = {"decided_by": step, "tie_steps": steps, "next": {"rank": 1, "to_level": 0}}
    english = told("en", row)
    verify_english(english)
    assert any("An and Can" in sentence for sentence in english)
    assert any("behind by the tie-break" in sentence for sentence in english)
    assert told("vi", row) != english


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"group": "no_deals", "value": None, "sum": None}, "Chưa có ván nào trong mùa."),
        ({"group": "guest"}, "Khách đứng cuối bảng, không có hạng."),
        ({"group": "not_yet_ranked", "missing": {"deals": 4, "nights": 0}}, "còn thiếu 4 ván."),
        ({"group": "not_yet_ranked", "missing": {"deals": 0, "nights": 2}}, "còn thiếu 2 buổi."),
    ],
)
def test_who_has_no_rank_is_told_why(row, said) -> None:
    row = {**row, "rank": None, "decided_by": None, "next": None, "provisional": False}
    assert told("vi", row)[0].endswith(said)
    verify_english(told("en", row))


@pytest.mark.parametrize("cause", working.CAUSES)
def test_every_cause_of_a_movement_is_a_sentence(cause) -> None:
    crossings = [{"player": "a", "stage": "nights", "places": 1, "cause": cause, "nights": []}]
    moved = {
        "kind": "up",
        "from": 3,
        "to": 2,
        "stage": None,
        "causes": {cause: 1},
        "crossings": crossings,
    }
    said = {}
    for code in ("vi", "en"):
        with translation.override(code):
            said[code] = [one.text for one in working.movement(moved, table())]
    verify_english(said["en"])
    assert said["en"][1] == "Passed: An."
    assert said["vi"][0].startswith("Từ trước buổi gần nhất: hạng 3 → 2, do ")


@pytest.mark.parametrize("kind", ["new", "out", "same"])
def test_coming_in_and_going_out_are_told(kind) -> None:
    moved = {"kind": kind, "from": 3, "to": 3, "stage": None, "causes": {}, "crossings": []}
    with translation.override("en"):
        verify_english([one.text for one in working.movement(moved, table())])


@pytest.mark.parametrize("metric", CHOICES["metric"])
@pytest.mark.parametrize("drops", [{}, {"drop_worst": 2}, {"drop_share": [1, 4]}, {"best_of": 9}])
def test_every_policy_is_told_in_both_languages(metric, drops) -> None:
    for extra in (
        {},
        {"tie_breaks": [], "min_deals": 5, "guests": "hidden", "penalties": "ignore"},
    ):
        policy = StandingsPolicy.from_json({"metric": metric, **drops, **extra})
        with translation.override("vi"):
            vietnamese = [said.text for said in policies.plain_words(policy)]
        with translation.override("en"):
            english = [said.text for said in policies.plain_words(policy)]
        verify_english(english)
        assert len(vietnamese) == len(english)


def test_figures_round_half_up_and_keep_the_sign_of_what_is_not_nothing() -> None:
    with translation.override("vi"):
        assert figures.average(17, 25) == "0,68"
        assert figures.average(-1, 8) == "−0,13"
        assert figures.average(-1, 1000) == "0,00"
        assert figures.average(123456, 1, places=1) == "123.456,0"
        assert figures.percent(1, 3) == "33 %"
        assert figures.percent(0, 0) == "0 %"
    with translation.override("en"):
        assert figures.average(1, 2, places=1) == "0.5"
        assert figures.percent(1, 2) == "50%"
