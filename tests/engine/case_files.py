"""The scoring cases of `cases/*.json`, and how one is run.

A case is `{id, why, rules, sheet, expect}` as `score_sheet --cases` reads it; a refused one may
say beside it the `values` of the refusal. `vectors.json` came with the rule book; the other
files were written by hand from it, with the arithmetic in `why`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scoring.engine import Refused, Ruleset, Sheet, score

CASES_FOLDER = Path(__file__).parent / "cases"

Case = dict[str, Any]


def read_cases() -> list[Case]:
    """Every case of every file, in the order of the files' names."""
    return [
        case
        for path in sorted(CASES_FOLDER.glob("*.json"))
        for case in json.loads(path.read_text(encoding="utf-8"))
    ]


def answer_to(case: Case) -> dict[str, Any]:
    """The score, or the refusal, as JSON."""
    try:
        rules = Ruleset.from_json(case["rules"])
        return score(Sheet.from_json(case["sheet"]), rules).to_json()
    except Refused as refusal:
        return dict(refusal.to_json())


def sums(lines: list[Any]) -> dict[tuple[str, str, str], int]:
    """Bets per payer, payee and reason, from lines of a case or of a score."""
    totals: dict[tuple[str, str, str], int] = {}
    for line in lines:
        if isinstance(line, dict):
            payer, payee, bets, reason = (line[key] for key in ("payer", "payee", "bets", "reason"))
        else:
            payer, payee, bets, reason = line
        totals[payer, payee, reason] = totals.get((payer, payee, reason), 0) + bets
    return totals
