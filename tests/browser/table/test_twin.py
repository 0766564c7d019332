"""The scorer of the browser is the engine's twin: same scores, same refusals, case by case.

Proven in Chromium over every handed and own case, and 20,000 seeded sheets, a third of them
broken. The mutants show that a rule changed in one of the two is noticed.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from scoring.engine import Refused, Ruleset, Sheet, score
from tests.browser.table import twin_sheets
from tests.engine.case_files import read_cases

pytestmark = pytest.mark.browser

Json = dict[str, Any]
Answered = tuple[Json, Json]
"""A case, and the engine's answer to it."""

SCORER = Path(__file__).parents[3] / "scoring/static/scoring/js/scorer"
ORIGIN = "http://twin.test/"
COUNT = int(os.environ.get("PHOM_TWIN_SHEETS", "20000"))
SEED = int(os.environ.get("PHOM_TWIN_SEED", "20261130"))
CHUNK = 2_000

# Numbers are read with their text: 5.0 is no whole number to the rule book, and 10^20 is one.
RUN = """
async (text) => {
  const { readRules, score, Refused } = await import("/score.js");
  const exact = (_key, value, { source } = {}) => {
    if (typeof value !== "number") return value;
    if (!/^-?[0-9]+$/.test(source)) return NaN;
    return Number.isSafeInteger(value) ? value : BigInt(source);
  };
  return JSON.stringify(JSON.parse(text, exact).map(({ rules, sheet }) => {
    try {
      return score(sheet, readRules(rules));
    } catch (error) {
      if (!(error instanceof Refused)) return { broke: String(error) };
      return error;
    }
  }));
}
"""

# Each takes one rule away or bends it, in the browser alone.
MUTANTS: Sequence[tuple[str, str, str]] = (
    ("verify.js", "MAX_POINTS = 130", "MAX_POINTS = 131"),
    ("verify.js", "MAX_EATS = 3", "MAX_EATS = 4"),
    ("verify.js", "feeder || eater", "eater"),
    ("verify.js", "[sheet.fault.player]", "[]"),
    ("verify-normal.js", "points < most", "points <= most"),
    ("verify-normal.js", "&& !hand.forfeit);", ");"),
    ("placing.js", "dry.slice(0, 1) : dry", "dry : dry"),
    ("placing.js", "hand.mom || hand.forfeit", "hand.mom"),
    ("placing.js", "?? NO_POINTS", "?? 0"),
    ("compensation.js", "eaters.at(-1) !== winner", "eaters[0] !== winner"),
    ("compensation.js", "sheet.seats.length > 2", "true"),
    ("compensation.js", "&& isLastRoundFirst", ""),
    ("transfers.js", "index < bets % count", "index > count - bets % count"),
    ("transfers.js", "PAIRED_LAST_BETS[seatCount]", "2"),
    ("transfers.js", "rules.eat_pay[number - 1]", "rules.eat_pay[0]"),
    ("transfers.js", "one.payee === POT", "one.reason === 'ante'"),
    ("cards.js", "PARTIAL_MELD_SPAN = 2", "PARTIAL_MELD_SPAN = 1"),
    ("parts.js", "cards.left.length <= MAX_HAND_CARDS", "true"),
    ("values.js", "one, other) {", "one, other) { return one < other ? -1 : 1;"),
    ("rules.js", 'refuseUnknown(value, Object.keys(U_PAY), "u_pay.");', ""),
)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Any:
    """A page of nobody's site, which is given the scorer's files and nothing else."""
    context = browser.new_context()
    opened = context.new_page()
    _serve(opened)
    yield opened
    context.close()


@pytest.fixture(scope="module")
def sample() -> list[Answered]:
    """Every case of the rule book and some of the seeded ones."""
    return _answered([*_handed(), *twin_sheets.cases(SEED, CHUNK)])


def test_every_case_of_the_rule_book_is_answered_alike(page: Page) -> None:
    cases = _answered(_handed())
    assert len(cases) > 500
    assert _differences(page, cases) == []


def test_twenty_thousand_sheets_are_answered_alike(page: Page) -> None:
    codes: Counter[str] = Counter()
    cases = twin_sheets.cases(SEED, COUNT)
    while chunk := _answered(islice(cases, CHUNK)):
        assert _differences(page, chunk) == []
        codes.update(
            answer["refused"]["code"] if "refused" in answer else "scored" for _, answer in chunk
        )
    # The cases meet what they are for: most rules of money, and nearly every refusal.
    assert codes["scored"] > COUNT * 0.3
    assert len(codes) > 35, sorted(codes)


@pytest.mark.parametrize(("name", "right", "wrong"), MUTANTS)
def test_a_rule_changed_in_one_of_the_two_is_noticed(
    browser: Browser, sample: list[Answered], name: str, right: str, wrong: str
) -> None:
    text = (SCORER / name).read_text(encoding="utf-8")
    assert text.count(right) >= 1, "the mutant is out of date"
    context = browser.new_context()
    mutant = context.new_page()
    _serve(mutant, {name: text.replace(right, wrong)})
    assert _differences(mutant, sample)
    context.close()


def _serve(page: Page, instead: dict[str, str] | None = None) -> None:
    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(ORIGIN)
        if not name.endswith(".js"):
            route.fulfill(body="<!doctype html>", content_type="text/html")
            return
        text = (instead or {}).get(name) or (SCORER / name).read_text(encoding="utf-8")
        route.fulfill(body=text, content_type="text/javascript")

    page.route(f"{ORIGIN}**", answer)
    page.goto(ORIGIN)


def _handed() -> Iterator[Json]:
    for case in read_cases():
        yield {"rules": case["rules"], "sheet": case["sheet"]}


def _answered(cases: Iterable[Json]) -> list[Answered]:
    return [(case, _engine(case)) for case in cases]


def _engine(case: Json) -> Json:
    try:
        rules = Ruleset.from_json(case["rules"])
        told = score(Sheet.from_json(case["sheet"]), rules).to_json()
    except Refused as refusal:
        told = dict(refusal.to_json())
    # Through the text, as the browser gives it: tuples become lists.
    answer: Json = json.loads(json.dumps(told))
    return answer


def _differences(page: Page, cases: list[Answered]) -> list[Json]:
    """The first few cases the two answer differently, with both answers."""
    answers = json.loads(page.evaluate(RUN, json.dumps([case for case, _engine in cases])))
    return [
        {**case, "engine": engine, "twin": twin}
        for (case, engine), twin in zip(cases, answers, strict=True)
        if engine != twin
    ][:3]
