"""Who is writing at a table now: what the phones there say of themselves."""

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.at_table import TableView
from scoring.api.board_examples import PRESENCE
from scoring.api.schema import operation
from scoring.api.serializers.presence import TellPresence
from scoring.services import presence


class PresenceView(TableView):
    """PUT /tables/{table}/presence"""

    tag = "tables"

    @operation("Say that a phone is writing", body=TellPresence, status=204, asked=PRESENCE)
    def put(self, request: Request, table_id: int) -> Response:
        """For scorers, in every state of the night; forgotten after a minute without another word.
        Nothing is kept in the log, and nothing is blocked by it but the locking of a night while
        deals wait.
        """
        given = self.parse(TellPresence)
        tell = presence.take_over if given["is_taking_over"] else presence.touch
        if given["is_leaving"]:
            tell = presence.leave
        told = {name: given[name] for name in ("phone", "name", "waiting")}
        tell(actor=self.actor, table_id=table_id, **told)
        return Response(status=204)
