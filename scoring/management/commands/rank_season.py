"""Rank a season from a file or standard input, or run a file of cases; needs no database.

Knows files, exit codes and how a case is compared. Knows no rule of the standings.
Section 11 of docs/standings.md.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.core.management.base import BaseCommand, CommandError

from scoring.engine.standings import (
    StandingsPolicy,
    StandingsRefused,
    Tallies,
    rank_season,
    season_movements,
)
from scoring.management.json_input import (
    EXIT_CASES_DIFFER,
    EXIT_NOT_JSON,
    EXIT_REFUSED,
    read_json,
)
from scoring.messages import refusal as sentence_of

LISTS: Final = ("players", "nights", "tallies", "meetings", "penalties")
TALLIES: Final = ("before", "corrected", "tallies")

Json = dict[str, Any]


class Difference(NamedTuple):
    """Where an answer is not as expected."""

    path: str
    expected: Any
    got: Any


class Command(BaseCommand):
    """`rank_season [--policy FILE] [TALLIES.json]` and `rank_season --cases FILE`."""

    help = "Rank a season from a phom-tallies/1 file (or standard input), or run ranking cases."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Tallies and a policy, or cases."""
        parser.add_argument("tallies", nargs="?", type=Path, metavar="TALLIES.json")
        parser.add_argument("--policy", type=Path, metavar="FILE", help="a phom-standings/1 file")
        parser.add_argument("--cases", type=Path, metavar="FILE", help="a list of cases to run")

    def handle(self, **options: Any) -> None:
        """Exit 0, 1 when a case differs, 2 when the input is not JSON, 3 when it is refused.

        The code of a refusal goes to standard output, its sentence to standard error.
        """
        if options["cases"] is not None:
            if not self._run_cases(_read_cases(options["cases"])):
                sys.exit(EXIT_CASES_DIFFER)
            return
        policy = {} if options["policy"] is None else read_json(options["policy"])
        case = {"policy": policy, "tallies": read_json(options["tallies"])}
        try:
            self._print(_ranked(case)["table"])
        except StandingsRefused as refused:
            self._print(refused.to_json())
            self.stderr.write(_printable(sentence_of(refused)))
            sys.exit(EXIT_REFUSED)

    def _run_cases(self, cases: list[Json]) -> bool:
        """Print where the cases differ, then how many passed; whether all did."""
        failed = 0
        for case in cases:
            differences = list(_differences(case))
            failed += bool(differences)
            for difference in differences:
                self._print({"id": case.get("id"), **difference._asdict()})
        self.stdout.write(f"{len(cases) - failed} passed, {failed} failed")
        return failed == 0

    def _print(self, obj: object) -> None:
        self.stdout.write(_bytes(obj).decode())


def _answer(case: Json) -> Json:
    """What the case comes to, or its refusal."""
    try:
        return _ranked(case)
    except StandingsRefused as refusal:
        return dict(refusal.to_json())


def _ranked(case: Json) -> Json:
    """The table, with the movements if the case has a table before.

    The policies are read before the tallies. Raises StandingsRefused.
    """
    policy = StandingsPolicy.from_json(case.get("policy", {}))
    if "before" not in case:
        return {"table": rank_season(_read_tallies(case, "tallies", policy), policy).to_json()}
    policy_before = StandingsPolicy.from_json(case.get("policy_before", policy.to_json()))
    before = _read_tallies(case, "before", policy, policy_before)
    corrected = before
    if "corrected" in case:
        corrected = _read_tallies(case, "corrected", policy)
    after = _read_tallies(case, "tallies", policy)
    movements = season_movements(before, corrected, after, policy, policy_before)
    return {
        "table": rank_season(after, policy).to_json(),
        "movements": {player: one.to_json() for player, one in movements.items()},
    }


def _read_tallies(case: Json, key: str, *policies: StandingsPolicy) -> Tallies:
    needs_seed = any(policy.needs_seed for policy in policies)
    return Tallies.from_json(case.get(key), needs_seed=needs_seed)


def _differences(case: Json) -> Iterator[Difference]:
    """Where the answer is not as expected, or changes with the order of the lists (S-01)."""
    answer, expect = _answer(case), case["expect"]
    for key in expect:
        if key not in COMPARED:
            yield Difference(key, expect[key], None)
        elif key not in _answered(answer):
            yield Difference(key, expect[key], answer)
        else:
            yield from COMPARED[key](expect[key], _answered(answer)[key])
    if "refused" in answer and "refused" not in expect:
        yield Difference("refused", None, answer["refused"])
    reversed_answer = _answer(_with_lists_reversed(case))
    if _invariant(reversed_answer) != _invariant(answer):
        yield Difference("with all lists reversed", answer, reversed_answer)


def _answered(answer: Json) -> Json:
    """What of an answer a case may expect."""
    if "table" not in answer:
        return answer
    return {**answer, "rows": answer["table"]["rows"]}


def _row_differences(expected: list[Json], got: list[Json]) -> Iterator[Difference]:
    """The same players in the same order; of each row the keys that are given."""
    wanted = [row.get("player") for row in expected]
    listed = [row["player"] for row in got]
    if wanted != listed:
        yield Difference("rows", wanted, listed)
        return
    for index, (row, row_got) in enumerate(zip(expected, got, strict=True)):
        yield from _key_differences(f"rows.{index}", row, row_got)


def _movement_differences(expected: Json, got: Json) -> Iterator[Difference]:
    """Exactly the players that are given; of each the keys that are given."""
    if expected.keys() != got.keys():
        yield Difference("movements", sorted(expected), sorted(got))
        return
    for player, movement in expected.items():
        yield from _key_differences(f"movements.{player}", movement, got[player])


def _refusal_differences(expected: Json, got: Json) -> Iterator[Difference]:
    """The code, and the path where one is given."""
    yield from _key_differences("refused", expected, got)


COMPARED: Final[Mapping[str, Callable[[Any, Any], Iterator[Difference]]]] = {
    "rows": _row_differences,
    "movements": _movement_differences,
    "refused": _refusal_differences,
}


def _key_differences(path: str, expected: Json, got: Json) -> Iterator[Difference]:
    for key, value in expected.items():
        # As bytes: to Python true is 1 and 1.0 is 1.
        if key not in got or _bytes(value) != _bytes(got[key]):
            yield Difference(f"{path}.{key}", value, got.get(key))


def _with_lists_reversed(case: Json) -> Json:
    return case | {key: _reversed(case[key]) for key in TALLIES if key in case}


def _reversed(tallies: Any) -> Any:
    if not isinstance(tallies, dict):
        return tallies
    lists = {key: tallies[key] for key in LISTS if isinstance(tallies.get(key), list)}
    return tallies | {key: items[::-1] for key, items in lists.items()}


def _invariant(answer: Json) -> bytes:
    """What may not depend on the order of lists; the path of a refusal does."""
    return _bytes(answer["refused"]["code"] if "refused" in answer else answer)


def _bytes(obj: object) -> bytes:
    text = json.dumps(obj, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return _printable(text).encode()


def _printable(text: str) -> str:
    """A half of a surrogate pair, in a refused key, cannot be encoded; JSON can escape it."""
    return text.encode("utf-8", "backslashreplace").decode()


def _read_cases(path: Path) -> list[Json]:
    cases = read_json(path)
    if not isinstance(cases, list) or not all(_is_case(case) for case in cases):
        message = f"{path} holds no list of cases, each with what to expect"
        raise CommandError(message, returncode=EXIT_NOT_JSON)
    return cases


def _is_case(case: Any) -> bool:
    return isinstance(case, dict) and isinstance(case.get("expect"), dict)
