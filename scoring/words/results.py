"""What came of a deal, in a few words: the line in the history.

Knows endings and names. Knows no points: pages put them beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.words import terms


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts the words need. `winners` are first, or ù; `compensator` and `offender` by name,
    or "" for nobody.
    """

    ending: str
    is_void: bool = False
    winners: Sequence[str] = ()
    u_kind: str = ""
    compensator: str = ""
    offender: str = ""
    fault_kind: str = ""
    is_all_mom: bool = False


def result(outcome: Outcome) -> str:
    """Hùng nhất; Lan ù tròn, An đền; Dũng ù láo; Ván hòa; Ván hủy."""
    if outcome.is_void:
        return _("Ván hủy")
    if outcome.ending == "drawn":
        return _("Ván hòa")
    if outcome.ending == "fault":
        return _fault(outcome)
    if outcome.ending == "u":
        return _u(outcome)
    return _normal(outcome)


def _fault(outcome: Outcome) -> str:
    if not outcome.offender:
        return _("Ván dừng vì lỗi")
    kind = terms.fault_kind(outcome.fault_kind)
    return _("%(name)s %(kind)s") % {"name": outcome.offender, "kind": kind}


def _u(outcome: Outcome) -> str:
    said = {"name": terms.people(outcome.winners), "payer": outcome.compensator}
    if outcome.u_kind == "plain":
        if outcome.compensator:
            return _("%(name)s ù, %(payer)s đền") % said
        return _("%(name)s ù") % said
    said["kind"] = terms.u_kind(outcome.u_kind)
    if outcome.compensator:
        return _("%(name)s %(kind)s, %(payer)s đền") % said
    return _("%(name)s %(kind)s") % said


def _normal(outcome: Outcome) -> str:
    if not outcome.winners:
        return _("Cả làng móm")
    said = {"name": terms.people(outcome.winners)}
    if outcome.is_all_mom:
        return _("%(name)s nhất, cả làng móm") % said
    return _("%(name)s nhất") % said
