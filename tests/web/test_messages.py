"""Sentences: every code, reason and kind has one in both languages, with all its values."""

import ast
import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.utils import translation

from scoring import messages
from scoring.engine import Code, Refused, Ruleset, Sheet, explain, score
from scoring.engine.standings import (
    PolicyWarning,
    StandingsCode,
    StandingsRefused,
    WarningCode,
)
from scoring.engine.standings.policy import CHOICES, OPTIONS
from scoring.errors import ErrorCode, ServiceRefused
from scoring.words import errors, fields, reasons, refusals, standings, terms
from tests.engine.case_files import read_cases
from tests.translations import ROOT, used_sentences

pytestmark = pytest.mark.sqlite

NAMES = {"A": "An", "B": "Bình", "C": "Chi", "D": "Dũng"}
VALUES: dict[str, str | tuple[str, ...]] = {
    "seat": "A",
    "seats": ("A", "B"),
    "path": "eats.0.eater",
    "field": "eat_payee",
    "card": "10H",
    "kind": "round",
}
ENGLISH_ONLY = re.compile(r"[ăđơưạảấầẩẫậắằẳẵặẹẻẽềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]", re.IGNORECASE)
# The game's own words stay as they are in English.
KEPT = re.compile(r"\b(đền|chốt|móm|ù|An|Bình|Chi|Dũng)\b", re.IGNORECASE)


def both(say, *given, **named) -> dict[str, str]:
    said = {}
    for code in ("vi", "en"):
        with translation.override(code):
            said[code] = say(*given, **named)
    return said


def verify(said: dict[str, str]) -> None:
    """Two different sentences, finished, composed, without đ for điểm."""
    assert said["vi"] != said["en"]
    for sentence in said.values():
        assert sentence.strip()
        assert "%(" not in sentence
        assert not re.search(r"\d+\s?đ\b", sentence)
        assert unicodedata.is_normalized("NFC", sentence)
    assert not ENGLISH_ONLY.search(KEPT.sub("", said["en"])), said["en"]


@pytest.mark.parametrize("code", Code)
def test_every_refusal_of_the_engine_is_a_sentence(code) -> None:
    said = both(messages.refusal, Refused(code, **VALUES), NAMES)
    verify(said)
    assert said["vi"][0].isupper()
    assert said["vi"].endswith((".", "?"))


def test_a_refusal_uses_its_values() -> None:
    refused = Refused(Code.CARD_REPEATED, seat="B", card="10H")
    said = both(messages.refusal, refused, NAMES)
    assert said["vi"] == "Lá 10♥ có hai lần, lần sau trong bài của Bình."
    refused = Refused(Code.SHEET_INVALID, path="eats.0.eater")
    said = both(messages.refusal, refused, NAMES)
    assert said["vi"] == "Phiếu ván thiếu hoặc ghi sai mục: lượt ăn 1, người ăn."
    assert said["en"] == "The sheet lacks or misstates: eat 1, eater."
    refused = Refused(Code.SHEET_INVALID, path="hands.A.melds.0.2", card="1X")
    said = both(messages.refusal, refused, NAMES)
    assert said["vi"] == "Lá “1X” không có trong bộ bài: bài của An, phỏm 1 3."
    refused = Refused(Code.TIE_NEEDS_ORDER, seats=("A", "B", "C"))
    assert messages.refusal(refused, NAMES) == "An, Bình và Chi bằng điểm: ai hạ trước?"


def test_no_refusal_of_the_book_lacks_a_value(monkeypatch) -> None:
    def fail(_known: object, key: str) -> str:
        raise AssertionError(key)

    monkeypatch.setattr(refusals._Known, "__missing__", fail)
    codes = set()
    for case in read_cases():
        try:
            score(Sheet.from_json(case["sheet"]), Ruleset.from_json(case["rules"]))
        except Refused as refused:
            codes.add(refused.code)
            verify(both(messages.refusal, refused, NAMES))
    assert codes == set(Code)


@pytest.mark.parametrize("code", ErrorCode)
def test_every_refusal_of_the_services_is_a_sentence(code) -> None:
    given = {"field": "stake_points", "needed": "manager", "seat": "A", "at_most": 80}
    given |= {"deal_number": 1284, "missing_points": 3, "day": "2026-09-04", "line": 7}
    verify(both(messages.refusal, ServiceRefused(code, **given), NAMES))


def test_the_services_give_every_value_their_sentences_use() -> None:
    for code, given, where in raised():
        with translation.override(None):
            used = set(re.findall(r"%\((\w+)\)s", str(errors.SENTENCES[code])))
        if "path" in given:
            used -= {"field"}
        assert used <= given, f"{where}: {code} lacks {used - given}"


