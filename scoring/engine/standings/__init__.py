"""Standings (bảng xếp hạng): how a season is ranked, and why ranks move.

Knows the book of standings (docs/standings.md) and nothing else: no clock, no chance, no earlier
table. The standings rank; they never touch the ledger.
"""

from scoring.engine.standings.changes import PolicyWarning, WarningCode, policy_warnings
from scoring.engine.standings.crossings import Crossing
from scoring.engine.standings.movements import Movement, season_movements
from scoring.engine.standings.policy import StandingsPolicy
from scoring.engine.standings.ranking import rank_season, rank_sums
from scoring.engine.standings.refusals import StandingsCode, StandingsRefused
from scoring.engine.standings.table import (
    NextRank,
    StandingRow,
    StandingsTable,
    TieStep,
    checksum_of,
    direct_groups,
)
from scoring.engine.standings.tallies import (
    Meeting,
    Penalty,
    PlayerSums,
    SeasonNight,
    SeasonPlayer,
    SeasonSums,
    Sums,
    Tallies,
    Tally,
)
from scoring.engine.standings.values import amount_columns, amounts_of, summed_columns

__all__ = [
    "Crossing",
    "Meeting",
    "Movement",
    "NextRank",
    "Penalty",
    "PlayerSums",
    "PolicyWarning",
    "SeasonNight",
    "SeasonPlayer",
    "SeasonSums",
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
    "amount_columns",
    "amounts_of",
    "checksum_of",
    "direct_groups",
    "policy_warnings",
    "rank_season",
    "rank_sums",
    "season_movements",
    "summed_columns",
]
