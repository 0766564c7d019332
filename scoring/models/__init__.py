"""Tables and constraints; no decisions.

Seats and transfers are declared before revisions, in the order their rows are inserted
(architecture.md, section 4).
"""

from scoring.models.audit import AuditEvent, AuditRun, Heartbeat, Note
from scoring.models.club import Club, Login, Membership, Visibility
from scoring.models.deal import Deal, DealRevision, DealSeat, RevisionKind
from scoring.models.ledger import Account, AccountKind, Adjustment, AdjustmentScope, Transfer
from scoring.models.night import (
    MAX_STAKE_POINTS,
    Device,
    JoinCode,
    Night,
    NightState,
    Table,
    TableTerms,
)
from scoring.models.player import Player
from scoring.models.presence import Presence
from scoring.models.question import (
    Dispute,
    DisputeState,
    DuplicateState,
    DuplicateWhy,
    PossibleDuplicate,
)
from scoring.models.ruleset import Ruleset, RulesetVersion
from scoring.models.season import Season, SeasonState
from scoring.models.settlement import (
    Payment,
    PaymentState,
    PotMove,
    Settlement,
    SettlementMode,
    SettlementState,
)
from scoring.models.standing import (
    Policy,
    PolicyVersion,
    SeasonSnapshot,
    StandingRow,
    StandingState,
)
from scoring.models.tally import TableTally

__all__ = [
    "MAX_STAKE_POINTS",
    "Account",
    "AccountKind",
    "Adjustment",
    "AdjustmentScope",
    "AuditEvent",
    "AuditRun",
    "Club",
    "Deal",
    "DealRevision",
    "DealSeat",
    "Device",
    "Dispute",
    "DisputeState",
    "DuplicateState",
    "DuplicateWhy",
    "Heartbeat",
    "JoinCode",
    "Login",
    "Membership",
    "Night",
    "NightState",
    "Note",
    "Payment",
    "PaymentState",
    "Player",
    "Policy",
    "PolicyVersion",
    "PossibleDuplicate",
    "PotMove",
    "Presence",
    "RevisionKind",
    "Ruleset",
    "RulesetVersion",
    "Season",
    "SeasonSnapshot",
    "SeasonState",
    "Settlement",
    "SettlementMode",
    "SettlementState",
    "StandingRow",
    "StandingState",
    "Table",
    "TableTally",
    "TableTerms",
    "Transfer",
    "Visibility",
]
