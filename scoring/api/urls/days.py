"""A club day in an address: 2026-11-30; a day that does not exist is no address."""

from datetime import date

from django.urls import register_converter


class ClubDay:
    """The ISO date, as it is read and written."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """ValueError means: no such address."""
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        """ISO, as it is read."""
        return str(value)


register_converter(ClubDay, "club_day")
