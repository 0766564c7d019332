"""Scoring against parsing: how many times the time of `json.loads` a score takes."""

import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from scoring.engine import Ruleset, Sheet, score
from tests.benchmarks.table import Figure

SAMPLE = Path(__file__).resolve().parent.parent / "data" / "season-small.jsonl"
ROUNDS = 15
BAR = 15


def measure() -> list[Figure]:
    """The mean over the sample season's sheets; the median of rounds, the two interleaved."""
    header, *lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    rules = Ruleset.from_json(json.loads(header)["rules"])
    objects = [json.loads(line)["sheet"] for line in lines]
    texts = [json.dumps(sheet, ensure_ascii=False) for sheet in objects]

    def parse() -> None:
        for text in texts:
            json.loads(text)

    def score_all() -> None:
        for sheet in objects:
            score(Sheet.from_json(sheet), rules)

    parsing, scoring = _interleaved(parse, score_all)
    ratio = scoring / parsing
    each = scoring / len(texts) * 1e6
    return [
        Figure("score() of a parsed sheet, time", f"{each:.1f} µs"),
        Figure(
            "score() ÷ json.loads of the same sheets",
            f"{ratio:.1f}",
            f"at most {BAR}",
            ratio <= BAR,
        ),
    ]


def _interleaved(one: Callable[[], None], other: Callable[[], None]) -> tuple[float, float]:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for kept, run in zip(times, (one, other), strict=True):
            start = time.perf_counter()
            run()
            kept.append(time.perf_counter() - start)
    return statistics.median(times[0]), statistics.median(times[1])
