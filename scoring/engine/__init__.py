"""The rules of Phỏm as a library: what was recorded about a deal in, who pays whom out.

Knows the rule book (docs/rules.md) and nothing else: standard library only, no clock, no
randomness, no database, no words for people. Everything counts in bets.
"""

from __future__ import annotations

from typing import Final

from scoring.engine.canonical import canonical_json
from scoring.engine.explain import Explanation, explain
from scoring.engine.hands import u_kinds
from scoring.engine.melds import Split, best_melds
from scoring.engine.order import expected_lay_down, next_starter
from scoring.engine.parts import NOBODY, POT, Adjustment, Cards, Eat, Fault, Hand, Seat, U
from scoring.engine.refusals import Code, Refused
from scoring.engine.ruleset import PRESETS, Ruleset
from scoring.engine.scoring import Score, score
from scoring.engine.settling import (
    Payment,
    Plan,
    fewest_payments,
    pair_by_pair,
    tables_first,
    through_host,
    top_creditor,
)
from scoring.engine.sheet import Sheet
from scoring.engine.standings import (
    Meeting,
    Movement,
    Penalty,
    SeasonNight,
    SeasonPlayer,
    StandingsCode,
    StandingsPolicy,
    StandingsRefused,
    StandingsTable,
    Tallies,
    Tally,
    direct_groups,
    rank_season,
    season_movements,
)
from scoring.engine.transfers import Transfer

ENGINE_VERSION: Final = 1
"""Rises when any score could change; stored with every revision."""

__all__ = [
    "ENGINE_VERSION",
    "NOBODY",
    "POT",
    "PRESETS",
    "Adjustment",
    "Cards",
    "Code",
    "Eat",
    "Explanation",
    "Fault",
    "Hand",
    "Meeting",
    "Movement",
    "Payment",
    "Penalty",
    "Plan",
    "Refused",
    "Ruleset",
    "Score",
    "SeasonNight",
    "SeasonPlayer",
    "Seat",
    "Sheet",
    "Split",
    "StandingsCode",
    "StandingsPolicy",
    "StandingsRefused",
    "StandingsTable",
    "Tallies",
    "Tally",
    "Transfer",
    "U",
    "best_melds",
    "canonical_json",
    "direct_groups",
    "expected_lay_down",
    "explain",
    "fewest_payments",
    "next_starter",
    "pair_by_pair",
    "rank_season",
    "score",
    "season_movements",
    "tables_first",
    "through_host",
    "top_creditor",
    "u_kinds",
]
