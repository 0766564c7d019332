"""Addresses of pages, a module a noun. Their words are Vietnamese without marks, as people type."""

from datetime import date

from django.urls import URLPattern, URLResolver, register_converter


class DayConverter:
    """A club day as 2026-11-30; a day that does not exist is an address that does not exist."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """ValueError means: no such address."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """ISO, as it is read."""
        return value.isoformat()


register_converter(DayConverter, "day")

from scoring.web.urls import (  # noqa: E402 - they use the converter
    at_table,
    audit,
    club,
    club_settings,
    guide,
    login,
    me,
    member,
    night,
    player,
    ruleset,
    script,
    season,
    settlement,
    shell,
)

urlpatterns: list[URLPattern | URLResolver] = [
    *at_table.urlpatterns,  # first: asked again every few seconds by every phone
    *login.urlpatterns,
    *me.urlpatterns,
    *club.urlpatterns,
    *night.urlpatterns,
    *settlement.urlpatterns,
    *season.urlpatterns,
    *player.urlpatterns,
    *member.urlpatterns,
    *club_settings.urlpatterns,
    *ruleset.urlpatterns,
    *audit.urlpatterns,
    *guide.urlpatterns,
    *script.urlpatterns,
    *shell.urlpatterns,
]
