"""The tabs, for templates."""

from collections.abc import Sequence
from typing import Any

from django import template

from scoring.web import navigation

register = template.Library()


@register.simple_tag(takes_context=True)
def tabs(context: dict[str, Any]) -> Sequence[navigation.Tab]:
    """Where this page's tabs lead."""
    return navigation.tabs(context["request"])
