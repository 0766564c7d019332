"""Score a sheet from a file or standard input, or run a file of cases; needs no database.

Knows files, exit codes and how a case is compared. Knows no rule of the game.
Section 8 of docs/rules.md.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from scoring.engine import Refused, Ruleset, Sheet, score
from scoring.management.json_input import EXIT_CASES_DIFFER, EXIT_REFUSED, read_json


class Command(BaseCommand):
    """`score_sheet [--rules FILE] [SHEET.json]` and `score_sheet --cases FILE`."""

    help = "Score a Phỏm deal from a phom-sheet/1 file (or standard input), or run scoring cases."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A sheet and its rules, or cases."""
        parser.add_argument("sheet", nargs="?", type=Path, metavar="SHEET.json")
        parser.add_argument("--rules", type=Path, metavar="FILE", help="a phom-rules/1 file")
        parser.add_argument("--cases", type=Path, metavar="FILE", help="a list of cases to run")

    def handle(self, **options: Any) -> None:
        """Exit 0, 1 when a case differs, 2 when the input is not JSON, 3 when it is refused."""
        if options["cases"] is not None:
            if not self._run_cases(read_json(options["cases"])):
                sys.exit(EXIT_CASES_DIFFER)
            return
        rules = {} if options["rules"] is None else read_json(options["rules"])
        answer = _answer(rules, read_json(options["sheet"]))
        self._print(answer)
        if "refused" in answer:
            sys.exit(EXIT_REFUSED)

    def _run_cases(self, cases: Any) -> bool:
        """Print the cases that differ, then how many passed; whether all did."""
        failed = 0
        for case in cases:
            answer = _comparable(_answer(case.get("rules", {}), case["sheet"]))
            expected = _comparable(case["expect"])
            if answer != expected:
                failed += 1
                self._print({"id": case.get("id"), "expected": case["expect"], "got": answer})
        self.stdout.write(f"{len(cases) - failed} passed, {failed} failed")
        return failed == 0

    def _print(self, obj: object) -> None:
        text = json.dumps(obj, ensure_ascii=False, indent=2)
        # A half of a surrogate pair cannot be encoded; JSON can escape it.
        self.stdout.write(text.encode("utf-8", "backslashreplace").decode())


def _answer(rules: object, sheet: object) -> dict[str, Any]:
    """The score or the refusal as JSON; the rule set is read before the sheet."""
    try:
        ruleset = Ruleset.from_json(rules)
        return score(Sheet.from_json(sheet), ruleset).to_json()
    except Refused as refusal:
        return dict(refusal.to_json())


def _comparable(answer: dict[str, Any]) -> dict[str, Any]:
    """A refusal by its code; a score with its transfers as sums per payer, payee and reason."""
    refused = answer.get("refused")
    if refused is not None:
        return {"refused": refused if isinstance(refused, str) else refused["code"]}
    sums: Counter[str] = Counter()
    for line in answer["transfers"]:
        payer, payee, bets, reason = line if isinstance(line, list) else _short(line)
        sums[f"{payer} → {payee}: {reason}"] += bets
    return {
        "places": answer["places"],
        "transfers": dict(sums),
        "net": answer["net"],
        "compensator": answer["compensator"],
    }


def _short(line: dict[str, Any]) -> tuple[str, str, int, str]:
    return line["payer"], line["payee"], line["bets"], line["reason"]
