"""Standings (bảng xếp hạng): how a season is ranked, and why ranks move.

Knows the book of standings (docs/standings.md) and nothing else: no clock, no chance, no earlier
table. The standings rank; they never touch the ledger.
"""

from scoring.engine.standings.changes import PolicyWarning, WarningCode, policy_warnings
from scoring.engine.standings.crossings import Crossing
from scoring.engine.standings.movements import Movement, season_movements
from scoring.engine.standings.policy import StandingsPolicy
from scoring.engine.standings.ranking import rank_season
from scoring.engine.standings.refusals import StandingsCode, StandingsRefused
from scoring.engine.standings.table import (
    NextRank,
    StandingRow,
    StandingsTable,
    TieStep,
    direct_groups,
)
from scoring.engine.standings.tallies import (
    Meeting,
    Penalty,
    SeasonNight,
    SeasonPlayer,
    Sums,
    Tallies,
    Tally,
)

__all__ = [
    "Crossing",
    "Meeting",
    "Movement",
    "NextRank",
    "Penalty",
    "PolicyWarning",
    "SeasonNight",
    "SeasonPlayer",
    "StandingRow",
    "StandingsCode",
    "StandingsPolicy",
    "StandingsRefused",
    "StandingsTable",
    "Sums",
    "Tallies",
    "Tally",
    "TieStep",
    "WarningCode",
    "direct_groups",
    "policy_warnings",
    "rank_season",
    "season_movements",
]
