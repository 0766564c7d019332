"""Rule sets that differ in one option, made from the list of options itself. Asserts nothing."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from hypothesis import strategies as st

from scoring.engine import Ruleset
from scoring.engine.ruleset import CHOICES

BASE: dict[str, Any] = {"pot_enabled": True}
"""Under these rules every option matters: nothing is switched off that another one needs."""

amounts = st.integers(0, 1000)


def one_option_changed() -> Iterator[tuple[str, list[Ruleset]]]:
    """For every option, and every place in its tables, all its values (for an amount a few) with
    everything else as it is in BASE.
    """
    base = Ruleset.from_json(BASE).to_json()
    for field in fields(Ruleset):
        name, value = field.name, base[field.name]
        if name in CHOICES:
            yield name, [_with(name, choice) for choice in CHOICES[name]]
        elif isinstance(value, bool):
            yield name, [_with(name, switch) for switch in (True, False)]
        elif isinstance(value, dict):
            for key, inner in value.items():
                yield from _in_table(name, value, key, inner)
        elif isinstance(value, list):
            for index in range(len(value)):
                changed = [_replaced(value, index, bets) for bets in (0, 1, 7, 1000)]
                yield f"{name}.{index}", [_with(name, each) for each in changed]
        else:
            yield name, [_with(name, bets) for bets in (0, 1, 7, 1000)]


def _in_table(
    name: str, table: dict[str, Any], key: str, inner: Any
) -> Iterator[tuple[str, list[Ruleset]]]:
    if isinstance(inner, list):
        for index in range(len(inner)):
            changed = [table | {key: _replaced(inner, index, bets)} for bets in (0, 1, 7, 1000)]
            yield f"{name}.{key}.{index}", [_with(name, each) for each in changed]
    else:
        changed = [table | {key: bets} for bets in (0, 1, 7, 1000)]
        yield f"{name}.{key}", [_with(name, each) for each in changed]


def _with(name: str, value: object) -> Ruleset:
    return Ruleset.from_json({**BASE, name: value})


def _replaced(values: list[int], index: int, bets: int) -> list[int]:
    return [*values[:index], bets, *values[index + 1 :]]


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Any rule set the engine accepts."""
    base = Ruleset().to_json()
    obj: dict[str, Any] = {}
    for field in fields(Ruleset):
        name, value = field.name, base[field.name]
        if name in CHOICES:
            obj[name] = draw(st.sampled_from(CHOICES[name]))
        elif isinstance(value, bool):
            obj[name] = draw(st.booleans())
        elif isinstance(value, dict):
            obj[name] = {key: _any_like(draw, inner) for key, inner in value.items()}
        else:
            obj[name] = _any_like(draw, value)
    if not obj["pot_enabled"]:
        obj |= {"eat_payee": "eater", "pot_ante": 0}
    return Ruleset.from_json(obj)


def _any_like(draw: st.DrawFn, value: Any) -> Any:
    if isinstance(value, list):
        return [draw(amounts) for _ in value]
    return draw(amounts)
