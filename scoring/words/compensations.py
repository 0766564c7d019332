"""Why somebody pays for all (đền), and whose part each line is.

Knows the values of the engine's explanation, people by name. Rules R-30 to R-34 of docs/rules.md.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.words import terms


def whose_part(*, payer: str, loser: str) -> str:
    """Đền thay Lan, or phần của mình: which loser a line of a compensator is for."""
    if loser == payer:
        return _("phần của mình")
    return _("đền thay %(loser)s") % {"loser": loser}


def because(rule: str, values: Mapping[str, Any]) -> str:
    """Three eats, the last-round eat, the winner's own last-round eat, or the table's word."""
    said = {
        "payer": values["payer"],
        "payee": values["payee"],
        "kind": terms.u_kind(values["kind"]),
    }
    if rule == "R-30":
        return _("%(payer)s để %(payee)s ăn đủ ba cây rồi ù nên đền cả làng.") % said
    if rule == "R-31":
        return (
            _("%(payer)s ăn chốt sau cùng, rồi %(payee)s %(kind)s: %(payer)s đền cả làng.") % said
        )
    if rule == "R-34":
        return _("%(payee)s %(kind)s, cả bàn thống nhất %(payer)s đền cả làng.") % said
    if values.get("option") == "feeder_pays":
        return _("%(payee)s ù sau khi tự ăn chốt của %(payer)s: %(payer)s đền cả làng.") % said
    return (
        _("%(payee)s ù và ăn chốt sau cùng; trước đó %(payer)s cũng ăn chốt nên đền cả làng.")
        % said
    )
