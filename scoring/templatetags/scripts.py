"""Where the scripts that have many modules are."""

from django import template

from scoring.web.shell import script_address

register = template.Library()


@register.simple_tag
def script_url(name: str) -> str:
    """The address of this entry of `scoring.web.modules`, with the digest of what it is now."""
    return script_address(name)
