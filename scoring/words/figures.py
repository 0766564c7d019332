"""Numbers as people read them: grouped by the language, with a real minus sign.

Knows signs and plurals. Knows nothing of what is counted but its unit.
"""

from django.utils.formats import get_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MINUS = "\u2212"


def number(value: int) -> str:
    """1.284 in Vietnamese, 1,284 in English."""
    shown: str = number_format(abs(value), force_grouping=True)
    return f"{MINUS}{shown}" if value < 0 else shown


def signed(value: int) -> str:
    """What somebody won or lost: +6, −3 or 0."""
    return f"+{number(value)}" if value > 0 else number(value)


def marked(value: int) -> str:
    """The same with an arrow, so that nobody depends on colour: ▲+6, ▼−3 or 0."""
    arrow = "▲" if value > 0 else "▼" if value < 0 else ""
    return f"{arrow}{signed(value)}"


def bets(value: int) -> str:
    """3 cược."""
    return ngettext("%(n)s cược", "%(n)s cược", value) % {"n": number(value)}


def points(value: int) -> str:
    """6 điểm; never shortened, because đ reads as đồng."""
    return ngettext("%(n)s điểm", "%(n)s điểm", value) % {"n": number(value)}


def hand_points(value: int) -> str:
    """12 điểm bài: what a hand is worth, not what somebody has won."""
    return ngettext("%(n)s điểm bài", "%(n)s điểm bài", value) % {"n": number(value)}


def people(value: int) -> str:
    """4 người."""
    return ngettext("%(n)s người", "%(n)s người", value) % {"n": number(value)}


def average(numerator: int, denominator: int, *, places: int = 2) -> str:
    """0,78: a fraction as a decimal, rounded half away from zero; nothing is computed with it."""
    scaled = (2 * abs(numerator) * 10**places + denominator) // (2 * denominator)
    whole, rest = divmod(scaled, 10**places)
    shown = f"{number(whole)}{get_format('DECIMAL_SEPARATOR')}{rest:0{places}d}"
    return f"{MINUS}{shown}" if numerator < 0 and scaled else shown


def percent(part: int, whole: int) -> str:
    """34 %, rounded half up; of nothing it is 0 %."""
    share = (200 * part + whole) // (2 * whole) if whole else 0
    return _("%(n)s %%") % {"n": number(share)}
