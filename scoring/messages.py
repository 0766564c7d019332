"""Every sentence made from codes, reasons and values, through gettext: Vietnamese first, English
beside it.

Knows the words of refusals, transfers and results (`scoring.words`). Sentences that belong to one
page stand in its template.
"""

from collections.abc import Mapping

from scoring.engine import Refused
from scoring.errors import ServiceRefused
from scoring.words import errors, refusals
from scoring.words.reasons import arithmetic, detail, label, why
from scoring.words.results import Outcome, result

__all__ = ["Outcome", "arithmetic", "detail", "label", "refusal", "result", "why"]

NOBODY: Mapping[str, str] = {}


def refusal(refused: Refused | ServiceRefused, names: Mapping[str, str] = NOBODY) -> str:
    """Why something was refused; `names` gives the people for the seat ids among the values."""
    if isinstance(refused, Refused):
        sentence = refusals.refusal(refused, names)
    else:
        sentence = errors.error(refused, names)
    return sentence[:1].upper() + sentence[1:]
