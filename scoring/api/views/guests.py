"""Somebody new at a table."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import people_examples as examples
from scoring.api.at_table import TableView
from scoring.api.schema import operation
from scoring.api.serializers import players as shown
from scoring.selectors.roster import get_roster_row
from scoring.services.guests import add_guest


class GuestView(TableView):
    """PUT /tables/{table}/guests/{player_id}"""

    tag = "tables"

    @operation(
        "Add a guest at a table",
        body=shown.NewGuest,
        answer=shown.Player,
        status=201,
        again=200,
        refused=(409,),
        asked=examples.NEW_GUEST,
        answered=examples.GUEST,
    )
    def put(self, request: Request, table_id: int, player_id: UUID) -> Response:
        """A guest of the club under the id the phone made, once for each id; who sits where is for
        the terms to say.
        """
        given = self.parse(shown.NewGuest)
        guest = add_guest(actor=self.actor, table_id=table_id, player_id=player_id, **given)
        row = get_roster_row(club_id=self.table.club_id, player_id=guest.player_id)
        return self.answer(shown.Player, row, status=201 if guest.is_new else 200)
