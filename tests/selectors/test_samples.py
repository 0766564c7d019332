"""Sample deals under a rule set. The sums are worked out by hand from docs/rules.md."""

from itertools import pairwise

import pytest
from hypothesis import given

from scoring.engine import Code, Ruleset
from scoring.selectors.samples import score_samples
from tests.words.rulesets import one_option_changed, rulesets

# Seats A to D; bets under the seed rules.
BY_HAND = {
    # Second 1, third 2, last 3, all to the first.
    "normal": {"A": 6, "B": -1, "C": -2, "D": -3},
    # The same, B eats twice from A (+2), C eats from B in the last round (+4).
    "eats": {"A": 6 - 2, "B": -1 + 2 - 4, "C": -2 + 4, "D": -3},
    # Second 1; two móm at 4.
    "mom": {"A": 9, "B": -1, "C": -4, "D": -4},
    # B has the fewest points, three others pay 4.
    "all_mom": {"A": -4, "B": 12, "C": -4, "D": -4},
    # A eats from D (+1), three losers pay 6.
    "u": {"A": 18 + 1, "B": -6, "C": -6, "D": -6 - 1},
    "round_u": {"A": 36, "B": -12, "C": -12, "D": -12},
    # B eats three times from A (+3), A pays 6 for each of three losers.
    "three_eats": {"A": -18 - 3, "B": 18 + 3, "C": 0, "D": 0},
    # C eats from B in the last round (+4), then A is ù and C pays for all.
    "last_round": {"A": 18, "B": -4, "C": -18 + 4, "D": 0},
}


def test_the_samples_come_to_what_the_rule_book_says():
    assert {row.key: dict(row.net_bets) for row in score_samples(Ruleset())} == BY_HAND


@given(rulesets())
def test_every_rule_set_scores_the_samples_or_says_that_it_does_not_know_such_a_deal(rules):
    for row in score_samples(rules):
        if row.refused is None:
            assert sum(row.net_bets.values()) == 0
        else:
            assert row.key == "round_u"
            assert not rules.round_u_allowed
            assert row.refused.code is Code.U_KIND_NOT_ALLOWED


@pytest.mark.parametrize(
    "path", ["place_pay.4.0", "mom_pay", "all_mom", "eat_pay.0", "last_eat_pay", "u_pay.plain"]
)
def test_what_everybody_asks_about_shows_in_the_samples(path):
    variants = dict(one_option_changed())[path]
    shown = [[dict(row.net_bets) for row in score_samples(rules)] for rules in variants]
    assert all(one != other for one, other in pairwise(shown))
