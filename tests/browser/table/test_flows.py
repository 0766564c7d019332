"""The flows of a deal, tap by tap: how many taps each takes, and that nothing else is asked of the
thumb. The bars U-1 and U-2, for four, three and two players.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.table.page import Json, TablePage, open_table

pytestmark = pytest.mark.browser

Table = Callable[..., TablePage]

# The most taps of a flow, whoever plays.
BARS = {
    "plain": 4,
    "one eat": 5,
    "last-round eat": 5,
    "ù": 2,
    "round ù": 3,
    "three eats": 4,
    "two eats and a last-round one": 4,
    "the last-round eater compensates": 3,
    "compensation without eats": 3,
    "one móm": 4,
    "two móm": 4,
    "points": 10,
    "tie": 11,
    "drawn": 3,
}
SAME = {
    "ù": "u:a save",
    "round ù": "u:a kind::ten save",
    "three eats": "an:b an:b an:b save",
    "two eats and a last-round one": "an:b an:b chot:b save",
    "compensation without eats": "u:b compensator:: save",
    "drawn": "open::more ending::drawn save",
}
FLOWS = {
    4: SAME
    | {
        "plain": "rank:a rank:b rank:c save",
        "one eat": "an:b rank:b rank:a rank:c save",
        "last-round eat": "chot:c rank:c rank:a rank:b save",
        "the last-round eater compensates": "chot:c u:a save",
        "one móm": "mom:d rank:a rank:b save",
        "two móm": "mom:d mom:c rank:a save",
        "points": "points 12 20 31 40 save",
        "tie": "points 12 12 31 40 answer:b save",
    },
    3: SAME
    | {
        "plain": "rank:a rank:b save",
        "one eat": "an:b rank:b rank:a save",
        "last-round eat": "chot:c rank:c rank:a save",
        "the last-round eater compensates": "chot:c u:a save",
        "one móm": "mom:c rank:a save",
        "two móm": "mom:b mom:c save",
        "points": "points 12 20 31 save",
        "tie": "points 12 31 12 answer:c save",
    },
    2: SAME
    | {
        "plain": "rank:a save",
        "one eat": "an:b rank:b save",
        "last-round eat": "chot:b rank:b save",
        "the last-round eater compensates": "chot:b u:a save",
        "one móm": "mom:b save",
        "two móm": "mom:a mom:b answer:b save",
        "points": "points 12 20 save",
        "tie": "points 12 12 answer:b save",
    },
}
# What the first seat gains of a deal, in bets: one flow is not another by chance.
GAINS = {
    4: (6, -2, -1, 18, 36, -21, -24, 18, -18, 7, 9, 6, -1, 0),
    3: (3, -2, -1, 12, 24, -15, -18, 12, -12, 5, 8, 3, -1, 0),
    2: (1, -2, -5, 6, 12, -9, -12, 2, -6, 4, -4, 1, -1, 0),
}

STATE = """() => [
  document.querySelectorAll("[role=dialog], dialog").length,
  document.activeElement.matches("input, textarea, select"),
  location.href,
]"""


@pytest.fixture
def table(site, open_page) -> Table:
    return lambda **options: open_table(site, open_page, **options)


def tap_flow(here: TablePage, taps: str, calm: list[Json]) -> None:
    """Every tap of a flow, looking around after each; digits are tapped one by one."""
    for word in taps.split():
        for tap in [f"digit::{digit}" for digit in word] if word.isdigit() else [word]:
            here.tap_all(tap)
            assert here.page.evaluate(STATE) == calm, (taps, tap)


@pytest.mark.parametrize(("players", "language"), [(4, "vi"), (4, "en"), (3, "en"), (2, "vi")])
def test_u1_u2_every_flow_takes_its_taps_and_asks_for_nothing_else(
    table, players, language
) -> None:
    here = table(players=players, language=language)
    calm = [0, False, here.page.url]
    assert FLOWS[players].keys() == BARS.keys()
    for name, most in BARS.items():
        here.taps = 0
        tap_flow(here, FLOWS[players][name], calm)
        here.verify_saved()
        assert here.taps <= most, name
    gains = [deal["net_points"].get(here.seats["a"], 0) for deal in here.deals()]
    assert dict(zip(BARS, gains, strict=True)) == dict(zip(BARS, GAINS[players], strict=True))
    assert here.warned == []


@pytest.mark.parametrize("language", ["vi", "en"])
def test_u1_a_tie_is_seen_before_it_is_answered(table, language) -> None:
    here = table(language=language)
    here.tap("points")
    here.type_points("12123140")
    expect(here.page.locator(".slot")).to_have_attribute("data-kind", "asks")
    assert here.badges() == {"a": "=1", "b": "=1", "c": "", "d": ""}
    assert here.deltas() == {"a": "?", "b": "?", "c": "", "d": ""}
    here.tap("answer", "b")
    here.tap("save")
    here.verify_saved()
    assert here.deals()[0]["places"][here.seats["b"]] == 1
