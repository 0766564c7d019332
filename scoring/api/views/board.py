"""The board of a table: what its page is drawn from, and asks for again."""

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.at_table import AtTableView
from scoring.api.base import make_etag, tagged
from scoring.api.board_examples import BOARD
from scoring.api.schema import operation
from scoring.api.serializers.board import Board
from scoring.selectors.board import get_board, get_board_table


class BoardView(AtTableView):
    """GET /tables/{table}/board"""

    tag = "tables"

    @operation("The board of a table", answer=Board, answered=BOARD)
    def get(self, request: Request, table_id: int) -> Response:
        """Terms, people, points of the night and the last hundred deals, newest first; 304 while
        nothing of it has changed.
        """
        found = get_board_table(actor=self.actor, table_id=table_id)
        etag = make_etag(request, found.stamp, self.actor.device_id or "")
        # Put together in the form of the answer already: a hundred deals are not copied again.
        return self.unchanged(etag) or tagged(Response(get_board(found)), etag)
