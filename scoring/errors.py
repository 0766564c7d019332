"""Refusals of the services: a code with values, never a sentence.

The engine has codes of its own (`scoring.engine.Code`); both kinds are put into words by
`messages.py`. The HTTP status belongs to the code here, so that pages, API and commands agree
(architecture.md, section 9).
"""

from enum import StrEnum


class ErrorCode(StrEnum):
    """Why a service refused. The value is what clients see."""

    # Looking things up, and rights
    NOT_FOUND = "not_found"
    ROLE_TOO_LOW = "role_too_low"
    NOTE_REQUIRED = "note_required"
    IDEMPOTENCY_KEY_REUSED = "idempotency_key_reused"

    # Words and numbers people typed
    REQUEST_INVALID = "request_invalid"
    NAME_EMPTY = "name_empty"
    NAME_TAKEN = "name_taken"
    NAME_TOO_LONG = "name_too_long"
    SLUG_INVALID = "slug_invalid"
    SLUG_TAKEN = "slug_taken"
    TIME_ZONE_UNKNOWN = "time_zone_unknown"
    CUTOFF_INVALID = "cutoff_invalid"
    LANGUAGE_UNKNOWN = "language_unknown"
    CONFIRMATION_WRONG = "confirmation_wrong"
    STAKE_INVALID = "stake_invalid"
    POINTS_INVALID = "points_invalid"
    SEATS_INVALID = "seats_invalid"

    # People
    LAST_OWNER = "last_owner"
    LOGIN_UNKNOWN = "login_unknown"
    LOGIN_HAS_ROLE = "login_has_role"
    PLAYER_ID_REUSED = "player_id_reused"
    PLAYER_UNKNOWN = "player_unknown"
    PLAYER_MERGED = "player_merged"
    PLAYER_NOT_MERGED = "player_not_merged"
    MERGED_SELF = "merged_self"
    MERGED_MET = "merged_met"
    PLAYER_HAS_LOGIN = "player_has_login"
    LOGIN_HAS_PLAYER = "login_has_player"
    CODE_UNKNOWN = "code_unknown"
    PASSWORD_WRONG = "password_wrong"  # noqa: S105 - a code, not one
    SECOND_FACTOR_NEEDED = "second_factor_needed"
    TOO_MANY_TOKENS = "too_many_tokens"

    # Seasons and nights
    SEASON_OVERLAPS = "season_overlaps"
    SEASON_DAYS_INVALID = "season_days_invalid"
    SEASON_DAYS_FROZEN = "season_days_frozen"
    SEASON_CLOSED = "season_closed"
    SEASON_OPEN = "season_open"
    NIGHT_OUTSIDE_SEASON = "night_outside_season"
    NIGHT_SETTLED = "night_settled"
    NIGHT_LOCKED = "night_locked"
    NIGHT_OPEN = "night_open"
    NIGHT_UNRESOLVED = "night_unresolved"
    DEALS_WAITING = "deals_waiting"
    SEASON_UNSETTLED = "season_unsettled"
    POLICY_UNKNOWN = "policy_unknown"

    # Tables and deals
    RULESET_UNKNOWN = "ruleset_unknown"
    TERMS_UNKNOWN = "terms_unknown"
    TERMS_ID_REUSED = "terms_id_reused"
    TERMS_NOT_LAST = "terms_not_last"
    TERMS_USED = "terms_used"
    STALE_TERMS = "stale_terms"
    DEAL_ID_REUSED = "deal_id_reused"
    REVISION_ID_REUSED = "revision_id_reused"
    STALE_REVISION = "stale_revision"
    DEAL_VOID = "deal_void"
    DEAL_NOT_VOID = "deal_not_void"
    SHEET_MISSING = "sheet_missing"
    SHEET_UNWANTED = "sheet_unwanted"
    POT_OVERDRAWN = "pot_overdrawn"
    PLAYED_AT_INVALID = "played_at_invalid"

    # Money lines beside the deals
    ADJUSTMENT_ID_REUSED = "adjustment_id_reused"
    ADJUSTMENT_CANCELLED = "adjustment_cancelled"
    ADJUSTMENT_SELF = "adjustment_self"

    # Settling
    SETTLEMENT_ID_REUSED = "settlement_id_reused"
    PAYMENT_ID_REUSED = "payment_id_reused"
    PAYMENT_STATE = "payment_state"
    PAYMENT_TAKEN_BACK = "payment_taken_back"

    # Questions about a deal
    DUPLICATE_RESOLVED = "duplicate_resolved"
    DISPUTE_SETTLED = "dispute_settled"
    DISPUTE_NOT_YOURS = "dispute_not_yours"

    # Files
    FILE_HEADER_INVALID = "file_header_invalid"
    LINE_INVALID = "line_invalid"
    FILE_EXISTS = "file_exists"
    TOOL_MISSING = "tool_missing"
    BACKUP_FAILED = "backup_failed"

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return _STATUS.get(self, 409)


_STATUS = {
    ErrorCode.NOT_FOUND: 404,
    ErrorCode.CODE_UNKNOWN: 404,
    ErrorCode.ROLE_TOO_LOW: 403,
    ErrorCode.PASSWORD_WRONG: 403,
    ErrorCode.SECOND_FACTOR_NEEDED: 403,
    ErrorCode.DISPUTE_NOT_YOURS: 403,
    ErrorCode.STALE_REVISION: 412,
    **dict.fromkeys(
        (
            ErrorCode.REQUEST_INVALID,
            ErrorCode.NAME_EMPTY,
            ErrorCode.NAME_TOO_LONG,
            ErrorCode.SLUG_INVALID,
            ErrorCode.TIME_ZONE_UNKNOWN,
            ErrorCode.CUTOFF_INVALID,
            ErrorCode.LANGUAGE_UNKNOWN,
            ErrorCode.CONFIRMATION_WRONG,
            ErrorCode.STAKE_INVALID,
            ErrorCode.POINTS_INVALID,
            ErrorCode.SEATS_INVALID,
            ErrorCode.SEASON_DAYS_INVALID,
            ErrorCode.PLAYED_AT_INVALID,
            ErrorCode.LINE_INVALID,
            ErrorCode.FILE_HEADER_INVALID,
        ),
        400,
    ),
}


class ServiceRefused(Exception):
    """A service said no; nothing was written.

    `values` name what the sentence needs (`field`, `deal_number`, …); `current` is what holds now,
    where something does.
    """

    def __init__(self, code: ErrorCode, *, current: object = None, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values
        self.current = current

    def __str__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return f"{self.code}({shown})"
