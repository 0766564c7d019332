"""Why a policy or the tallies of a season are refused: a code and the path of the field.

Knows the codes of the book of standings. Knows nothing of policies or tallies, and no language.
Section 10 of docs/standings.md.
"""

from __future__ import annotations

from enum import StrEnum


class StandingsCode(StrEnum):
    """The reasons for a refusal, in the order in which the checks run."""

    POLICY_INVALID = "policy_invalid"
    """The policy has an unknown key or a value outside its set (S-10)."""

    POLICY_CONFLICT = "policy_conflict"
    """The policy drops nights in more than one way (S-10); the path is the second way."""

    SEED_MISSING = "seed_missing"
    """The policy draws lots and the season has no seed (S-43)."""

    TALLIES_INVALID = "tallies_invalid"
    """The tallies are not of the shape `phom-tallies/1` (section 2)."""

    ID_REPEATED = "id_repeated"
    """Two players, nights or penalties have one id."""

    ROW_REPEATED = "row_repeated"
    """Two tallies of one night, table and player, or two meetings of one night, table and pair."""

    UNKNOWN_PLAYER = "unknown_player"
    """Somebody is named who is not among the players."""

    UNKNOWN_NIGHT = "unknown_night"
    """A night is named that is not among the nights."""

    MERGE_CYCLE = "merge_cycle"
    """The pointers of merged players run in a circle (S-07)."""

    MERGED_MET = "merged_met"
    """Two who met in a deal end in the same person (S-07)."""


class StandingsRefused(Exception):
    """A season that cannot be ranked: `code` and the `path` of the field.

    A path is made of the names of fields and, in the lists of objects, of numbers from 0:
    `tallies.3.places.4`. The items of a list of plain values have no name of their own: the path
    ends with the list's. It is empty where the whole is of the wrong type.
    """

    def __init__(self, code: StandingsCode, path: str) -> None:
        super().__init__(code.value, path)
        self.code = code
        self.path = path

    def __str__(self) -> str:
        return f"{self.code} path={self.path}"

    def to_json(self) -> dict[str, dict[str, str]]:
        """The refusal as it is sent: `{"refused": {"code": …, "path": …}}`."""
        return {"refused": {"code": self.code.value, "path": self.path}}
