"""The audit log."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import ClubView
from scoring.api.pages import Pages
from scoring.api.schema import operation
from scoring.api.serializers import audit as shown
from scoring.selectors.audit_log import EventFilter, tell, visible_events
from scoring.words import audit as words

_CALLED_IN_FULL: dict[Any, str] = {}


class AuditView(ClubView):
    """GET /clubs/{slug}/audit"""

    tag = "audit"

    @operation(
        "Who did what, newest first",
        answer=shown.EventPage,
        parameters=(shown.Filters,),
        answered={
            "next": None,
            "previous": None,
            "results": [
                {
                    "id": 41,
                    "at": "2026-11-30T21:50:00+07:00",
                    "night": "2026-11-30",
                    "actor": "An",
                    "actor_kind": "login",
                    "action": "deal.correct",
                    "object_kind": "deal",
                    "object_id": "0f9c4d4e-6d6b-4f43-9a3f-3a52b1a2c7d1",
                    "sentence": "Sửa ván 35",
                    "changes": ["Lan: bét −3 → ba −2", "Tuấn Anh: ba −2 → bét −3"],
                    "before": {"n": 1},
                    "after": {"n": 2},
                    "note": "",
                }
            ],
        },
        description="Managers read the whole club, others the nights they played in.",
    )
    def get(self, request: Request, slug: str) -> Response:
        """A page of the log as far as this login may read it."""
        given = self.parse_query(shown.Filters)
        for name in ("cursor", "page_size"):
            given.pop(name, None)
        wanted = EventFilter(day=given.pop("night", None), **given)
        pages = Pages()
        pages.ordering = ("-id",)
        rows = visible_events(club=self.club, actor=self.actor, wanted=wanted)
        found = pages.paginate_queryset(rows, request, view=self) or []
        told = [
            words.to_json(event, _CALLED_IN_FULL) for event in tell(found, club_id=self.club.id)
        ]
        return pages.get_paginated_response(shown.Event(told, many=True).data)
