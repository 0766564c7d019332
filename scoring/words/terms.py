"""The words of the game: places, kinds of ù, faults, cards, roles.

Knows the glossary. Makes no sentences.
"""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

Word = str | Promise

PLACES: dict[int, Word] = {
    1: pgettext_lazy("hạng", "nhất"),
    2: pgettext_lazy("hạng", "nhì"),
    3: pgettext_lazy("hạng", "ba"),
    4: pgettext_lazy("hạng", "bét"),
}
U_KINDS: dict[str, Word] = {
    "plain": gettext_lazy("ù thường"),
    "ten": gettext_lazy("ù mười lá"),
    "round": gettext_lazy("ù tròn"),
    "zero": gettext_lazy("ù không điểm"),
    "dry": gettext_lazy("ù khan"),
}
FAULT_KINDS: dict[str, Word] = {
    "false_u": gettext_lazy("ù láo"),
    "false_eat": gettext_lazy("ăn láo hoặc hạ láo"),
}
ROLES: dict[str, Word] = {
    "owner": gettext_lazy("chủ CLB"),
    "manager": gettext_lazy("quản lý"),
    "scorer": gettext_lazy("người ghi"),
    "member": gettext_lazy("thành viên"),
}
POT: Word = gettext_lazy("Gà")
ACCOUNTS: dict[str, Word] = {
    "pot": POT,
    "carried_pot": gettext_lazy("Gà mang sang"),
    "fund": gettext_lazy("Quỹ CLB"),
}
SUITS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}


def place(number: int, seat_count: int) -> str:
    """Nhất, nhì, ba, bét: whoever is behind all others of three or four is bét."""
    is_last = number == seat_count and seat_count > 2
    return str(PLACES[4 if is_last else number])


def u_kind(kind: str) -> str:
    """The kind of an ù; an unknown one as it was written."""
    return str(U_KINDS.get(kind, kind))


def fault_kind(kind: str) -> str:
    """What went wrong; an unknown kind as it was written."""
    return str(FAULT_KINDS.get(kind, kind))


def role(code: str) -> str:
    """What somebody is in a club."""
    return str(ROLES[code])


def card(code: str) -> str:
    """10♥ for 10H; what is no card stays as it is."""
    return code[:-1] + SUITS[code[-1]] if code[-1:] in SUITS else code


def people(names: Sequence[str]) -> str:
    """Hùng; Hùng và Lan; Hùng, An và Lan."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s và %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
