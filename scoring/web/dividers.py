"""What changed between two deals of a table: stake, rules, people.

Knows the history of a table's terms. Knows no deals but their numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from scoring.selectors.terms import TermsRow
from scoring.words import figures, terms


@dataclass(frozen=True, slots=True)
class Divider:
    """A line between deals; it stands before deal `from_number` was played."""

    from_number: int
    text: str

    @property
    def is_divider(self) -> bool:
        """Templates tell deals and dividers of one list apart by this."""
        return True


def list_dividers(history: Sequence[TermsRow], *, names: dict[str, str]) -> Sequence[Divider]:
    """Changes in force, oldest first; `names` gives people for player UUIDs. What was taken back
    is not told.
    """
    standing = [row for row in history if not row.is_cancelled and row.changed != "cancel"]
    if not standing:
        return []
    opening = _("Mở bàn, mức cược %(stake)s") % {"stake": figures.number(standing[0].stake_points)}
    dividers = [Divider(standing[0].from_number, opening)]
    for before, after in pairwise(standing):
        dividers += [
            Divider(after.from_number, text) for text in _changes(before, after, names=names)
        ]
    return dividers


def _changes(before: TermsRow, after: TermsRow, *, names: dict[str, str]) -> Iterable[str]:
    said = {
        "before": figures.number(before.stake_points),
        "after": figures.number(after.stake_points),
        "number": after.from_number,
    }
    if before.stake_points != after.stake_points:
        yield _("Mức cược %(before)s → %(after)s từ ván %(number)s") % said
    if before.ruleset_version_id != after.ruleset_version_id:
        yield _("Đổi luật từ ván %(number)s") % said
    if list(before.seats) != list(after.seats):
        people = {"people": _people(before.seats, after.seats, names)}
        yield _("Từ ván %(number)s: %(people)s") % (said | people)


def _people(before: Sequence[str], after: Sequence[str], names: dict[str, str]) -> str:
    came = [names[seat] for seat in after if seat not in before and seat in names]
    left = [names[seat] for seat in before if seat not in after and seat in names]
    said: list[str] = []
    if left:
        said.append(_("%(names)s nghỉ") % {"names": terms.people(left)})
    if came:
        said.append(_("%(names)s vào") % {"names": terms.people(came)})
    return ", ".join(said) or _("đổi chỗ")
