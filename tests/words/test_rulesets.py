"""A rule set in plain words: every value of every option has words of its own, in both languages.

The options are read off the engine's own list, so that a new one without words fails here.
"""

from itertools import combinations
from pathlib import Path

import pytest
from django.utils import translation
from hypothesis import given

from scoring.engine import PRESETS, Ruleset
from scoring.words.rulesets import differences, ruleset_in_words, samples
from tests.words.rulesets import one_option_changed, rulesets

CHANGED = list(one_option_changed())
LANGUAGES = ("vi", "en")


def said(rules: Ruleset, language: str) -> list[str]:
    """All sentences, in order."""
    with translation.override(language):
        return [
            sentence.text for section in ruleset_in_words(rules) for sentence in section.sentences
        ]


def test_every_option_of_the_rule_book_is_tried():
    tried = {path.split(".")[0] for path, _ in CHANGED}
    assert tried == Ruleset().to_json().keys() - {"format"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("path", "variants"), CHANGED, ids=[path for path, _ in CHANGED])
def test_every_value_of_an_option_has_its_own_words(path, variants, language):
    for one, other in combinations(variants, 2):
        assert said(one, language) != said(other, language), path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("path", "variants"), CHANGED, ids=[path for path, _ in CHANGED])
def test_what_changed_is_named_and_nothing_else(path, variants, language):
    with translation.override(language):
        for one, other in combinations(variants, 2):
            (difference,) = differences(one, other)
            assert difference.option == path
            assert difference.before != difference.after


@given(rulesets())
def test_any_rule_set_is_said_completely_in_both_languages(rules):
    vietnamese, english = said(rules, "vi"), said(rules, "en")
    assert len(vietnamese) == len(english)
    # A sentence without English would come back in Vietnamese.
    assert not set(vietnamese) & set(english)
    assert not [text for text in vietnamese + english if "%(" in text or not text.endswith(".")]


@given(rulesets(), rulesets())
def test_two_rule_sets_that_differ_differ_in_words(one, other):
    with translation.override("vi"):
        found = differences(one, other)
    assert bool(found) == (one != other)
    assert {difference.option.split(".")[0] for difference in found} == {
        name for name, value in one.to_json().items() if value != other.to_json()[name]
    }


def test_each_sentence_has_the_number_of_a_rule_of_the_book():
    text = Path("docs/rules.md").read_text(encoding="utf-8")
    for section in ruleset_in_words(Ruleset.from_json({"pot_enabled": True})):
        for sentence in section.sentences:
            assert f"**{sentence.rule}**" in text


def test_a_change_is_told_as_players_tell_it():
    before = Ruleset.from_json({"u_pay": {"round": 10}})
    with translation.override("vi"):
        (change,) = differences(before, Ruleset())
        assert change.text == "Ù tròn: 10 → 12"
    with translation.override("en"):
        (change,) = differences(before, Ruleset())
        assert change.text == "Round ù: 10 → 12"


def test_what_is_switched_off_is_not_explained_further():
    off = Ruleset.from_json(
        {"round_u_allowed": False, "dry_u_allowed": False, "compensation_last_round": False}
    )
    options = {
        option
        for section in ruleset_in_words(off)
        for sentence in section.sentences
        for option in sentence.options
    }
    assert not options & {
        "dry_u_when",
        "dry_u_several",
        "compensation_winner_ate_last",
        "compensation_precedence",
        "pot_ante",
        "pot_at_close",
    }
    assert "Không tính ù tròn." in said(off, "vi")
    assert "Không tính ù khan." in said(off, "vi")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_reads_like_a_rule_sheet(preset):
    with translation.override("vi"):
        titles = [section.title for section in ruleset_in_words(Ruleset.preset(preset))]
    assert titles == [
        "Thứ hạng", "Móm", "Bằng điểm", "Ăn", "Ù", "Đền", "Gà", "Phạt", "Đi đầu",
    ]  # fmt: skip


def test_every_preset_and_every_sample_has_words():
    from scoring.selectors.samples import score_samples

    assert samples.PRESETS.keys() == PRESETS.keys()
    assert samples.TITLES.keys() == {row.key for row in score_samples(Ruleset())}
