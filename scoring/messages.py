"""Every sentence made from codes, reasons and values, through gettext: Vietnamese first, English
beside it.

Knows the words of refusals, transfers and results (`scoring.words`). Sentences that belong to one
page stand in its template.
"""

from collections.abc import Mapping

from scoring.engine import Refused
from scoring.engine.standings import StandingsRefused
from scoring.errors import ServiceRefused
from scoring.words import errors, refusals, standings
from scoring.words.reasons import arithmetic, detail, label, why
from scoring.words.results import Outcome, result
from scoring.words.standings import warning

__all__ = ["Outcome", "arithmetic", "detail", "label", "refusal", "result", "warning", "why"]

NOBODY: Mapping[str, str] = {}

Refusal = Refused | StandingsRefused | ServiceRefused


def refusal(refused: Refusal, names: Mapping[str, str] = NOBODY) -> str:
    """Why something was refused; `names` gives the people for the seat ids among the values."""
    if isinstance(refused, Refused):
        sentence = refusals.refusal(refused, names)
    elif isinstance(refused, StandingsRefused):
        sentence = standings.refusal(refused, names)
    else:
        sentence = errors.error(refused, names)
    return sentence[:1].upper() + sentence[1:]
