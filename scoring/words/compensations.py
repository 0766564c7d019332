"""Why somebody pays for all (đền): the rule that named the seat, in words.

Knows the values of the engine's explanation, people by name. Rules R-30 to R-34 of docs/rules.md.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.words import figures, terms


def why_compensation(rule: str, values: Mapping[str, Any]) -> str:
    """Whose part is paid, and why by this one."""
    said = {
        "payer": values["payer"],
        "loser": values["loser"],
        "bets": figures.bets(values["rate_bets"]),
    }
    if values["loser"] == values["payer"]:
        part = _("%(payer)s trả phần của mình, %(bets)s.") % said
    else:
        part = _("%(payer)s đền thay %(loser)s, %(bets)s.") % said
    return f"{part} {because(rule, values)}"


def because(rule: str, values: Mapping[str, Any]) -> str:
    """Vì sao đền: three eats, the last-round eat, the winner's own, or the table's word."""
    said = {
        "payer": values["payer"],
        "payee": values["payee"],
        "kind": terms.u_kind(values["kind"]),
    }
    if rule == "R-30":
        return _("%(payer)s để %(payee)s ăn đủ ba cây nên đền cả làng.") % said
    if rule == "R-31":
        return _("%(payer)s ăn chốt sau cùng trước khi %(payee)s ù nên đền cả làng.") % said
    if rule == "R-34":
        return _("Cả bàn thống nhất %(payer)s đền cả làng.") % said
    if values.get("option") == "feeder_pays":
        return _("%(payee)s ù và tự ăn chốt sau cùng của %(payer)s nên %(payer)s đền cả làng.") % said
    return _("%(payee)s ù và ăn chốt sau cùng; %(payer)s ăn chốt ngay trước đó nên đền cả làng.") % said
