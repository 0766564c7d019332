"""The table of a season, with its working and movements."""

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import season_examples as examples
from scoring.api.base import ApiView, make_etag
from scoring.api.schema import IF_NONE_MATCH, operation
from scoring.api.serializers import standings as shown
from scoring.api.standings import tell_standings
from scoring.selectors.season_stamps import get_season_stamp
from scoring.selectors.season_table import read_season_table


class StandingsView(ApiView):
    """GET /clubs/{slug}/seasons/{season_id}/standings"""

    tag = "standings"

    @operation(
        "The season's table as last built",
        answer=shown.Standings,
        answered=examples.STANDINGS,
        parameters=[
            IF_NONE_MATCH,
            shown.Wanted,
        ],
        description="Nothing is ranked here: `dirty` says that the books have moved on since.",
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The rows in order (S-31); ranks are those of the whole table whatever is left out."""
        wanted = self.parse_query(shown.Wanted)
        stamp = get_season_stamp(actor=self.actor, slug=slug, season_id=season_id)
        etag = make_etag(request, stamp.fingerprint)
        unchanged = self.unchanged(etag)
        if unchanged is not None:
            return unchanged
        table = tell_standings(read_season_table(stamp), **wanted)
        return self.answer(shown.Standings, table, etag=etag)
