"""Figures, days and the theme as templates write them."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.words import figures, terms
from scoring.words.terms import Word

register = template.Library()

register.filter("number", figures.number)
register.filter("signed", figures.signed)
register.filter("role_name", terms.role)

THEME_COOKIE = "phom_theme"
THEMES = ("system", "light", "dark")
WEEKDAYS: tuple[Word, ...] = (
    gettext_lazy("Thứ Hai"),
    gettext_lazy("Thứ Ba"),
    gettext_lazy("Thứ Tư"),
    gettext_lazy("Thứ Năm"),
    gettext_lazy("Thứ Sáu"),
    gettext_lazy("Thứ Bảy"),
    gettext_lazy("Chủ Nhật"),
)


@register.filter
def marked(points: int) -> str:
    """▲+6, ▼−3 or 0, the arrow apart, so that it can be drawn smaller than the figure."""
    text = figures.marked(points)
    if not points:
        return text
    return format_html('<i class="arrow">{}</i>{}', text[0], text[1:])


@register.filter
def tone(points: int | None) -> str:
    """gain, loss or even: the class that colours a figure; arrow and sign say the same."""
    if not points:
        return "even"
    return "gain" if points > 0 else "loss"


@register.filter
def day(value: date) -> str:
    """30/11/2026, in English 30 Nov 2026."""
    from django.utils.dateformat import format as format_date

    return format_date(value, pgettext("mẫu ngày của Django", "d/m/Y"))


@register.filter
def day_in(instant: datetime, time_zone: str) -> str:
    """The calendar day of an instant in this zone, as `day` writes it."""
    return day(instant.astimezone(ZoneInfo(time_zone)).date())


@register.filter
def weekday(value: date) -> str:
    """Thứ Hai."""
    return str(WEEKDAYS[value.weekday()])


@register.filter
def state_name(state: str) -> str:
    """Where a night stands."""
    return {
        "open": _("Đang chơi"),
        "settled": _("Đã kết sổ"),
        "locked": _("Đã khóa"),
    }[state]


@register.simple_tag(takes_context=True)
def theme(context: dict[str, Any]) -> str:
    """The theme this browser chose; the system's own where it chose none."""
    request = context.get("request")
    chosen = request.COOKIES.get(THEME_COOKIE, "") if request else ""
    return chosen if chosen in THEMES else THEMES[0]
