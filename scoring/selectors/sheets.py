"""Stored sheets, read back."""

import json

from scoring.engine import Sheet
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
