"""Days and hours in short."""

from datetime import date, datetime

from django import template
from django.utils.dateformat import format as format_date
from django.utils.translation import pgettext

register = template.Library()


@register.filter
def short_day(value: date) -> str:
    """30/11, in English 30 Nov."""
    return format_date(value, pgettext("mẫu ngày ngắn của Django", "d/m"))


@register.filter
def clock(value: datetime) -> str:
    """21:30, of a moment in the club's time zone."""
    return f"{value:%H:%M}"