def raised() -> Iterator[tuple[ErrorCode, set[str], str]]:
    """Every `ServiceRefused(ErrorCode.X, …)` of the code, with the names of its values."""
    for path in sorted(Path(ROOT / "scoring").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "ServiceRefused":
                continue
            code = node.args[0]
            if ast.unparse(code).startswith("ErrorCode.") and isinstance(code, ast.Attribute):
                names = {str(word.arg) for word in node.keywords}
                yield ErrorCode[code.attr], names, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("code", StandingsCode)
def test_every_refusal_of_a_season_is_a_sentence(code) -> None:
    for path in ("", "tallies.3.places.4", "drop_worst"):
        said = both(messages.refusal, StandingsRefused(code, path))
        verify(said)
        assert said["vi"][0].isupper()
        assert said["vi"].endswith(".")


def test_every_season_refused_in_the_book_is_told_where() -> None:
    codes = set()
    for path in sorted((ROOT / "tests/engine/cases_standings").glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            refused = case["expect"].get("refused")
            if refused and "path" in refused:
                code = StandingsCode(refused["code"])
                codes.add(code)
                verify(both(messages.refusal, StandingsRefused(code, refused["path"])))
    assert len(codes) >= 8


def test_a_path_names_fields_rows_from_one_and_seats() -> None:
    invalid = StandingsCode.TALLIES_INVALID
    said = both(messages.refusal, StandingsRefused(invalid, "tallies.3.places.4"))
    assert said["vi"] == "Bảng cộng của mùa thiếu hoặc ghi sai: bảng cộng 4, hạng, 4 người."
    assert said["en"] == "The season's tallies lack or misstate: tallies 4, places, 4 players."
    said = both(messages.refusal, StandingsRefused(StandingsCode.POLICY_CONFLICT, "best_of"))
    assert said["vi"].endswith("bỏ buổi: “chỉ tính số buổi tốt nhất” là cách thứ hai.")
    whole = StandingsRefused(StandingsCode.POLICY_INVALID, "")
    assert messages.refusal(whole) == "Cách xếp hạng không dùng được: xem lại mục toàn bộ."
    strange = StandingsRefused(StandingsCode.POLICY_INVALID, "place_points.5²")
    assert messages.refusal(strange).endswith("mục điểm theo hạng, 5².")


def test_every_option_of_a_policy_and_every_metric_has_a_name() -> None:
    assert set(OPTIONS) <= set(standings.FIELDS)
    assert set(CHOICES["metric"]) == set(standings.METRICS)


@pytest.mark.parametrize("code", WarningCode)
def test_every_warning_of_a_policy_is_a_sentence(code) -> None:
    said = both(messages.warning, PolicyWarning(code, "net_points", "bets_per_deal", 3))
    verify(said)
    assert "điểm được thua" in said["vi"]
    assert "cược mỗi ván" in said["vi"]
    assert " 3 " in said["vi"]


def test_every_transfer_of_the_book_is_told_why() -> None:
    told = set()
    for case in read_cases():
        try:
            sheet, rules = Sheet.from_json(case["sheet"]), Ruleset.from_json(case["rules"])
            result = score(sheet, rules)
        except Refused:
            continue
        for line, told_of in zip(result.transfers, explain(sheet, rules, result), strict=True):
            values = {key: NAMES.get(str(it), it) for key, it in told_of.values.items()}
            if values.get("note"):
                values["note"] = "x"  # typed words stay as they were typed
            told.add((line.reason, line.rule))
            verify(both(messages.why, line.reason, line.rule, values))
            assert all(both(messages.label, line.reason, values).values())
            amounts = {"bets": line.bets, "points": line.bets * 3, "stake_points": 3}
            verify(both(messages.arithmetic, values, **amounts))
    assert {reason for reason, _rule in told} == set(reasons.LABELS)
    assert {rule for reason, rule in told if reason == "compensation"} == {
        "R-30",
        "R-31",
        "R-32",
        "R-34",
    }


@pytest.mark.parametrize("reason", list(reasons.BESIDE_DEALS))
def test_lines_that_come_from_no_deal_have_words(reason) -> None:
    verify(both(messages.why, reason, "", {}))
    verify(both(messages.label, reason, {}))


def test_a_line_by_hand_says_whether_it_is_of_a_deal_or_of_the_night() -> None:
    verify(both(messages.why, "adjustment", "R-42", {"scope": "night", "note": ""}))
    of_night = messages.why("adjustment", "R-42", {"scope": "night", "note": ""})
    assert of_night != messages.why("adjustment", "R-42", {"number": 1, "note": ""})


@pytest.mark.parametrize("reason", list(reasons.LABELS))
def test_a_reason_has_words_where_the_explanation_is_gone(reason) -> None:
    verify(both(messages.why, reason, "R-00", {}))
    assert messages.label(reason, {})
    plain = messages.arithmetic({}, bets=3, points=6, stake_points=2)
    assert plain == "3 cược × mức 2 = 6 điểm"


def test_arithmetic_names_all_that_multiplies_or_divides() -> None:
    values = {"base_bets": 6, "times": 2, "multiplier": 3, "winner_count": 2, "several": "split"}
    said = both(messages.arithmetic, values, bets=18, points=36, stake_points=2)
    assert said["vi"] == ("6 cược × ù gấp 2 × ván nhân 3 chia 2 → 18 cược × mức 2 = 36 điểm")


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_whoever_is_behind_all_others_is_bet(seat_count) -> None:
    said = [terms.place(place, seat_count) for place in range(1, seat_count + 1)]
    assert (
        said
        == {
            2: ["nhất", "nhì"],
            3: ["nhất", "nhì", "bét"],
            4: ["nhất", "nhì", "ba", "bét"],
        }[seat_count]
    )


def test_every_option_of_a_rule_set_has_a_name() -> None:
    assert set(Ruleset().to_json()) <= set(fields.FIELDS)


def test_every_sentence_is_composed_and_no_point_is_shortened() -> None:
    catalogue = polib.pofile(str(ROOT / "scoring/locale/en/LC_MESSAGES/django.po"))
    sentences = [text for _context, text in used_sentences(ROOT)]
    sentences += [entry.msgstr for entry in catalogue]
    for sentence in sentences:
        assert unicodedata.is_normalized("NFC", sentence)
        assert not re.search(r"\d+\s?đ\b|%\(\w+\)s\s?đ\b", sentence)
        assert "!" not in sentence
