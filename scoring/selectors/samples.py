"""Eight deals everybody knows, scored under a rule set: what it says, in points.

The sheets are data (`sample_sheets.json`). Asks no database.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scoring.engine import Refused, Ruleset, Sheet, score

SHEETS = Path(__file__).with_name("sample_sheets.json")


@dataclass(frozen=True, slots=True)
class SampleRow:
    """One sample under one rule set.

    `net_bets` is signed, by seat in turn order and "POT" where a line names it; it sums to zero.
    Where the rule set does not know such a deal `refused` says why and `net_bets` is empty.
    """

    key: str
    net_bets: Mapping[str, int]
    refused: Refused | None = None


def score_samples(rules: Ruleset) -> Sequence[SampleRow]:
    """The samples in their order, under these rules."""
    return [_score(key, sheet, rules) for key, sheet in _read()]


def _score(key: str, sheet: Sheet, rules: Ruleset) -> SampleRow:
    try:
        result = score(sheet, rules)
    except Refused as refused:
        return SampleRow(key, {}, refused)
    assert sum(result.net.values()) == 0, "a deal sums to zero"
    return SampleRow(key, dict(result.net))


@cache
def _read() -> Sequence[tuple[str, Sheet]]:
    samples = json.loads(SHEETS.read_text(encoding="utf-8"))
    return [(sample["key"], Sheet.from_json(sample["sheet"])) for sample in samples]
