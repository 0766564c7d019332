"""What stands in an address: a club day that exists, an id the database could hold."""

from datetime import date

from django.urls import register_converter

from scoring.api.serializers.deals import MAX_ID


class ClubDay:
    """The ISO date, as it is read and written."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """ValueError means: no such address."""
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        """ISO, as it is read."""
        return str(value)


class RowId:
    """A number the database could hold; what is larger is nobody's."""

    regex = r"[0-9]{1,19}"

    def to_python(self, value: str) -> int:
        """ValueError means: no such address."""
        found = int(value)
        if found > MAX_ID:
            raise ValueError(value)
        return found

    def to_url(self, value: int) -> str:
        """In digits."""
        return str(value)


register_converter(ClubDay, "club_day")
register_converter(RowId, "row_id")
