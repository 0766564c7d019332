"""Exports of seasons and nights: the JSON and the CSV that the commands give."""

import csv
import io
from collections.abc import Mapping
from datetime import date
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import season_examples as examples
from scoring.api.base import ClubView
from scoring.api.schema import operation
from scoring.selectors.exports import Export, get_night_export, get_season_export_by_id
from scoring.selectors.season_stamps import get_season_stamp

DIRTY = "Standings-Dirty"
"""A header of CSV answers: true when the ranks are behind the books."""


class CsvRenderer(BaseRenderer):
    """Rows as comma-separated values, one header line."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """As the commands write them."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows(data)
        return out.getvalue().encode()


class ExportView(ClubView):
    """What both exports share."""

    tag = "exports"

    def season(self, season_id: int) -> tuple[Export, bool]:
        """The export, and whether its ranks are behind the books: nothing is refreshed here."""
        stamp = get_season_stamp(actor=self.actor, slug=self.club.slug, season_id=season_id)
        export = get_season_export_by_id(club_id=self.club.id, season_id=season_id)
        return export, stamp.is_dirty


class SeasonExportView(ExportView):
    """GET /clubs/{slug}/seasons/{season_id}/export"""

    @operation(
        "Every player's figures of a season",
        answer=OpenApiTypes.OBJECT,
        answered=examples.EXPORT,
        description="`phom-season/1`. `dirty`: the ranks are behind the books.",
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """As JSON."""
        export, is_dirty = self.season(season_id)
        return Response({**export.to_json(), "dirty": is_dirty})


class SeasonCsvView(ExportView):
    """GET /clubs/{slug}/seasons/{season_id}/export.csv"""

    renderer_classes = (CsvRenderer,)

    @operation(
        "The same as CSV",
        answer=OpenApiTypes.STR,
        answered=examples.EXPORT_CSV,
        media_type=CsvRenderer.media_type,
        description=f"The header `{DIRTY}` says whether the ranks are behind the books.",
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """As CSV."""
        export, is_dirty = self.season(season_id)
        return Response(export.to_rows(), headers={DIRTY: str(is_dirty).lower()})


class NightExportView(ExportView):
    """GET /clubs/{slug}/nights/{day}/export"""

    @operation(
        "Every player's figures of a night",
        answer=OpenApiTypes.OBJECT,
        answered=examples.NIGHT_EXPORT,
        description="`phom-night/1`.",
    )
    def get(self, request: Request, slug: str, day: date) -> Response:
        """As JSON."""
        return Response(get_night_export(club_slug=self.club.slug, day=day).to_json())


class NightCsvView(ExportView):
    """GET /clubs/{slug}/nights/{day}/export.csv"""

    renderer_classes = (CsvRenderer,)

    @operation(
        "The same as CSV",
        answer=OpenApiTypes.STR,
        answered=examples.NIGHT_CSV,
        media_type=CsvRenderer.media_type,
    )
    def get(self, request: Request, slug: str, day: date) -> Response:
        """As CSV."""
        return Response(get_night_export(club_slug=self.club.slug, day=day).to_rows())
