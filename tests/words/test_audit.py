"""Every action the services write has words in both languages: the source is walked for them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from scoring.models import AdjustmentScope, PaymentState, RevisionKind, SettlementMode
from scoring.words.audit import GROUPS, SENTENCES
from scoring.words.audit.changes import MODES, PAYMENT_STATES

SERVICES = Path("scoring/services")
# Actions put together at run time: what stands before the braces, and all that can stand in them.
PUT_TOGETHER = {
    "deal.": [str(kind) for kind in RevisionKind],
    "adjustment.": [str(scope) for scope in AdjustmentScope],
}
# And the other way round: what stands after the braces.
PUT_BEFORE = {".publish": ["policy", "ruleset"]}


def calls() -> Iterator[ast.Call]:
    """Every call in the services."""
    for path in sorted(SERVICES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield node


def names_that_take_an_action() -> set[str]:
    """Functions of the services with a parameter `action`, and what keeps one for them."""
    found = {"Step"}
    for path in sorted(SERVICES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                given = [*node.args.args, *node.args.kwonlyargs]
                found |= {node.name for argument in given if argument.arg == "action"}
    return found


def written_actions() -> set[str]:
    """Every action handed to something that writes it or hands it on."""
    takers = names_that_take_an_action()
    found: set[str] = set()
    for call in calls():
        if getattr(call.func, "id", getattr(call.func, "attr", "")) in takers:
            found |= actions_of(call)
    return found


def actions_of(call: ast.Call) -> set[str]:
    """The actions among the arguments of one call; those it only hands on are none."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return {action for argument in given for action in actions_in(argument)}


def actions_in(node: ast.expr) -> set[str]:
    if isinstance(node, ast.IfExp):
        return actions_in(node.body) | actions_in(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_action(node.value):
        return {node.value}
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        start = str(node.values[0].value)
        if start.removesuffix(".") in GROUPS:
            return {start + rest for rest in PUT_TOGETHER[start]}
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[-1], ast.Constant):
        end = str(node.values[-1].value)
        return {first + end for first in PUT_BEFORE[end]}
    return set()


def is_action(value: str) -> bool:
    """`noun.verb`, as every action is written."""
    noun, dot, verb = value.partition(".")
    return bool(dot) and noun.isidentifier() and verb.replace("_", "").isalpha()


def arguments_named_action() -> list[ast.expr]:
    """What every call of `write_event` is given as its action."""
    return [
        word.value
        for call in calls()
        if getattr(call.func, "id", "") == "write_event"
        for word in call.keywords
        if word.arg == "action"
    ]


def test_the_walk_finds_the_action_of_every_call():
    given = arguments_named_action()
    assert len(given) > 15
    for node in given:
        # A name, or what a step keeps, comes from a literal elsewhere, which the walk finds.
        assert actions_in(node) or isinstance(node, ast.Name | ast.Attribute), ast.unparse(node)


def test_every_action_written_has_a_sentence():
    assert written_actions() == SENTENCES.keys()


def test_an_action_nobody_described_would_be_found():
    call = ast.parse("_audit(actor, night, 'night.forget', note=note)", mode="eval").body
    assert isinstance(call, ast.Call)
    assert actions_of(call) == {"night.forget"}
    assert "night.forget" not in SENTENCES


def test_every_action_stands_in_a_group_of_the_filter():
    assert {action.partition(".")[0] for action in SENTENCES} == GROUPS.keys()


@pytest.mark.parametrize("words", [GROUPS, SENTENCES], ids=["groups", "sentences"])
def test_both_languages_say_everything(words):
    said = {}
    for language in ("vi", "en"):
        with translation.override(language):
            said[language] = {key: str(text) for key, text in words.items()}
    assert not [key for key, text in said["vi"].items() if text == said["en"][key]]
    for spoken in said.values():
        assert len(set(spoken.values())) == len(spoken), "two actions read alike"


def test_every_way_of_settling_and_every_state_of_a_payment_has_words():
    assert MODES.keys() == {str(mode) for mode in SettlementMode}
    assert PAYMENT_STATES.keys() == {str(state) for state in PaymentState}
