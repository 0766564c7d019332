"""Where the script of a page with many modules is."""

from django import template
from django.urls import reverse

from scoring.web.modules import script

register = template.Library()


@register.simple_tag
def script_url(name: str) -> str:
    """The address of this entry of `scoring.web.modules`, with the digest of what it is now."""
    return reverse("script", kwargs={"name": name, "digest": script(name).digest})
