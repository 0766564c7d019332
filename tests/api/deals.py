"""What a phone sends to record a deal, and where."""

from typing import Any
from uuid import UUID

from tests.books import Books

PLAYED = "2026-09-04T20:15:00+07:00"


def body(books: Books, **changes: Any) -> dict[str, Any]:
    """What a phone sends; keys of the sheet given replace its own."""
    return {"sheet": books.sheet_json(**changes), "played_at": PLAYED}


def record_path(books: Books, deal_id: UUID) -> str:
    return f"/tables/{books.table.pk}/deals/{deal_id}"
