"""The board of a table: what its page is drawn from, and asks for again."""

from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.at_table import AtTableView
from scoring.api.base import make_etag, tagged
from scoring.api.board_examples import BOARD
from scoring.api.schema import operation
from scoring.api.serializers.board import Board
from scoring.selectors.board import get_board
from scoring.selectors.board_table import get_board_table


# A hundred deals are long and much alike: packed, a board is a twentieth of itself.
@method_decorator(gzip_page, name="dispatch")
class BoardView(AtTableView):
    """GET /tables/{table}/board"""

    tag = "tables"

    @operation("The board of a table", answer=Board, answered=BOARD)
    def get(self, request: Request, table_id: int) -> Response:
        """Terms, people, points of the night, the last hundred deals, newest first, and for
        scorers who is writing; 304 while nothing of it has changed.
        """
        found = get_board_table(actor=self.actor, table_id=table_id)
        etag = make_etag(request, found.stamp, found.writers_stamp, self.actor.device_id or "")
        # Put together in the form of the answer already: a hundred deals are not copied again.
        return self.unchanged(etag) or tagged(Response(get_board(found, actor=self.actor)), etag)
