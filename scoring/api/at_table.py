"""Operations that name a table or a deal by its id alone, open to phones that joined the table.

Knows what is told of a refusal: who it speaks of, and what holds now.
"""

from functools import cached_property
from uuid import UUID

from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response

from scoring.actors import Actor
from scoring.api.base import ApiView
from scoring.api.devices import AT_TABLE, PhoneThrottle, SignedInOrDevice
from scoring.api.naming import PHONE, on_its_phone
from scoring.api.serializers.deals import Deal
from scoring.api.serializers.tables import Table
from scoring.api.told import ToldTable, tell_deal, tell_table
from scoring.errors import ServiceRefused
from scoring.permissions import Action, verify
from scoring.selectors.deals import DealRow, get_deal
from scoring.selectors.ends import names_of_people
from scoring.selectors.tables import TableState, get_table

# Whoever is refused with one of these is told what holds now.
_CONFLICTS = (409, 412)


class AtTableView(ApiView):
    """An operation for somebody with a role at a table: a login of the club, or a phone there."""

    authentication_classes = AT_TABLE
    permission_classes = (SignedInOrDevice,)
    throttle_classes = (PhoneThrottle,)
    told_with_changes = (PHONE,)

    @cached_property
    def actor(self) -> Actor:
        """Who asks; whoever changes something does it on one phone."""
        actor = super().actor
        return actor if self.request.method in SAFE_METHODS else on_its_phone(actor, self.request)

    def handle_exception(self, exc: Exception) -> Response:
        """A conflict is answered with what holds now, read after everything was taken back."""
        if isinstance(exc, ServiceRefused) and exc.code.status in _CONFLICTS:
            exc.current = self.what_holds(exc)
        return super().handle_exception(exc)

    def what_holds(self, refused: ServiceRefused) -> object:
        """The state the refusal is about, as JSON."""
        raise NotImplementedError


class TableView(AtTableView):
    """An operation at the table of the address."""

    @cached_property
    def table(self) -> TableState:
        """The table; `not_found` without a role there."""
        return get_table(actor=self.actor, table_id=self.kwargs["table_id"])

    def manageable(self) -> TableState:
        """The table for those who may manage its codes; `role_too_low` for the others."""
        verify(Action.MANAGE_CODES, role=self.table.role)
        return self.table

    def tell(self, table: TableState) -> ToldTable:
        """A table with the names of its people; one statement where there are any."""
        seated = [*table.seats, *table.bench]
        return tell_table(table, names_of_people(club_id=table.club_id, player_ids=seated))

    def what_holds(self, refused: ServiceRefused) -> object:
        """The table as it is now."""
        return Table(self.tell(get_table(actor=self.actor, table_id=self.kwargs["table_id"]))).data

    def club_id_of_refusal(self) -> int:
        """The table's club."""
        return self.table.club_id


class DealView(AtTableView):
    """An operation on the deal of the address."""

    @cached_property
    def deal(self) -> DealRow:
        """The deal; `not_found` without a role at its table."""
        return get_deal(actor=self.actor, deal_id=self.kwargs["deal_id"])

    @cached_property
    def table(self) -> TableState:
        """The deal's table."""
        return get_table(actor=self.actor, table_id=self.deal.table_id)

    def what_holds(self, refused: ServiceRefused) -> object:
        """The deal as it is now."""
        return show_deal(self, self.kwargs["deal_id"])

    def club_id_of_refusal(self) -> int:
        """The club of the deal's table."""
        return self.table.club_id


def show_deal(view: ApiView, deal_id: UUID) -> object:
    """A deal as JSON."""
    return Deal(tell_deal(get_deal(actor=view.actor, deal_id=deal_id))).data
