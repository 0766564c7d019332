"""Stored sheets, read back."""

import hashlib
import json
from collections.abc import Mapping

from scoring.engine import Sheet, canonical_json
from scoring.models import DealRevision


def read_sheet(stored: str) -> Sheet:
    """The sheet a revision keeps: without the pot and without typed words."""
    return Sheet.from_json(json.loads(stored))


def sheet_as_scored(revision: DealRevision) -> Sheet:
    """The sheet with the pot the engine was given: whole stakes of what the pot held before."""
    sheet = read_sheet(revision.sheet)
    if revision.pot_before_points is None:
        return sheet
    return sheet.with_pot(revision.pot_before_points // revision.stake_points)


def hash_of_content(
    sheet: Mapping[str, object], *, stake_points: int | None, ruleset_version_id: int | None
) -> str:
    """SHA-256 of a canonical sheet with stake and rule-set version as they were sent, or null."""
    content = {
        "sheet": sheet,
        "stake_points": stake_points,
        "ruleset_version": ruleset_version_id,
    }
    return hashlib.sha256(canonical_json(content).encode()).hexdigest()
